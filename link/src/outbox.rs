//! The one payload that is under way, and its retry time.

use super::RETRY_MS;
use shared_rules::wire::payload::Payload;

/// A payload is still under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Full;

/// Room for one payload.
#[derive(Clone, Debug)]
pub(super) struct Outbox {
    waiting: Option<Waiting>,
}

#[derive(Clone, Debug)]
struct Waiting {
    payload: Payload,
    sent_at: Option<u64>,
}

impl Outbox {
    pub(super) const fn new() -> Self {
        Self { waiting: None }
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.waiting.is_none()
    }

    pub(super) fn put(&mut self, payload: Payload) -> Result<(), Full> {
        if self.waiting.is_some() {
            return Err(Full);
        }
        self.waiting = Some(Waiting {
            payload,
            sent_at: None,
        });
        Ok(())
    }

    /// Drops the payload; true if there was one.
    pub(super) fn empty(&mut self) -> bool {
        self.waiting.take().is_some()
    }

    /// True if the payload has been on the wire.
    pub(super) fn has_sent(&self) -> bool {
        self.sent_at().is_some()
    }

    /// The time to send the payload, for the first time or again.
    pub(super) fn due_at(&self) -> Option<u64> {
        let waiting = self.waiting.as_ref()?;
        Some(waiting.sent_at.map_or(0, |at| at.saturating_add(RETRY_MS)))
    }

    /// The payload, which goes out now.
    pub(super) fn send(&mut self, now_ms: u64) -> Option<&Payload> {
        let waiting = self.waiting.as_mut()?;
        waiting.sent_at = Some(now_ms);
        Some(&waiting.payload)
    }

    fn sent_at(&self) -> Option<u64> {
        self.waiting.as_ref()?.sent_at
    }
}
