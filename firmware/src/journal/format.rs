//! The format of the bytes in flash. A page begins with a [`Header`] of one double-word; [`Record`]s follow, each in
//! whole double-words, because a double-word can be programmed only once.
//!
//! ```text
//! header   lap u15, out of order u1 | first sequence number u32 | CRC-16
//! record   low byte of the sequence number | length | kind | payload | FF | CRC-32C or CRC-16
//! ```
//!
//! Numbers are little-endian; the length counts kind and payload, and is never 0 or FF, so that neither an erased nor
//! an all-zero double-word looks like a record. The check of a record has 32 bits if the padding leaves room for them,
//! otherwise 16. Checks also cover values that are known without being stored: that of the header covers the place of
//! the page and the [`VERSION`] of its contents, that of the record its full sequence number.

use super::LogName;
use core::ops::RangeInclusive;

use crc::{CRC_16_IBM_3740, Crc, Table};
use heapless::Vec;
use link::frame;

/// Bytes that are programmed at once.
pub(super) const WORD: u16 = 8;
/// Bytes that are erased at once.
pub(super) const PAGE: u16 = 2048;
/// The longest payload of one entry.
pub const MAX_PAYLOAD: usize = 240;
/// The longest record: [`OVERHEAD`] around a kind and [`MAX_PAYLOAD`], in whole double-words.
pub(super) const MAX_RECORD: usize = 248;

const MAX_LENGTH: u8 = 241;
/// The fewest bytes around kind and payload: number, length and a check of 16 bits.
const OVERHEAD: u16 = 4;
const PADDING: u8 = 0xFF;
/// Changes with every change of pages, records, entries or checkpoints, the configuration in them
/// included. Every page carries it in its check, so that a page of another version is never misread.
pub const VERSION: u8 = 5;
/// The versions that a page is tested for, so that a flash of another version can be reported by its number.
const VERSIONS: RangeInclusive<u8> = 1..=9;
const MAGIC: [u8; 5] = *b"coin ";
/// Detects every error of up to three bits, and every burst of up to 16, in records of this size. Byte by byte with a
/// table: at every start each header and many records are checked.
static CHECK: Crc<u16, Table<1>> = Crc::<u16, Table<1>>::new(&CRC_16_IBM_3740);

/// A double-word, which is programmed at once.
pub(super) type Word = [u8; WORD as usize];
/// A double-word that has not been programmed since its page was erased.
pub(super) const ERASED: Word = [0xFF; WORD as usize];

/// The place of a page: its log, the size of the ring, and the slot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub log: LogName,
    pub pages: u16,
    pub slot: u16,
}

/// The number of times that the ring can come round.
pub(super) const MAX_LAP: u16 = 0x7FFF;
const OUT_OF_ORDER: u16 = 0x8000;

/// The start of a page: the lap of the ring in which it was opened, and the sequence number of its first entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Header {
    /// At most [`MAX_LAP`].
    pub lap: u16,
    /// The page was opened for an old entry: the log has held later ones before.
    pub out_of_order: bool,
    pub first: u32,
}

impl Header {
    pub fn encode(self, spot: Spot) -> Word {
        let mark = if self.out_of_order { OUT_OF_ORDER } else { 0 };
        let [lap0, lap1] = (self.lap | mark).to_le_bytes();
        let [first0, first1, first2, first3] = self.first.to_le_bytes();
        let stored = [lap0, lap1, first0, first1, first2, first3];
        let [check0, check1] = header_check(VERSION, spot, stored);
        [lap0, lap1, first0, first1, first2, first3, check0, check1]
    }

    pub fn decode(word: Word, spot: Spot) -> Option<Self> {
        let [lap0, lap1, first0, first1, first2, first3, ..] = word;
        let lap = u16::from_le_bytes([lap0, lap1]);
        let header = Self {
            lap: lap & MAX_LAP,
            out_of_order: lap & OUT_OF_ORDER != 0,
            first: u32::from_le_bytes([first0, first1, first2, first3]),
        };
        (header.encode(spot) == word).then_some(header)
    }

    /// The version under which this word is a header, if there is one.
    pub fn version(word: Word, spot: Spot) -> Option<u8> {
        let [stored @ .., check0, check1] = word;
        let mut versions = VERSIONS;
        versions.find(|version| header_check(*version, spot, stored) == [check0, check1])
    }
}

fn header_check(version: u8, spot: Spot, stored: [u8; 6]) -> [u8; 2] {
    let log = match spot.log {
        LogName::A => b'A',
        LogName::B => b'B',
    };
    let (pages, slot) = (spot.pages.to_le_bytes(), spot.slot.to_le_bytes());
    // A digit, as a person would write it.
    let version = version.saturating_add(b'0');
    narrow_check(&[&MAGIC, &[version, log], &pages, &slot, &stored])
}

