//! Both ends of a wire: frames, sessions and retries, the same for table, console and sign. Payloads arrive in order
//! and exactly once, or the owner is told of the loss.
//!
//! The crate touches no I/O and no clock: the owner feeds [`Link::receive`] with the bytes that come in, writes out the
//! frames of [`Link::transmit`], and calls it again no later than [`Link::poll_at`]. All times are milliseconds of one
//! clock that does not go back.
//!
//! **Stop and wait.** One payload is under way at a time, and is retried until it is acknowledged. At 115,200 baud the
//! longest frame takes 24 ms and its acknowledgement 2 ms, so a larger window would win less than a tenth; short
//! payloads still go at some 200 a second, and a table sends a few. In return there is one buffer, and payloads never
//! have to be put in order.
//!
//! **Sessions** ([`Session`]) tell lives apart. Data and acknowledgements count only between the sender's and the
//! receiver's present session. Numbers start from zero for each such pair, and each side meets a pair at most once,
//! because the peer's session only goes up while ours stays, and ours goes up when the peer's does not. Therefore no
//! frame of an earlier life fits a later one.
//!
//! - *Peer*: the session that this side listens to.
//! - *Answer*: every piece of data and every heartbeat is answered with an acknowledgement.
//! - *Up*: answered within the last second. Hearing the other side is not enough: it may not hear us.

#![no_std]
#![forbid(unsafe_code)]
#![deny(
    clippy::arithmetic_side_effects,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used
)]

mod conversation;
pub mod decoder;
pub mod frame;
mod outbox;
mod statistics;
pub mod to_console;
pub mod to_sign;

use crate::decoder::Decoder;
use crate::frame::{Encoded, Session};
use conversation::Conversation;
use shared_rules::wire::payload::Payload;

pub use outbox::Full;
pub use statistics::Statistics;

/// After this time without its acknowledgement a payload is sent again. One of the longest frames each way and
/// an acknowledgement take 50 ms; the rest is for the delay of a USB serial port.
pub const RETRY_MS: u64 = 100;

/// The longest time between two frames that ask for an answer: four may be lost before the link is down.
pub const HEARTBEAT_MS: u64 = 200;

/// A link that goes unanswered for this time is down.
pub const SILENCE_MS: u64 = 1_000;

/// An event that the owner has to know of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LinkEvent<'a> {
    /// The next payload of the other side.
    Payload(&'a [u8]),
    /// The other side is there for the first time, has restarted, or is another device: from here on its payloads are
    /// those of a new life, and it remembers none of ours.
    NewPeer {
        /// A payload was under way to the life before and is given up. It may have arrived or not.
        dropped: bool,
    },
}

/// One side of a wire.
#[derive(Debug)]
pub struct Link {
    decoder: Decoder,
    conversation: Conversation,
}

impl Link {
    /// A side that starts now and has not met the other.
    #[must_use]
    pub const fn new(session: Session) -> Self {
        Self {
            decoder: Decoder::new(),
            conversation: Conversation::new(session),
        }
    }

    /// Accepts the next byte from the wire.
    pub fn receive(&mut self, byte: u8, now_ms: u64) -> Option<LinkEvent<'_>> {
        let frame = self.decoder.feed(byte)?;
        self.conversation.hear(&frame, now_ms)
    }

    /// Accepts a payload for the other side. It waits for a peer if there is none yet.
    ///
    /// # Errors
    /// If the payload before it is not acknowledged yet; see [`Link::is_free`].
    pub fn send(&mut self, payload: Payload) -> Result<(), Full> {
        self.conversation.outbox.put(payload)
    }

    /// The next frame that is due, for the owner to write out as a whole.
    pub fn transmit(&mut self, now_ms: u64) -> Option<Encoded> {
        // A `Payload` always fits into a frame.
        self.conversation.speak(now_ms)?.encode().ok()
    }

    /// The time at which [`Link::transmit`] has a frame, unless something happens earlier. It may be past.
    #[must_use]
    pub fn poll_at(&self) -> u64 {
        self.conversation.speaks_at()
    }

    /// True if [`Link::send`] accepts a payload: the one before has been acknowledged or dropped.
    #[must_use]
    pub const fn is_free(&self) -> bool {
        self.conversation.outbox.is_empty()
    }

    /// True if the other side has answered within the last [`SILENCE_MS`].
    #[must_use]
    pub fn is_up(&self, now_ms: u64) -> bool {
        self.conversation.is_up(now_ms)
    }

    /// Counts of dropped frames and of retries.
    #[must_use]
    pub const fn statistics(&self) -> Statistics {
        self.conversation.statistics.with(self.decoder.dropped())
    }
}
