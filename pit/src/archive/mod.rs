//! The archive of a log: its blocks move into signed segments, and only what was verified there leaves the log.
//!
//! [`archive`] goes through these steps, and may end at any of them:
//! 1. It verifies that the folder's last segment ends where the log begins.
//! 2. It folds the log and appends a checkpoint.
//! 3. It writes a segment from the log's first block to the checkpoint under a name that means nothing, and waits for
//!    the disk.
//! 4. It reads the segment back: digest, code, chain, fold, and the state at its end.
//! 5. It gives the segment its name, and waits for the disk.
//! 6. It prunes the log before the checkpoint.
//!
//! Until step 5 the log is whole, and from then on the segment is. The next run finishes what was begun.

mod folder;
mod joined;
mod rebuild;
pub mod segment;

pub use folder::{FolderFault, check_chain, open_folder};
pub use joined::{JoinFault, JoinedLog};
pub use rebuild::{RebuildFault, Rebuilt, rebuild};

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use shared_rules::wire::key::SharedKey;

use crate::block::{Block, BlockNumber, Record};
use crate::digest::Digest;
use crate::drive::{self, OpenFault, missing_block};
use crate::engine::{Appended, EngineTrouble, LogEngine};
use crate::state::{BrokenLog, LinkState, LogFault};
use folder::{lock_folder, open_growing, segment_path, sync_folder, unfinished_path};
use joined::check_tail;
use segment::{Segment, SegmentFault, SegmentHeader, SegmentWriter, file_bytes};

/// The attempts to append a checkpoint to a log that grows meanwhile. A pool on etcd appends a hundred times a second.
const ATTEMPTS_MAX: usize = 1_000;

/// The attempts that may fail with an unknown outcome.
const UNKNOWN_MAX: usize = 20;

/// The conditions of an archive.
#[derive(Clone, Copy, Debug)]
pub struct ArchiveOrder<'a> {
    /// The folder of the segments.
    pub folder: &'a Path,
    /// The key with which the house signs them.
    pub key: &'a SharedKey,
    /// The time, for the checkpoint.
    pub now_ms: u64,
    /// The segment ends with the last checkpoint before this time; without it, with a new one.
    pub until_ms: Option<u64>,
}

/// The steps of an archive, each after it is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArchiveStep {
    /// The log and the folder fit.
    Compared,
    /// A log that was archived before is pruned.
    PrunedBefore,
    /// The log has a new checkpoint.
    Checkpoint,
    /// The segment is on the disk, without its name.
    Written,
    /// It was read back.
    Verified,
    /// It has its name.
    Named,
    /// The disk has the name.
    Synced,
    /// The log is pruned.
    Pruned,
}

/// The outcome of an archive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Archived {
    /// The new segment; none if there was nothing to archive.
    pub segment: Option<Segment>,
    /// The first block that is left in the log.
    pub first: BlockNumber,
    /// The last block of the log.
    pub head: BlockNumber,
}

/// The reason why a log was not archived. Nothing was pruned that is not in a verified segment.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ArchiveFault {
    /// The log cannot be read, or does not hold.
    #[error(transparent)]
    Log(#[from] OpenFault),
    /// The folder does not fit the log.
    #[error("the folder does not fit the log: {0}")]
    Folder(JoinFault),
    /// The segment cannot be written.
    #[error("{path}: {1}", path = .0.display())]
    Write(PathBuf, SegmentFault),
    /// The segment was read back and is not what was written.
    #[error("the segment that was written cannot be trusted: {0}")]
    NotVerified(String),
    /// The checkpoint cannot be appended.
    #[error("the checkpoint cannot be appended: {0}")]
    Checkpoint(EngineTrouble),
    /// Others were always faster with their blocks.
    #[error("the log grows too fast for a checkpoint")]
    Busy,
    /// The caller stopped it after a step.
    #[error("stopped after {0:?}")]
    Stopped(ArchiveStep),
}

impl From<EngineTrouble> for ArchiveFault {
    fn from(trouble: EngineTrouble) -> ArchiveFault {
        ArchiveFault::Log(OpenFault::Engine(trouble))
    }
}

impl From<BrokenLog> for ArchiveFault {
    fn from(broken: BrokenLog) -> ArchiveFault {
        ArchiveFault::Log(OpenFault::Broken(broken))
    }
}

impl From<JoinFault> for ArchiveFault {
    fn from(fault: JoinFault) -> ArchiveFault {
        ArchiveFault::Folder(fault)
    }
}

/// Moves the blocks of a log up to a checkpoint into a segment. The pool may be running.
///
/// # Errors
/// Something does not fit, or cannot be written. Nothing is lost, and it can be tried again.
pub fn archive(
    engine: &mut impl LogEngine,
    order: &ArchiveOrder,
) -> Result<Archived, ArchiveFault> {
    archive_in_steps(engine, order, &mut |_| true)
}

