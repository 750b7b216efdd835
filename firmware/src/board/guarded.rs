//! Locks between tasks of different priority. The holder of a lock holds back every task that uses the same lock, and
//! nothing above it: bytes on the wires and the clock go on.
#![expect(
    unsafe_code,
    reason = "a lock is a promise to the compiler, and masking interrupts keeps it"
)]

use core::cell::RefCell;

use cortex_m::register::basepri;
use embassy_stm32::interrupt::Priority;
use embassy_sync::blocking_mutex::Mutex;
use embassy_sync::blocking_mutex::raw::RawMutex;
use firmware::main_loop::Access;

/// The priority of the scan.
pub(super) const SCAN: Priority = Priority::P4;

/// The priority of the tasks of the wires and of health: below the scan.
pub(super) const WIRES: Priority = Priority::P5;

/// A value that the thread shares with the scan.
pub(super) type SharedWithScan<T> = Guarded<T, { SCAN as u8 }>;

/// A value that the thread shares with the tasks of the wires. The scan must not use it: it is not held back.
pub(super) type SharedWithWires<T> = Guarded<T, { WIRES as u8 }>;

/// A lock against everything up to a priority. Only tasks of at most this priority may use it.
struct Ceiling<const PRIORITY: u8>;

// SAFETY: the holder holds back all others that use this lock, because none of them has a higher priority, and it
// cannot itself interrupt one of them that is inside; tasks of one priority run one after the other.
unsafe impl<const PRIORITY: u8> RawMutex for Ceiling<PRIORITY> {
    const INIT: Self = Self;

    fn lock<R>(&self, inside: impl FnOnce() -> R) -> R {
        let before = basepri::read();
        if before == 0 || before > PRIORITY {
            // SAFETY: masks more than before, never less: 0 masks nothing, and a lower number masks more.
            unsafe { basepri::write(PRIORITY) };
        }
        let result = inside();
        // SAFETY: restores the mask from before.
        unsafe { basepri::write(before) };
        result
    }
}

/// A value under such a lock.
pub(super) struct Guarded<T, const PRIORITY: u8>(Mutex<Ceiling<PRIORITY>, RefCell<T>>);

impl<T, const PRIORITY: u8> Guarded<T, PRIORITY> {
    pub(super) const fn new(value: T) -> Self {
        Self(Mutex::new(RefCell::new(value)))
    }
}

impl<T, const PRIORITY: u8> Access for &'static Guarded<T, PRIORITY> {
    type Inner = T;

    fn with<R>(&self, act: impl FnOnce(&mut T) -> R) -> R {
        self.0.lock(|value| act(&mut value.borrow_mut()))
    }
}
