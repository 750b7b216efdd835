//! Rebuilds the state of a link, and its log, from segments and what is left of the log.

use std::path::PathBuf;

use super::joined::{JoinFault, JoinedLog};
use super::segment::{Segment, SegmentFault};
use crate::block::BlockNumber;
use crate::drive::{OpenFault, missing_block};
use crate::engine::{Appended, EngineTrouble, LogEngine};
use crate::state::{BrokenLog, LinkState};

/// The reason why a log cannot be rebuilt.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RebuildFault {
    /// Segments and log do not fit.
    #[error(transparent)]
    Join(#[from] JoinFault),
    /// A segment cannot be read.
    #[error("{path}: {1}", path = .0.display())]
    Segment(PathBuf, SegmentFault),
    /// The log does not hold, or cannot be read.
    #[error(transparent)]
    Log(OpenFault),
    /// The new log is not empty.
    #[error("the new log has blocks already")]
    NotEmpty,
    /// The new log cannot be written.
    #[error("the new log cannot be written: {0}")]
    Write(EngineTrouble),
}

impl From<BrokenLog> for RebuildFault {
    fn from(broken: BrokenLog) -> RebuildFault {
        RebuildFault::Log(OpenFault::Broken(broken))
    }
}

impl From<EngineTrouble> for RebuildFault {
    fn from(trouble: EngineTrouble) -> RebuildFault {
        RebuildFault::Log(OpenFault::Engine(trouble))
    }
}

/// A state that was rebuilt.
#[derive(Clone, Debug)]
pub struct Rebuilt {
    /// The state after the last block.
    pub state: LinkState,
    /// The records that were folded.
    pub records: u64,
    /// The last block of the segments: a new log begins with it.
    pub archived: BlockNumber,
}

/// Folds all segments and the log behind them. A new log, if there is one, then begins with the last checkpoint of the
/// segments and has every block behind it.
///
/// # Errors
/// Something is missing, was changed, or does not hold; or the new log cannot be written.
pub fn rebuild(
    segments: Vec<Segment>,
    tail: impl LogEngine,
    new_log: Option<&mut dyn LogEngine>,
) -> Result<Rebuilt, RebuildFault> {
    let archived = segments.last().map_or(1, |last| last.header.last);
    let mut log = JoinedLog::new(segments, tail)?;
    let head = log.extent()?.head;
    let first = log.read(1)?.ok_or_else(|| missing_block(1))?;
    let mut rebuilt = Rebuilt {
        state: LinkState::begin(1, &first)?,
        records: 1,
        archived,
    };
    let mut last = None;
    for number in 2..=head {
        let block = log.read(number)?.ok_or_else(|| missing_block(number))?;
        let (applied, reached) = rebuilt.state.apply_quickly(&block)?;
        last = Some(reached);
        let records = u64::try_from(applied.len()).unwrap_or(u64::MAX);
        rebuilt.records = rebuilt.records.saturating_add(records);
    }
    last.map_or(Ok(()), |reached| rebuilt.state.check(reached))?;
    if let Some(new_log) = new_log {
        write(&mut log, new_log, archived, head)?;
    }
    Ok(rebuilt)
}

fn write(
    log: &mut impl LogEngine,
    new_log: &mut dyn LogEngine,
    first: BlockNumber,
    head: BlockNumber,
) -> Result<(), RebuildFault> {
    for number in first..=head {
        let block = log.read(number)?.ok_or_else(|| missing_block(number))?;
        let appended = match number == first {
            true => new_log.restore(number, &block),
            false => new_log.append(number.saturating_sub(1), &block),
        };
        match appended {
            Appended::Done => {}
            Appended::Conflict => return Err(RebuildFault::NotEmpty),
            Appended::Unknown(trouble) => return Err(RebuildFault::Write(trouble)),
        }
    }
    Ok(())
}
