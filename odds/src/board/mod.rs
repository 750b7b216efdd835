//! Every hand that a board makes: the worth of all pairs of hole cards beside five community cards.
//!
//! Without a flush only the ranks count, so a board's 1,081 pairs are cells of a table of 13 by 13 ranks. Where three
//! of a suit lie on the board, pairs of that suit have a table of their own, and where four do, one card of it is
//! enough: a row. A board's figures are those few ([`Kinds`]), copied to where the pairs are ([`ByPair`]).

mod by_pair;
mod in_turn;
mod kinds;

pub use by_pair::ByPair;
pub use in_turn::InTurn;
pub use kinds::{Kinds, PairKind, RankRow, RankTable};

use crate::evaluate::{HandKey, Method, Multiples, flush};
use crate::suits::Suits;

/// The keys of all kinds of pairs.
pub type Keys = Kinds<HandKey>;

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
        // Three or more: some are left without the two lowest. That is asked of every board, and quicker than to count.
        let (suit, ranks) = suits.find(|(_, ranks)| {
            let less_one = ranks & ranks.wrapping_sub(1);
            less_one & less_one.wrapping_sub(1) != 0
        })?;
        Some(Flush { suit, ranks })
    }

    /// The least number of cards of the suit that a pair needs for a flush.
    pub fn needs(self) -> u32 {
        5 - self.ranks.count_ones()
    }
}

impl Keys {
    /// Finds the keys of all pairs beside `board`, which has five cards.
    pub fn find(&mut self, board: Suits, method: Method) {
        self.find_by_rank(Multiples::of(board.0), method);
        self.find_flushes(board, method);
    }

    /// Finds those that only the ranks of a board decide, which it holds so often: as good for every other board of them.
    fn find_by_rank(&mut self, held: Multiples, method: Method) {
        method.rank_table(held, &mut self.by_rank);
    }

    /// Finds those that the suits of `board` decide.
    fn find_flushes(&mut self, board: Suits, method: Method) {
        self.flush = Flush::on(board);
        if let Some(on_board) = self.flush {
            method.flushes(on_board, &mut self.both, &mut self.one);
            self.none = flush(on_board.ranks);
        }
    }
}
