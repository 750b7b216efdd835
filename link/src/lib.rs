//! Both ends of a wire: frames, sessions and retries, the same for table, console and sign. Payloads arrive in order
//! and exactly once, or the owner is told of the loss.
//!
//! The crate touches no I/O and no clock: the owner feeds [`Link::receive`] with the bytes that come in, writes out the
//! frames of [`Link::transmit`], and calls it again no later than [`Link::poll_at`]. All times are milliseconds of one
//! clock that does not go back.
//!
//! **Stop and wait.** One payload is under way at a time, and is retried until it is acknowledged. At 115,200 baud the
//! longest frame takes 24 ms and its acknowledgement 2 ms, so a larger window would win less than a tenth; short
//! payloads still go at some 180 a second, and a table sends a few. In return there is one buffer, and payloads never
//! have to be put in order.
//!
//! **Sessions.** Both ends prove that they have the same key, for this session only: see
//! [`shared_rules::wire::session`]. The *initiator* says hello with an offer of its own, the *responder* welcomes it with
//! another one, and every frame after that has a counter and a tag that only the two can make. A frame that does not fit
//! is dropped and counted; nothing else happens. So no frame of an earlier session, of the other direction or of
//! another wire is ever accepted, and no stranger can keep anybody out for longer than the stranger speaks.
//!
//! - The responder takes a new session for the present one when its first frame comes: a hello that is repeated ends
//!   nothing. The initiator does so with the welcome, which answers the offer that it has just made.
//! - Either side tells its owner of a session with the first frame that comes in it.
//! - A session outlives a short interruption of the wire, and nothing under way is lost. After ten seconds of silence it
//!   is over: what was under way is given up, and the owner is told.
//! - *Knock*: a responder without a session says so, and is greeted at once. It proves nothing, and counts only while
//!   nothing is answered.
//! - *Answer*: every piece of data and every heartbeat is answered with an acknowledgement that names it.
//! - *Up*: something that was sent within the last second has been answered. Hearing the other side is not enough: it
//!   may not hear us, or somebody may have kept its words.

#![no_std]
#![forbid(unsafe_code)]
#![deny(
    clippy::arithmetic_side_effects,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used
)]

mod asks;
mod conversation;
pub mod decoder;
mod exchange;
pub mod frame;
mod handshake;
mod initiator;
mod nonce;
mod outbox;
mod responder;
mod session;
mod statistics;
pub mod to_console;
pub mod to_sign;

use crate::decoder::Decoder;
use crate::frame::{Encoded, Frame, Head};
use conversation::Conversation;
use handshake::{Handshake, Liveness};
use session::SealedFrame;
use shared_rules::wire::key::{KeyEntry, KeyRing};
use shared_rules::wire::payload::Payload;
use shared_rules::wire::role::WireKind;

pub use initiator::Initiator;
pub use nonce::Seed;
pub use outbox::Full;
pub use responder::Responder;
pub use session::Peer;
pub use statistics::Statistics;

/// After this time without its acknowledgement a payload is sent again. One of the longest frames each way and
/// an acknowledgement take 50 ms; the rest is for the delay of a USB serial port.
pub const RETRY_MS: u64 = 100;

/// The longest time between two frames that ask for an answer: four may be lost before the link is down.
pub const HEARTBEAT_MS: u64 = 200;

/// A link that goes unanswered for this time is down.
pub const SILENCE_MS: u64 = 1_000;

/// A session in which nothing was heard for this time is over: nothing that was said in it acts afterwards.
pub const SESSION_SILENCE_MS: u64 = 10_000;

/// The shortest time between two hellos of an initiator.
pub const HELLO_MS: u64 = 200;

/// The shortest time between two hellos that a responder answers: making a session takes it a millisecond.
pub const WELCOME_MS: u64 = 50;

/// An event that the owner has to know of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LinkEvent<'a> {
    /// The next payload of the other side.
    Payload(&'a [u8]),
    /// A session begins. The other side is there for the first time, has restarted, or is another device: from here on
    /// its payloads are those of a new life, and it remembers none of ours.
    NewPeer {
        /// A payload was under way in the session before and is given up. It may have arrived or not.
        dropped: bool,
    },
}

