//! The conversation of one side: the exchange of its present session, and the payload that is under way.

use super::LinkEvent;
use super::exchange::Exchange;
use super::handshake::Liveness;
use super::outbox::Outbox;
use super::session::{Peer, Sealed, Session, Unfit};
use super::statistics::{Statistics, count};
use crate::frame::Encoded;

/// The state of one side behind its handshake.
#[derive(Debug)]
pub(super) struct Conversation {
    exchange: Option<Exchange>,
    /// A payload was given up with a session that is over, and the owner has not been told.
    has_dropped: bool,
    pub(super) outbox: Outbox,
    pub(super) statistics: Statistics,
}

impl Conversation {
    pub(super) const fn new() -> Self {
        Self {
            exchange: None,
            has_dropped: false,
            outbox: Outbox::new(),
            statistics: Statistics::NONE,
        }
    }

    /// A session takes the place of the one before. `first` is the counter of the frame that has made it, if one has.
    pub(super) fn begin(
        &mut self,
        session: Session,
        first: Option<u64>,
        now_ms: u64,
    ) -> LinkEvent<'static> {
        count(&mut self.statistics.sessions);
        self.forget();
        self.exchange = Some(Exchange::new(session, first, now_ms));
        LinkEvent::NewPeer {
            dropped: core::mem::take(&mut self.has_dropped),
        }
    }

    /// Ends the session, and gives up the payload that is under way in it.
    pub(super) fn forget(&mut self) {
        if self.exchange.take().is_some() {
            self.has_dropped |= self.outbox.empty();
        }
    }

    /// Ends a session that has been silent for too long: nothing of it acts afterwards.
    pub(super) fn expire(&mut self, now_ms: u64) {
        let exchange = self.exchange.as_ref();
        if exchange.is_some_and(|exchange| exchange.is_over(now_ms)) {
            self.forget();
        }
    }

    /// Accepts a frame of the present session; returns a payload that is the next one.
    pub(super) fn open<'a>(
        &mut self,
        sealed: &Sealed<'a>,
        now_ms: u64,
    ) -> Result<Option<&'a [u8]>, Unfit> {
        let exchange = self.exchange.as_mut().ok_or(Unfit::Forged)?;
        exchange.open(sealed, now_ms)?;
        Ok(exchange.accept(sealed, &mut self.outbox, &mut self.statistics))
    }

    /// Counts a frame that fits no session.
    pub(super) const fn note(&mut self, unfit: Unfit) {
        count(match unfit {
            Unfit::Replayed => &mut self.statistics.replayed,
            Unfit::Forged => &mut self.statistics.forged,
        });
    }

    pub(super) fn speak(&mut self, waits: bool, now_ms: u64) -> Option<Encoded> {
        let exchange = self.exchange.as_mut()?;
        exchange.speak(waits, &mut self.outbox, &mut self.statistics, now_ms)
    }

    pub(super) fn due_at(&self, waits: bool) -> Option<u64> {
        let exchange = self.exchange.as_ref();
        exchange.map(|exchange| exchange.due_at(waits, &self.outbox))
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
