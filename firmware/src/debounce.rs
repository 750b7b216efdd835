//! The debounce filter: a reading counts once enough samples in a row agree.
//!
//! Terms: a value is *steady* while the latest samples agree on it, and *settled* from then on
//! until another one has become steady.

/// Samples of one reading. Time is counted in samples: a late scan makes it slower, never hastier.
#[derive(Clone, Copy, Debug)]
pub struct Debounce<T, const SAMPLES: u16> {
    latest: Option<T>,
    run: u16,
    settled: Option<T>,
}

impl<T: Copy + PartialEq, const SAMPLES: u16> Debounce<T, SAMPLES> {
    /// No sample accepted yet.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            latest: None,
            run: 0,
            settled: None,
        }
    }

    /// Accepts the next sample.
    pub fn accept(&mut self, sample: T) {
        let agrees = self.latest == Some(sample);
        self.run = if agrees {
            self.run.saturating_add(1)
        } else {
            1
        };
        self.latest = Some(sample);
        self.settled = self.steady().or(self.settled);
    }

    /// The value on which the latest samples agree.
    #[must_use]
    pub fn steady(&self) -> Option<T> {
        self.latest.filter(|_| self.run >= SAMPLES)
    }

    /// The value on which the samples agreed last.
    #[must_use]
    pub const fn settled(&self) -> Option<T> {
        self.settled
    }

    /// Drops all samples: earlier ones cannot be trusted any more.
    pub const fn forget(&mut self) {
        *self = Self::new();
    }
}

impl<T: Copy + PartialEq, const SAMPLES: u16> Default for Debounce<T, SAMPLES> {
    fn default() -> Self {
        Self::new()
    }
}
