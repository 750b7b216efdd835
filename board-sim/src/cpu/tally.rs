//! Who issues the instructions: the thread, or the handler of which exception. What a handler is interrupted by is not
//! its own.

use std::collections::BTreeMap;

/// What one of them has done since the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// How often it was entered.
    pub entries: u64,
    /// Instructions issued in it.
    pub instructions: u64,
    /// The most of them between one entry and its return.
    pub longest: u64,
}

impl Share {
    /// What has come since it stood so. The longest stays what it is.
    #[must_use]
    pub const fn since(self, earlier: Self) -> Self {
        Self {
            entries: self.entries - earlier.entries,
            instructions: self.instructions - earlier.instructions,
            longest: self.longest,
        }
    }

    /// Two handlers as if they were one.
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

/// Keeps the count of each.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    shares: BTreeMap<Exception, Share>,
    /// What has been entered and not left, outermost first, and what it has issued so far. The thread is below.
    entered: Vec<(Exception, u64)>,
    /// Up to here everything is somebody's.
    counted: u64,
}

impl Tally {
    /// An exception is entered, after so many instructions.
    pub(crate) fn enter(&mut self, exception: Exception, issued: u64) {
        self.count(issued);
        self.shares.entry(exception).or_default().entries += 1;
        self.entered.push((exception, 0));
    }

    /// The one entered last is left.
    pub(crate) fn leave(&mut self, issued: u64) {
        self.count(issued);
        if let Some((exception, own)) = self.entered.pop() {
            let share = self.shares.entry(exception).or_default();
            share.longest = share.longest.max(own);
        }
    }

    /// All of them are left at once.
    pub(crate) fn reset(&mut self, issued: u64) {
        self.count(issued);
        self.entered.clear();
    }

    /// What an exception has done, up to now.
    pub(crate) fn share(&self, exception: Exception, issued: u64) -> Share {
        let mut share = self.shares.get(&exception).copied().unwrap_or_default();
        if self.running() == exception {
            share.instructions += issued - self.counted;
        }
        share
    }

    /// Forgets the longest so far.
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
