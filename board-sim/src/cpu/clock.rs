//! Conversion of instructions to time: each takes the same number of cycles, one unless the board sets another number.

use crate::time::{Span, Time};

/// Time and instruction count at the last synchronisation, and the length of an instruction from there on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Clock {
    time: Time,
    issued: u64,
    cycle: Span,
    /// Cycles per instruction.
    per_instruction: u32,
    /// Cycles of the instructions before the last synchronisation, beyond the first of each.
    extra: u64,
    /// Time without instructions: exceptions, sleep, waiting.
    other: Span,
}

impl Clock {
    pub(super) const fn new(cycle: Span) -> Self {
        Self {
            time: Time::ZERO,
            issued: 0,
            cycle,
            per_instruction: 1,
            extra: 0,
            other: Span::ZERO,
        }
    }

    pub(super) const fn cycle(&self) -> Span {
        self.cycle
    }

    pub(super) const fn per_instruction(&self) -> u32 {
        self.per_instruction
    }

    #[inline]
    pub(super) fn at(&self, issued: u64) -> Time {
        self.time + self.instruction().times(issued - self.issued)
    }

    /// The first instruction count at which this time is reached.
    #[inline]
    pub(super) fn count_at(&self, time: Time) -> u64 {
        self.issued
            .saturating_add(time.since(self.time).covered_by(self.instruction()))
    }

    /// Cycles since the start, asleep or not.
    pub(super) fn cycles(&self, issued: u64) -> u64 {
        issued + self.extra_at(issued) + self.other.whole(self.cycle)
    }

    /// Lets time pass without instructions.
    pub(super) fn pass(&mut self, issued: u64, span: Span) {
        self.meet(issued);
        self.time = self.time + span;
        self.other = self.other + span;
    }

    /// Sets the length of a cycle from now on.
    pub(super) fn set_cycle(&mut self, issued: u64, cycle: Span) {
        self.meet(issued);
        self.cycle = cycle;
    }

    /// Sets the cycles per instruction from now on, at least one.
    pub(super) fn set_per_instruction(&mut self, issued: u64, count: u32) {
        self.meet(issued);
        self.per_instruction = count.max(1);
    }

    fn meet(&mut self, issued: u64) {
        *self = Self {
            time: self.at(issued),
            issued,
            extra: self.extra_at(issued),
            ..*self
        };
    }

    fn extra_at(&self, issued: u64) -> u64 {
        self.extra + (issued - self.issued) * u64::from(self.per_instruction - 1)
    }

    #[inline]
    fn instruction(&self) -> Span {
        self.cycle.times(self.per_instruction.into())
    }
}
