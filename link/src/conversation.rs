//! The conversation of one side: the exchange of its present session, and the payload that is under way.

use super::LinkEvent;
use super::exchange::Exchange;
use super::handshake::Liveness;
use super::outbox::Outbox;
use super::session::{Peer, SealedFrame, Session, Unfit};
use super::statistics::{Statistics, count};
use crate::frame::Encoded;

/// The state of one side behind its handshake.
#[derive(Debug)]
pub(super) struct Conversation {
    exchange: Option<Exchange>,
    /// A session is over that the owner knows of: the payload that is under way belongs to it.
    was_begun: bool,
    pub(super) outbox: Outbox,
    pub(super) statistics: Statistics,
}

impl Conversation {
    pub(super) const fn new() -> Self {
        Self {
            exchange: None,
            was_begun: false,
            outbox: Outbox::new(),
            statistics: Statistics::NONE,
        }
    }

    /// A session takes the place of the one before. The owner is told with its first frame. `answered_at` is the time of
    /// something that the other side has answered by making it.
    pub(super) fn adopt(&mut self, session: Session, answered_at: Option<u64>, now_ms: u64) {
        self.end();
        self.exchange = Some(Exchange::new(session, answered_at, now_ms));
    }

    /// Ends the session. The payload under way in it is given up when the owner is told of the next one.
    fn end(&mut self) {
        let exchange = self.exchange.take();
        self.was_begun |= exchange.is_some_and(|exchange| exchange.is_begun());
    }

    /// Forgets everything at the owner's wish.
    pub(super) fn reset(&mut self) {
        self.exchange = None;
        self.was_begun = false;
        self.outbox.empty();
    }

    /// Ends a session that has been silent for too long: nothing of it acts afterwards.
    pub(super) fn expire(&mut self, now_ms: u64) {
        let exchange = self.exchange.as_ref();
        if exchange.is_some_and(|exchange| exchange.is_over(now_ms)) {
            self.end();
        }
    }

    /// Accepts a frame of the present session.
    pub(super) fn open<'a>(
        &mut self,
        sealed: &SealedFrame<'a>,
        now_ms: u64,
    ) -> Result<Option<LinkEvent<'a>>, Unfit> {
        let exchange = self.exchange.as_mut().ok_or(Unfit::Forged)?;
        exchange.open(sealed, now_ms)?;
        Ok(self.accept(sealed))
    }

    /// Accepts a frame whose tag was right. The first one of a session tells the owner of it.
    pub(super) fn accept<'a>(&mut self, sealed: &SealedFrame<'a>) -> Option<LinkEvent<'a>> {
        let exchange = self.exchange.as_mut()?;
        let is_first = !exchange.is_begun();
        let payload = exchange.accept(sealed, &mut self.outbox, &mut self.statistics);
        if is_first {
            count(&mut self.statistics.sessions);
            let dropped = core::mem::take(&mut self.was_begun) && self.outbox.empty();
            return Some(LinkEvent::NewPeer { dropped });
        }
        payload.map(LinkEvent::Payload)
    }

    /// Counts a frame that fits no session.
    pub(super) const fn note(&mut self, unfit: Unfit) {
        count(match unfit {
            Unfit::Replayed => &mut self.statistics.replayed,
            Unfit::Forged => &mut self.statistics.forged,
        });
    }

    pub(super) fn speak(&mut self, now_ms: u64) -> Option<Encoded> {
        let exchange = self.exchange.as_mut()?;
        exchange.speak(&mut self.outbox, &mut self.statistics, now_ms)
    }

    pub(super) fn due_at(&self) -> Option<u64> {
        let exchange = self.exchange.as_ref();
        exchange.map(|exchange| exchange.due_at(&self.outbox))
    }

    pub(super) fn peer(&self) -> Option<Peer> {
        let exchange = self.exchange.as_ref();
        exchange.map(|exchange| exchange.session().peer())
    }

    pub(super) fn liveness(&self) -> Liveness {
        let exchange = self.exchange.as_ref();
        Liveness {
            present: self.peer().map(|peer| peer.session),
            answered_at: exchange.and_then(|exchange| exchange.answered_at),
        }
    }
}
