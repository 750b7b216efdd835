//! The state that an operation leaves behind when power fails during it.

use super::{FlashChip, Operation, State, WORD};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// The way in which an operation is torn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tear {
    /// It had not begun.
    Before,
    /// It was complete.
    After,
    /// A random part of the bits had changed.
    Garbled,
    /// The same, and the ECC does not match there.
    Unreadable,
    /// It reads as erased, but the next programming finds that it is not.
    Weak,
}

impl Tear {
    /// All of them.
    pub const ALL: [Tear; 5] = [
        Tear::Before,
        Tear::After,
        Tear::Garbled,
        Tear::Unreadable,
        Tear::Weak,
    ];
}

const ERASED: [u8; WORD] = [0xFF; WORD];

impl FlashChip {
    /// Applies a torn operation.
    pub(super) fn tear(&mut self, operation: Operation, tear: Tear, seed: u64) {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        match (tear, operation) {
            (Tear::Before, _) => {}
            // The error of an operation that is not allowed changes nothing: power is off either way.
            (Tear::After, _) => drop(self.complete(operation)),
            (_, Operation::Program(word, _)) if self.words[word] != State::Erased => {}
            (_, Operation::Program(word, bytes)) => {
                let (bytes, state) = torn_word(tear, bytes, &mut random);
                self.set(word, bytes, state);
            }
            (_, Operation::Erase(page)) => {
                self.erasures[page] += 1;
                self.each_word(page, |old| torn_in_page(tear, old, &mut random));
            }
        }
    }
}

/// A page does not tear evenly: some double-words are as before, some read as erased, some are between.
fn torn_in_page(tear: Tear, old: [u8; WORD], random: &mut ChaCha8Rng) -> ([u8; WORD], State) {
    match random.random_range(0..3) {
        0 if tear != Tear::Weak => (old, State::Used),
        1 => (ERASED, State::Used),
        _ => torn_word(tear, old, random),
    }
}

/// A double-word somewhere between erased and `bytes`: programming clears bits, erasing sets them.
fn torn_word(tear: Tear, bytes: [u8; WORD], random: &mut ChaCha8Rng) -> ([u8; WORD], State) {
    let still_set: [u8; WORD] = random.random();
    let between = std::array::from_fn(|index| bytes[index] | still_set[index]);
    match tear {
        Tear::Weak => (ERASED, State::Used),
        Tear::Unreadable => (between, State::Unreadable),
        Tear::Before | Tear::After | Tear::Garbled => (between, State::Used),
    }
}