/// The same; stops as soon as `goes_on` says so.
///
/// # Errors
/// As for [`archive`], or it was stopped.
pub fn archive_in_steps(
    engine: &mut impl LogEngine,
    order: &ArchiveOrder,
    goes_on: &mut dyn FnMut(ArchiveStep) -> bool,
) -> Result<Archived, ArchiveFault> {
    let mut done = |step| match goes_on(step) {
        true => Ok(()),
        false => Err(ArchiveFault::Stopped(step)),
    };
    let locked = lock_folder(order.folder);
    let _lock = locked.map_err(|fault| ArchiveFault::Write(order.folder.to_owned(), fault))?;
    let segments = open_growing(order.folder, order.key).map_err(JoinFault::Chain)?;
    if engine.extent()?.head == 0 {
        return Err(OpenFault::Empty.into());
    }
    check_tail(&segments, engine)?;
    done(ArchiveStep::Compared)?;
    let before = segments.last();
    if let Some(before) = before {
        finish_pruning(engine, order, before)?;
        done(ArchiveStep::PrunedBefore)?;
    }
    let Some(part) = LogPart::find(engine, order)? else {
        return outcome(engine, None);
    };
    done(ArchiveStep::Checkpoint)?;
    let unfinished = unfinished_path(order.folder);
    let header = part.write(engine, order, before, &unfinished)?;
    done(ArchiveStep::Written)?;
    let written = part.verify(&header, &unfinished, order.key)?;
    done(ArchiveStep::Verified)?;
    let path = segment_path(order.folder, header.link, header.first, header.last);
    let failed = |fault: SegmentFault| ArchiveFault::Write(path.clone(), fault);
    fs::rename(&unfinished, &path).map_err(|error| failed(error.into()))?;
    done(ArchiveStep::Named)?;
    sync_folder(order.folder).map_err(failed)?;
    done(ArchiveStep::Synced)?;
    engine.prune(header.last)?;
    done(ArchiveStep::Pruned)?;
    let segment = Segment { path, ..written };
    outcome(engine, Some(segment))
}

fn outcome(
    engine: &mut impl LogEngine,
    segment: Option<Segment>,
) -> Result<Archived, ArchiveFault> {
    let extent = engine.extent()?;
    Ok(Archived {
        segment,
        first: extent.first,
        head: extent.head,
    })
}

/// An earlier run may have ended between the segment's name and the pruning: the segment is then verified again.
fn finish_pruning(
    engine: &mut impl LogEngine,
    order: &ArchiveOrder,
    last: &Segment,
) -> Result<(), ArchiveFault> {
    if engine.extent()?.first >= last.header.last {
        return Ok(());
    }
    let folded = fold(last);
    let folded = folded.map_err(|why| ArchiveFault::NotVerified(why.to_string()))?;
    if folded.head_digest() != last.header.last_block {
        let why = "its last block is another than its head says".to_owned();
        return Err(ArchiveFault::NotVerified(why));
    }
    // Its name may be as new as itself.
    let failed = |fault| ArchiveFault::Write(order.folder.to_owned(), fault);
    sync_folder(order.folder).map_err(failed)?;
    engine.prune(last.header.last)?;
    Ok(())
}

/// Folds the blocks of a segment.
fn fold(segment: &Segment) -> Result<LinkState, RebuildFault> {
    let damaged = |fault| RebuildFault::Segment(segment.path.clone(), fault);
    let mut blocks = segment.blocks().map_err(damaged)?;
    let first = blocks.pop().map_err(damaged)?.unwrap_or_default();
    let mut state = LinkState::begin(segment.header.first, &first)?;
    while let Some(block) = blocks.pop().map_err(damaged)? {
        // The checkpoint at the end has the whole state.
        state.apply_quickly(&block)?;
    }
    Ok(state)
}

/// The part of a log that becomes a segment.
struct LogPart {
    link: u32,
    first: BlockNumber,
    last: BlockNumber,
    /// The digest of the last block.
    digest: Digest,
    /// The digest of the state after it.
    state: Digest,
    /// The digests before and of the first block.
    before: Digest,
    first_block: Digest,
    /// The bytes of its blocks with their lengths.
    bytes: u64,
}

impl LogPart {
    /// Folds the log and finds its last part; none if there is nothing to archive.
    fn find(
        engine: &mut impl LogEngine,
        order: &ArchiveOrder,
    ) -> Result<Option<LogPart>, ArchiveFault> {
        let (first, bytes) = drive::first_block(engine)?.ok_or(OpenFault::Empty)?;
        let mut state = LinkState::begin(first, &bytes)?;
        let (opened, first_block) = Block::open(&bytes).map_err(|why| broken(first, why.into()))?;
        let part = LogPart {
            link: state.link(),
            first,
            last: first,
            digest: first_block,
            state: opened.state,
            before: opened.previous,
            first_block,
            bytes: stored_bytes(&bytes),
        };
        let mut search = PartSearch {
            until_ms: order.until_ms,
            bytes: part.bytes,
            part,
        };
        append_checkpoint(engine, &mut state, order.now_ms, &mut search)?;
        let part = search.part;
        Ok((part.last > part.first).then_some(part))
    }

