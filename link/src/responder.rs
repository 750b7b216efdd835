//! The responder's handshake: welcomes whoever says hello with the number of a key, and believes in the new session when
//! its first frame comes. Until then the present session goes on: a hello that a stranger repeats changes nothing.

use shared_rules::wire::key::KeyRing;
use shared_rules::wire::role::WireKind;
use shared_rules::wire::session::{Greeting, Offer, Speaker};

use super::handshake::{Handshake, Liveness};
use super::nonce::{NonceSource, Seed};
use super::{HEARTBEAT_MS, WELCOME_MS};
use crate::frame::Head;
use crate::session::{SealedFrame, Session};

/// The table's end of a wire.
#[derive(Debug)]
pub struct Responder {
    wire: WireKind,
    /// The keys that open this wire.
    keys: KeyRing,
    /// None if the owner has no randomness: then no session is ever made.
    nonces: Option<NonceSource>,
    pending: Option<Pending>,
    /// A welcome that is to be sent.
    owes_welcome: bool,
    welcomed_at: Option<u64>,
    knocked_at: Option<u64>,
}

/// A session that has been offered, and not been used yet.
#[derive(Debug)]
struct Pending {
    greeting: Greeting,
    /// The time of the hello.
    offered_at: u64,
    session: Session,
}

impl Responder {
    /// The end of a table with these keys, of which only those for this wire count.
    pub(crate) fn new(wire: WireKind, keys: &KeyRing, seed: Option<&Seed>) -> Self {
        let mut opening = KeyRing::new();
        for entry in keys.entries() {
            if entry.role.wire() == Some(wire) {
                // As many fit as there were.
                let _ = opening.add(entry.clone());
            }
        }
        Self {
            wire,
            keys: opening,
            nonces: seed.map(|seed| NonceSource::new(seed, wire, Speaker::Responder)),
            pending: None,
            owes_welcome: false,
            welcomed_at: None,
            knocked_at: None,
        }
    }

    /// Forgets the session that has been offered.
    pub(crate) fn reset(&mut self) {
        self.pending = None;
        self.owes_welcome = false;
    }

    /// Prepares the session for a hello. A repeated hello is given the same welcome as long as the session has not been
    /// used, because the first one may still be on its way.
    fn prepare(&mut self, number: u8, of_initiator: Offer, now_ms: u64) -> Option<()> {
        let is_same = |greeting: &Greeting| {
            greeting.number == number && greeting.of_initiator == of_initiator
        };
        if !self.pending.as_ref().is_some_and(|p| is_same(&p.greeting)) {
            let key = &self.keys.get(number)?.key;
            let greeting = Greeting {
                wire: self.wire,
                number,
                of_initiator,
                of_responder: self.nonces.as_mut()?.draw(),
            };
            let session = Session::new(&greeting, key, Speaker::Responder);
            self.pending = Some(Pending {
                greeting,
                offered_at: now_ms,
                session,
            });
        }
        Some(())
    }

    fn welcome(&self) -> Option<Head> {
        let greeting = &self.pending.as_ref()?.greeting;
        let key = &self.keys.get(greeting.number)?.key;
        Some(Head::Welcome {
            number: greeting.number,
            offer: greeting.of_responder,
            echo: greeting.of_initiator,
            tag: greeting.welcome(key),
        })
    }
}

impl Handshake for Responder {
    fn hear(&mut self, head: &Head, liveness: Liveness, now_ms: u64) -> Option<Session> {
        let Head::Hello {
            number,
            offer,
            present,
        } = *head
        else {
            return None;
        };
        // Both still have the same session: only the wire was interrupted, and nothing needs to be given up.
        let is_same = present.is_some() && present == liveness.present;
        let waited = |at| now_ms.saturating_sub(at) >= WELCOME_MS;
        if !is_same
            && self.welcomed_at.is_none_or(waited)
            && self.prepare(number, offer, now_ms).is_some()
        {
            self.welcomed_at = Some(now_ms);
            self.owes_welcome = true;
        }
        None
    }

    fn open(&mut self, sealed: &SealedFrame<'_>) -> Option<(Session, u64)> {
        let session = &mut self.pending.as_mut()?.session;
        session.open(sealed).ok()?;
        self.owes_welcome = false;
        let pending = self.pending.take()?;
        Some((pending.session, pending.offered_at))
    }

    fn speak(&mut self, liveness: Liveness, now_ms: u64) -> Option<Head> {
        if core::mem::take(&mut self.owes_welcome) {
            return self.welcome();
        }
        if self.due_at(liveness) > now_ms {
            return None;
        }
        self.knocked_at = Some(now_ms);
        Some(Head::Knock)
    }

    fn due_at(&self, liveness: Liveness) -> u64 {
        let knocked = self
            .knocked_at
            .map_or(0, |at| at.saturating_add(HEARTBEAT_MS));
        match (self.owes_welcome, &self.nonces) {
            (true, _) => 0,
            (false, Some(_)) if liveness.present.is_none() => knocked,
            _ => u64::MAX,
        }
    }
}
