//! Start-up: reads the union of both logs, checks it, and repairs it before the journal accepts entries.
//!
//! An entry is there if either log has it. From the newest checkpoint on, every number must be there and both logs must
//! hold the same record; entries that one log misses are copied into it. Nothing is written before all of that range
//! has been found sound.

use core::ops::Range;

use super::format::{Record, VERSION};
use super::log::Log;
use super::{Error, Journal, Live, LogName, StoredEntry};
use embedded_storage::nor_flash::NorFlash;
use heapless::Vec;

/// The result of a recovery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recovery {
    /// The number of the newest checkpoint's first part.
    pub checkpoint: u32,
    /// The number that the next entry gets.
    pub next: u32,
    /// The entries that had to be copied.
    pub repairs: Repairs,
}

/// The number of entries that each log missed, and has again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Repairs {
    /// In log A, copied from log B.
    pub a: u32,
    /// In log B, copied from log A. One after a power cut is normal.
    pub b: u32,
}

/// The result of a comparison of the logs.
#[derive(Debug, Default)]
struct Missing {
    repairs: Repairs,
    /// From the first to the last entry that one of them misses.
    entries: Range<u32>,
}

impl Missing {
    fn note(&mut self, sequence: u32, missing: Option<LogName>) {
        let Repairs { a, b } = &mut self.repairs;
        let count = match missing {
            Some(LogName::A) => a,
            Some(LogName::B) => b,
            None => return,
        };
        *count = count.saturating_add(1);
        if self.entries.is_empty() {
            self.entries.start = sequence;
        }
        self.entries.end = sequence.saturating_add(1);
    }
}

/// Receives what a recovery reads: the newest checkpoint, then the entries behind it, in their order. The recovery
/// calls it before the whole range has been found sound: if the recovery fails, the received state is void.
pub trait Replay {
    /// Called repeatedly while the recovery works.
    fn alive(&mut self);
    /// The newest checkpoint.
    fn checkpoint(&mut self, bytes: &[u8]);
    /// The next entry.
    fn entry(&mut self, entry: StoredEntry<'_>);
}

/// Ignores everything.
impl Replay for () {
    fn alive(&mut self) {}
    fn checkpoint(&mut self, _: &[u8]) {}
    fn entry(&mut self, _: StoredEntry<'_>) {}
}

impl<F: NorFlash> Journal<F> {
    /// Finds the newest state, checks it and makes both logs whole; the journal can then be replayed and appended to.
    /// After an error it can be neither, but readable entries can still be read with [`read_from`](Self::read_from).
    ///
    /// # Errors
    /// [`Error::Blank`], [`Error::NoCheckpoint`] and [`Error::Version`] if there is nothing to start from;
    /// [`Error::Lost`] and [`Error::Disagreement`] if entries from the newest checkpoint on are not to be trusted;
    /// [`Error::Erase`], [`Error::Program`] and [`Error::Repair`] if a repair fails. None of them is a reason to go on
    /// with other values: they need a person.
    pub fn recover(&mut self) -> Result<Recovery, Error> {
        self.recover_into(&mut ())
    }

    /// The same, and hands out the checkpoint and the entries that it reads.
    ///
    /// # Errors
    /// As [`recover`](Self::recover).
    pub fn recover_into(&mut self, replay: &mut impl Replay) -> Result<Recovery, Error> {
        self.live = None;
        self.a.scan(&mut self.flash, &mut || replay.alive());
        self.b.scan(&mut self.flash, &mut || replay.alive());
        let live = self.newest()?;
        self.hand_out_checkpoint(live, replay)?;
        let missing = self.survey(live.checkpoint..live.next, replay)?;
        self.a.clean_spare(&mut self.flash)?;
        self.b.clean_spare(&mut self.flash)?;
        self.repair(live, &missing, replay)?;
        let repairs = missing.repairs;
        self.live = Some(live);
        Ok(Recovery {
            checkpoint: live.checkpoint,
            next: live.next,
            repairs,
        })
    }

    /// Compares the next entry in both logs while in operation, from the newest checkpoint round and round, and returns
    /// the repairs. One entry at a time, so that nobody waits for it.
    ///
    /// # Errors
    /// As [`recover`](Self::recover); the journal is then stopped.
    pub fn check_next(&mut self) -> Result<Repairs, Error> {
        let live = self.live.take().ok_or(Error::Stopped)?;
        let entries = live.checkpoint..live.next;
        let is_there = entries.contains(&self.checked);
        let sequence = if is_there {
            self.checked
        } else {
            entries.start
        };
        let one = sequence..sequence.saturating_add(1);
        let missing = self.survey(one, &mut ())?;
        self.repair(live, &missing, &mut ())?;
        self.checked = sequence.saturating_add(1);
        self.live = Some(live);
        Ok(missing.repairs)
    }

