//! TIM3, as far as it makes a pulse: counting up, one pulse or many, and the output of channel 1. (RM0351, chapter 31)

use super::counter::Counter;
use super::pins::Drive;
use crate::time::Time;

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

/// CR1: runs; update requests by overflows alone; stops at the next update.
const CEN: u32 = 1 << 0;
const URS: u32 = 1 << 2;
const OPM: u32 = 1 << 3;
/// SR: an update, a compare of channel 1.
const UIF: u32 = 1 << 0;
const CC1IF: u32 = 1 << 1;
const UG: u32 = 1 << 0;
/// CCMR1: the mode of channel 1's output.
const OC1M: u32 = 0b111 << 4;
/// CCER: the output is on; low is active.
const CC1E: u32 = 1 << 0;
const CC1P: u32 = 1 << 1;

/// The timer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tim3 {
    control: u32,
    status: u32,
    mode: u32,
    output: u32,
    compare: u16,
    counter: Counter,
}

/// The output at a time.
pub type Edge = (Drive, Time);

impl Tim3 {
    /// Sets the frequency of the timer's clock.
    pub fn set_clock(&mut self, hz: u64, now: Time) {
        self.counter.set_clock(hz, now);
    }

    /// The drive of channel 1's pin. (31.4.8, OC1M)
    #[must_use]
    pub fn drive(&self) -> Drive {
        let is_below = self.counter.count() < self.compare;
        let is_active = match (self.mode & OC1M) >> 4 {
            0b110 => is_below,
            0b111 => !is_below,
            0b101 => true,
            _ => false,
        };
        match self.output & CC1E {
            0 => Drive::Released,
            _ => Drive::level(is_active != (self.output & CC1P != 0)),
        }
    }

    /// Counts up to now, and tells `edge` of the output wherever it may change, in the order of time.
    pub fn advance(&mut self, now: Time, mut edge: impl FnMut(Edge)) {
        while let Some(at) = self.next_turn().filter(|at| *at <= now) {
            if at < self.counter.overflows() {
                self.counter.advance(at);
                self.status |= CC1IF;
            } else {
                self.overflow(at);
            }
            edge((self.drive(), at));
        }
        self.counter.advance(now);
    }

    /// The compare, if it is still ahead, or else the overflow.
    fn next_turn(&self) -> Option<Time> {
        let compare = u32::from(self.compare);
        let is_ahead = self.counter.count() < self.compare && self.compare <= self.counter.reload;
        let turn = match is_ahead {
            true => self.counter.time_of(compare),
            false => self.counter.overflows(),
        };
        self.counter.runs().then_some(turn)
    }

    fn overflow(&mut self, at: Time) {
        self.counter.begin(at);
        self.status |= UIF;
        if self.control & OPM != 0 {
            self.control &= !CEN;
            self.counter.run(false, at);
        }
    }

    /// A register, if it is here. Everything due has happened.
    #[must_use]
    pub fn read(&self, offset: u32) -> Option<u32> {
        Some(match offset {
            CR1 => self.control,
            CR2 | SMCR | EGR | CCMR2 | DIER => 0,
            SR => self.status,
            CCMR1 => self.mode,
            CCER => self.output,
            CNT => u32::from(self.counter.count()),
            PSC => u32::from(self.counter.prescaler),
            ARR => u32::from(self.counter.reload),
            CCR1 => u32::from(self.compare),
            _ => return None,
        })
    }

    /// Stores. Everything due has happened. Modes that nothing here uses, preloads among them, are not modelled.
    pub fn write(&mut self, offset: u32, value: u32, now: Time) -> Option<()> {
        let half = u16::try_from(value & 0xFFFF).ok()?;
        match offset {
            CR1 if value & !(CEN | URS | OPM) == 0 => {
                self.control = value;
                self.counter.run(value & CEN != 0, now);
            }
            CR2 | SMCR | CCMR2 | DIER if value == 0 => {}
            // Flags are cleared by zeros.
            SR => self.status &= value,
            EGR if value & UG != 0 => {
                self.counter.begin(now);
                self.status |= if self.control & URS == 0 { UIF } else { 0 };
            }
            EGR => {}
            CCMR1 if value & !OC1M == 0 => self.mode = value,
            CCER if value & !(CC1E | CC1P) == 0 => self.output = value,
            CNT => self.counter.set_count(half, now),
            PSC => self.counter.prescaler = half,
            ARR => self.counter.reload = half,
            CCR1 => self.compare = half,
            _ => return None,
        }
        Some(())
    }
}
