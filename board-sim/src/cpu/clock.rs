//! How instructions become time: one cycle to each.

use crate::time::{Span, Time};

/// Time and instructions: where they met last, and how long an instruction takes from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Clock {
    pub(super) time: Time,
    pub(super) issued: u64,
    pub(super) cycle: Span,
    /// Time that no instruction took: exceptions, sleep, waiting.
    pub(super) other: Span,
}

impl Clock {
    pub(super) fn at(&self, issued: u64) -> Time {
        self.time + self.cycle.times(issued - self.issued)
    }

    /// The first count at which this time has come.
    pub(super) fn count_at(&self, time: Time) -> u64 {
        self.issued
            .saturating_add(time.since(self.time).covered_by(self.cycle))
    }
}
