//! The generator of random numbers. (RM0351, chapter 27)
//!
//! Its words are not random here: they follow from a seed and from how often the generator was reset, so that a run can
//! be repeated, and differ at each start.

use crate::time::{Span, Time};

/// Offsets of the registers.
const CR: u32 = 0x0;
const SR: u32 = 0x4;
const DR: u32 = 0x8;

/// CR: on, and its interrupt, which is not modelled.
const CR_RNGEN: u32 = 1 << 2;
const CR_IE: u32 = 1 << 3;

/// SR: a word is ready; the errors of clock and seed as they are, and as they were.
const SR_DRDY: u32 = 1 << 0;
const SR_CECS: u32 = 1 << 1;
const SR_SECS: u32 = 1 << 2;
const SR_CEIS: u32 = 1 << 5;
const SR_SEIS: u32 = 1 << 6;

/// Cycles of its clock that a word takes. (27.3.3)
const WORD_CYCLES: u64 = 42;

/// Something is wrong with the generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RandomFault {
    /// Its source repeats itself, and its own check notices.
    Seed,
    /// Its source gives the same word again and again, and its own check notices nothing.
    Stuck,
    /// It never gives a word.
    Silent,
}

/// The generator.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rng {
    control: u32,
    /// The errors since they were cleared.
    noted: u32,
    /// The time of the next word.
    ready: Time,
    /// The frequency of its own clock, 0 if it has none, and of the bus.
    clock_hz: u64,
    bus_hz: u64,
    seed: u64,
    resets: u64,
    drawn: u64,
    fault: Option<RandomFault>,
}

impl Default for Rng {
    fn default() -> Self {
        Self {
            control: 0,
            noted: 0,
            ready: Time::NEVER,
            clock_hz: 0,
            bus_hz: 0,
            seed: 0,
            resets: 0,
            drawn: 0,
            fault: None,
        }
    }
}

impl Rng {
    /// A reset of the chip or of the generator. Its source goes on, and what is broken stays broken.
    pub fn reset(&mut self) {
        *self = Self {
            seed: self.seed,
            resets: self.resets + 1,
            fault: self.fault,
            clock_hz: self.clock_hz,
            bus_hz: self.bus_hz,
            ..Self::default()
        };
    }

    /// Another seed gives other words.
    pub const fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
    }

    /// Breaks it, or mends it.
    pub const fn set_fault(&mut self, fault: Option<RandomFault>) {
        self.fault = fault;
    }

    /// Changes its clock and that of the bus.
    pub const fn set_clock(&mut self, clock_hz: u64, bus_hz: u64) {
        (self.clock_hz, self.bus_hz) = (clock_hz, bus_hz);
    }

    /// A register, if it is here.
    pub fn read(&mut self, offset: u32, now: Time) -> Option<u32> {
        Some(match offset {
            CR => self.control,
            SR => self.status(now),
            DR => self.word(now),
            _ => return None,
        })
    }

    /// Stores. The noted errors are cleared by writing zeros.
    pub fn write(&mut self, offset: u32, value: u32, now: Time) -> Option<()> {
        match offset {
            CR if value & CR_IE != 0 => return None,
            CR => {
                if value & !self.control & CR_RNGEN != 0 {
                    self.ready = self.after(now);
                }
                self.control = value & CR_RNGEN;
            }
            SR => self.noted &= value,
            _ => return None,
        }
        Some(())
    }

    /// The errors as they are now. A clock below a sixteenth of the bus's is none. (27.3.4)
    const fn errors(&self) -> u32 {
        if self.clock_hz * 16 < self.bus_hz || self.clock_hz == 0 {
            SR_CECS
        } else if matches!(self.fault, Some(RandomFault::Seed)) {
            SR_SECS
        } else {
            0
        }
    }

    fn status(&mut self, now: Time) -> u32 {
        if self.control & CR_RNGEN == 0 {
            return self.noted;
        }
        let errors = self.errors();
        if errors & SR_CECS != 0 {
            self.noted |= SR_CEIS;
        }
        if errors & SR_SECS != 0 {
            self.noted |= SR_SEIS;
        }
        let is_ready = errors == 0 && now >= self.ready && !self.is_silent();
        errors | self.noted | if is_ready { SR_DRDY } else { 0 }
    }

    /// Zero if it is read too early.
    fn word(&mut self, now: Time) -> u32 {
        if self.status(now) & SR_DRDY == 0 {
            return 0;
        }
        self.ready = self.after(now);
        if self.fault != Some(RandomFault::Stuck) {
            self.drawn += 1;
        }
        let mixed = mix(mix(mix(self.seed) ^ self.resets) ^ self.drawn);
        // Zero would be no word.
        (mixed >> 32) as u32 | 1
    }

    fn is_silent(&self) -> bool {
        self.fault == Some(RandomFault::Silent)
    }

    fn after(&self, now: Time) -> Time {
        match self.clock_hz {
            0 => Time::NEVER,
            hz => now + Span::of_hz(hz).times(WORD_CYCLES),
        }
    }
}

/// One step of SplitMix64.
const fn mix(number: u64) -> u64 {
    let number = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let number = (number ^ number >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ number >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ number >> 31
}
