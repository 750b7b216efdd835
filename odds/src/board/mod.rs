//! Every hand that a board makes: the worth of all pairs of hole cards beside five community cards.
//!
//! Without a flush only the ranks count, so a board's 1,081 pairs are cells of a table of 13 by 13 ranks. Where three
//! of a suit lie on the board, pairs of that suit have a table of their own, and where four do, one card of it is
//! enough: a row. A board's figures are those few ([`Kinds`]), copied to where the pairs are ([`ByPair`]). They are
//! found sixteen ranks at a time where the processor can (`avx2`), or else one by one (`scalar`); both give the same.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod by_pair;
mod key;
mod kinds;
mod scalar;

pub use by_pair::ByPair;
pub use key::{Key, category, lowest};
pub use kinds::{Kind, Kinds, RankRow, RankTable};
pub(crate) use scalar::straight_top;

use crate::suits::Suits;

/// The keys of all kinds of pairs.
pub type Keys = Kinds<Key>;

/// A suit of which the board has three cards or more. No board has two of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Flush {
    /// Its number.
    pub suit: usize,
    /// The ranks that the board has in it.
    pub ranks: u16,
}

impl Flush {
    fn on(board: Suits) -> Option<Flush> {
        let mut suits = board.0.into_iter().enumerate();
        let (suit, ranks) = suits.find(|(_, ranks)| ranks.count_ones() >= 3)?;
        Some(Flush { suit, ranks })
    }

    /// How many cards of the suit a pair needs for a flush, at least.
    pub fn needs(self) -> u32 {
        5 - self.ranks.count_ones()
    }
}

/// How the keys are found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Sixteen ranks at a time.
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
        self.find_by_rank(board, method);
        self.find_flushes(board, method);
    }

    /// Finds those that only the ranks of `board` decide: as good for every other board of these ranks.
    pub fn find_by_rank(&mut self, board: Suits, method: Method) {
        let held = Multiples::of(board);
        match method {
            #[cfg(target_arch = "x86_64")]
            Method::Avx2(available) => available.rank_table(held, &mut self.by_rank),
            Method::Scalar => scalar::rank_table(held, &mut self.by_rank),
        }
    }

    /// Finds those that the suits of `board` decide.
    pub fn find_flushes(&mut self, board: Suits, method: Method) {
        self.flush = Flush::on(board);
        let Some(flush) = self.flush else {
            return;
        };
        match method {
            #[cfg(target_arch = "x86_64")]
            Method::Avx2(available) => available.flushes(flush, &mut self.both, &mut self.one),
            Method::Scalar => scalar::flushes(flush, &mut self.both, &mut self.one),
        }
        self.none = scalar::flush(flush.ranks);
    }
}

/// Which ranks some cards hold at least once, twice, three and four times.
#[derive(Clone, Copy, Debug)]
struct Multiples {
    once: u16,
    twice: u16,
    thrice: u16,
    four: u16,
}

impl Multiples {
    fn of(Suits([a, b, c, d]): Suits) -> Multiples {
        let (any, both, more, all) = (a | b, a & b, c | d, c & d);
        Multiples {
            once: any | more,
            twice: both | all | (any & more),
            thrice: (both & more) | (any & all),
            four: both & all,
        }
    }

    /// With one more card of the rank whose bit is `rank`.
    fn with(self, rank: u16) -> Multiples {
        Multiples {
            once: self.once | rank,
            twice: self.twice | (self.once & rank),
            thrice: self.thrice | (self.twice & rank),
            four: self.four | (self.thrice & rank),
        }
    }
}
