//! The frames of both wires and their encoding to bytes. [`super::decoder`] is the inverse.
//!
//! ```text
//! 00  COBS( version  postcard(Head)  body  CRC-32C, low byte first )  00
//! ```
//!
//! COBS keeps the zero for the ends of a frame, so that a reader that has lost its place finds the next one. Each frame
//! has a zero of its own at both ends, so noise between two frames damages neither.
//!
//! Greetings have no body. A sealed frame has a [`FrameBody`] in postcard, and in its head a counter and a tag over
//! both, which only the two ends of a session can make.
//!
//! CRC-32C (Castagnoli) detects every error of up to five bits in a frame of this length. It misses one in 2^32 of the
//! frames that are damaged worse: at one damaged frame a second, one in 136 years. It is outside of the tag, so that
//! noise is told from forgery without any cryptography.

use cobs::CobsEncoder;
use crc::{CRC_32_ISCSI, Crc, Table};
use serde::{Deserialize, Serialize};
use shared_rules::wire::key::Tag;
use shared_rules::wire::payload::{MAX_PAYLOAD, TooLong};
use shared_rules::wire::session::{FRAME_TAG_BYTES, FrameTag, Offer, SessionId};

/// The first byte of every frame. Another number means other fields, and is not read any further.
pub const VERSION: u8 = 2;

/// The byte that marks the ends of a frame.
pub const DELIMITER: u8 = 0;

/// The longest body: kind 1, sequence 10, length 2.
pub const MAX_BODY: usize = MAX_PAYLOAD + 13;

/// The longest frame before COBS: version 1, kind 1, counter 10, tag 8, check 4.
pub(crate) const MAX_RAW: usize = MAX_BODY + 24;

/// The longest frame on the wire, with its delimiters.
pub const MAX_FRAME: usize = cobs::max_encoding_length(MAX_RAW) + 2;

/// A frame as it goes over the wire.
pub type Encoded = heapless::Vec<u8, MAX_FRAME>;

/// A table of 1 KB, byte by byte: bit by bit the image's check alone would take a tenth of a second of every start.
static CHECK: Crc<u32, Table<1>> = Crc::<u32, Table<1>>::new(&CRC_32_ISCSI);

/// The check at the end of every frame, over these parts one after another. The image, its key and the journal are
/// checked with it too: one loop is enough.
#[inline(never)]
#[must_use]
pub fn check(parts: &[&[u8]]) -> u32 {
    let mut digest = CHECK.digest();
    parts.iter().for_each(|part| digest.update(part));
    digest.finalize()
}

/// The beginning of a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Head {
    /// The responder: "I am here, and have no session." It proves nothing.
    Knock,
    /// The initiator: "I have this key, and offer this." It proves nothing.
    Hello {
        /// The number of the key.
        number: u8,
        /// Bytes that the initiator has never used before.
        offer: Offer,
        /// The session that the initiator still has, and of which it hears nothing.
        present: Option<SessionId>,
    },
    /// The responder: "I have the same key, now." The answer to a hello.
    Welcome {
        /// The number of the key.
        number: u8,
        /// Bytes that the responder has never used before.
        offer: Offer,
        /// The offer of the hello.
        echo: Offer,
        /// The proof.
        tag: Tag,
    },
    /// Something within a session.
    Sealed {
        /// Above that of every frame before it in this direction.
        counter: u64,
        /// The tag of counter and body.
        tag: FrameTag,
    },
}

/// One frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frame<'a> {
    /// Its beginning.
    pub head: Head,
    /// The bytes of a [`FrameBody`]; none in a greeting.
    pub body: &'a [u8],
}

/// The body of a sealed frame. Data and heartbeats are answered with an acknowledgement, which is not answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum FrameBody<'a> {
    /// A payload for the owner of the other side.
    Data {
        /// Its number.
        sequence: u64,
        /// At most [`MAX_PAYLOAD`] bytes.
        payload: &'a [u8],
    },
    /// "I have every payload below this number."
    Ack {
        /// The number that is expected next.
        next: u64,
        /// The counter of the frame that asked.
        of: u64,
    },
    /// "Are you there?"
    Heartbeat,
}

impl Frame<'_> {
    /// The bytes for the wire.
    ///
    /// # Errors
    /// If the body is longer than [`MAX_BODY`].
    pub fn encode(&self) -> Result<Encoded, TooLong> {
        let mut raw = [0; MAX_RAW];
        let length = write_head(&mut raw, self.head)?;
        let end = length.saturating_add(self.body.len());
        let place = raw.get_mut(length..end).ok_or(TooLong)?;
        place.copy_from_slice(self.body);
        finish(raw.get(..end).ok_or(TooLong)?)
    }
}

/// The bytes of a sealed frame, whose tag is made of the body's bytes.
#[inline(never)]
pub(crate) fn encode_sealed(
    counter: u64,
    body: &FrameBody<'_>,
    tag: impl FnOnce(&[u8]) -> FrameTag,
) -> Result<Encoded, TooLong> {
    let mut raw = [0; MAX_RAW];
    let unsealed = Head::Sealed {
        counter,
        tag: [0; FRAME_TAG_BYTES],
    };
    let length = write_head(&mut raw, unsealed)?;
    let (head, rest) = raw.split_at_mut_checked(length).ok_or(TooLong)?;
    let body = postcard::to_slice(body, rest).map_err(|_| TooLong)?;
    let end = length.saturating_add(body.len());
    *head.last_chunk_mut().ok_or(TooLong)? = tag(body);
    finish(raw.get(..end).ok_or(TooLong)?)
}

fn write_head(raw: &mut [u8], head: Head) -> Result<usize, TooLong> {
    let written = postcard::to_slice(&(VERSION, head), raw);
    written.map(|written| written.len()).map_err(|_| TooLong)
}

/// The frame with its check, for the wire. One that leaves no room for the check is too long.
fn finish(content: &[u8]) -> Result<Encoded, TooLong> {
    let check = check(&[content]).to_le_bytes();
    between_delimiters(content, &check)
}

/// The body of a sealed frame; none unless every byte of it is used.
#[must_use]
pub fn read_body(body: &[u8]) -> Option<FrameBody<'_>> {
    match postcard::take_from_bytes(body) {
        Ok((FrameBody::Data { payload, .. }, _)) if payload.len() > MAX_PAYLOAD => None,
        Ok((body, [])) => Some(body),
        _ => None,
    }
}

/// Encodes both parts with COBS. The encoder may leave a byte behind its end, so the last delimiter is set after it.
fn between_delimiters(content: &[u8], check: &[u8]) -> Result<Encoded, TooLong> {
    let mut encoded = Encoded::new();
    encoded.resize(MAX_FRAME, DELIMITER).map_err(|_| TooLong)?;
    let (_, inner) = encoded.split_first_mut().ok_or(TooLong)?;
    let mut cobs = CobsEncoder::new(inner);
    cobs.push(content).map_err(|_| TooLong)?;
    cobs.push(check).map_err(|_| TooLong)?;
    let length = cobs.finalize();
    encoded.truncate(length.saturating_add(1));
    encoded.push(DELIMITER).map_err(|_| TooLong)?;
    Ok(encoded)
}
