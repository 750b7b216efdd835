//! A value with a check over it, against memory that changes by itself. A caller verifies the value before it decides
//! by it, writes down its consequence, or shows it.
//! [`shared_rules::check`] says which changes are detected.

use core::ops::Deref;

use shared_rules::check::Checked;

/// A value that changes only through [`Sealed::change`].
#[derive(Clone, Debug)]
pub struct Sealed<T> {
    value: T,
    check: u32,
    /// The number of times that it was sealed. It wraps.
    seals: u32,
}

impl<T> Sealed<T> {
    /// A value that is not sealed yet, and so not intact.
    #[must_use]
    pub const fn unsealed(value: T) -> Self {
        Self {
            value,
            check: 0,
            seals: 0,
        }
    }

    /// A number that is another one after each change.
    #[must_use]
    pub const fn seals(&self) -> u32 {
        self.seals
    }
}

impl<T: Checked> Sealed<T> {
    /// Makes the value anew, whatever it was before, and seals it.
    pub fn renew<R>(&mut self, make: impl FnOnce(&mut T) -> R) -> R {
        let result = make(&mut self.value);
        self.check = self.value.check();
        self.seals = self.seals.wrapping_add(1);
        result
    }

    /// True if the value is unchanged since it was sealed.
    #[must_use]
    pub fn is_intact(&self) -> bool {
        self.value.check() == self.check
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
