//! The frames of both links and their encoding to bytes. [`super::decoder`] is the inverse.
//!
//! ```text
//! 00  COBS( version  postcard(Frame)  CRC-32C, low byte first )  00
//! ```
//!
//! COBS keeps the zero for the ends of a frame, so that a reader that has lost its place finds the next one. Each frame
//! has a zero of its own at both ends, so noise between two frames damages neither.
//!
//! - A *session* is one life of one side. It starts from the side's boot count, so that a side that has
//!   restarted is never taken for one that repeats itself.
//! - A *sequence* number counts the payloads of one session to one other, from zero. It has 64 bits and
//!   does not wrap.
//!
//! CRC-32C (Castagnoli) detects every error of up to five bits in a frame of this length. It misses one in 2^32 of the
//! frames that are damaged worse: at one damaged frame a second, one in 136 years. It is no protection against intent;
//! [`shared_rules::wire::auth`] is.

use cobs::CobsEncoder;
use crc::{CRC_32_ISCSI, Crc, Table};
use serde::{Deserialize, Serialize};
use shared_rules::wire::payload::{MAX_PAYLOAD, TooLong};

/// The first byte of every frame. Another number means other fields, and is not read any further.
pub const VERSION: u8 = 1;

/// The byte that marks the ends of a frame.
pub const DELIMITER: u8 = 0;

/// The longest frame before COBS: version 1, sender 10, receiver 11, kind 1, sequence 10, length 2, check 4.
pub(crate) const MAX_RAW: usize = MAX_PAYLOAD + 39;

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

/// One life of one side. A later life of the same side compares greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Session(u64);

impl Session {
    /// The first session after a start. The count must be durable, or come from a clock that never goes back: the same
    /// number twice would make two lives look like one.
    #[must_use]
    pub const fn of_boot(boot_count: u32) -> Self {
        Self((boot_count as u64) << 16)
    }

    /// The first session of a program that starts at this time, in milliseconds since 1970: later than that of
    /// [`Self::of_boot`] with the same second, and than that of any program before.
    #[must_use]
    pub const fn of_time(ms: u64) -> Self {
        let of_second = (ms % 1_000).saturating_mul(64);
        Self((ms / 1_000) << 16 | of_second)
    }

    /// The next session of the same start: there is room for 65,535 before the next start's first.
    #[must_use]
    pub const fn renewed(self) -> Self {
        Self(self.0.saturating_add(1))
    }
}

/// One frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Frame<'a> {
    /// The sender's session.
    pub from: Session,
    /// The receiver's session as far as the sender knows it.
    pub to: Option<Session>,
    /// The content: data, an acknowledgement or a heartbeat.
    #[serde(borrow)]
    pub body: FrameBody<'a>,
}

/// The content of a frame. Data and heartbeats are answered with an acknowledgement, which is not answered.
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
    },
    /// "Are you there?"
    Heartbeat,
}

impl Frame<'_> {
    /// The bytes for the wire.
    ///
    /// # Errors
    /// If the payload is longer than [`MAX_PAYLOAD`].
    pub fn encode(&self) -> Result<Encoded, TooLong> {
        if self.payload().len() > MAX_PAYLOAD {
            return Err(TooLong);
        }
        let mut raw = [0; MAX_RAW];
        let content = postcard::to_slice(&(VERSION, self), &mut raw).map_err(|_| TooLong)?;
        let check = check(&[content]).to_le_bytes();
        between_delimiters(content, &check)
    }

    /// The payload, empty where there is none.
    pub(crate) const fn payload(&self) -> &[u8] {
        match self.body {
            FrameBody::Data { payload, .. } => payload,
            FrameBody::Ack { .. } | FrameBody::Heartbeat => &[],
        }
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
