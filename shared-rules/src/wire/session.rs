//! Sessions: what both ends of a wire derive from a key that they share and from an offer of each of them, 16 bytes that
//! were never used before.
//!
//! The *initiator* (console, gateway, sign) says hello, the *responder* (the table) welcomes it:
//!
//! ```text
//! greeting = wire | key's number | initiator's offer | responder's offer
//! welcome  = HMAC-SHA-256(key, "coinspot welcome 2"    | greeting), its first 16 bytes
//! session  = HMAC-SHA-256(key, "coinspot session 2"    | greeting), a key of 32 bytes
//! id       = HMAC-SHA-256(key, "coinspot session id 2" | greeting), its first 16 bytes, no secret
//! tag      = HMAC-SHA-256(session, speaker | counter | body), its first 8 bytes
//! ```
//! Every field but the last of each line has a fixed length, and the counter is 8 bytes, low byte first, so that no two
//! sets of fields give the same message. The wire is part of the greeting: nothing crosses from one wire to the other.

use super::key::{ReadyKey, SharedKey, Tag};
use super::role::WireKind;

/// Bytes in an offer.
pub const OFFER_BYTES: usize = 16;

/// Bytes in the tag of a frame.
pub const FRAME_TAG_BYTES: usize = 8;

/// Bytes that one side has never used before.
pub type Offer = [u8; OFFER_BYTES];

/// The name of a session, which is no secret.
pub type SessionId = [u8; 16];

/// The tag of a frame.
pub type FrameTag = [u8; FRAME_TAG_BYTES];

/// A side of a wire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Speaker {
    /// Console, gateway or sign.
    Initiator = 1,
    /// The table.
    Responder = 2,
}

impl Speaker {
    /// The side at the other end.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Initiator => Self::Responder,
            Self::Responder => Self::Initiator,
        }
    }
}

/// Everything that a session is derived from, but the key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Greeting {
    /// The wire.
    pub wire: WireKind,
    /// The number of the key.
    pub number: u8,
    /// The initiator's offer.
    pub of_initiator: Offer,
    /// The responder's offer.
    pub of_responder: Offer,
}

impl Greeting {
    /// The code that proves to the initiator that the responder has the key now.
    #[must_use]
    pub fn welcome(&self, key: &SharedKey) -> Tag {
        self.with(b"coinspot welcome 2", |parts| key.tag(parts))
    }

    /// True if this is that code.
    #[must_use]
    pub fn is_welcome(&self, key: &SharedKey, tag: &Tag) -> bool {
        self.with(b"coinspot welcome 2", |parts| key.fits(parts, tag))
    }

    /// The session's keys.
    #[inline(never)]
    #[must_use]
    pub fn session(&self, key: &SharedKey) -> SessionKeys {
        let ready = key.ready();
        let derived = self.with(b"coinspot session 2", |parts| ready.code(parts));
        SessionKeys {
            key: SharedKey::new(derived).ready(),
            id: self.with(b"coinspot session id 2", |parts| ready.tag(parts)),
            number: self.number,
        }
    }

    fn with<T>(&self, domain: &[u8], act: impl FnOnce(&[&[u8]]) -> T) -> T {
        let place = [self.wire.code(), self.number];
        act(&[domain, &place, &self.of_initiator, &self.of_responder])
    }
}

/// The key and the name of a session.
#[derive(Clone, Debug)]
pub struct SessionKeys {
    key: ReadyKey,
    /// Its name.
    pub id: SessionId,
    /// The number of the key from which it was derived.
    pub number: u8,
}

impl SessionKeys {
    /// The tag of a frame.
    #[must_use]
    pub fn tag(&self, speaker: Speaker, counter: u64, body: &[u8]) -> FrameTag {
        let counter = counter.to_le_bytes();
        self.key.tag(&[&[speaker as u8], &counter, body])
    }

    /// True if this is the tag of a frame.
    #[must_use]
    pub fn fits(&self, speaker: Speaker, counter: u64, body: &[u8], tag: &FrameTag) -> bool {
        let counter = counter.to_le_bytes();
        self.key.fits(&[&[speaker as u8], &counter, body], tag)
    }
}
