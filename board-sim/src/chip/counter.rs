//! The counter of a 16-bit timer, counting up: its prescaler, its reload value and its overflows. (RM0351, chapters 31
//! and 33)
//!
//! Its count is computed from the time at which it last began anew.

use crate::time::{Span, Time};

/// A counter.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Counter {
    /// The prescaler as written; it is in use from the next update on.
    pub prescaler: u16,
    divides_by: u16,
    /// The count before an overflow.
    pub reload: u16,
    runs: bool,
    count: u16,
    /// The time at which the count was reached.
    since: Time,
    clock: Span,
}

impl Default for Counter {
    fn default() -> Self {
        Self {
            prescaler: 0,
            divides_by: 0,
            reload: u16::MAX,
            runs: false,
            count: 0,
            since: Time::ZERO,
            clock: Span::us(1),
        }
    }
}

impl Counter {
    /// Sets the frequency of the timer's clock.
    pub fn set_clock(&mut self, hz: u64, now: Time) {
        self.clock = Span::of_hz(hz);
        self.since = now;
    }

    /// Starts or stops counting.
    pub fn run(&mut self, runs: bool, now: Time) {
        if runs && !self.runs {
            self.since = now;
        }
        self.runs = runs;
    }

    /// True while it counts.
    #[must_use]
    pub const fn runs(&self) -> bool {
        self.runs
    }

    /// The count.
    #[must_use]
    pub const fn count(&self) -> u16 {
        self.count
    }

    /// Sets the count.
    pub fn set_count(&mut self, count: u16, now: Time) {
        (self.count, self.since) = (count, now);
    }

    /// Begins anew, with the prescaler as written.
    pub fn begin(&mut self, now: Time) {
        self.divides_by = self.prescaler;
        self.set_count(0, now);
    }

    fn tick(&self) -> Span {
        self.clock.times(u64::from(self.divides_by) + 1)
    }

    /// The time of a later count of this round, which the counter reaches if it goes on; the overflow follows the
    /// reload value.
    #[must_use]
    pub fn time_of(&self, count: u32) -> Time {
        let ahead = u64::from(count.saturating_sub(u32::from(self.count)));
        match self.runs {
            true => self.since + self.tick().times(ahead),
            false => Time::NEVER,
        }
    }

    /// The time of the next overflow.
    #[must_use]
    pub fn overflows(&self) -> Time {
        self.time_of(u32::from(self.reload) + 1)
    }

    /// Counts up to `now`, which is before the next overflow.
    pub fn advance(&mut self, now: Time) {
        if !self.runs {
            self.since = now;
            return;
        }
        let ticks = now.since(self.since).whole(self.tick());
        self.since = self.since + self.tick().times(ticks);
        let ticks = u16::try_from(ticks).unwrap_or(u16::MAX);
        self.count = self.count.saturating_add(ticks).min(self.reload);
    }
}
