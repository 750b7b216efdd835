//! SysTick: a 24-bit counter of the core's cycles. (ARMv7-M ARM, B3.3)

use crate::time::{Span, Time};

const ENABLE: u32 = 1 << 0;
const TICKINT: u32 = 1 << 1;
const CLKSOURCE: u32 = 1 << 2;
const COUNTFLAG: u32 = 1 << 16;
const RELOAD_MASK: u32 = 0x00FF_FFFF;

/// Registers, as offsets from 0xE000_E010.
pub(crate) const CSR: u32 = 0x0;
pub(crate) const RVR: u32 = 0x4;
pub(crate) const CVR: u32 = 0x8;
pub(crate) const CALIB: u32 = 0xC;

/// The counter. It stands at `value` at `since`, and counts down from there while enabled.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct SysTick {
    control: u32,
    reload: u32,
    value: u32,
    since: Time,
    /// One count.
    period: Span,
}

impl SysTick {
    /// The core's clock has changed. Without CLKSOURCE it counts an eighth of it. (RM0351, 6.2)
    pub(crate) fn set_clock(&mut self, cycle: Span, now: Time) {
        self.advance(now);
        self.period = if self.control & CLKSOURCE != 0 {
            cycle
        } else {
            cycle.times(8)
        };
    }

    pub(crate) fn read(&mut self, offset: u32, now: Time) -> u32 {
        self.advance(now);
        match offset {
            CSR => {
                let control = self.control;
                self.control &= !COUNTFLAG;
                control
            }
            RVR => self.reload,
            CVR => self.value,
            // No reference clock is built in, and the value is not known.
            _ => 1 << 31,
        }
    }

    pub(crate) fn write(&mut self, offset: u32, value: u32, cycle: Span, now: Time) {
        self.advance(now);
        match offset {
            CSR => {
                self.control =
                    (self.control & COUNTFLAG) | (value & (ENABLE | TICKINT | CLKSOURCE));
                self.since = now;
                self.set_clock(cycle, now);
            }
            RVR => self.reload = value & RELOAD_MASK,
            CVR => {
                self.value = 0;
                self.control &= !COUNTFLAG;
                self.since = now;
            }
            _ => {}
        }
    }

    const fn runs(&self) -> bool {
        self.control & ENABLE != 0 && (self.reload != 0 || self.value != 0)
    }

    /// When it reaches zero next, if that interrupts.
    pub(crate) fn next_event(&self) -> Time {
        if !self.runs() || self.control & TICKINT == 0 {
            return Time::NEVER;
        }
        self.since + self.period.times(self.to_zero())
    }

    const fn to_zero(&self) -> u64 {
        match self.value {
            // From zero it reloads first, which takes a count.
            0 => self.reload as u64 + 1,
            value => value as u64,
        }
    }

    /// Counts up to now. `true` if it has reached zero and that interrupts.
    pub(crate) fn advance(&mut self, now: Time) -> bool {
        if !self.runs() {
            self.since = now;
            return false;
        }
        let counts = now.since(self.since).whole(self.period);
        self.since = self.since + self.period.times(counts);
        let first = self.to_zero();
        if counts < first {
            self.value = match u32::try_from(counts) {
                Ok(0) => self.value,
                Ok(counts) if self.value == 0 => self.reload - (counts - 1),
                Ok(counts) => self.value - counts,
                Err(_) => 0,
            };
            return false;
        }
        self.control |= COUNTFLAG;
        let into = (counts - first) % (u64::from(self.reload) + 1);
        self.value = match u32::try_from(into) {
            Ok(0) | Err(_) => 0,
            Ok(into) => self.reload + 1 - into,
        };
        self.control & TICKINT != 0
    }
}
