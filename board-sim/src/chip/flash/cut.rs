//! What a power cut leaves of an operation under way.
//!
//! Programming clears bits one by one, erasing sets them; a cut in between leaves some of each, and an ECC that agrees
//! with neither. What exactly is chance: the seed decides.

use super::{ERASED, Ecc, Flash, Operation, WORD_BYTES};

/// How far an operation had come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tear {
    /// It had not begun.
    Before,
    /// It was done.
    After,
    /// Somewhere in between, as this seed says.
    Torn(u64),
}

impl Flash {
    /// Power goes. Tells what was under way.
    pub fn cut(&mut self, tear: Tear) -> Option<Operation> {
        let (operation, _) = self.busy.take()?;
        match (tear, operation) {
            (Tear::Before, _) => {}
            (Tear::After, _) => self.apply(operation),
            (Tear::Torn(seed), Operation::Program { offset, value }) => {
                self.tear_word(offset, value, &mut Chance(seed));
            }
            (Tear::Torn(seed), Operation::Erase { offset, bytes }) => {
                let mut chance = Chance(seed);
                for word in (offset..offset + bytes).step_by(WORD_BYTES as usize) {
                    self.tear_word(word, ERASED, &mut chance);
                }
            }
        }
        Some(operation)
    }

    /// Each bit that was to change has, or has not. A word that has not changed at all is sound, and so is one that
    /// has changed altogether; of those in between some look as if a single bit were wrong.
    fn tear_word(&mut self, offset: u32, to: u64, chance: &mut Chance) {
        let from = self.array.word(offset);
        // Some words go early and some late.
        let done = match chance.next() % 8 {
            0 => 0,
            1 => u64::MAX,
            2 => chance.next() & chance.next(),
            3 => chance.next() | chance.next(),
            _ => chance.next(),
        };
        let torn = from & !done | to & done;
        let ecc = match (torn == from, torn == to) {
            (true, _) => self.array.ecc(offset),
            (_, true) => None,
            _ if chance.next().is_multiple_of(8) => Some(Ecc::Corrected),
            _ => Some(Ecc::Uncorrectable),
        };
        self.array.set_word(offset, torn, ecc);
    }
}

/// Chance from a seed: SplitMix64.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }
}
