//! The state in which a power cut leaves an operation under way.
//!
//! Programming clears bits one by one, and erasing sets them. A cut in between leaves some of each, and an ECC that
//! agrees with neither, or does by coincidence. A seed decides the random part.

use super::{Array, ArrayOperation, ERASED, Ecc, Flash, WORD_BYTES};

/// The progress of an operation when power failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ArrayTear {
    /// It had not begun.
    Before,
    /// It was done.
    After,
    /// It was under way. The number seeds the random part.
    Torn(Remains, u64),
}

/// The state of a double-word that was left half-way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Remains {
    /// Some bits have changed, and its ECC happens to agree.
    Garbled,
    /// The same, and its ECC corrects one bit.
    Corrected,
    /// The same, and it cannot be read.
    Unreadable,
    /// It reads as erased, but cannot be programmed.
    Weak,
}

impl Remains {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Garbled, Self::Corrected, Self::Unreadable, Self::Weak];

    const fn ecc(self) -> Option<Ecc> {
        match self {
            Self::Garbled => None,
            Self::Corrected => Some(Ecc::Corrected),
            Self::Unreadable => Some(Ecc::Uncorrectable),
            Self::Weak => Some(Ecc::Weak),
        }
    }
}

impl ArrayTear {
    /// Any of them, chosen by the seed.
    #[must_use]
    pub fn by_chance(seed: u64) -> Self {
        let mut chance = Chance(seed);
        let draw = chance.below(Remains::ALL.len() + 2);
        match Remains::ALL.get(draw) {
            Some(remains) => Self::Torn(*remains, chance.next()),
            None if draw == Remains::ALL.len() => Self::Before,
            None => Self::After,
        }
    }
}

impl Flash {
    /// Cuts power. Returns the operation that was under way.
    pub fn cut(&mut self, tear: ArrayTear) -> Option<ArrayOperation> {
        let (operation, _) = self.busy.take()?;
        self.array.cut(operation, tear);
        Some(operation)
    }
}

impl Array {
    /// Leaves an operation in the state that `tear` names.
    pub fn cut(&mut self, operation: ArrayOperation, tear: ArrayTear) {
        match (tear, operation) {
            (ArrayTear::Before, _) => {}
            (ArrayTear::After, _) => self.apply(operation),
            (ArrayTear::Torn(remains, seed), ArrayOperation::Program { offset, value }) => {
                self.tear_word(offset, value, remains, &mut Chance(seed));
            }
            (ArrayTear::Torn(remains, seed), ArrayOperation::Erase { offset, bytes }) => {
                let mut chance = Chance(seed);
                for word in (offset..offset + bytes).step_by(WORD_BYTES as usize) {
                    self.tear_in_page(word, remains, &mut chance);
                }
            }
        }
    }

    /// A page does not tear evenly: some double-words are as before, some are erased, some are between.
    fn tear_in_page(&mut self, offset: u32, remains: Remains, chance: &mut Chance) {
        match chance.below(3) {
            0 => {}
            1 => self.set_word(offset, ERASED, None),
            _ => self.tear_word(offset, ERASED, remains, chance),
        }
    }

    /// Each bit that was to change has changed or not. If no bit has changed, the double-word keeps its old value and
    /// ECC; if all have, it has the new value with a correct ECC.
    fn tear_word(&mut self, offset: u32, to: u64, remains: Remains, chance: &mut Chance) {
        if remains == Remains::Weak {
            return self.set_word(offset, ERASED, remains.ecc());
        }
        let from = self.word(offset);
        let done = chance.next();
        let torn = from & !done | to & done;
        let ecc = match (torn == from, torn == to) {
            (true, _) => self.ecc(offset),
            (_, true) => None,
            _ => remains.ecc(),
        };
        self.set_word(offset, torn, ecc);
    }
}

/// Random numbers from a seed: SplitMix64.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, count: usize) -> usize {
        usize::try_from(self.next() % count as u64).unwrap_or(0)
    }
}
