//! The independent watchdog. (RM0351, chapter 35)

use crate::time::{Span, Time};

/// Offsets of the registers.
const KR: u32 = 0x0;
const PR: u32 = 0x4;
const RLR: u32 = 0x8;
const SR: u32 = 0xC;
const WINR: u32 = 0x10;

/// Keys of KR. (35.4.1)
const START: u32 = 0xCCCC;
const RELOAD: u32 = 0xAAAA;
const OPEN: u32 = 0x5555;

/// LSI: 32 kHz.
const LSI: Span = Span::of_hz(32_000);
/// A changed register takes up to five cycles of LSI to arrive. (35.4.4)
const UPDATE: Span = LSI.times(5);
const RLR_MAX: u32 = 0xFFF;

/// The watchdog. Once started it cannot be stopped but by a reset.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Iwdg {
    prescaler: u32,
    reload: u32,
    window: u32,
    is_open: bool,
    /// Times until which the updates of PR, RLR and WINR are in progress.
    updating: [Time; 3],
    /// The time of the reset.
    bites: Time,
}

impl Default for Iwdg {
    fn default() -> Self {
        Self {
            prescaler: 0,
            reload: RLR_MAX,
            window: RLR_MAX,
            is_open: false,
            updating: [Time::ZERO; 3],
            bites: Time::NEVER,
        }
    }
}

impl Iwdg {
    /// A register, if it is here.
    #[must_use]
    pub fn read(&self, offset: u32, now: Time) -> Option<u32> {
        Some(match offset {
            KR => 0,
            PR => self.prescaler,
            RLR => self.reload,
            WINR => self.window,
            SR => (0..)
                .zip(self.updating)
                .map(|(bit, until)| u32::from(now < until) << bit)
                .sum(),
            _ => return None,
        })
    }

    /// Stores. PR, RLR and WINR need the key first.
    pub fn write(&mut self, offset: u32, value: u32, now: Time) -> Option<()> {
        match offset {
            KR => self.key(value & 0xFFFF, now),
            PR | RLR | WINR if !self.is_open => {}
            PR => (self.prescaler, self.updating[0]) = (value & 0b111, now + UPDATE),
            RLR => (self.reload, self.updating[1]) = (value & RLR_MAX, now + UPDATE),
            // A window below the reload value would make an early reload a reset.
            WINR if value & RLR_MAX == RLR_MAX => self.window = RLR_MAX,
            _ => return None,
        }
        Some(())
    }

    fn key(&mut self, key: u32, now: Time) {
        self.is_open = key == OPEN;
        match key {
            START => self.bites = now + self.period(),
            RELOAD if self.bites != Time::NEVER => self.bites = now + self.period(),
            _ => {}
        }
    }

    /// From a reload to the reset: 4 to 256 cycles of LSI to a count.
    #[must_use]
    pub fn period(&self) -> Span {
        LSI.times(4 << self.prescaler.min(6))
            .times(u64::from(self.reload) + 1)
    }

    /// The time of the reset, unless the counter is reloaded before.
    #[must_use]
    pub const fn bites(&self) -> Time {
        self.bites
    }
}
