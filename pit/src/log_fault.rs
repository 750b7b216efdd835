//! The reasons why a log does not hold.

use std::fmt;

use shared_rules::pool::PoolRefusal;

use crate::block::{BlockFault, BlockNumber};
use crate::member::Judgement;

/// Where and why a log does not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BrokenLog {
    /// The number of the block.
    pub block: BlockNumber,
    /// The record in it, from 1; none if it is about the whole block.
    pub record: Option<usize>,
    /// The reason.
    pub why: LogFault,
}

/// The reason why a log does not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LogFault {
    /// The block is missing, though there are later ones.
    Missing,
    /// The log has become shorter than it was.
    CutOff,
    /// The bytes are no block.
    Block(BlockFault),
    /// The block has another number than its place.
    OutOfPlace(BlockNumber),
    /// The block does not follow the block before.
    Chain,
    /// The state after the block is not the one that it names.
    State,
    /// The beginning was pruned, and the block is no checkpoint.
    NoCheckpoint,
    /// A record cannot be.
    Record(RecordFault),
}

/// The reason why a record cannot be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordFault {
    /// A log begins with its terms, and has them once.
    Founding,
    /// The bytes of a table's message are none.
    NoMessage,
    /// The record does not fit the numbers of the table.
    Numbers(Judgement),
    /// The fold refuses the entry.
    Refused(PoolRefusal),
    /// The record says that the message cannot be, and it can.
    Possible,
    /// The table is not quarantined.
    NotQuarantined,
    /// The checkpoint has another state than the one that was reached.
    OtherState,
}

impl From<BlockFault> for LogFault {
    fn from(fault: BlockFault) -> LogFault {
        LogFault::Block(fault)
    }
}

impl From<RecordFault> for LogFault {
    fn from(fault: RecordFault) -> LogFault {
        LogFault::Record(fault)
    }
}

impl fmt::Display for BrokenLog {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "block {}", self.block)?;
        if let Some(record) = self.record {
            write!(f, ", record {record}")?;
        }
        write!(f, ": {}", self.why)
    }
}

impl std::error::Error for BrokenLog {}

impl fmt::Display for LogFault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            LogFault::Missing => f.write_str("it is missing, though there are later blocks"),
            LogFault::CutOff => f.write_str("it was there before, and so were blocks before it"),
            LogFault::Block(fault) => fault.fmt(f),
            LogFault::OutOfPlace(number) => write!(f, "block {number} stands in its place"),
            LogFault::Chain => f.write_str("it does not follow the block before it"),
            LogFault::State => f.write_str(
                "the state after it is not the one that was reached when it was written",
            ),
            LogFault::NoCheckpoint => {
                f.write_str("a log whose beginning was pruned begins with a checkpoint")
            }
            LogFault::Record(fault) => fault.fmt(f),
        }
    }
}

impl fmt::Display for RecordFault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            RecordFault::Founding => f.write_str("a log begins with its terms, and has them once"),
            RecordFault::NoMessage => f.write_str("its bytes are no message of a table"),
            RecordFault::Numbers(judgement) => judgement.fmt(f),
            RecordFault::Refused(refusal) => refusal.fmt(f),
            RecordFault::Possible => f.write_str("a message was refused that can be"),
            RecordFault::NotQuarantined => f.write_str("the table is not quarantined"),
            RecordFault::OtherState => {
                f.write_str("the checkpoint has another state than the one that was reached")
            }
        }
    }
}
