//! The random number generator: words that depend on a seed and on how many were made. It needs a clock of 48 MHz or
//! less, which a program has to choose: without one it is never ready. (RM0351, chapter 27)

use crate::time::{Span, Time};

const CR: u32 = 0x00;
const SR: u32 = 0x04;
const DR: u32 = 0x08;

/// CR: makes numbers.
const RNGEN: u32 = 1 << 2;
/// CR: interrupts, and no detection of a slow clock: not needed.
const CR_OTHER: u32 = !RNGEN;
/// SR: a word is ready.
const DRDY: u32 = 1 << 0;

/// A word takes 42 cycles of the generator's clock; this is for 24 MHz and more. (27.3.4)
const WORD: Span = Span::us(2);

/// The generator.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rng {
    state: u64,
    is_on: bool,
    /// When the next word is ready.
    ready: Time,
}

impl Rng {
    /// A generator with this seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self {
            state: seed,
            is_on: false,
            ready: Time::NEVER,
        }
    }

    /// Resets the block. The noise behind it goes on: the numbers after a reset are others.
    pub fn reset(&mut self) {
        (self.is_on, self.ready) = (false, Time::NEVER);
    }

    /// A register, if it is here. `has_clock` is true if RCC gives the block a clock.
    pub fn read(&mut self, offset: u32, has_clock: bool, now: Time) -> Option<u32> {
        let is_ready = self.is_on && has_clock && self.ready <= now;
        match offset {
            CR => Some(if self.is_on { RNGEN } else { 0 }),
            SR => Some(if is_ready { DRDY } else { 0 }),
            DR if is_ready => {
                self.ready = now + WORD;
                Some(self.next())
            }
            DR => Some(0),
            _ => None,
        }
    }

    /// Stores.
    pub fn write(&mut self, offset: u32, value: u32, now: Time) -> Option<()> {
        match offset {
            CR if value & CR_OTHER == 0 => {
                self.is_on = value & RNGEN != 0;
                self.ready = now + WORD;
            }
            SR => {}
            _ => return None,
        }
        Some(())
    }

    /// SplitMix64 (Steele, Lea, Flood 2014).
    fn next(&mut self) -> u32 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        let [a, b, c, d, ..] = (mixed ^ mixed >> 31).to_le_bytes();
        u32::from_le_bytes([a, b, c, d])
    }
}