/// One side of a wire.
#[derive(Debug)]
pub struct Link<H> {
    decoder: Decoder,
    handshake: H,
    conversation: Conversation,
}

impl Link<Initiator> {
    /// The side of a console, a gateway or a sign that starts now. The seed must be fresh at each start.
    #[must_use]
    pub fn initiator(wire: WireKind, key: KeyEntry, seed: &Seed) -> Self {
        Self::new(Initiator::new(wire, key, seed))
    }

    /// The wire leads elsewhere, perhaps to another table: the session is over, and another one is made at once.
    pub fn reset(&mut self) {
        self.handshake.reset();
        self.conversation.reset();
    }
}

impl Link<Responder> {
    /// The side of a table that starts now. The seed must be fresh at each start; without one no session is ever made.
    #[must_use]
    pub fn responder(wire: WireKind, keys: &KeyRing, seed: Option<&Seed>) -> Self {
        Self::new(Responder::new(wire, keys, seed))
    }

    /// Ends the session: whoever is there has to say hello again.
    pub fn reset(&mut self) {
        self.handshake.reset();
        self.conversation.reset();
    }
}

impl<H: Handshake> Link<H> {
    const fn new(handshake: H) -> Self {
        Self {
            decoder: Decoder::new(),
            handshake,
            conversation: Conversation::new(),
        }
    }

    /// Accepts the next byte from the wire.
    pub fn receive(&mut self, byte: u8, now_ms: u64) -> Option<LinkEvent<'_>> {
        self.conversation.expire(now_ms);
        let liveness = self.liveness();
        let Frame { head, body } = self.decoder.feed(byte)?;
        let Head::Sealed { counter, tag } = head else {
            if let Some(session) = self.handshake.hear(&head, liveness, now_ms) {
                self.conversation.adopt(session, None, now_ms);
            }
            return None;
        };
        let sealed = SealedFrame { counter, tag, body };
        let unfit = match self.conversation.open(&sealed, now_ms) {
            Ok(event) => return event,
            Err(unfit) => unfit,
        };
        let Some((session, answered_at)) = self.handshake.open(&sealed) else {
            self.conversation.note(unfit);
            return None;
        };
        self.conversation.adopt(session, Some(answered_at), now_ms);
        self.conversation.accept(&sealed)
    }

    /// Accepts a payload for the other side. It waits for a session if there is none yet.
    ///
    /// # Errors
    /// If the payload before it is not acknowledged yet; see [`Link::is_free`].
    pub fn send(&mut self, payload: Payload) -> Result<(), Full> {
        self.conversation.outbox.put(payload)
    }

    /// The next frame that is due, for the owner to write out as a whole.
    pub fn transmit(&mut self, now_ms: u64) -> Option<Encoded> {
        self.conversation.expire(now_ms);
        let liveness = self.liveness();
        if let Some(head) = self.handshake.speak(liveness, now_ms) {
            return Frame { head, body: &[] }.encode().ok();
        }
        self.conversation.speak(now_ms)
    }

    /// The time at which [`Link::transmit`] has a frame, unless something happens earlier. It may be past.
    #[must_use]
    pub fn poll_at(&self) -> u64 {
        let greeting = self.handshake.due_at(self.liveness());
        let frame = self.conversation.due_at();
        frame.map_or(greeting, |at| at.min(greeting))
    }

    /// True if [`Link::send`] accepts a payload: the one before has been acknowledged or dropped.
    #[must_use]
    pub const fn is_free(&self) -> bool {
        self.conversation.outbox.is_empty()
    }

    /// True if the other side has answered something that was sent within the last [`SILENCE_MS`].
    #[must_use]
    pub fn is_up(&self, now_ms: u64) -> bool {
        self.liveness().is_within(SILENCE_MS, now_ms)
    }

    /// The peer of the present session.
    #[must_use]
    pub fn peer(&self) -> Option<Peer> {
        self.conversation.peer()
    }

    /// Counts of dropped frames and of retries.
    #[must_use]
    pub const fn statistics(&self) -> Statistics {
        self.conversation.statistics.with(self.decoder.dropped())
    }

    fn liveness(&self) -> Liveness {
        self.conversation.liveness()
    }
}
