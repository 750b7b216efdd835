//! Counts of what has happened in random histories.

use std::collections::BTreeMap;
use std::ops::AddAssign;

/// Counts by name, in the order of a table; the counts of runs add up.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    counts: BTreeMap<(CountKind, String), u64>,
}

/// The parts of the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[allow(missing_docs, reason = "named as in the table")]
pub enum CountKind {
    Runs,
    Rounds,
    RoundsBy,
    Awards,
    Commands,
    Faults,
    Power,
    Attacks,
    Checks,
    Time,
}

impl Counts {
    /// Counts one more.
    pub fn one(&mut self, kind: CountKind, name: &str) {
        self.add(kind, name, 1);
    }

    /// Counts so many more.
    pub fn add(&mut self, kind: CountKind, name: &str, more: u64) {
        match self.counts.get_mut(&(kind, name.into())) {
            Some(count) => *count += more,
            None => drop(self.counts.insert((kind, name.into()), more)),
        }
    }

    /// The count of this name.
    pub fn get(&self, kind: CountKind, name: &str) -> u64 {
        let count = self.counts.get(&(kind, name.into()));
        count.copied().unwrap_or_default()
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = (CountKind, &str, u64)> {
        let all = self.counts.iter();
        all.map(|((kind, name), count)| (*kind, name.as_str(), *count))
    }
}

impl AddAssign<&Counts> for Counts {
    fn add_assign(&mut self, other: &Counts) {
        for (kind, name, count) in other.iter() {
            self.add(kind, name, count);
        }
    }
}
