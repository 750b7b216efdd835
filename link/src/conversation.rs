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
    pub(super) outbox: Outbox,
    pub(super) statistics: Statistics,
}

impl Conversation {
    pub(super) const fn new() -> Self {
        Self {
            exchange: None,
            outbox: Outbox::new(),
            statistics: Statistics::NONE,
        }
    }

    /// A session takes the place of the one before. `first` is the counter of the frame that has made it, if one has.
    pub(super) fn begin(&mut self, session: Session, first: Option<u64>) -> LinkEvent<'static> {
        count(&mut self.statistics.sessions);
        let dropped = self.exchange.is_some() && self.outbox.empty();
        self.exchange = Some(Exchange::new(session, first));
        LinkEvent::NewPeer { dropped }
    }

    /// Ends the session.
    pub(super) fn forget(&mut self) {
        self.exchange = None;
        self.outbox.empty();
    }

    /// Accepts a frame of the present session; returns a payload that is the next one.
    pub(super) fn open<'a>(&mut self, sealed: &Sealed<'a>) -> Result<Option<&'a [u8]>, Unfit> {
        let exchange = self.exchange.as_mut().ok_or(Unfit::Forged)?;
        exchange.open(sealed)?;
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
            has_session: exchange.is_some(),
            answered_at: exchange.and_then(|exchange| exchange.answered_at),
        }
    }
}
