//! A figure for every pair of hole cards, in the order in which pairs are numbered.

use std::array;

use super::{Kinds, RankRow, RankTable};
use crate::evaluate::Method;
use crate::pairs::PAIRS;

/// Room for the last copied row of ranks, which is wider than a suit and belongs to its highest card.
const PADDING: usize = 3;

/// Pairs, and what is beyond the last row: that of the last card is as long as a suit less one.
const ROOM: usize = PAIRS + 1 + PADDING;

/// Ranks of a suit.
const RANKS: usize = 13;

/// A figure for every pair, by its number; those of pairs that hold a card of the board mean nothing.
#[derive(Clone, Debug)]
pub struct ByPair<T>([T; ROOM]);

impl<T: Copy + Default> Default for ByPair<T> {
    fn default() -> ByPair<T> {
        ByPair([T::default(); ROOM])
    }
}

impl<T: Copy + Default> ByPair<T> {
    /// Fills in the figure of each pair's kind.
    pub fn fill(&mut self, kinds: &Kinds<T>, method: Method) {
        method.with_its_instructions(|| self.fill_in(kinds));
    }

    #[inline(always)]
    fn fill_in(&mut self, kinds: &Kinds<T>) {
        let Kinds { by_rank, both, .. } = kinds;
        let Some(flush) = kinds.flush else {
            return self.copy(|_, _| by_rank);
        };
        let is_flush = |suit: usize| suit == flush.suit;
        if flush.needs() == 2 {
            return self.copy(|high, low| match is_flush(high) && is_flush(low) {
                true => both,
                false => by_rank,
            });
        }
        let [with_high, with_low] = with_one(&kinds.one);
        let without = [[kinds.none; 16]; RANKS];
        self.copy(|high, low| match (is_flush(high), is_flush(low)) {
            (true, true) => both,
            (true, false) => &with_high,
            (false, true) => &with_low,
            (false, false) if flush.needs() == 0 => &without,
            (false, false) => by_rank,
        });
    }

    /// Copies for each card and each suit of a lower one a row of what `table` gives for both suits, the higher first.
    #[inline(always)]
    fn copy<'a>(&mut self, table: impl Fn(usize, usize) -> &'a RankTable<T>)
    where
        T: 'a,
    {
        self.copy_suit::<1, { 13 + PADDING }>(array::from_fn(|low| table(0, low)));
        self.copy_suit::<2, { 26 + PADDING }>(array::from_fn(|low| table(1, low)));
        self.copy_suit::<3, { 39 + PADDING }>(array::from_fn(|low| table(2, low)));
        self.copy_suit::<4, { 52 + PADDING }>(array::from_fn(|low| table(3, low)));
    }

    /// Copies the rows of the `SUITS`-th suit: one from each table, for the lower suits and for its own. `WIDTH` is as
    /// wide as they are with what is beyond the last: places within it need no check.
    #[inline(always)]
    fn copy_suit<const SUITS: usize, const WIDTH: usize>(
        &mut self,
        tables: [&RankTable<T>; SUITS],
    ) {
        let first = (SUITS - 1) * RANKS;
        for rank in 0..RANKS {
            let high = first + rank;
            // Pairs below this card.
            let start = high * high.saturating_sub(1) / 2;
            let rows = self.0[start..].first_chunk_mut::<WIDTH>();
            let rows = rows.expect("room for what is beyond the last row");
            for (low, table) in tables.iter().enumerate() {
                // The next row overwrites what is beyond this one.
                rows[low * RANKS..][..16].copy_from_slice(&table[rank]);
            }
        }
    }

    /// The figure of a pair.
    pub fn get(&self, pair: usize) -> T {
        self.0[pair]
    }
}

/// Tables of pairs with one card of a suit, whose figures are `one`: that card is the higher, or the lower.
fn with_one<T: Copy>(one: &RankRow<T>) -> [RankTable<T>; 2] {
    [array::from_fn(|rank| [one[rank]; 16]), [*one; RANKS]]
}
