//! The tasks: thin shims that carry data between a peripheral and the portable library.

pub(super) mod controller;
pub(super) mod health;
pub(super) mod scan;
pub(super) mod wire;

use embassy_executor::{InterruptExecutor, SendSpawner};
use embassy_stm32::interrupt::{self, InterruptExt};

use super::guarded::WIRES;

static EXECUTOR: InterruptExecutor = InterruptExecutor::new();

/// The interrupt of a peripheral that the board does not use.
#[cortex_m_rt::interrupt]
#[allow(
    unsafe_code,
    reason = "an executor must be polled from its own interrupt, and this is it"
)]
unsafe fn SAI1() {
    // SAFETY: the interrupt is only enabled by starting the executor.
    unsafe { EXECUTOR.on_interrupt() }
}

/// Starts the executor of the wires and of health, which go on while the controller waits for its flash.
pub(super) fn start() -> SendSpawner {
    interrupt::SAI1.set_priority(WIRES);
    EXECUTOR.start(interrupt::SAI1)
}
