//! A check over a value in memory, against memory that changes by itself.
//!
//! A change of one 32-bit word is always detected: every step of the check can be undone, so that two different words
//! never lead to the same check. One in 2^32 of the other changes is missed.
//!
//! It is here, and not with its user, because a table computes it several times for each entry: this crate is built for
//! speed.

use core::hash::{Hash, Hasher};

use crate::ledger::Ledger;

/// A value with a check.
pub trait Checked {
    /// The check: another one as soon as a word of the value is another.
    fn check(&self) -> u32;
}

impl Checked for Ledger {
    #[inline(never)]
    fn check(&self) -> u32 {
        check(self)
    }
}

/// The check of a value that is fed to a hasher word by word.
pub fn check<T: Hash>(value: &T) -> u32 {
    let mut words = Words(0);
    value.hash(&mut words);
    words.0
}

/// Mixes in one word after the other: rotation, exclusive or, and multiplication by an odd number, each of which can be
/// undone.
struct Words(u32);

impl Words {
    const TURN: u32 = 5;
    const ODD: u32 = 0x9E37_79B9;

    #[inline(always)]
    fn mix(&mut self, word: u32) {
        self.0 = (self.0.rotate_left(Self::TURN) ^ word).wrapping_mul(Self::ODD);
    }
}

impl Hasher for Words {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks();
        words
            .iter()
            .for_each(|word| self.mix(u32::from_le_bytes(*word)));
        rest.iter().for_each(|byte| self.mix(u32::from(*byte)));
    }

    #[inline(always)]
    fn write_u8(&mut self, byte: u8) {
        self.mix(u32::from(byte));
    }

    #[inline(always)]
    fn write_u16(&mut self, number: u16) {
        self.mix(u32::from(number));
    }

    #[inline(always)]
    fn write_u32(&mut self, number: u32) {
        self.mix(number);
    }

    #[inline(always)]
    fn write_u64(&mut self, number: u64) {
        let [a, b, c, d, e, f, g, h] = number.to_le_bytes();
        self.mix(u32::from_le_bytes([a, b, c, d]));
        self.mix(u32::from_le_bytes([e, f, g, h]));
    }

    /// Lengths and the numbers of variants: on the board always one word.
    #[inline(always)]
    fn write_usize(&mut self, number: usize) {
        match u32::try_from(number) {
            Ok(word) => self.mix(word),
            Err(_) => self.write_u64(number as u64),
        }
    }

    #[inline(always)]
    fn write_isize(&mut self, number: isize) {
        self.write_usize(number.cast_unsigned());
    }

    fn finish(&self) -> u64 {
        u64::from(self.0)
    }
}
