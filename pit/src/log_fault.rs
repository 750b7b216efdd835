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
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LogFault {
    /// The block is missing, though there are later ones.
    #[error("it is missing, though there are later blocks")]
    Missing,
    /// The log has become shorter than it was.
    #[error("it was there before, and so were blocks before it")]
    CutOff,
    /// The bytes are no block.
    #[error(transparent)]
    Block(#[from] BlockFault),
    /// The block has another number than its place.
    #[error("block {0} stands in its place")]
    OutOfPlace(BlockNumber),
    /// The block does not follow the block before.
    #[error("it does not follow the block before it")]
    Chain,
    /// The state after the block is not the one that it names.
    #[error("the state after it is not the one that was reached when it was written")]
    State,
    /// The beginning was pruned, and the block is no checkpoint.
    #[error("a log whose beginning was pruned begins with a checkpoint")]
    NoCheckpoint,
    /// A record cannot be.
    #[error(transparent)]
    Record(#[from] RecordFault),
}

/// The reason why a record cannot be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RecordFault {
    /// A log begins with its terms, and has them once.
    #[error("a log begins with its terms, and has them once")]
    Founding,
    /// The bytes of a table's message are none.
    #[error("its bytes are no message of a table")]
    NoMessage,
    /// The record does not fit the numbers of the table.
    #[error("{0}")]
    Numbers(Judgement),
    /// The fold refuses the entry.
    #[error("{0}")]
    Refused(PoolRefusal),
    /// The record says that the message cannot be, and it can.
    #[error("a message was refused that can be")]
    Possible,
    /// The table is not quarantined.
    #[error("the table is not quarantined")]
    NotQuarantined,
    /// The checkpoint has another state than the one that was reached.
    #[error("the checkpoint has another state than the one that was reached")]
    OtherState,
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
