//! TIM2: a 32-bit counter with four compare channels, counting up. (RM0351, chapter 31)
//!
//! Its count is computed from the time at which it last began anew.

use crate::time::{Span, Time};

const CR1: u32 = 0x00;
const CR2: u32 = 0x04;
const SMCR: u32 = 0x08;
const DIER: u32 = 0x0C;
const SR: u32 = 0x10;
const EGR: u32 = 0x14;
const CCMR1: u32 = 0x18;
const CCMR2: u32 = 0x1C;
const CCER: u32 = 0x20;
const CNT: u32 = 0x24;
const PSC: u32 = 0x28;
const ARR: u32 = 0x2C;
const CCR1: u32 = 0x34;
const CCR4: u32 = 0x40;

/// CR1.
const CEN: u32 = 1 << 0;
const UDIS: u32 = 1 << 1;
const URS: u32 = 1 << 2;
/// One-pulse, direction, centre-aligned modes: not needed.
const CR1_OTHER: u32 = 0b111_1000;
/// SR and DIER: an update, and the four compares.
const UIF: u32 = 1 << 0;
const FLAGS: u32 = 0b1_1111;
/// EGR: update and compare events by software.
const UG: u32 = 1 << 0;

/// The timer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tim2 {
    control: u32,
    enable: u32,
    status: u32,
    capture_mode: [u32; 2],
    /// The value written, and the value in use since the last update.
    prescaler: [u32; 2],
    reload: u32,
    compare: [u32; 4],
    /// The count at `since`.
    count: u32,
    since: Time,
    clock: Span,
}

impl Default for Tim2 {
    fn default() -> Self {
        Self {
            control: 0,
            enable: 0,
            status: 0,
            capture_mode: [0; 2],
            prescaler: [0; 2],
            reload: u32::MAX,
            compare: [0; 4],
            count: 0,
            since: Time::ZERO,
            clock: Span::us(1),
        }
    }
}

impl Tim2 {
    /// Sets the frequency of the timer's clock.
    pub fn set_clock(&mut self, hz: u64, now: Time) {
        self.advance(now);
        self.clock = Span::of_hz(hz);
        self.since = now;
    }

    fn tick(&self) -> Span {
        self.clock.times(u64::from(self.prescaler[1]) + 1)
    }

    const fn runs(&self) -> bool {
        self.control & CEN != 0
    }

    /// Counts up to now, and sets the flags of the events passed.
    pub fn advance(&mut self, now: Time) {
        if !self.runs() {
            self.since = now;
            return;
        }
        let mut ticks = now.since(self.since).whole(self.tick());
        self.since = self.since + self.tick().times(ticks);
        while ticks > 0 {
            // Up to the end of this cycle: the count after the last is 0.
            let to_wrap = u64::from(self.reload.wrapping_sub(self.count)) + 1;
            let step = ticks.min(to_wrap);
            self.flag_compares(step);
            ticks -= step;
            if step == to_wrap {
                self.count = 0;
                self.update(false);
            } else {
                self.count = self.count.wrapping_add(u32::try_from(step).unwrap_or(0));
            }
        }
    }

    /// The compares that the next `step` counts pass.
    fn flag_compares(&mut self, step: u64) {
        let from = u64::from(self.count);
        for (channel, compare) in self.compare.into_iter().enumerate() {
            let compare = u64::from(compare);
            let wraps = from + step > u64::from(self.reload);
            let passed =
                (compare > from && compare <= from + step && compare <= u64::from(self.reload))
                    || (wraps && compare == 0);
            if passed {
                self.status |= 2 << channel;
            }
        }
    }

    /// An update event: by the counter, or by software.
    fn update(&mut self, by_hand: bool) {
        if self.control & UDIS != 0 {
            return;
        }
        self.prescaler[1] = self.prescaler[0];
        if !(by_hand && self.control & URS != 0) {
            self.status |= UIF;
        }
    }

    /// The time of the next event whose interrupt is enabled and not yet requested.
    #[must_use]
    pub fn next_event(&self) -> Time {
        let wanted = self.enable & !self.status & FLAGS;
        if !self.runs() || wanted == 0 {
            return Time::NEVER;
        }
        let from = u64::from(self.count);
        let to_wrap = u64::from(self.reload.wrapping_sub(self.count)) + 1;
        let update = (wanted & UIF != 0).then_some(to_wrap);
        let compares = (0..4)
            .filter(|channel| wanted & 2 << channel != 0)
            .filter_map(|channel| {
                let compare = u64::from(*self.compare.get(channel)?);
                match compare {
                    _ if compare > u64::from(self.reload) => None,
                    _ if compare > from => Some(compare - from),
                    _ => Some(to_wrap + compare),
                }
            });
        let ticks = compares.chain(update).min();
        ticks.map_or(Time::NEVER, |ticks| self.since + self.tick().times(ticks))
    }

    /// True while it requests an interrupt.
    #[must_use]
    pub const fn interrupt(&self) -> bool {
        self.status & self.enable & FLAGS != 0
    }

    /// A register, if it is here.
    pub fn read(&mut self, offset: u32, now: Time) -> Option<u32> {
        self.advance(now);
        Some(match offset {
            CR1 => self.control,
            CR2 | SMCR | EGR | CCER => 0,
            DIER => self.enable,
            SR => self.status,
            CCMR1 => self.capture_mode[0],
            CCMR2 => self.capture_mode[1],
            CNT => self.count,
            PSC => self.prescaler[0],
            ARR => self.reload,
            CCR1..=CCR4 => *self.compare.get(((offset - CCR1) / 4) as usize)?,
            _ => return None,
        })
    }

    /// Stores. Modes that nothing here uses are not modelled.
    pub fn write(&mut self, offset: u32, value: u32, now: Time) -> Option<()> {
        self.advance(now);
        match offset {
            CR1 if value & CR1_OTHER == 0 => {
                if !self.runs() {
                    self.since = now;
                }
                self.control = value;
            }
            CR2 | SMCR | CCER if value == 0 => {}
            DIER if value & !FLAGS == 0 => self.enable = value,
            // Flags are cleared by zeros.
            SR => self.status &= value,
            EGR => self.generate(value, now),
            CCMR1 => self.capture_mode[0] = value,
            CCMR2 => self.capture_mode[1] = value,
            CNT => (self.count, self.since) = (value, now),
            PSC => self.prescaler[0] = value & 0xFFFF,
            ARR => self.reload = value,
            CCR1..=CCR4 => *self.compare.get_mut(((offset - CCR1) / 4) as usize)? = value,
            _ => return None,
        }
        Some(())
    }

    fn generate(&mut self, events: u32, now: Time) {
        self.status |= events & FLAGS & !UG;
        if events & UG != 0 {
            (self.count, self.since) = (0, now);
            self.update(true);
        }
    }
}
