//! The exchange within one session: sequence numbers, acknowledgements and retries.

use super::asks::Asks;
use super::outbox::Outbox;
use super::session::{SealedFrame, Session, Unfit};
use super::statistics::{Statistics, count};
use super::{HEARTBEAT_MS, SESSION_SILENCE_MS};
use crate::frame::{Encoded, FrameBody, read_body};

/// A session and the state of the exchange in it.
#[derive(Debug)]
pub(super) struct Exchange {
    session: Session,
    is_begun: bool,
    /// The number of the next payload from the other side.
    expected: u64,
    /// The number of the next payload to it, or of the one that is under way.
    next: u64,
    /// The counter of the last frame from it that asks for an answer.
    owed: Option<u64>,
    asks: Asks,
    asked_at: Option<u64>,
    /// The time of the last frame from the other side.
    heard_at: u64,
    /// The time at which the latest frame was sent that has been answered.
    pub(super) answered_at: Option<u64>,
}

impl Exchange {
    /// The beginning of a session: each of its counts starts from zero.
    pub(super) const fn new(session: Session, answered_at: Option<u64>, now_ms: u64) -> Self {
        Self {
            session,
            is_begun: false,
            expected: 0,
            next: 0,
            owed: None,
            asks: Asks::new(),
            asked_at: None,
            heard_at: now_ms,
            answered_at,
        }
    }

    /// True once a frame of the other side has come: it has the session too.
    pub(super) const fn is_begun(&self) -> bool {
        self.is_begun
    }

    pub(super) const fn session(&self) -> &Session {
        &self.session
    }

    pub(super) fn open(&mut self, sealed: &SealedFrame<'_>, now_ms: u64) -> Result<(), Unfit> {
        self.session.open(sealed)?;
        self.heard_at = now_ms;
        Ok(())
    }

    pub(super) const fn is_over(&self, now_ms: u64) -> bool {
        now_ms.saturating_sub(self.heard_at) >= SESSION_SILENCE_MS
    }

    /// Accepts a body whose tag was right; returns a payload that is the next one. Data in the very first frame are not
    /// accepted, so that the owner learns of the session before its data: the other side retries them.
    pub(super) fn accept<'a>(
        &mut self,
        sealed: &SealedFrame<'a>,
        outbox: &mut Outbox,
        statistics: &mut Statistics,
    ) -> Option<&'a [u8]> {
        let is_begun = core::mem::replace(&mut self.is_begun, true);
        match read_body(sealed.body) {
            Some(FrameBody::Data { sequence, payload }) => {
                self.owed = Some(sealed.counter);
                let is_next = is_begun && self.is_next(sequence, statistics);
                is_next.then_some(payload)
            }
            Some(FrameBody::Ack { next, of }) => {
                let asked_at = self.asks.sent_at(of);
                self.answered_at = self.answered_at.max(asked_at);
                self.acknowledge(next, outbox, statistics);
                None
            }
            Some(FrameBody::Heartbeat) => {
                self.owed = Some(sealed.counter);
                None
            }
            None => {
                count(&mut statistics.impossible);
                None
            }
        }
    }

    /// True if the data with this number are the next ones.
    fn is_next(&mut self, sequence: u64, statistics: &mut Statistics) -> bool {
        if sequence == self.expected {
            self.expected = self.expected.saturating_add(1);
            return true;
        }
        // The other side waits for each of its payloads, so it cannot be ahead.
        let is_repeated = sequence < self.expected;
        count(if is_repeated {
            &mut statistics.repeated
        } else {
            &mut statistics.impossible
        });
        false
    }

    /// A late acknowledgement only shows that the other side is there.
    fn acknowledge(&mut self, next: u64, outbox: &mut Outbox, statistics: &mut Statistics) {
        if next <= self.next {
            return;
        }
        if next == self.next.saturating_add(1) && outbox.has_sent() {
            self.next = next;
            outbox.empty();
        } else {
            count(&mut statistics.impossible);
        }
    }

    /// The next frame that is due: an answer first, since the other side waits for it.
    pub(super) fn speak(
        &mut self,
        outbox: &mut Outbox,
        statistics: &mut Statistics,
        now_ms: u64,
    ) -> Option<Encoded> {
        let (body, asks) = if self.owed.is_some() {
            let next = self.expected;
            let of = self.owed.take()?;
            (FrameBody::Ack { next, of }, false)
        } else if self.data_due_at(outbox).is_some_and(|at| at <= now_ms) {
            // While data are retried the heartbeats go on: they are short, and may come through where data do not.
            if outbox.has_sent() {
                count(&mut statistics.retried);
            } else {
                self.asked_at = Some(now_ms);
            }
            let sequence = self.next;
            let payload = outbox.send(now_ms)?;
            (FrameBody::Data { sequence, payload }, true)
        } else if self.heartbeat_due_at() <= now_ms {
            self.asked_at = Some(now_ms);
            (FrameBody::Heartbeat, true)
        } else {
            return None;
        };
        // A `Payload` always fits into a frame.
        let (counter, frame) = self.session.seal(&body).ok()?;
        if asks {
            self.asks.note(counter, now_ms);
        }
        Some(frame)
    }

    /// The time at which something is due. No data go out before the other side is known to have the session.
    pub(super) fn due_at(&self, outbox: &Outbox) -> u64 {
        if self.owed.is_some() {
            return 0;
        }
        let heartbeat = self.heartbeat_due_at();
        let data = self.data_due_at(outbox);
        data.map_or(heartbeat, |at| at.min(heartbeat))
    }

    fn data_due_at(&self, outbox: &Outbox) -> Option<u64> {
        outbox.due_at().filter(|_| self.is_begun)
    }

    fn heartbeat_due_at(&self) -> u64 {
        self.asked_at
            .map_or(0, |at| at.saturating_add(HEARTBEAT_MS))
    }
}
