//! The kinds of pairs that a board tells apart, and a figure for each.

use super::Flush;
use crate::suits::RANKS;

/// The figures of one card of each rank. Wider than there are ranks, so that sixteen go at a time; the last three mean
/// nothing.
pub type RankRow<T> = [T; 16];

/// The figures of two cards: a row for the rank of one, a column for that of the other.
pub type RankTable<T> = [RankRow<T>; 13];

/// A figure for every kind of pair beside a board.
#[derive(Clone, Default, Debug)]
pub struct Kinds<T> {
    /// Pairs without a flush, by their ranks.
    pub by_rank: RankTable<T>,
    /// The suit in which pairs make a flush, if there is one.
    pub flush: Option<Flush>,
    /// Pairs of that suit, by their ranks; those of ranks that the board has in that suit mean nothing.
    pub both: RankTable<T>,
    /// Pairs with one card of that suit, where that is enough, by its rank.
    pub one: RankRow<T>,
    /// Pairs without a card of that suit, where the board needs none.
    pub none: T,
}

/// A kind of pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PairKind {
    /// Cards of these ranks, without a flush.
    ByRank(u8, u8),
    /// Two cards of the flush's suit, of these ranks.
    Both(u8, u8),
    /// One card of the flush's suit, of this rank.
    One(u8),
    /// No card of the flush's suit.
    None,
}

impl<T: Copy> Kinds<T> {
    /// The figure of a kind.
    pub fn get(&self, kind: PairKind) -> T {
        match kind {
            PairKind::ByRank(one, other) => self.by_rank[usize::from(one)][usize::from(other)],
            PairKind::Both(one, other) => self.both[usize::from(one)][usize::from(other)],
            PairKind::One(rank) => self.one[usize::from(rank)],
            PairKind::None => self.none,
        }
    }

    /// Another figure for a kind.
    pub fn set(&mut self, kind: PairKind, figure: T) {
        match kind {
            PairKind::ByRank(one, other) => set_both_ways(&mut self.by_rank, one, other, figure),
            PairKind::Both(one, other) => set_both_ways(&mut self.both, one, other, figure),
            PairKind::One(rank) => self.one[usize::from(rank)] = figure,
            PairKind::None => self.none = figure,
        }
    }
}

fn set_both_ways<T>(table: &mut RankTable<T>, one: u8, other: u8, figure: T)
where
    T: Copy,
{
    let (one, other) = (usize::from(one), usize::from(other));
    table[one][other] = figure;
    table[other][one] = figure;
}

/// All pairs of ranks.
const RANK_PAIRS: [[u8; 2]; 91] = {
    let mut pairs = [[0; 2]; 91];
    let (mut place, mut one, mut other) = (0, 0, 0);
    while place < 91 {
        pairs[place] = [one, other];
        place += 1;
        (one, other) = if other < one {
            (one, other + 1)
        } else {
            (one + 1, 0)
        };
    }
    pairs
};

impl PairKind {
    /// Every kind beside a board of this flush, each once.
    pub fn all(flush: Option<Flush>) -> impl Iterator<Item = PairKind> {
        let by_rank = RANK_PAIRS.iter();
        let by_rank = by_rank.map(|[one, other]| PairKind::ByRank(*one, *other));
        by_rank.chain(flush.into_iter().flat_map(PairKind::of_flush))
    }

    /// Those that make a flush.
    fn of_flush(flush: Flush) -> impl Iterator<Item = PairKind> {
        let missing = move || (0..RANKS).filter(move |rank| flush.ranks >> rank & 1 == 0);
        let lower = move |high| missing().take_while(move |low| *low < high);
        let both =
            missing().flat_map(move |high| lower(high).map(move |low| PairKind::Both(high, low)));
        let one = missing().filter(move |_| flush.needs() <= 1);
        let none = (flush.needs() == 0).then_some(PairKind::None);
        both.chain(one.map(PairKind::One)).chain(none)
    }
}
