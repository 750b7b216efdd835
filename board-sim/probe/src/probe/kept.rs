//! State that is kept from one call to the next.

use core::cell::UnsafeCell;

/// A value that calls share.
pub(super) struct Kept<T>(UnsafeCell<T>);

// SAFETY: there is one core and no interrupt, and a function is called after the one before has returned.
unsafe impl<T> Sync for Kept<T> {}

impl<T> Kept<T> {
    pub(super) const fn new(value: T) -> Self {
        Self(UnsafeCell::new(value))
    }

    /// Gives `act` the value. It must not be called from within itself.
    pub(super) fn with<R>(&self, act: impl FnOnce(&mut T) -> R) -> R {
        // SAFETY: as for `Sync`, and no `act` in this program uses the same value again.
        unsafe { act(&mut *self.0.get()) }
    }
}
