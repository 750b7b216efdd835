//! What the tasks of the wires and the controller share. The controller runs in the thread and the wires' tasks
//! interrupt it, so only they have to be kept out while it looks; the scan and the bytes on the wires go on.
#![expect(
    unsafe_code,
    reason = "a lock is a promise to the compiler, and masking interrupts keeps it"
)]

use cortex_m::register::basepri;
use embassy_stm32::interrupt::Priority;
use embassy_sync::blocking_mutex::raw::RawMutex;

/// The priority of the wires' tasks: below the scan.
pub(super) const WIRES: Priority = Priority::P5;

/// A lock against everything up to [`WIRES`]. Not for the scan, which it does not hold back.
pub(super) struct Ceiling;

// SAFETY: the thread holds the wires' tasks back while it is inside, and it cannot interrupt them; among themselves
// they run on one executor. The scan never uses this lock.
unsafe impl RawMutex for Ceiling {
    const INIT: Self = Self;

    fn lock<R>(&self, inside: impl FnOnce() -> R) -> R {
        let before = basepri::read();
        if before == 0 || before > WIRES as u8 {
            // SAFETY: masks more than before, never less: 0 masks nothing, and a lower number masks more.
            unsafe { basepri::write(WIRES as u8) };
        }
        let result = inside();
        // SAFETY: as it was.
        unsafe { basepri::write(before) };
        result
    }
}