    fn write(
        &self,
        engine: &mut impl LogEngine,
        order: &ArchiveOrder,
        before: Option<&Segment>,
        path: &Path,
    ) -> Result<SegmentHeader, ArchiveFault> {
        let header = SegmentHeader {
            link: self.link,
            first: self.first,
            last: self.last,
            bytes: file_bytes(self.bytes),
            written_ms: order.now_ms,
            before: self.before,
            first_block: self.first_block,
            last_block: self.digest,
            state: self.state,
            previous: before.map(|before| before.digest).unwrap_or_default(),
        };
        let failed = |fault| ArchiveFault::Write(path.to_owned(), fault);
        let mut writer = SegmentWriter::begin(path, &header).map_err(failed)?;
        for number in self.first..=self.last {
            let block = engine.read(number)?;
            let block = block.ok_or_else(|| missing_block(number))?;
            writer.block(&block).map_err(failed)?;
        }
        writer.finish(order.key).map_err(failed)?;
        Ok(header)
    }

    /// Reads the segment back, and folds it.
    fn verify(
        &self,
        header: &SegmentHeader,
        path: &Path,
        key: &SharedKey,
    ) -> Result<Segment, ArchiveFault> {
        let doubt = |why: &dyn fmt::Display| ArchiveFault::NotVerified(why.to_string());
        let written = Segment::open(path, key).map_err(|fault| doubt(&fault))?;
        let state = fold(&written).map_err(|fault| doubt(&fault))?;
        let digest = state.digest().map_err(|fault| doubt(&fault))?;
        let is_same = written.header == *header
            && (state.head(), state.head_digest()) == (self.last, self.digest)
            && digest == self.state;
        match is_same {
            true => Ok(written),
            false => Err(doubt(&"it has another state than the log")),
        }
    }
}

/// Looks for the last checkpoint before a time.
struct PartSearch {
    until_ms: Option<u64>,
    /// The part up to the last such checkpoint so far.
    part: LogPart,
    /// The bytes of all blocks so far.
    bytes: u64,
}

impl PartSearch {
    /// Adds a block to the state.
    fn follow(&mut self, state: &mut LinkState, block: &[u8]) -> Result<(), BrokenLog> {
        let (applied, _) = state.apply_quickly(block)?;
        self.bytes = self.bytes.saturating_add(stored_bytes(block));
        let at_ms = applied.iter().find_map(|(record, _)| match record {
            Record::Checkpoint { at_ms, .. } => Some(*at_ms),
            _ => None,
        });
        let is_early = |at_ms| self.until_ms.is_none_or(|until_ms| at_ms < until_ms);
        if at_ms.is_some_and(is_early) {
            let digest = state.digest();
            self.part.state = digest.map_err(|why| broken(state.head(), why))?;
            self.part.last = state.head();
            self.part.digest = state.head_digest();
            self.part.bytes = self.bytes;
        }
        Ok(())
    }
}

fn stored_bytes(block: &[u8]) -> u64 {
    u64::try_from(block.len())
        .unwrap_or(u64::MAX)
        .saturating_add(4)
}

const fn broken(block: BlockNumber, why: LogFault) -> BrokenLog {
    BrokenLog {
        block,
        record: None,
        why,
    }
}

/// Folds what there is and appends a checkpoint, unless the last block is one.
fn append_checkpoint(
    engine: &mut impl LogEngine,
    state: &mut LinkState,
    now_ms: u64,
    search: &mut PartSearch,
) -> Result<(), ArchiveFault> {
    let mut last = None;
    let mut unknown = 0;
    for _ in 0..ATTEMPTS_MAX {
        while let Some(block) = engine.read(state.head().saturating_add(1))? {
            search.follow(state, &block)?;
            last = Some(block);
        }
        if last.as_deref().is_none_or(is_checkpoint) {
            return Ok(());
        }
        let block = state.checkpoint_block(now_ms);
        let block = block.map_err(|why| broken(state.head().saturating_add(1), why))?;
        match engine.append(state.head(), &block) {
            // It is read above, like a block of anybody else.
            Appended::Done | Appended::Conflict => {}
            Appended::Unknown(trouble) if unknown == UNKNOWN_MAX => {
                return Err(ArchiveFault::Checkpoint(trouble));
            }
            Appended::Unknown(_) => unknown = unknown.saturating_add(1),
        }
    }
    Err(ArchiveFault::Busy)
}

fn is_checkpoint(block: &[u8]) -> bool {
    let opened = Block::open(block);
    opened.is_ok_and(|(block, _)| matches!(block.records.as_slice(), [Record::Checkpoint { .. }]))
}
