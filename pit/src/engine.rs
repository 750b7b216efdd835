//! The engine: an ordered list of blocks that only grows. It knows nothing about their content.
//!
//! An append names the block that it follows, so two sequencers on one engine are harmless: one of them is told
//! [`Appended::Conflict`]. After [`Appended::Unknown`] the block may be there, may never come, or may still be under
//! way: the sequencer reads that number, and the same bytes are its own. Calls block.

use crate::block::BlockNumber;

/// The blocks that an engine has: those from `first` to `head`. Both are 0 in an empty engine.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Extent {
    /// The first block that has not been pruned.
    pub first: BlockNumber,
    /// The last block.
    pub head: BlockNumber,
}

/// The outcome of an append.
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use]
pub enum Appended {
    /// The block is durable: no crash and no power failure takes it away.
    Done,
    /// The last block is another than expected. Nothing was written.
    Conflict,
    /// The block may have been written.
    Unknown(EngineTrouble),
}

/// The reason why an engine cannot serve.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EngineTrouble {
    /// Another pool works on it.
    #[error("another pool works on {0}")]
    InUse(String),
    /// There is no room for another block.
    #[error("no space is left for the log; nothing that was acknowledged is lost")]
    Full,
    /// The stored data are damaged.
    #[error("the stored log is damaged: {0}")]
    Damaged(String),
    /// The data are not a pool's log.
    #[error("this is not a pool's log: {0}")]
    Foreign(String),
    /// The log was written in another format.
    #[error("the log has format {found}, and this program knows format {known}")]
    Version {
        /// The version of the data.
        found: u32,
        /// The version that this program knows.
        known: u32,
    },
    /// The block was pruned.
    #[error("blocks before {first} were pruned")]
    Pruned {
        /// The first block that is left.
        first: BlockNumber,
    },
    /// No answer came.
    #[error("the log cannot be reached: {0}")]
    Unreachable(String),
    /// Anything else that the engine said.
    #[error("{0}")]
    Other(String),
}

/// An ordered list of blocks that only grows.
pub trait LogEngine {
    /// Appends `block` with the number after `expected_head`, if that is the number of the last block.
    fn append(&mut self, expected_head: BlockNumber, block: &[u8]) -> Appended;

    /// The block with this number; none if it has not been written yet.
    ///
    /// # Errors
    /// It was pruned, or the engine cannot serve.
    fn read(&mut self, number: BlockNumber) -> Result<Option<Vec<u8>>, EngineTrouble>;

    /// The blocks that there are.
    ///
    /// # Errors
    /// The engine cannot serve.
    fn extent(&mut self) -> Result<Extent, EngineTrouble>;

    /// Lets an empty log begin with this block, as a restored one does.
    fn restore(&mut self, number: BlockNumber, block: &[u8]) -> Appended {
        let _ = (number, block);
        let words = "this log can only begin with block 1".to_owned();
        Appended::Unknown(EngineTrouble::Other(words))
    }

    /// Removes the blocks before this number. The last block always stays.
    ///
    /// # Errors
    /// The engine cannot serve.
    fn prune(&mut self, before: BlockNumber) -> Result<(), EngineTrouble>;
}
