//! The board: an STM32L475 with its wiring. The controller's registers are used here alone, and `unsafe` here and in
//! `board-support`.
//!
//! ```text
//! priority  work                                   reason
//! 1         bytes from and to the wires            a byte every 87 us, and no room for a second one
//! 2         the clock
//! 3         the journal's flash is ready
//! 4         the scan of the felt                   every millisecond, whatever the rest does
//! 5         sign, console, health                  go on while the controller waits for its flash
//! thread    the controller                         an entry may take 50 ms to become durable
//! ```

use {defmt_rtt as _, panic_probe as _};

mod chain;
mod flash;
mod guarded;
mod options;
mod parts;
mod random;
mod rtc;
mod secret;
mod shared;
mod start;
mod supply;
mod tasks;
