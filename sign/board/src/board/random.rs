//! The chip's random number generator. Its clock is set in `parts`: without one it would never be ready, so that it is
//! not waited for without end. (RM0351, chapter 27)

use embassy_stm32::pac::RNG;
use embassy_stm32::{peripherals, rcc};

/// Looks at the generator for one word: at 40 MHz a word is ready after 2 us.
const LOOKS_MAX: u32 = 100_000;

/// Random words; none if the generator fails.
pub(super) fn words<const COUNT: usize>() -> Option<[u32; COUNT]> {
    rcc::enable_and_reset::<peripherals::RNG>();
    RNG.cr().write(|control| control.set_rngen(true));
    // The first word is not used: it may be the same after every start.
    let mut before = word()?;
    let mut words = [0; COUNT];
    for slot in &mut words {
        *slot = word()?;
        if *slot == before {
            return None;
        }
        before = *slot;
    }
    Some(words)
}

fn word() -> Option<u32> {
    for _ in 0..LOOKS_MAX {
        let status = RNG.sr().read();
        if status.seis() || status.ceis() {
            return None;
        }
        if status.drdy() {
            return Some(RNG.dr().read());
        }
    }
    None
}
