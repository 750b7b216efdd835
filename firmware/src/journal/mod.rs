//! The journal: stores what has happened, in order, so that it survives a power cut at any moment. It is the only owner
//! of its flash.
//!
//! It stores entries without knowing their meaning, each under the next **sequence number**, in two **logs**, A and B,
//! which are the two halves of one flash. A log is a ring of **pages** that are erased in turn; entries lie in it as
//! **records**. A **checkpoint** is a snapshot that makes everything before it unnecessary; earlier entries stay
//! readable for audits until the ring comes round. The bytes and the figures are in `docs/journal.md`.
//!
//! - [`Journal::append`] returns when log A and then log B hold the entry and both have been
//!   read back.
//! - After a power cut, every entry whose append had returned is there, and the one in flight is
//!   there in full or not at all.
//! - A double-word is programmed once between two erasures; torn ones are stepped over.
//! - Lost or contradictory entries stop the journal. It never goes on from a default value.

mod checkpoint;
mod flash;
mod format;
mod index;
mod log;
mod reader;
mod recovery;
mod walk;

pub use checkpoint::MAX_CHECKPOINT;
pub use format::{MAX_PAYLOAD, VERSION};
pub use reader::{Reader, StoredEntry, StoredRecord};
pub use recovery::{Recovery, Repairs, Replay};
pub use shared_rules::halt::{JournalError as Error, LogName};

use checkpoint::CHECKPOINT_KIND;
use embedded_storage::nor_flash::NorFlash;
use format::{PAGE, Record, WORD};
use index::MAX_PAGES;
use log::Log;

/// Fewer pages would leave no room between two checkpoints.
const MIN_PAGES: u16 = 16;
/// A page of log A and one of log B.
const PAGE_PAIR: usize = 2 * PAGE as usize;
/// Turns of the page that entries leave for a checkpoint and for repairs.
const SPARE_TURNS: u16 = 4;

/// The kind of an entry, which only the caller understands: any byte but FF, which marks checkpoints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EntryKind(u8);

impl EntryKind {
    /// The kind with this code (0 to 254), or none.
    #[must_use]
    pub const fn new(code: u8) -> Option<Self> {
        if code == CHECKPOINT_KIND {
            None
        } else {
            Some(Self(code))
        }
    }

    /// 0 to 254.
    #[must_use]
    pub const fn code(self) -> u8 {
        self.0
    }
}

/// Two logs in one flash.
#[derive(Debug)]
pub struct Journal<F> {
    flash: F,
    a: Log,
    b: Log,
    /// None while the journal is stopped.
    live: Option<Live>,
    /// The number of the entry that is compared next.
    checked: u32,
}

/// The position of a running journal.
#[derive(Clone, Copy, Debug)]
struct Live {
    /// The number of the next entry.
    next: u32,
    /// The number of the newest complete checkpoint's first part.
    checkpoint: u32,
}

impl<F: NorFlash> Journal<F> {
    /// A journal over a flash whose first half is log A and whose second half is log B. It is
    /// stopped: [`recover`](Self::recover) starts it.
    ///
    /// # Errors
    /// [`Error::Geometry`] unless each half has 16 to 128 pages.
    pub fn new(flash: F) -> Result<Self, Error> {
        let pages = Self::pages(&flash)?;
        Ok(Self::over(flash, pages))
    }

    /// The pages of one log in such a flash.
    pub(crate) fn pages(flash: &F) -> Result<u16, Error> {
        const {
            assert!(F::WRITE_SIZE == WORD as usize, "double-words of 8 bytes");
            assert!(F::ERASE_SIZE == PAGE as usize, "pages of 2 KiB");
            assert!(
                (WORD as usize).is_multiple_of(F::READ_SIZE),
                "double-words can be read"
            );
        }
        let pages = flash.capacity() / PAGE_PAIR;
        let pages = u16::try_from(pages).map_err(|_| Error::Geometry)?;
        if pages < MIN_PAGES || usize::from(pages) > MAX_PAGES {
            return Err(Error::Geometry);
        }
        Ok(pages)
    }

