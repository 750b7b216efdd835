//! The counters of a link: evidence for finding faults of a wire. No behaviour depends on them.

use crate::decoder::Dropped;

/// Counts since the start; they stop at their maximum. Counts that are zero on a good wire show the fault of a bad one.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Statistics {
    /// Frames that were damaged, by reason.
    pub dropped: Dropped,
    /// Data that had arrived before: the acknowledgement was lost.
    pub repeated: u32,
    /// Frames of a session that is over.
    pub stale: u32,
    /// Frames for a session of ours that is over, or from a peer that has not met us.
    pub misaddressed: u32,
    /// Data or acknowledgements with an impossible number: the other side counts wrongly.
    pub impossible: u32,
    /// Payloads that were sent again, each time.
    pub retried: u32,
    /// Sessions of the other side.
    pub peers: u32,
}

impl Statistics {
    /// All zero.
    pub(super) const NONE: Self = Self {
        dropped: Dropped::NONE,
        repeated: 0,
        stale: 0,
        misaddressed: 0,
        impossible: 0,
        retried: 0,
        peers: 0,
    };

    pub(super) const fn with(self, dropped: Dropped) -> Self {
        Self { dropped, ..self }
    }
}

/// Counts one more.
pub(super) const fn count(counter: &mut u32) {
    *counter = counter.saturating_add(1);
}
