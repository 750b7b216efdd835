//! Checkpoints: a full snapshot of the caller's state, after which nothing before it is needed.
//!
//! A checkpoint may be longer than an entry, so it is cut into parts. Each part is an entry of the kind that callers
//! cannot use: its index, the number of parts, and its share of the bytes. The last part is written when all others are
//! durable, so a checkpoint whose last part is there is complete; parts without a last part are the remains of a power
//! cut, and are skipped.

use super::format::{MAX_PAYLOAD, Record};
use super::log::Log;
use super::{Error, Journal, Live};
use embedded_storage::nor_flash::NorFlash;
use heapless::Vec;

/// The longest checkpoint.
pub const MAX_CHECKPOINT: usize = 2304;
/// Entries, which may be short, after which a checkpoint is due: each costs time at a start.
const ENTRIES_A_CHECKPOINT: u32 = 768;
/// The kind of a part, which is no [`EntryKind`](super::EntryKind).
pub(super) const CHECKPOINT_KIND: u8 = 0xFF;
/// Index and number of parts.
const PART_HEADER: usize = 2;
const PART_BYTES: usize = MAX_PAYLOAD - PART_HEADER;

/// One part of a checkpoint.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part<'r> {
    index: u8,
    count: u8,
    bytes: &'r [u8],
}

impl<'r> Part<'r> {
    fn of(record: &'r Record) -> Option<Self> {
        match record.payload() {
            &[index, count, ref bytes @ ..] if record.kind() == CHECKPOINT_KIND => Some(Self {
                index,
                count,
                bytes,
            }),
            _ => None,
        }
    }

    /// The number of a checkpoint's first part, if this is its last.
    pub fn completes(record: &'r Record) -> Option<u32> {
        let part = Self::of(record).filter(Self::is_last)?;
        record.sequence().checked_sub(u32::from(part.index))
    }

    fn is_last(&self) -> bool {
        self.index.checked_add(1) == Some(self.count)
    }

    fn payload(&self) -> Option<Vec<u8, MAX_PAYLOAD>> {
        let mut payload = Vec::from_array([self.index, self.count]);
        payload.extend_from_slice(self.bytes).ok()?;
        Some(payload)
    }
}

/// The parts of a checkpoint; none if it is too long.
fn parts(payload: &[u8]) -> Option<impl Iterator<Item = Part<'_>>> {
    if payload.len() > MAX_CHECKPOINT {
        return None;
    }
    let count = u8::try_from(payload.len().div_ceil(PART_BYTES).max(1)).ok()?;
    // An empty checkpoint has one empty part.
    let shares = payload.chunks(PART_BYTES).chain([&[][..]]);
    let numbered = (0..count).zip(shares);
    Some(numbered.map(move |(index, bytes)| Part {
        index,
        count,
        bytes,
    }))
}

impl<F: NorFlash> Journal<F> {
    /// Writes a checkpoint: a snapshot of everything that the entries so far have led to.
    /// Returns the number of its first part, once all of it is durable.
    ///
    /// # Errors
    /// [`Error::TooLong`] above [`MAX_CHECKPOINT`] bytes; otherwise as
    /// [`append`](Self::append).
    pub fn append_checkpoint(&mut self, payload: &[u8]) -> Result<u32, Error> {
        let written = self.parts_written(payload)?;
        let first = self.live()?.next.saturating_sub(written);
        for part in parts(payload).ok_or(Error::TooLong)? {
            if u32::from(part.index) < written {
                continue;
            }
            let payload = part.payload().ok_or(Error::TooLong)?;
            self.put(CHECKPOINT_KIND, &payload, 0)?;
        }
        self.live = Some(Live {
            checkpoint: first,
            ..self.live()?
        });
        Ok(first)
    }

    /// The number of parts of this very checkpoint that are the last entries: power failed while it was written. The
    /// checkpoint then continues behind them, so that repeated power cuts do not fill the ring with its beginnings.
    fn parts_written(&mut self, payload: &[u8]) -> Result<u32, Error> {
        let next = self.live()?.next;
        let Some(last) = next.checked_sub(1) else {
            return Ok(0);
        };
        let mut record = Record::empty();
        self.union(last, &mut record)?;
        let Some(Part { index, .. }) = Part::of(&record).filter(|part| !part.is_last()) else {
            return Ok(0);
        };
        let written = u32::from(index).saturating_add(1);
        let first = next.saturating_sub(written);
        let parts = parts(payload).ok_or(Error::TooLong)?;
        for (part, sequence) in parts.zip(first..next) {
            self.union(sequence, &mut record)?;
            if part.payload().as_deref() != Some(record.payload()) {
                return Ok(0);
            }
        }
        Ok(written)
    }

    /// True if a checkpoint is due. Without one the journal ends in [`Error::CheckpointOverdue`], because the ring does
    /// not overwrite the newest checkpoint.
    #[must_use]
    pub fn needs_checkpoint(&self) -> bool {
        let logs = [&self.a, &self.b];
        self.live.is_some_and(|live| {
            let entries = live.next.saturating_sub(live.checkpoint);
            let is_due = |log: &&Log| log.needs_checkpoint(live.checkpoint);
            entries >= ENTRIES_A_CHECKPOINT || logs.iter().any(is_due)
        })
    }

    /// Reads the newest checkpoint; the entries after it come from [`replay`](Self::replay).
    ///
    /// # Errors
    /// [`Error::Stopped`] before a recovery; [`Error::Lost`] or [`Error::Disagreement`] if the checkpoint has gone bad
    /// since.
    pub fn latest_checkpoint(&mut self) -> Result<Vec<u8, MAX_CHECKPOINT>, Error> {
        let mut checkpoint = Vec::new();
        self.read_checkpoint(self.live()?.checkpoint, &mut checkpoint)?;
        Ok(checkpoint)
    }

    /// Reads the checkpoint whose first part has this number into an empty buffer, which is large: it is not copied.
    pub(super) fn read_checkpoint(
        &mut self,
        first: u32,
        checkpoint: &mut Vec<u8, MAX_CHECKPOINT>,
    ) -> Result<(), Error> {
        let mut record = Record::empty();
        let mut sequence = first;
        loop {
            self.union(sequence, &mut record)?;
            let part = Part::of(&record).ok_or(Error::Lost { sequence })?;
            let fits = checkpoint.extend_from_slice(part.bytes);
            fits.map_err(|_| Error::Lost { sequence })?;
            if part.is_last() {
                return Ok(());
            }
            sequence = sequence.saturating_add(1);
        }
    }
}
