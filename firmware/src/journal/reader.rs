//! Reads entries in their order: those to replay at start-up, and old ones for an audit. It changes nothing in the
//! flash.

use super::checkpoint::CHECKPOINT_KIND;
use super::format::Record;
use super::{EntryKind, Error, Journal};
use embedded_storage::nor_flash::NorFlash;

/// An entry as it was appended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredEntry<'r> {
    /// Its number; checkpoints take numbers too, and are left out.
    pub sequence: u32,
    /// The kind that the caller gave.
    pub kind: EntryKind,
    /// The bytes that the caller gave.
    pub payload: &'r [u8],
}

/// A record of the journal: an entry, or a part of a checkpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoredRecord<'r> {
    /// An entry.
    Entry(StoredEntry<'r>),
    /// A part of a checkpoint. One whose last part is missing was interrupted, and is none.
    Part {
        /// The place of the part, from 0.
        index: u8,
        /// The number of parts.
        count: u8,
        /// The bytes of this part.
        bytes: &'r [u8],
    },
}

/// Hands out one entry after the other.
#[derive(Debug)]
pub struct Reader<'j, F> {
    journal: &'j mut Journal<F>,
    next: u32,
    end: u32,
    record: Record,
}

impl<F: NorFlash> Journal<F> {
    /// The entries after the newest checkpoint.
    ///
    /// # Errors
    /// [`Error::Stopped`] before a recovery.
    pub fn replay(&mut self) -> Result<Reader<'_, F>, Error> {
        let live = self.live()?;
        Ok(self.reader(live.checkpoint, live.next))
    }

    /// The entries from this number on, or from the oldest one that the logs still hold. Works
    /// after a failed [`recover`](Self::recover) too.
    pub fn read_from(&mut self, sequence: u32) -> Reader<'_, F> {
        let oldest = self.oldest().unwrap_or(u32::MAX);
        let ends = [self.a.index().end(), self.b.index().end()];
        let end = ends.into_iter().flatten().max().unwrap_or_default();
        self.reader(sequence.max(oldest), end)
    }

    /// The least number that the logs still hold.
    #[must_use]
    pub fn oldest(&self) -> Option<u32> {
        let oldest = [self.a.index().oldest(), self.b.index().oldest()];
        oldest.into_iter().flatten().min()
    }

    fn reader(&mut self, next: u32, end: u32) -> Reader<'_, F> {
        Reader {
            journal: self,
            next,
            end,
            record: Record::empty(),
        }
    }
}

impl<F: NorFlash> Reader<'_, F> {
    /// The number that comes next.
    #[must_use]
    pub const fn next_sequence(&self) -> u32 {
        self.next
    }

    /// The next entry; none at the end.
    ///
    /// # Errors
    /// [`Error::Lost`] and [`Error::Disagreement`] for an entry that cannot be handed out. The
    /// next call goes on behind it.
    #[allow(
        clippy::should_implement_trait,
        reason = "what it gives borrows from it, which no iterator can"
    )]
    pub fn next(&mut self) -> Result<Option<StoredEntry<'_>>, Error> {
        while self.step()? {
            if self.record.kind() != CHECKPOINT_KIND {
                return Ok(StoredEntry::of(&self.record));
            }
        }
        Ok(None)
    }

    /// The next record, checkpoints included; none at the end.
    ///
    /// # Errors
    /// As [`next`](Self::next).
    pub fn next_record(&mut self) -> Result<Option<StoredRecord<'_>>, Error> {
        if !self.step()? {
            return Ok(None);
        }
        Ok(match self.record.payload() {
            &[index, count, ref bytes @ ..] if self.record.kind() == CHECKPOINT_KIND => {
                Some(StoredRecord::Part {
                    index,
                    count,
                    bytes,
                })
            }
            _ => StoredEntry::of(&self.record).map(StoredRecord::Entry),
        })
    }

    /// Reads the next record; false at the end.
    fn step(&mut self) -> Result<bool, Error> {
        if self.next >= self.end {
            return Ok(false);
        }
        let sequence = self.next;
        self.next = sequence.saturating_add(1);
        self.journal.union(sequence, &mut self.record)?;
        Ok(true)
    }
}

impl<'r> StoredEntry<'r> {
    /// None if the record is a part of a checkpoint.
    pub(super) fn of(record: &'r Record) -> Option<Self> {
        Some(Self {
            sequence: record.sequence(),
            kind: EntryKind::new(record.kind())?,
            payload: record.payload(),
        })
    }
}
