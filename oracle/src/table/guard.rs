//! The limit on a command: the clock is set once in ten seconds.

const CLOCK_MS: u64 = 10_000;

/// The longest time that a command is on its way.
const MARGIN_MS: u64 = 300;

/// The history of commands, as far as it counts.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Guard {
    /// The clock was set between these times.
    clock_ms: Option<(u64, u64)>,
}

impl Guard {
    /// Nobody can say at this time if the clock can be set.
    pub fn is_unsure(&self, now_ms: u64) -> bool {
        self.clock_ms.is_some_and(|(first, last)| {
            now_ms + MARGIN_MS >= first + CLOCK_MS && now_ms < last + CLOCK_MS + MARGIN_MS
        })
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
}
