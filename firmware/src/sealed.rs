//! A value with a check over it, against memory that changes by itself. A caller verifies the value before it decides
//! by it, writes down its consequence, or shows it.
//!
//! A change of one 32-bit word is always detected: every step of the check can be undone, so that two different words
//! never lead to the same check. One in 2^32 of the other changes is missed.

use core::hash::{Hash, Hasher};
use core::ops::Deref;

/// A value that changes only through [`Sealed::change`].
#[derive(Clone, Debug)]
pub struct Sealed<T> {
    value: T,
    check: u32,
}

impl<T> Sealed<T> {
    /// A value that is not sealed yet, and so not intact.
    #[must_use]
    pub const fn unsealed(value: T) -> Self {
        Self { value, check: 0 }
    }
}

impl<T: Hash> Sealed<T> {
    /// Makes the value anew, whatever it was before, and seals it.
    pub fn renew<R>(&mut self, make: impl FnOnce(&mut T) -> R) -> R {
        let result = make(&mut self.value);
        self.check = check(&self.value);
        result
    }

    /// True if the value is unchanged since it was sealed.
    #[must_use]
    pub fn is_intact(&self) -> bool {
        check(&self.value) == self.check
    }

    /// Changes the value and seals it anew; does nothing if the value has changed by itself.
    pub fn change<R>(&mut self, change: impl FnOnce(&mut T) -> R) -> Option<R> {
        if !self.is_intact() {
            return None;
        }
        Some(self.renew(change))
    }

    /// The value to be tampered with, for tests of the detection.
    #[doc(hidden)]
    pub fn tamper(&mut self) -> &mut T {
        &mut self.value
    }
}

/// Reading is not checked: a caller asks [`Sealed::is_intact`] once for many reads.
impl<T> Deref for Sealed<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

#[inline(never)]
fn check<T: Hash>(value: &T) -> u32 {
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

    fn take(&mut self, word: u32) {
        self.0 = (self.0.rotate_left(Self::TURN) ^ word).wrapping_mul(Self::ODD);
    }
}

impl Hasher for Words {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.take(u32::from(*byte)));
    }

    fn write_u8(&mut self, byte: u8) {
        self.take(u32::from(byte));
    }

    fn write_u16(&mut self, number: u16) {
        self.take(u32::from(number));
    }

    fn write_u32(&mut self, number: u32) {
        self.take(number);
    }

    fn write_u64(&mut self, number: u64) {
        let [a, b, c, d, e, f, g, h] = number.to_le_bytes();
        self.take(u32::from_le_bytes([a, b, c, d]));
        self.take(u32::from_le_bytes([e, f, g, h]));
    }

    /// Lengths and the numbers of variants: on the board always one word.
    fn write_usize(&mut self, number: usize) {
        match u32::try_from(number) {
            Ok(word) => self.take(word),
            Err(_) => self.write_u64(number as u64),
        }
    }

    fn write_isize(&mut self, number: isize) {
        self.write_usize(number.cast_unsigned());
    }

    fn finish(&self) -> u64 {
        u64::from(self.0)
    }
}
