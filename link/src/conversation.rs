//! The protocol of one side of a link: sessions, sequence numbers, acknowledgements and retries. It works on decoded
//! frames and touches no bytes of the wire.

use super::outbox::Outbox;
use super::statistics::{Statistics, count};
use super::{HEARTBEAT_MS, LinkEvent, SILENCE_MS};
use crate::frame::{Frame, FrameBody, Session};

/// The protocol state of one side.
#[derive(Debug)]
pub(super) struct Conversation {
    me: Session,
    peer: Option<Peer>,
    pub(super) outbox: Outbox,
    answer_owed: bool,
    /// The time of the last frame that the other side has to answer.
    asked_at: Option<u64>,
    pub(super) statistics: Statistics,
}

/// The other side's session, and the state of the exchange with it.
#[derive(Debug)]
struct Peer {
    session: Session,
    /// The number of the next payload from it.
    expected: u64,
    /// The number of the next payload to it, or of the one that is under way.
    next: u64,
    heard_at: u64,
    answered_at: Option<u64>,
}

/// The relation of a frame's sender to the present peer.
enum Acquaintance {
    Known,
    New { dropped: bool },
    Past,
}

impl Conversation {
    pub(super) const fn new(me: Session) -> Self {
        Self {
            me,
            peer: None,
            outbox: Outbox::new(),
            answer_owed: false,
            asked_at: None,
            statistics: Statistics::NONE,
        }
    }

    /// Accepts a sound frame. Data that arrive with a new session are not accepted, so that the owner learns of the
    /// session before its data: the other side retries them.
    pub(super) fn hear<'a>(&mut self, frame: &Frame<'a>, now_ms: u64) -> Option<LinkEvent<'a>> {
        let acquaintance = self.meet(frame.from, now_ms);
        if matches!(acquaintance, Acquaintance::Past) {
            count(&mut self.statistics.stale);
            return None;
        }
        self.answer_owed |= !matches!(frame.body, FrameBody::Ack { .. });
        if let Acquaintance::New { dropped } = acquaintance {
            count(&mut self.statistics.peers);
            return Some(LinkEvent::NewPeer { dropped });
        }
        if frame.to != Some(self.me) {
            count(&mut self.statistics.misaddressed);
            return None;
        }
        match frame.body {
            FrameBody::Data { sequence, payload } => {
                self.accept(sequence).then_some(LinkEvent::Payload(payload))
            }
            FrameBody::Ack { next } => {
                self.acknowledge(next, now_ms);
                None
            }
            FrameBody::Heartbeat => None,
        }
    }

    /// A later session replaces the peer at once. An earlier session may belong to a delayed frame, so it replaces the
    /// peer only after a silence, when no frame can still be on its way: then it is another device. That device may
    /// have met our session before, so we take a new one.
    fn meet(&mut self, session: Session, now_ms: u64) -> Acquaintance {
        let mut dropped = false;
        if let Some(peer) = &mut self.peer {
            if session == peer.session {
                peer.heard_at = now_ms;
                return Acquaintance::Known;
            }
            if session < peer.session {
                if !is_over(peer.heard_at, now_ms) {
                    return Acquaintance::Past;
                }
                self.me = self.me.renewed();
            }
            dropped = self.outbox.empty();
        }
        self.peer = Some(Peer::new(session, now_ms));
        Acquaintance::New { dropped }
    }

    /// True if the data with this number are the next ones.
    fn accept(&mut self, sequence: u64) -> bool {
        let Some(peer) = &mut self.peer else {
            return false;
        };
        if sequence == peer.expected {
            peer.expected = peer.expected.saturating_add(1);
            return true;
        }
        // The other side waits for each of its payloads, so it cannot be ahead.
        let is_repeated = sequence < peer.expected;
        count(if is_repeated {
            &mut self.statistics.repeated
        } else {
            &mut self.statistics.impossible
        });
        false
    }

    /// A late or repeated acknowledgement only shows that the other side is there.
    fn acknowledge(&mut self, next: u64, now_ms: u64) {
        let Some(peer) = &mut self.peer else {
            return;
        };
        peer.answered_at = Some(now_ms);
        if next <= peer.next {
            return;
        }
        if next == peer.next.saturating_add(1) && self.outbox.has_sent() {
            peer.next = next;
            self.outbox.empty();
        } else {
            count(&mut self.statistics.impossible);
        }
    }

    /// The next frame that is due: an answer first, since the other side waits for it.
    pub(super) fn speak(&mut self, now_ms: u64) -> Option<Frame<'_>> {
        let (from, to) = (self.me, self.peer.as_ref().map(|peer| peer.session));
        let body = if self.answer_owed {
            self.answer()
        } else if self.data_due_at().is_some_and(|at| at <= now_ms) {
            self.data(now_ms)?
        } else if self.heartbeat_due_at() <= now_ms {
            self.asked_at = Some(now_ms);
            FrameBody::Heartbeat
        } else {
            return None;
        };
        Some(Frame { from, to, body })
    }

    pub(super) fn speaks_at(&self) -> u64 {
        if self.answer_owed {
            return 0;
        }
        let heartbeat = self.heartbeat_due_at();
        self.data_due_at().map_or(heartbeat, |at| at.min(heartbeat))
    }

    pub(super) fn is_up(&self, now_ms: u64) -> bool {
        let answered_at = self.peer.as_ref().and_then(|peer| peer.answered_at);
        answered_at.is_some_and(|at| !is_over(at, now_ms))
    }

    fn answer(&mut self) -> FrameBody<'static> {
        self.answer_owed = false;
        let next = self.peer.as_ref().map_or(0, |peer| peer.expected);
        FrameBody::Ack { next }
    }

    fn data(&mut self, now_ms: u64) -> Option<FrameBody<'_>> {
        if self.outbox.has_sent() {
            count(&mut self.statistics.retried);
        }
        self.asked_at = Some(now_ms);
        let sequence = self.peer.as_ref()?.next;
        let payload = self.outbox.send(now_ms)?;
        Some(FrameBody::Data { sequence, payload })
    }

    /// None before there is a peer: data are addressed to a session.
    fn data_due_at(&self) -> Option<u64> {
        self.peer.as_ref().and_then(|_| self.outbox.due_at())
    }

    fn heartbeat_due_at(&self) -> u64 {
        self.asked_at
            .map_or(0, |at| at.saturating_add(HEARTBEAT_MS))
    }
}

impl Peer {
    const fn new(session: Session, now_ms: u64) -> Self {
        Self {
            session,
            expected: 0,
            next: 0,
            heard_at: now_ms,
            answered_at: None,
        }
    }
}

/// True once a silence since then counts as a link fault.
const fn is_over(since_ms: u64, now_ms: u64) -> bool {
    now_ms.saturating_sub(since_ms) >= SILENCE_MS
}
