//! The limits on commands: five refused signatures in a row lock every command out for half a minute, and the
//! clock is set once in ten seconds.

const REFUSED_MAX: u8 = 5;
const LOCKED_MS: u64 = 30_000;
const CLOCK_MS: u64 = 10_000;

/// The longest time that a command is on its way.
const MARGIN_MS: u64 = 300;

/// The history of commands, as far as it counts.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Guard {
    refused_in_a_row: u8,
    /// Commands were locked out between these times.
    locked_ms: Option<(u64, u64)>,
    /// The clock was set between these times.
    clock_ms: Option<(u64, u64)>,
}

impl Guard {
    /// Commands are locked out.
    pub fn is_locked(&self, now_ms: u64) -> bool {
        self.locked_ms
            .is_some_and(|(_, last)| now_ms < last + LOCKED_MS + MARGIN_MS)
    }

    /// Nobody can say at this time if they are, or if the clock can be set.
    pub fn is_unsure(&self, now_ms: u64) -> bool {
        let ends_about_now = |since: Option<(u64, u64)>, for_ms: u64| {
            since.is_some_and(|(first, last)| {
                now_ms + MARGIN_MS >= first + for_ms && now_ms < last + for_ms + MARGIN_MS
            })
        };
        ends_about_now(self.locked_ms, LOCKED_MS) || ends_about_now(self.clock_ms, CLOCK_MS)
    }

    /// The clock is set, unless that was done shortly before; says whether it is.
    pub fn sets_clock(&mut self, between_ms: (u64, u64)) -> bool {
        let is_too_soon = |(_, last): (u64, u64)| between_ms.0 < last + CLOCK_MS + MARGIN_MS;
        if self.clock_ms.is_some_and(is_too_soon) {
            return false;
        }
        self.clock_ms = Some(between_ms);
        true
    }

    /// A command came that was signed as it should be; says whether it is looked at.
    pub fn accepts(&mut self, now_ms: u64) -> bool {
        if self.is_locked(now_ms) {
            return false;
        }
        self.refused_in_a_row = 0;
        true
    }

    /// A command came that was not.
    pub fn refuses(&mut self, between_ms: (u64, u64)) {
        if self.is_locked(between_ms.0) {
            return;
        }
        self.refused_in_a_row += 1;
        if self.refused_in_a_row == REFUSED_MAX {
            self.refused_in_a_row = 0;
            self.locked_ms = Some(between_ms);
        }
    }
}
