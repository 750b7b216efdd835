//! The time as the table states it in its journal: the time of day once the board's clock or the console has told it,
//! and the seconds since the start until then. Between two readings of the board's clock, and where it has none, the
//! table counts by its own milliseconds.

use shared_rules::ledger::{Entry, JournalTime};

/// The time is stated at most this often, settlements apart: entries of one minute may share a statement.
const STATED_EVERY_S: u64 = 60;

/// The time, as it was noted last.
#[derive(Clone, Debug, Default)]
pub(super) struct Clock {
    started_ms: Option<u64>,
    now_ms: u64,
    /// The time of day in seconds, and when it was that.
    known: Option<(u64, u64)>,
    /// The board's clock is to be set to this.
    setting: Option<u64>,
}

impl Clock {
    /// Notes the time since some moment before the start.
    pub fn passes(&mut self, now_ms: u64) {
        self.started_ms.get_or_insert(now_ms);
        self.now_ms = self.now_ms.max(now_ms);
    }

    /// The same with the time of day, where the board's clock knows it.
    pub fn note(&mut self, time_of_day: Option<u64>, now_ms: u64) {
        self.passes(now_ms);
        // Until it is set, it shows the time from before.
        if let Some(seconds) = time_of_day.filter(|_| self.setting.is_none()) {
            self.known = Some((seconds, now_ms));
        }
    }

    /// The console has told the time of day.
    pub const fn set(&mut self, seconds: u64, now_ms: u64) {
        self.known = Some((seconds, now_ms));
        self.setting = Some(seconds);
    }

    pub const fn pop_setting(&mut self) -> Option<u64> {
        self.setting.take()
    }

    pub const fn now_ms(&self) -> u64 {
        self.now_ms
    }

    /// The entry that states the time after `stated`, if it is due: after a minute, or for an entry that needs the time
    /// to the second.
    pub fn statement(&self, stated: JournalTime, to_the_second: bool) -> Option<Entry> {
        let every_s = if to_the_second { 1 } else { STATED_EVERY_S };
        let (now_s, stated_s) = match (self.time_of_day(), stated) {
            (Some(now_s), JournalTime::TimeOfDay(stated_s)) => (now_s, stated_s),
            (Some(now_s), JournalTime::SinceStart { .. }) => return Some(Entry::TimeOfDay(now_s)),
            (None, JournalTime::SinceStart { seconds, .. }) => {
                (self.uptime_s(), u64::from(seconds))
            }
            // The time of day is known at least as long as this start states it.
            (None, JournalTime::TimeOfDay(_)) => return None,
        };
        let is_behind = now_s.saturating_add(STATED_EVERY_S) <= stated_s;
        if !is_behind && now_s.saturating_sub(stated_s) < every_s {
            return None;
        }
        match (u16::try_from(now_s.wrapping_sub(stated_s)), stated) {
            (Ok(later), _) => Some(Entry::Time(later)),
            // More than eighteen hours without an entry: the rest is stated with the next one.
            (Err(_), JournalTime::SinceStart { .. }) => Some(Entry::Time(u16::MAX)),
            (Err(_), JournalTime::TimeOfDay(_)) => Some(Entry::TimeOfDay(now_s)),
        }
    }

    fn time_of_day(&self) -> Option<u64> {
        let (seconds, at_ms) = self.known?;
        Some(seconds.saturating_add(self.now_ms.saturating_sub(at_ms) / 1_000))
    }

    fn uptime_s(&self) -> u64 {
        let started_ms = self.started_ms.unwrap_or(self.now_ms);
        self.now_ms.saturating_sub(started_ms) / 1_000
    }
}
