//! Segments and the rest of the log, read as one log from its first block.

use std::fmt;

use super::folder::FolderFault;
use super::segment::{Segment, SegmentBlocks};
use crate::block::{Block, BlockNumber};
use crate::engine::{Appended, EngineTrouble, Extent, LogEngine};

/// The reason why a log does not go on where its segments end.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum JoinFault {
    /// The segments do not follow each other.
    #[error(transparent)]
    Chain(#[from] FolderFault),
    /// The engine cannot serve.
    #[error(transparent)]
    Engine(#[from] EngineTrouble),
    /// There is no segment, and the log has been pruned.
    #[error("the log begins with block {first}, and the folder has no segment of what was before")]
    NoSegment {
        /// The first block of the log.
        first: BlockNumber,
    },
    /// There is neither a segment nor a log.
    #[error("there is neither a segment nor a log")]
    Nothing,
    /// Blocks between the segments and the log are missing.
    #[error(
        "the segments end with block {last}, and the log begins with block {first}: segments are missing"
    )]
    Gap {
        /// The last block of the segments.
        last: BlockNumber,
        /// The first block of the log.
        first: BlockNumber,
    },
    /// The log ends before the segments do.
    #[error(
        "the segments end with block {last}, and the log with block {head}: \
         this log has lost its end, or is another one"
    )]
    Shorter {
        /// The last block of the segments.
        last: BlockNumber,
        /// The last block of the log.
        head: BlockNumber,
    },
    /// The log has another block where the segments end.
    #[error(
        "block {block} of the log is not the one of the segments: they are those of another log"
    )]
    OtherLog {
        /// The number of the block.
        block: BlockNumber,
    },
}

/// A log from its first block: what the segments have is read from them, and the rest from the engine. It is only read.
#[derive(Debug)]
pub struct JoinedLog<E> {
    segments: Vec<Segment>,
    tail: E,
    /// The segment that is being read, and its next block.
    open: Option<(usize, SegmentBlocks)>,
}

impl<E: LogEngine> JoinedLog<E> {
    /// Joins segments that follow each other with the log that follows them. An empty engine has nothing to add.
    ///
    /// # Errors
    /// The log does not go on where the segments end.
    pub fn new(segments: Vec<Segment>, mut tail: E) -> Result<JoinedLog<E>, JoinFault> {
        check_tail(&segments, &mut tail)?;
        Ok(JoinedLog {
            segments,
            tail,
            open: None,
        })
    }

    /// The last block of the segments.
    fn archived(&self) -> BlockNumber {
        self.segments.last().map_or(0, |last| last.header.last)
    }

    fn read_archived(&mut self, number: BlockNumber) -> Result<Option<Vec<u8>>, EngineTrouble> {
        let is_next = |(_, blocks): &(usize, SegmentBlocks)| blocks.next_number() == number;
        let mut open = self.open.take().filter(is_next);
        let is_over = |(index, _): &(usize, SegmentBlocks)| {
            let segment = self.segments.get(*index);
            segment.is_none_or(|segment| segment.header.last < number)
        };
        if open.as_ref().is_none_or(is_over) {
            open = Some(self.find(number)?);
        }
        let Some((index, mut blocks)) = open else {
            return Ok(None);
        };
        let block = blocks.pop().map_err(|fault| self.damaged(index, &fault))?;
        self.open = Some((index, blocks));
        Ok(block)
    }

    /// The segment with this block, read up to it.
    fn find(&self, number: BlockNumber) -> Result<(usize, SegmentBlocks), EngineTrouble> {
        let index = self
            .segments
            .partition_point(|segment| segment.header.last < number);
        let segment = self.segments.get(index);
        let segment = segment.ok_or(EngineTrouble::Pruned { first: 1 })?;
        let damaged = |fault| self.damaged(index, &fault);
        let mut blocks = segment.blocks().map_err(damaged)?;
        while blocks.next_number() < number {
            blocks.skip().map_err(damaged)?;
        }
        Ok((index, blocks))
    }

    fn damaged(&self, index: usize, fault: &impl fmt::Display) -> EngineTrouble {
        let segment = self.segments.get(index);
        let name = segment.map(|segment| segment.path.display().to_string());
        EngineTrouble::Damaged(format!("{}: {fault}", name.unwrap_or_default()))
    }
}

/// Verifies that the log goes on where the segments end.
pub(super) fn check_tail(segments: &[Segment], tail: &mut impl LogEngine) -> Result<(), JoinFault> {
    let Extent { first, head } = tail.extent()?;
    let Some(segment) = segments.last() else {
        return match first {
            0 => Err(JoinFault::Nothing),
            1 => Ok(()),
            _ => Err(JoinFault::NoSegment { first }),
        };
    };
    let last = segment.header.last;
    if head == 0 {
        return Ok(());
    }
    if first > last {
        return Err(JoinFault::Gap { last, first });
    }
    if head < last {
        return Err(JoinFault::Shorter { last, head });
    }
    let block = tail.read(last)?;
    let digest = block.and_then(|bytes| Some(Block::open(&bytes).ok()?.1));
    match digest == Some(segment.header.last_block) {
        true => Ok(()),
        false => Err(JoinFault::OtherLog { block: last }),
    }
}

fn read_only() -> EngineTrouble {
    EngineTrouble::Other("a log with its segments is only read".to_owned())
}

impl<E: LogEngine> LogEngine for JoinedLog<E> {
    fn append(&mut self, _: BlockNumber, _: &[u8]) -> Appended {
        Appended::Unknown(read_only())
    }

    fn read(&mut self, number: BlockNumber) -> Result<Option<Vec<u8>>, EngineTrouble> {
        match number {
            0 => Err(EngineTrouble::Pruned { first: 1 }),
            _ if number <= self.archived() => self.read_archived(number),
            _ => self.tail.read(number),
        }
    }

    fn extent(&mut self) -> Result<Extent, EngineTrouble> {
        let tail = self.tail.extent()?;
        Ok(Extent {
            first: 1,
            head: tail.head.max(self.archived()),
        })
    }

    fn prune(&mut self, _: BlockNumber) -> Result<(), EngineTrouble> {
        Err(read_only())
    }
}
