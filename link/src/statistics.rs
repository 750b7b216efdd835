//! The counters of a link: evidence for finding faults of a wire, or somebody on it. No behaviour depends on them.

use crate::decoder::Dropped;

/// Counts since the start; they stop at their maximum. Counts that are zero on a good wire show the fault of a bad one.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Statistics {
    /// Frames that were damaged, by reason.
    pub dropped: Dropped,
    /// Frames with a wrong tag: of a session that is over, or of somebody without the key.
    pub forged: u32,
    /// Frames whose counter had been used or passed.
    pub replayed: u32,
    /// Data that had arrived before: the acknowledgement was lost.
    pub repeated: u32,
    /// Bodies, data or acknowledgements that cannot be: the other side counts wrongly.
    pub impossible: u32,
    /// Payloads that were sent again, each time.
    pub retried: u32,
    /// Sessions.
    pub sessions: u32,
}

impl Statistics {
    /// All zero.
    pub(super) const NONE: Self = Self {
        dropped: Dropped::NONE,
        forged: 0,
        replayed: 0,
        repeated: 0,
        impossible: 0,
        retried: 0,
        sessions: 0,
    };

    pub(super) const fn with(self, dropped: Dropped) -> Self {
        Self { dropped, ..self }
    }
}

/// Counts one more.
pub(super) const fn count(counter: &mut u32) {
    *counter = counter.saturating_add(1);
}
