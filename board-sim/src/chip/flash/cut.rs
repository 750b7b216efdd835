//! What a power cut leaves of an operation under way.
//!
//! Programming clears bits one by one, erasing sets them; a cut in between leaves some of each, and an ECC that agrees
//! with neither, or does by chance. What is left to chance a seed decides.

use super::{Array, ArrayOperation, ERASED, Ecc, Flash, WORD_BYTES};

/// How far an operation had come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ArrayTear {
    /// It had not begun.
    Before,
    /// It was done.
    After,
    /// Somewhere in between.
    Torn(Remains, u64),
}

/// What a double-word is like that was left in between.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Remains {
    /// Some bits have changed, and its ECC happens to agree.
    Garbled,
    /// The same, and its ECC puts one bit right.
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
    /// Any of them, as this seed says.
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
    /// Power goes. Tells what was under way.
    pub fn cut(&mut self, tear: ArrayTear) -> Option<ArrayOperation> {
        let (operation, _) = self.busy.take()?;
        self.array.cut(operation, tear);
        Some(operation)
    }
}

impl Array {
    /// What is left of an operation.
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

    /// Each bit that was to change has, or has not. A word that has not changed at all is what it was, and one that
    /// has changed altogether is what it was to be.
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

    fn below(&mut self, count: usize) -> usize {
        usize::try_from(self.next() % count as u64).unwrap_or(0)
    }
}