/// The CRC-16 of these parts, one after another.
#[inline(never)]
fn narrow_check(parts: &[&[u8]]) -> [u8; 2] {
    let mut check = CHECK.digest();
    parts.iter().for_each(|part| check.update(part));
    check.finalize().to_le_bytes()
}

/// An entry as it lies in flash; the same bytes in both logs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Record {
    sequence: u32,
    bytes: Vec<u8, MAX_RECORD>,
}

impl Record {
    /// None if the payload is too long.
    pub fn encode(sequence: u32, kind: u8, payload: &[u8]) -> Option<Self> {
        let length = u8::try_from(payload.len()).ok()?.checked_add(1)?;
        let [low, ..] = sequence.to_le_bytes();
        let mut bytes = Vec::new();
        bytes.extend_from_slice(&[low, length, kind]).ok()?;
        bytes.extend_from_slice(payload).ok()?;
        bytes.resize(checked_size(length)?, PADDING).ok()?;
        let check = Check::of(length, sequence, &bytes);
        bytes.extend_from_slice(check.bytes()).ok()?;
        Some(Self { sequence, bytes })
    }

    /// No record yet, but room for one.
    pub const fn empty() -> Self {
        Self {
            sequence: 0,
            bytes: Vec::new(),
        }
    }

    /// Room for the bytes of the record with this number; none if no record is that long.
    pub fn make_room(&mut self, sequence: u32, size: u16) -> Option<&mut [u8]> {
        self.sequence = sequence;
        self.bytes.resize(usize::from(size), PADDING).ok()?;
        Some(&mut self.bytes)
    }

    /// True if the bytes are those of the record with this number.
    pub fn is_sound(&self) -> bool {
        let length = self.length();
        let split = checked_size(length).and_then(|size| self.bytes.split_at_checked(size));
        split.is_some_and(|(checked, check)| {
            Check::of(length, self.sequence, checked).bytes() == check
        })
    }

    pub fn sequence(&self) -> u32 {
        self.sequence
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Bytes of flash that it takes.
    pub fn size(&self) -> u16 {
        record_size(self.length()).unwrap_or_default()
    }

    pub fn kind(&self) -> u8 {
        self.bytes.get(2).copied().unwrap_or_default()
    }

    pub fn payload(&self) -> &[u8] {
        let end = usize::from(self.length()).saturating_add(2);
        self.bytes.get(3..end).unwrap_or_default()
    }

    fn length(&self) -> u8 {
        self.bytes.get(1).copied().unwrap_or_default()
    }
}

/// Bytes of flash for kind and payload of this length; none if no record has it.
pub(super) fn record_size(length: u8) -> Option<u16> {
    let framed = u16::from(length).saturating_add(OVERHEAD);
    (1..=MAX_LENGTH)
        .contains(&length)
        .then(|| framed.next_multiple_of(WORD))
}

/// The width of a record's check.
#[derive(Clone, Copy, Debug)]
enum Width {
    Bits16,
    Bits32,
}

impl Width {
    /// The widest that the padding leaves room for.
    fn of(length: u8) -> Self {
        let least = u16::from(length).saturating_add(OVERHEAD);
        let padding = least.next_multiple_of(WORD).saturating_sub(least);
        if padding < 2 {
            Self::Bits16
        } else {
            Self::Bits32
        }
    }

    fn bytes(self) -> u16 {
        match self {
            Self::Bits16 => 2,
            Self::Bits32 => 4,
        }
    }
}

/// The number of a record's bytes that its check covers; the check itself takes the rest.
fn checked_size(length: u8) -> Option<usize> {
    let size = record_size(length)?;
    let checked = size.checked_sub(Width::of(length).bytes())?;
    Some(usize::from(checked))
}

/// The check at the end of a record.
enum Check {
    Bits16([u8; 2]),
    Bits32([u8; 4]),
}

impl Check {
    /// The check of a record of this length; `checked` is everything before it.
    fn of(length: u8, sequence: u32, checked: &[u8]) -> Self {
        let parts = [&sequence.to_le_bytes(), checked];
        match Width::of(length) {
            Width::Bits16 => Self::Bits16(never_erased(narrow_check(&parts))),
            Width::Bits32 => Self::Bits32(never_erased(frame::check(&parts).to_le_bytes())),
        }
    }

    fn bytes(&self) -> &[u8] {
        match self {
            Self::Bits16(check) => check,
            Self::Bits32(check) => check,
        }
    }
}

/// No check is all ones, so that a record whose end is still erased is never sound.
fn never_erased<const SIZE: usize>(check: [u8; SIZE]) -> [u8; SIZE] {
    if check == [0xFF; SIZE] {
        [0; SIZE]
    } else {
        check
    }
}