    /// A journal over a flash with this number of pages for each log. It is large: without an error path it is built in
    /// its final place.
    #[inline(always)]
    pub(crate) fn over(flash: F, pages: u16) -> Self {
        let half = u32::from(pages).saturating_mul(u32::from(PAGE));
        Self {
            flash,
            a: Log::new(LogName::A, 0, pages),
            b: Log::new(LogName::B, half, pages),
            live: None,
            checked: 0,
        }
    }

    /// Erases everything and begins anew with this checkpoint: for a new board, or when people have decided that the
    /// present contents are beyond repair.
    ///
    /// # Errors
    /// [`Error::TooLong`] before anything is erased; [`Error::Erase`] and [`Error::Program`] if the flash fails. After
    /// a power cut on the way, [`recover`](Self::recover) finds the old state, the new one, or none.
    pub fn format(&mut self, checkpoint: &[u8]) -> Result<(), Error> {
        if checkpoint.len() > MAX_CHECKPOINT {
            return Err(Error::TooLong);
        }
        self.live = None;
        for log in [&mut self.a, &mut self.b] {
            log.scan(&mut self.flash, &mut || {});
            log.wipe(&mut self.flash)?;
        }
        self.live = Some(Live {
            next: 0,
            checkpoint: 0,
        });
        self.append_checkpoint(checkpoint)?;
        Ok(())
    }

    /// Writes an entry, and returns its number once it is durable in both logs. It may take
    /// two erasures of a page, about 25 ms each.
    ///
    /// # Errors
    /// [`Error::TooLong`], [`Error::CheckpointOverdue`] and [`Error::Exhausted`] refuse the entry. With
    /// [`Error::Erase`] or [`Error::Program`] the journal is stopped, and a recovery may or may not find the entry.
    pub fn append(&mut self, kind: EntryKind, payload: &[u8]) -> Result<u32, Error> {
        self.put(kind.code(), payload, SPARE_TURNS)
    }

    /// The number that the next entry gets.
    ///
    /// # Errors
    /// [`Error::Stopped`] before a recovery.
    pub fn next_sequence(&self) -> Result<u32, Error> {
        Ok(self.live()?.next)
    }

    /// The number of records that the flash did not accept at first, since this journal was made: each was written to
    /// another page. A number that grows shows a flash that is wearing out.
    #[must_use]
    pub fn retries(&self) -> u32 {
        self.a.retries().saturating_add(self.b.retries())
    }

    /// The number of the next entry to be tampered with, for tests of the detection.
    #[doc(hidden)]
    pub fn tamper(&mut self) -> Option<&mut u32> {
        self.live.as_mut().map(|live| &mut live.next)
    }

    /// Gives the flash back.
    pub fn release(self) -> F {
        self.flash
    }

    /// Writes a record to log A, then to log B, leaving `spare_turns` of the page in each.
    fn put(&mut self, kind: u8, payload: &[u8], spare_turns: u16) -> Result<u32, Error> {
        let live = self.live()?;
        let sequence = live.next;
        let next = sequence.checked_add(1).ok_or(Error::Exhausted)?;
        let record = Record::encode(sequence, kind, payload).ok_or(Error::TooLong)?;
        let logs = [&mut self.a, &mut self.b];
        if !logs
            .iter()
            .all(|log| log.has_room(live.checkpoint, spare_turns))
        {
            return Err(Error::CheckpointOverdue);
        }
        // Every early return leaves the journal stopped.
        self.live = None;
        // Both logs end right before this number, unless memory has changed: the record would replace an entry, or
        // leave a gap.
        let follows = |log: &&mut Log| log.index().end().unwrap_or_default() == sequence;
        if !logs.iter().all(follows) {
            return Err(Error::OutOfStep { sequence });
        }
        for log in logs {
            log.write(&mut self.flash, &record)?;
        }
        self.live = Some(Live { next, ..live });
        Ok(sequence)
    }

    /// True if the journal can be appended to: it has been recovered, and nothing has failed since.
    #[must_use]
    pub fn is_live(&self) -> bool {
        self.live.is_some()
    }

    fn live(&self) -> Result<Live, Error> {
        self.live.ok_or(Error::Stopped)
    }
}
