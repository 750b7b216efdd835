//! The initiator's handshake: says hello until a welcome proves that the table is there now, and has the key.

use shared_rules::wire::key::KeyEntry;
use shared_rules::wire::role::WireKind;
use shared_rules::wire::session::{Greeting, Offer, Speaker};

use super::HELLO_MS;
use super::handshake::{Handshake, Liveness};
use super::nonce::{NonceSource, Seed};
use crate::frame::Head;
use crate::session::{SealedFrame, Session};

/// A knock counts only after this time without an answer: a table that has lost its session answers nothing, and a
/// stranger's knock does not end a session that works.
const KNOCK_HEEDED_MS: u64 = 300;

/// The end of a wire at a console, a gateway or a sign.
#[derive(Debug)]
pub struct Initiator {
    wire: WireKind,
    key: KeyEntry,
    nonces: NonceSource,
    /// The offer of the hellos that have not been answered.
    offer: Option<Offer>,
    hello_at: Option<u64>,
    /// The table has no session.
    is_called: bool,
}

impl Initiator {
    /// Opens this wire with this key.
    #[must_use]
    pub(crate) fn new(wire: WireKind, key: KeyEntry, seed: &Seed) -> Self {
        Self {
            wire,
            key,
            nonces: NonceSource::new(seed, wire, Speaker::Initiator),
            offer: None,
            hello_at: None,
            is_called: false,
        }
    }

    /// The wire leads elsewhere: an offer that was made there is void, and another hello is due.
    pub(crate) const fn reset(&mut self) {
        self.offer = None;
        self.hello_at = None;
    }

    /// The session of a welcome that answers our present offer.
    fn welcomed(&mut self, greeting: &Greeting, tag: &[u8; 16]) -> Option<Session> {
        let KeyEntry { number, key, .. } = &self.key;
        let is_answer = self.offer == Some(greeting.of_initiator) && greeting.number == *number;
        if !is_answer || !greeting.is_welcome(key, tag) {
            return None;
        }
        self.offer = None;
        Some(Session::new(greeting, key, Speaker::Initiator))
    }
}

impl Handshake for Initiator {
    fn hear(&mut self, head: &Head, liveness: Liveness, now_ms: u64) -> Option<Session> {
        match *head {
            Head::Knock => {
                self.is_called |= !liveness.is_within(KNOCK_HEEDED_MS, now_ms);
                None
            }
            Head::Welcome {
                number,
                offer,
                echo,
                tag,
            } => {
                // The present session has answered since the hello: it is well, and stays.
                if liveness.answered_at.is_some() && liveness.answered_at >= self.hello_at {
                    return None;
                }
                let greeting = Greeting {
                    wire: self.wire,
                    number,
                    of_initiator: echo,
                    of_responder: offer,
                };
                self.welcomed(&greeting, &tag)
            }
            Head::Hello { .. } | Head::Sealed { .. } => None,
        }
    }

    fn open(&mut self, _: &SealedFrame<'_>) -> Option<(Session, u64)> {
        None
    }

    fn speak(&mut self, liveness: Liveness, now_ms: u64) -> Option<Head> {
        if self.due_at(liveness) > now_ms {
            return None;
        }
        self.hello_at = Some(now_ms);
        self.is_called = false;
        let nonces = &mut self.nonces;
        Some(Head::Hello {
            number: self.key.number,
            offer: *self.offer.get_or_insert_with(|| nonces.draw()),
            present: liveness.present,
        })
    }

    fn due_at(&self, liveness: Liveness) -> u64 {
        let next = self.hello_at.map_or(0, |at| at.saturating_add(HELLO_MS));
        match liveness.ends_at() {
            Some(ends_at) if !self.is_called => next.max(ends_at),
            _ => next,
        }
    }
}
