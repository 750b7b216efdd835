//! The tasks: thin shims that carry data between a peripheral and the portable library.

pub(super) mod health;
pub(super) mod link;
pub(super) mod renderer;

use embassy_executor::{InterruptExecutor, SendSpawner};
use embassy_stm32::interrupt::{self, InterruptExt, Priority};

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

/// Starts the executor of link and health, which go on while a page is drawn.
pub(super) fn start() -> SendSpawner {
    interrupt::SAI1.set_priority(Priority::P5);
    EXECUTOR.start(interrupt::SAI1)
}
