//! Virtual time: picoseconds since the first power-on, in 64 bits, which lasts for 213 days.
//!
//! A picosecond divides the periods that matter: 12,500 to a cycle at 80 MHz, 31,250,000 to one of the watchdog's clock.

use std::fmt;
use std::ops::{Add, Sub};

/// A moment of virtual time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(u64);

/// A length of virtual time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span(u64);

impl Time {
    /// The first power-on.
    pub const ZERO: Self = Self(0);
    /// A time that never comes.
    pub const NEVER: Self = Self(u64::MAX);

    /// Picoseconds since the start.
    #[must_use]
    pub const fn as_ps(self) -> u64 {
        self.0
    }

    /// Whole microseconds since the start, rounded down.
    #[must_use]
    pub const fn as_us(self) -> u64 {
        self.0 / 1_000_000
    }

    /// The span from `earlier` to this time; zero if `earlier` is later.
    #[must_use]
    pub const fn since(self, earlier: Self) -> Span {
        Span(self.0.saturating_sub(earlier.0))
    }
}

impl Span {
    /// No time at all.
    pub const ZERO: Self = Self(0);

    /// This many picoseconds.
    #[must_use]
    pub const fn ps(count: u64) -> Self {
        Self(count)
    }

    /// This many microseconds.
    #[must_use]
    pub const fn us(count: u64) -> Self {
        Self(count.saturating_mul(1_000_000))
    }

    /// This many milliseconds.
    #[must_use]
    pub const fn ms(count: u64) -> Self {
        Self(count.saturating_mul(1_000_000_000))
    }

    /// This many seconds.
    #[must_use]
    pub const fn s(count: u64) -> Self {
        Self(count.saturating_mul(1_000_000_000_000))
    }

    /// The period of a frequency, rounded down to a picosecond.
    #[must_use]
    pub const fn of_hz(hz: u64) -> Self {
        match 1_000_000_000_000_u64.checked_div(hz) {
            Some(ps) => Self(ps),
            None => Self(u64::MAX),
        }
    }

    /// Picoseconds.
    #[must_use]
    pub const fn as_ps(self) -> u64 {
        self.0
    }

    /// Whole microseconds, rounded down.
    #[must_use]
    pub const fn as_us(self) -> u64 {
        self.0 / 1_000_000
    }

    /// The span times `count`.
    #[must_use]
    pub const fn times(self, count: u64) -> Self {
        Self(self.0.saturating_mul(count))
    }

    /// Number of times that `part` fits into the span, rounded down.
    #[must_use]
    pub const fn whole(self, part: Self) -> u64 {
        match self.0.checked_div(part.0) {
            Some(count) => count,
            None => 0,
        }
    }

    /// Number of `part`s that cover the span, rounded up.
    #[must_use]
    pub const fn covered_by(self, part: Self) -> u64 {
        self.0.div_ceil(if part.0 == 0 { 1 } else { part.0 })
    }
}

impl Add<Span> for Time {
    type Output = Self;

    fn add(self, span: Span) -> Self {
        Self(self.0.saturating_add(span.0))
    }
}

impl Add for Span {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl Sub for Span {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}.{:06} s",
            self.as_us() / 1_000_000,
            self.as_us() % 1_000_000
        )
    }
}
