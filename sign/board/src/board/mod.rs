//! The sign's board: an STM32L476 with its wiring. It is the only place of the sign that names registers.
//!
//! ```text
//! priority  work                              reason
//! 1         bytes from and to the table       a byte every 87 us, and no room for a second one
//! 2         the clock
//! 3         the row scan                      a row every 312.5 us, lit for the same time each
//! 5         link, health                      go on while a page is drawn
//! thread    the renderer                      draws a page in a few milliseconds
//! ```

use {defmt_rtt as _, panic_probe as _};

mod panel;
mod parts;
mod random;
mod secret;
mod shared;
mod start;
mod tasks;
