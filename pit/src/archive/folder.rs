//! A folder of segments: which ones there are, and that they follow each other.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use shared_rules::wire::key::SharedKey;

use super::segment::{Segment, SegmentFault};
use crate::block::BlockNumber;
use crate::digest::Digest;

/// The ending of a segment's name.
const ENDING: &str = "segment";

/// The name of a segment that is being written. It is worth nothing.
const UNFINISHED: &str = "unfinished";

/// The file that keeps a second archive away.
const LOCK: &str = "lock";

/// The reason why segments do not follow each other, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FolderFault {
    /// A file is no segment to be trusted.
    #[error("{path}: {1}", path = .0.display())]
    Segment(PathBuf, SegmentFault),
    /// The folder cannot be read.
    #[error("{path}: {1}", path = .0.display())]
    Folder(PathBuf, String),
    /// The first segments are missing.
    #[error("{} begins with block {first}: the segments before it are missing", path.display())]
    Beginning {
        /// The first that is there.
        path: PathBuf,
        /// Its first block.
        first: BlockNumber,
    },
    /// Segments between two others are missing.
    #[error("{} begins with block {first}: the segment from block {after} to there is missing", path.display())]
    Gap {
        /// The one behind the gap.
        path: PathBuf,
        /// The last block before the gap.
        after: BlockNumber,
        /// The first block behind it.
        first: BlockNumber,
    },
    /// The segment begins before the one in front of it has ended.
    #[error(
        "{} begins with block {first}, and the segment before it ends with block {after}: they are out of order",
        path.display()
    )]
    Order {
        /// The segment.
        path: PathBuf,
        /// Its first block.
        first: BlockNumber,
        /// The last block of the one in front of it.
        after: BlockNumber,
    },
    /// It is the segment of another link.
    #[error("{} is a segment of link {found}, the others are of link {expected}", path.display())]
    OtherLink {
        /// The segment.
        path: PathBuf,
        /// Its link.
        found: u32,
        /// The link of the others.
        expected: u32,
    },
    /// It follows another segment than the one before it.
    #[error("{} does not follow the segment before it: one of them was replaced", .0.display())]
    Chain(PathBuf),
}

/// All segments of a folder in the order of their blocks. Every byte is verified, and that they follow each other; the
/// blocks are not folded.
///
/// # Errors
/// A segment is not to be trusted, or one is missing.
pub fn open_folder(folder: &Path, key: &SharedKey) -> Result<Vec<Segment>, FolderFault> {
    let segments = list(folder, |path| Segment::open(path, key))?;
    check_chain(&segments)?;
    Ok(segments)
}

/// The same for a folder that grows: every byte of the last segment is verified, and of the others head and code.
///
/// # Errors
/// As for [`open_folder`].
pub(super) fn open_growing(folder: &Path, key: &SharedKey) -> Result<Vec<Segment>, FolderFault> {
    let segments = list(folder, |path| Segment::open_lightly(path, key))?;
    check_chain(&segments)?;
    if let Some(last) = segments.last() {
        let opened = Segment::open(&last.path, key);
        opened.map_err(|fault| FolderFault::Segment(last.path.clone(), fault))?;
    }
    Ok(segments)
}

fn list(
    folder: &Path,
    open: impl Fn(&Path) -> Result<Segment, SegmentFault>,
) -> Result<Vec<Segment>, FolderFault> {
    let unreadable =
        |error: std::io::Error| FolderFault::Folder(folder.to_owned(), error.to_string());
    let mut segments = Vec::new();
    for file in fs::read_dir(folder).map_err(unreadable)? {
        let path = file.map_err(unreadable)?.path();
        if path.extension().is_some_and(|ending| ending == ENDING) {
            let opened = open(&path);
            segments.push(opened.map_err(|fault| FolderFault::Segment(path, fault))?);
        }
    }
    // The names say the same, and may have been changed.
    segments.sort_by_key(|segment| (segment.header.first, segment.header.last));
    Ok(segments)
}

/// Verifies that these segments follow each other from the first block of a log.
///
/// # Errors
/// One of them is missing, out of order, or that of another log.
pub fn check_chain(segments: &[Segment]) -> Result<(), FolderFault> {
    let Some(first) = segments.first() else {
        return Ok(());
    };
    let (path, header) = (first.path.clone(), &first.header);
    if header.first != 1 {
        let first = header.first;
        return Err(FolderFault::Beginning { path, first });
    }
    if header.previous != Digest::default() || header.before != Digest::default() {
        return Err(FolderFault::Chain(path));
    }
    let pairs = segments.iter().zip(segments.iter().skip(1));
    pairs
        .into_iter()
        .try_for_each(|(before, segment)| follows(before, segment))
}

fn follows(before: &Segment, segment: &Segment) -> Result<(), FolderFault> {
    let path = segment.path.clone();
    let (expected, found) = (before.header.link, segment.header.link);
    let (after, first) = (before.header.last, segment.header.first);
    if found != expected {
        return Err(FolderFault::OtherLink {
            path,
            found,
            expected,
        });
    }
    if first > after {
        return Err(FolderFault::Gap { path, after, first });
    }
    if first < after {
        return Err(FolderFault::Order { path, first, after });
    }
    let is_next = segment.header.previous == before.digest
        && segment.header.first_block == before.header.last_block;
    is_next.then_some(()).ok_or(FolderFault::Chain(path))
}

/// The name of a segment in its folder.
pub(super) fn segment_path(
    folder: &Path,
    link: u32,
    first: BlockNumber,
    last: BlockNumber,
) -> PathBuf {
    folder.join(format!("link{link}-{first:012}-{last:012}.{ENDING}"))
}

/// Keeps a second archive away from a folder for as long as it is held.
pub(super) fn lock_folder(folder: &Path) -> Result<File, SegmentFault> {
    let file = File::create(folder.join(LOCK))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            let words = "another archive writes into this folder".to_owned();
            Err(SegmentFault::Io(words))
        }
        Err(TryLockError::Error(error)) => Err(error.into()),
    }
}

/// The file in which a segment is written.
pub(super) fn unfinished_path(folder: &Path) -> PathBuf {
    folder.join(UNFINISHED)
}

/// Returns when the disk has the names of the folder.
pub(super) fn sync_folder(folder: &Path) -> Result<(), SegmentFault> {
    // Only Unix lets a program open a folder; other systems keep names in order themselves.
    #[cfg(unix)]
    File::open(folder)?.sync_all()?;
    #[cfg(not(unix))]
    let _ = folder;
    Ok(())
}
