//! Boards one after the other: what a board has in common with the one before it is not found again.

use super::{ByPair, Keys};
use crate::evaluate::{HandKey, Method, Multiples};
use crate::suits::Suits;

/// The keys of all pairs, board after board. Boards that differ only in their suits are quickest in a row, those
/// without a flush first.
#[derive(Debug)]
pub struct InTurn {
    method: Method,
    /// The ranks of the last board, which decide all but the flushes.
    held: Multiples,
    keys: Keys,
    by_pair: ByPair<HandKey>,
}

impl InTurn {
    /// No board yet; keys are found by `method`.
    pub fn new(method: Method) -> InTurn {
        InTurn {
            method,
            held: Multiples::default(),
            keys: Keys::default(),
            by_pair: ByPair::default(),
        }
    }

    /// The keys of all pairs beside `board`, which has five cards.
    pub fn on(&mut self, board: Suits) -> &ByPair<HandKey> {
        let held = Multiples::of(board.0);
        let has_new_ranks = held != self.held;
        if has_new_ranks {
            self.held = held;
            self.keys.find_by_rank(held, self.method);
        }
        let had_flush = self.keys.flush.is_some();
        self.keys.find_flushes(board, self.method);
        if has_new_ranks || had_flush || self.keys.flush.is_some() {
            self.by_pair.fill(&self.keys, self.method);
        }
        &self.by_pair
    }
}
