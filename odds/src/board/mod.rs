//! Every hand that a board makes: the worth of all pairs of hole cards beside five community cards.
//!
//! Without a flush only the ranks count, so a board needs 91 hands for its 1,081 pairs: a table of 13 by
//! 13 ranks, copied to where the pairs are. The few pairs that make a flush are then put right. The table
//! is made eight ranks at a time where the processor can (`avx2`), or else one by one (`scalar`); both give
//! the same.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod flush;
mod scalar;

use shared_rules::evaluate::Category;

use crate::pairs::{PAIRS, PairIndex};
use crate::suits::{CARDS, Suits};

/// What a hand is worth, to compare: the category above bit 26, then masks of ranks as in
/// [`shared_rules::evaluate::HandRank`].
pub type Key = u32;

const CATEGORY_SHIFT: u32 = 26;
const GROUP_SHIFT: u32 = 13;
const RANK_MASK: u32 = 0x1fff;

/// The lowest key of a category.
pub const fn lowest(category: Category) -> Key {
    (category.five_card_order() as u32) << CATEGORY_SHIFT
}

/// The category of a key.
pub fn category(key: Key) -> Category {
    Category::ALL[(key >> CATEGORY_SHIFT) as usize]
}

/// The keys of all pairs of ranks beside a board, without flushes: a row for one rank, a column for the
/// other. Rows are wider than there are ranks, so that eight columns go at a time.
pub type RankTable = [[Key; 16]; 13];

/// The keys of all pairs beside a board.
#[derive(Clone, Default, Debug)]
pub struct Keys {
    /// By ranks, where there is no flush.
    pub by_rank: RankTable,
    /// The pairs that make a flush.
    pub flushes: Vec<(PairIndex, Key)>,
}

/// How the keys are found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Eight ranks at a time.
    #[cfg(target_arch = "x86_64")]
    Avx2(avx2::Available),
    /// One by one.
    Scalar,
}

impl Method {
    /// The fastest that this processor has.
    pub fn fastest() -> Method {
        #[cfg(target_arch = "x86_64")]
        if let Some(available) = avx2::Available::detect() {
            return Method::Avx2(available);
        }
        Method::Scalar
    }
}

impl Keys {
    /// Finds the keys of all pairs beside `board`, which has five cards.
    pub fn find(&mut self, board: Suits, method: Method) {
        let held = Multiples::of(board);
        match method {
            #[cfg(target_arch = "x86_64")]
            Method::Avx2(available) => available.rank_table(held, &mut self.by_rank),
            Method::Scalar => scalar::rank_table(held, &mut self.by_rank),
        }
        self.flushes.clear();
        flush::find(board, &mut self.flushes);
    }
}

/// Room for the last copied row of ranks, which is wider than a suit.
const PADDING: usize = 16;

/// A figure for every pair, by its number; those of pairs that hold a card of the board mean nothing.
#[derive(Clone, Debug)]
pub struct ByPair<T>([T; PAIRS + PADDING]);

impl<T: Copy + Default> Default for ByPair<T> {
    fn default() -> ByPair<T> {
        ByPair([T::default(); PAIRS + PADDING])
    }
}

impl<T: Copy> ByPair<T> {
    /// Fills in what the ranks of each pair say: a copy of a row for each card and each suit below it.
    pub fn fill(&mut self, by_rank: &[[T; 16]; 13]) {
        let mut start = 0;
        for high in 0..usize::from(CARDS) {
            let row = &by_rank[high % 13];
            // The next row overwrites what is beyond this one.
            for low in (0..high).step_by(13) {
                self.0[start + low..][..16].copy_from_slice(row);
            }
            start += high;
        }
    }

    /// The figure of a pair.
    pub fn get(&self, pair: usize) -> T {
        self.0[pair]
    }

    /// Another figure for a pair.
    pub fn set(&mut self, pair: PairIndex, figure: T) {
        self.0[usize::from(pair)] = figure;
    }
}

/// Which ranks a board holds at least once, twice, three and four times.
#[derive(Clone, Copy, Debug)]
struct Multiples {
    once: u32,
    twice: u32,
    thrice: u32,
    four: u32,
}

impl Multiples {
    fn of(Suits([a, b, c, d]): Suits) -> Multiples {
        let [a, b, c, d] = [a, b, c, d].map(u32::from);
        let (any, both, more, all) = (a | b, a & b, c | d, c & d);
        Multiples {
            once: any | more,
            twice: both | all | (any & more),
            thrice: (both & more) | (any & all),
            four: both & all,
        }
    }

    /// With one more card of the rank whose bit is `rank`.
    fn with(self, rank: u32) -> Multiples {
        Multiples {
            once: self.once | rank,
            twice: self.twice | (self.once & rank),
            thrice: self.thrice | (self.twice & rank),
            four: self.four | (self.thrice & rank),
        }
    }
}

/// The top card of the highest straight within `ranks`, or 0; an ace also counts below the deuce (THB6 3.3.1.2).
pub(crate) fn straight_top(ranks: u32) -> u32 {
    let low_ace = ranks << 1 | ranks >> 12;
    let runs = low_ace & low_ace << 1 & low_ace << 2 & low_ace << 3 & low_ace << 4;
    highest(runs >> 1 & RANK_MASK)
}

/// The highest set bit alone, or 0.
fn highest(mask: u32) -> u32 {
    (1_u32 << 31).wrapping_shr(mask.leading_zeros()) & mask
}
