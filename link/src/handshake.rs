//! The two ways to come to a session.

use shared_rules::wire::session::SessionId;

use super::SILENCE_MS;
use crate::frame::Head;
use crate::session::{SealedFrame, Session};

/// One side's way to a session.
pub trait Handshake {
    /// Accepts a greeting; returns the session that it makes.
    #[doc(hidden)]
    fn hear(&mut self, head: &Head, liveness: Liveness, now_ms: u64) -> Option<Session>;

    /// The session that the first frame of it makes, and the time of the welcome that this frame answers.
    #[doc(hidden)]
    fn open(&mut self, sealed: &SealedFrame<'_>) -> Option<(Session, u64)>;

    /// The greeting that is due.
    #[doc(hidden)]
    fn speak(&mut self, liveness: Liveness, now_ms: u64) -> Option<Head>;

    /// The time at which a greeting is due.
    #[doc(hidden)]
    fn due_at(&self, liveness: Liveness) -> u64;
}

/// The state of the present session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Liveness {
    /// Its name, if there is one.
    pub present: Option<SessionId>,
    /// The time at which the latest frame was sent that has been answered.
    pub answered_at: Option<u64>,
}

impl Liveness {
    /// True if something that was sent less than this long ago has been answered.
    #[must_use]
    pub fn is_within(self, limit_ms: u64, now_ms: u64) -> bool {
        self.answered_at
            .is_some_and(|at| now_ms.saturating_sub(at) < limit_ms)
    }

    /// The time at which the link is down unless something else is answered.
    #[must_use]
    pub fn ends_at(self) -> Option<u64> {
        self.answered_at.map(|at| at.saturating_add(SILENCE_MS))
    }
}
