//! The time of an entry, as far as the journal knows it.
//!
//! A table knows the time of day once its console has set the clock. Power loss stops the clock; until it is set again
//! the journal counts the seconds since the start. An entry that states the time holds for all entries behind it, up to
//! the next one.

use serde::{Deserialize, Serialize};

/// A point in time, to the second.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
pub enum JournalTime {
    /// The time of day is not known.
    SinceStart {
        /// The number of the start.
        boot: u32,
        /// Seconds since then.
        seconds: u32,
    },
    /// Seconds since 1970.
    TimeOfDay(u64),
}

impl Default for JournalTime {
    fn default() -> JournalTime {
        JournalTime::of_start(0)
    }
}

impl JournalTime {
    /// The start with this number.
    pub(super) const fn of_start(boot: u32) -> JournalTime {
        JournalTime::SinceStart { boot, seconds: 0 }
    }

    /// So many seconds later.
    pub(super) fn later(self, by_seconds: u16) -> JournalTime {
        match self {
            JournalTime::SinceStart { boot, seconds } => JournalTime::SinceStart {
                boot,
                seconds: seconds.saturating_add(by_seconds.into()),
            },
            JournalTime::TimeOfDay(seconds) => {
                JournalTime::TimeOfDay(seconds.saturating_add(by_seconds.into()))
            }
        }
    }

    /// Seconds since 1970, if the time of day is known.
    pub const fn time_of_day(&self) -> Option<u64> {
        match self {
            JournalTime::TimeOfDay(seconds) => Some(*seconds),
            JournalTime::SinceStart { .. } => None,
        }
    }
}
