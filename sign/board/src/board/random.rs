//! The chip's generator of random numbers, which is asked once at each start. It has a clock of its own, which may be
//! missing: the wait for a word has an end, and without a seed the sign makes no session.

use board_support::entropy;
use cortex_m::asm;
use embassy_stm32::pac::{RCC, RNG};
use link::Seed;

/// A word takes 42 cycles of its clock, about a microsecond: this is the wait for one, in looks a microsecond apart.
const LOOKS_MAX: u32 = 200;

/// The core's cycles in a microsecond.
const US: u32 = 80;

/// Attempts: after an error of the generator the next one begins anew.
const ATTEMPTS: u32 = 3;

/// The seed of this start.
#[inline(never)]
pub(super) fn seed() -> Option<Seed> {
    RCC.ahb2enr().modify(|enable| enable.set_rngen(true));
    let bytes = (0..ATTEMPTS).find_map(|_| {
        restart();
        entropy::gather(word)
    });
    RNG.cr().write(|control| control.set_rngen(false));
    bytes.map(Seed::new)
}

/// Switches the generator off and on again, which clears its errors.
fn restart() {
    RNG.cr().write(|control| control.set_rngen(false));
    RNG.sr().write(|_| {});
    RNG.cr().write(|control| control.set_rngen(true));
}

fn word() -> Option<u32> {
    for _ in 0..LOOKS_MAX {
        let status = RNG.sr().read();
        if status.ceis() || status.seis() || status.cecs() || status.secs() {
            return None;
        }
        if status.drdy() {
            // A word of zero was read too early.
            return Some(RNG.dr().read()).filter(|word| *word != 0);
        }
        asm::delay(US);
    }
    None
}
