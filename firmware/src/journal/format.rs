//! The bytes in flash. A page begins with a [`Header`] of one double-word; [`Record`]s follow,
//! each in whole double-words, because a double-word can be programmed only once.
//!
//! ```text
//! header   lap u16 | first sequence number u32                            | CRC-16
//! record   low byte of the sequence number | length | kind | payload | FF | CRC-16
//! ```
//!
//! Numbers are little-endian; the length counts kind and payload, and is never 0 or FF, so that
//! neither an erased nor an all-zero double-word looks like a record. Both checks also cover
//! what is known without being stored: the header's where the page lies and the version of this
//! format, the record's its full sequence number.

use super::LogName;
use crc::{CRC_16_IBM_3740, Crc};
use heapless::Vec;

/// Bytes that are programmed at once.
pub(super) const WORD: u16 = 8;
/// Bytes that are erased at once.
pub(super) const PAGE: u16 = 2048;
/// The longest payload of one entry.
pub const MAX_PAYLOAD: usize = 240;
/// The longest record: 4 bytes around a kind and [`MAX_PAYLOAD`], in whole double-words.
pub(super) const MAX_RECORD: usize = 248;

const MAX_LENGTH: u8 = 241;
const CHECK_SIZE: u16 = 2;
const PADDING: u8 = 0xFF;
/// Changes with every change of the format: pages of another version are then no pages at all.
const MAGIC: [u8; 6] = *b"coin 1";
/// Finds every error of up to three bits, and every burst of up to 16, in records of this size.
const CHECK: Crc<u16> = Crc::<u16>::new(&CRC_16_IBM_3740);

/// What is programmed at once.
pub(super) type Word = [u8; WORD as usize];
/// A double-word that has not been programmed since its page was erased.
pub(super) const ERASED: Word = [0xFF; WORD as usize];

/// Which page of which ring.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub log: LogName,
    pub pages: u16,
    pub slot: u16,
}

/// The start of a page: how often the ring had come round when it was opened, and the sequence
/// number of its first entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Header {
    pub lap: u16,
    pub first: u32,
}

impl Header {
    pub fn encode(self, spot: Spot) -> Word {
        let [lap0, lap1] = self.lap.to_le_bytes();
        let [first0, first1, first2, first3] = self.first.to_le_bytes();
        let stored = [lap0, lap1, first0, first1, first2, first3];
        let [check0, check1] = header_check(spot, stored);
        [lap0, lap1, first0, first1, first2, first3, check0, check1]
    }

    pub fn decode(word: Word, spot: Spot) -> Option<Self> {
        let [lap0, lap1, first0, first1, first2, first3, ..] = word;
        let header = Self {
            lap: u16::from_le_bytes([lap0, lap1]),
            first: u32::from_le_bytes([first0, first1, first2, first3]),
        };
        (header.encode(spot) == word).then_some(header)
    }
}

fn header_check(spot: Spot, stored: [u8; 6]) -> [u8; 2] {
    let log = match spot.log {
        LogName::A => b'A',
        LogName::B => b'B',
    };
    let mut check = CHECK.digest();
    check.update(&MAGIC);
    check.update(&[log]);
    check.update(&spot.pages.to_le_bytes());
    check.update(&spot.slot.to_le_bytes());
    check.update(&stored);
    check.finalize().to_le_bytes()
}

/// An entry as it lies in flash; the same bytes in both logs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Record {
    sequence: u32,
    bytes: Vec<u8, MAX_RECORD>,
}

impl Record {
    /// None where the payload is too long.
    pub fn encode(sequence: u32, kind: u8, payload: &[u8]) -> Option<Self> {
        let length = u8::try_from(payload.len()).ok()?.checked_add(1)?;
        let checked_size = record_size(length)?.saturating_sub(CHECK_SIZE);
        let [low, ..] = sequence.to_le_bytes();
        let mut bytes = Vec::new();
        bytes.extend_from_slice(&[low, length, kind]).ok()?;
        bytes.extend_from_slice(payload).ok()?;
        bytes.resize(usize::from(checked_size), PADDING).ok()?;
        let check = record_check(sequence, &bytes);
        bytes.extend_from_slice(&check).ok()?;
        Some(Self { sequence, bytes })
    }

    /// None where the bytes are not the record of this number.
    pub fn decode(sequence: u32, bytes: Vec<u8, MAX_RECORD>) -> Option<Self> {
        let (checked, check) = bytes.split_last_chunk()?;
        (record_check(sequence, checked) == *check).then_some(Self { sequence, bytes })
    }

    pub fn sequence(&self) -> u32 {
        self.sequence
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Bytes of flash that it takes.
    pub fn size(&self) -> u16 {
        let length = self.bytes.get(1).copied().unwrap_or_default();
        record_size(length).unwrap_or_default()
    }

    pub fn kind(&self) -> u8 {
        self.bytes.get(2).copied().unwrap_or_default()
    }

    pub fn payload(&self) -> &[u8] {
        let end = self.bytes.get(1).copied().unwrap_or_default();
        let end = usize::from(end).saturating_add(2);
        self.bytes.get(3..end).unwrap_or_default()
    }
}

/// Bytes of flash for kind and payload of this length; none where no record has it.
pub(super) fn record_size(length: u8) -> Option<u16> {
    let framed = u16::from(length)
        .saturating_add(2)
        .saturating_add(CHECK_SIZE);
    (1..=MAX_LENGTH)
        .contains(&length)
        .then(|| framed.next_multiple_of(WORD))
}

fn record_check(sequence: u32, bytes: &[u8]) -> [u8; 2] {
    let mut check = CHECK.digest();
    check.update(&sequence.to_le_bytes());
    check.update(bytes);
    check.finalize().to_le_bytes()
}
