//! Counts the instructions of the thread and of each exception handler. Instructions of a nested exception do not count
//! for the handler that it interrupts.

use std::collections::BTreeMap;

/// The share of the thread or of one exception since the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// Number of entries.
    pub entries: u64,
    /// Instructions issued.
    pub instructions: u64,
    /// The most instructions between one entry and its return.
    pub longest: u64,
}

impl Share {
    /// The difference to an earlier share. `longest` is kept as it is.
    #[must_use]
    pub const fn since(self, earlier: Self) -> Self {
        Self {
            entries: self.entries - earlier.entries,
            instructions: self.instructions - earlier.instructions,
            longest: self.longest,
        }
    }

    /// The sum of two handlers' shares.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            entries: self.entries + other.entries,
            instructions: self.instructions + other.instructions,
            longest: self.longest.max(other.longest),
        }
    }
}

/// Exceptions by number; 0 is the thread.
pub(crate) type Exception = u32;

/// Counts the instructions of each exception.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    shares: BTreeMap<Exception, Share>,
    /// Exceptions that were entered and not left, outermost first, and the instructions that each has issued so far.
    /// The thread is below.
    entered: Vec<(Exception, u64)>,
    /// Instructions up to this count are attributed.
    counted: u64,
}

impl Tally {
    /// An exception is entered, after `issued` instructions.
    pub(crate) fn enter(&mut self, exception: Exception, issued: u64) {
        self.count(issued);
        self.shares.entry(exception).or_default().entries += 1;
        self.entered.push((exception, 0));
    }

    /// The exception entered last is left.
    pub(crate) fn leave(&mut self, issued: u64) {
        self.count(issued);
        if let Some((exception, own)) = self.entered.pop() {
            let share = self.shares.entry(exception).or_default();
            share.longest = share.longest.max(own);
        }
    }

    /// All exceptions are left at once.
    pub(crate) fn reset(&mut self, issued: u64) {
        self.count(issued);
        self.entered.clear();
    }

    /// The share of an exception, up to now.
    pub(crate) fn share(&self, exception: Exception, issued: u64) -> Share {
        let mut share = self.shares.get(&exception).copied().unwrap_or_default();
        if self.running() == exception {
            share.instructions += issued - self.counted;
        }
        share
    }

    /// Restarts the measurement of the longest run.
    pub(crate) fn measure_anew(&mut self) {
        self.shares.values_mut().for_each(|share| share.longest = 0);
    }

    fn running(&self) -> Exception {
        self.entered.last().map_or(0, |(exception, _)| *exception)
    }

    fn count(&mut self, issued: u64) {
        let new = issued - self.counted;
        self.counted = issued;
        self.shares.entry(self.running()).or_default().instructions += new;
        if let Some((_, own)) = self.entered.last_mut() {
            *own += new;
        }
    }
}
