//! TIM6: a basic timer, which interrupts at each overflow. (RM0351, chapter 33)

use super::counter::Counter;
use crate::time::Time;

const CR1: u32 = 0x00;
const CR2: u32 = 0x04;
const DIER: u32 = 0x0C;
const SR: u32 = 0x10;
const EGR: u32 = 0x14;
const CNT: u32 = 0x24;
const PSC: u32 = 0x28;
const ARR: u32 = 0x2C;

/// CR1: runs; no update requests by software. The preload of the reload value makes no difference while it stays.
const CEN: u32 = 1 << 0;
const URS: u32 = 1 << 2;
const ARPE: u32 = 1 << 7;
/// SR and DIER: an update.
const UIF: u32 = 1 << 0;
const UG: u32 = 1 << 0;

/// The timer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tim6 {
    control: u32,
    enable: u32,
    status: u32,
    counter: Counter,
}

impl Tim6 {
    /// Sets the frequency of the timer's clock.
    pub fn set_clock(&mut self, hz: u64, now: Time) {
        self.advance(now);
        self.counter.set_clock(hz, now);
    }

    /// Counts up to now.
    pub fn advance(&mut self, now: Time) {
        while self.counter.overflows() <= now {
            let at = self.counter.overflows();
            self.counter.begin(at);
            self.status |= UIF;
        }
        self.counter.advance(now);
    }

    /// The time of the next interrupt that is enabled and not yet requested.
    #[must_use]
    pub fn next_event(&self) -> Time {
        match self.enable & !self.status & UIF {
            0 => Time::NEVER,
            _ => self.counter.overflows(),
        }
    }

    /// True while it requests an interrupt.
    #[must_use]
    pub const fn interrupt(&self) -> bool {
        self.status & self.enable & UIF != 0
    }

    /// A register, if it is here.
    pub fn read(&mut self, offset: u32, now: Time) -> Option<u32> {
        self.advance(now);
        Some(match offset {
            CR1 => self.control,
            CR2 | EGR => 0,
            DIER => self.enable,
            SR => self.status,
            CNT => u32::from(self.counter.count()),
            PSC => u32::from(self.counter.prescaler),
            ARR => u32::from(self.counter.reload),
            _ => return None,
        })
    }

    /// Stores. Modes that nothing here uses are not modelled.
    pub fn write(&mut self, offset: u32, value: u32, now: Time) -> Option<()> {
        self.advance(now);
        let half = u16::try_from(value & 0xFFFF).ok()?;
        match offset {
            CR1 if value & !(CEN | URS | ARPE) == 0 => {
                self.control = value;
                self.counter.run(value & CEN != 0, now);
            }
            CR2 if value == 0 => {}
            DIER if value & !UIF == 0 => self.enable = value,
            // Flags are cleared by zeros.
            SR => self.status &= value,
            EGR if value & UG != 0 => {
                self.counter.begin(now);
                self.status |= if self.control & URS == 0 { UIF } else { 0 };
            }
            EGR => {}
            CNT => self.counter.set_count(half, now),
            PSC => self.counter.prescaler = half,
            ARR => self.counter.reload = half,
            _ => return None,
        }
        Some(())
    }
}