    /// The position at which the journal goes on, after a scan.
    fn newest(&mut self) -> Result<Live, Error> {
        let ends = [self.a.index().end(), self.b.index().end()];
        let Some(next) = ends.into_iter().max().flatten() else {
            return Err(self.nothing_found());
        };
        // Log B is not touched for an entry before log A holds it, nor log A before log B holds
        // the one before. So where one log is torn behind the last entry, the other shows that
        // nothing was lost: it has that entry, and no traces behind it.
        let is_hidden = |torn: &Log, other: &Log| {
            let other_is_whole = other.index().end() == Some(next) && !other.is_torn_at(next);
            torn.is_torn_at(next) && !other_is_whole
        };
        if is_hidden(&self.a, &self.b) || is_hidden(&self.b, &self.a) {
            return Err(Error::Lost { sequence: next });
        }
        let checkpoint = self.a.checkpoint().max(self.b.checkpoint());
        let checkpoint = checkpoint.ok_or(Error::NoCheckpoint)?;
        Ok(Live { next, checkpoint })
    }

    /// A blank log B has never held an entry, so no append has ever returned. In log A, the first page may then be
    /// torn: power failed while a new journal was being made.
    fn nothing_found(&mut self) -> Error {
        let Self { flash, a, b, .. } = self;
        if b.is_blank_from(flash, 0) && a.is_blank_from(flash, 1) {
            return Error::Blank;
        }
        let found = a.other_version(flash).or_else(|| b.other_version(flash));
        match found {
            Some(found) => Error::Version {
                found,
                read: VERSION,
            },
            None => Error::NoCheckpoint,
        }
    }

    /// A function of its own, so that its buffer has left the stack before the entries are handed out.
    #[inline(never)]
    fn hand_out_checkpoint(&mut self, live: Live, replay: &mut impl Replay) -> Result<(), Error> {
        let mut bytes = Vec::new();
        self.read_checkpoint(live.checkpoint, &mut bytes)?;
        replay.checkpoint(&bytes);
        Ok(())
    }

    /// Reads these entries in both logs, and notes those that one log misses.
    fn survey(&mut self, entries: Range<u32>, replay: &mut impl Replay) -> Result<Missing, Error> {
        let mut missing = Missing::default();
        let mut record = Record::empty();
        for sequence in entries {
            replay.alive();
            missing.note(sequence, self.union(sequence, &mut record)?);
            if let Some(entry) = StoredEntry::of(&record) {
                replay.entry(entry);
            }
        }
        Ok(missing)
    }

    /// Copies the entries that one log misses from the other, and verifies that nothing is missing then.
    fn repair(
        &mut self,
        live: Live,
        missing: &Missing,
        replay: &mut impl Replay,
    ) -> Result<(), Error> {
        let mut record = Record::empty();
        for sequence in missing.entries.clone() {
            replay.alive();
            let log = match self.union(sequence, &mut record)? {
                None => continue,
                Some(LogName::A) => &mut self.a,
                Some(LogName::B) => &mut self.b,
            };
            if !log.has_room(live.checkpoint, 0) {
                return Err(Error::CheckpointOverdue);
            }
            log.write(&mut self.flash, &record)?;
        }
        for sequence in missing.entries.clone() {
            replay.alive();
            if let Some(log) = self.union(sequence, &mut record)? {
                return Err(Error::Repair { log });
            }
        }
        Ok(())
    }

    /// Reads the entry with this number from a log that has it, and returns the log that misses it.
    pub(super) fn union(
        &mut self,
        sequence: u32,
        record: &mut Record,
    ) -> Result<Option<LogName>, Error> {
        let Self { flash, a, b, .. } = self;
        let mut in_b = Record::empty();
        let found_a = a.read(flash, sequence, record);
        let found_b = b.read(flash, sequence, &mut in_b);
        match (found_a, found_b) {
            (Some(()), Some(())) if *record == in_b => Ok(None),
            (Some(()), Some(())) => Err(Error::Disagreement { sequence }),
            (Some(()), None) => Ok(Some(LogName::B)),
            (None, Some(())) => {
                *record = in_b;
                Ok(Some(LogName::A))
            }
            (None, None) => Err(Error::Lost { sequence }),
        }
    }
}
