//! Checkpoints: blocks that hold the state itself, so that a log whose beginning was pruned can be folded.
//!
//! Everybody who folds the log compares a checkpoint with the state that he has reached. One that was folded past is
//! therefore as good as the blocks before it.

use std::thread::{self, ScopedJoinHandle};

use crate::block::{Block, BlockFault, BlockNumber, Record};
use crate::digest::Digest;
use crate::state::{Applied, BrokenLog, LinkState, LogFault, RecordFault};

/// A pool passes the stack when it is made or read, a few copies of half a megabyte.
const STACK_BYTES: usize = 32 << 20;

impl LinkState {
    /// The state after the first block that is left of a log: its founding, or a checkpoint.
    ///
    /// # Errors
    /// The log does not hold.
    pub fn begin(first: BlockNumber, bytes: &[u8]) -> Result<LinkState, BrokenLog> {
        if first <= 1 {
            return LinkState::from_first_block(bytes);
        }
        let broken = |why| BrokenLog {
            block: first,
            record: None,
            why,
        };
        let (block, digest) = Block::open(bytes).map_err(|why| broken(LogFault::Block(why)))?;
        LinkState::from_checkpoint(first, &block, digest).map_err(broken)
    }

    fn from_checkpoint(
        number: BlockNumber,
        block: &Block,
        digest: Digest,
    ) -> Result<LinkState, LogFault> {
        if block.number != number {
            return Err(LogFault::OutOfPlace(block.number));
        }
        let [Record::Checkpoint { state, .. }] = block.records.as_slice() else {
            return Err(LogFault::NoCheckpoint);
        };
        let mut state = read(state).ok_or(LogFault::Block(BlockFault::Unreadable))?;
        state.close(block, digest)?;
        Ok(state)
    }

    /// The block with this state that follows the last one: its bytes.
    ///
    /// # Errors
    /// A value cannot be written.
    pub fn checkpoint_block(&self, at_ms: u64) -> Result<Vec<u8>, LogFault> {
        let state = self.stored()?;
        let block = self.next_block(vec![Record::Checkpoint { at_ms, state }])?;
        Ok(block.seal().map_err(LogFault::Block)?.0)
    }

    fn stored(&self) -> Result<Vec<u8>, LogFault> {
        postcard::to_allocvec(self).map_err(|_| LogFault::Block(BlockFault::Unwritable))
    }

    /// A checkpoint changes nothing.
    pub(crate) fn compare(&self, state: &[u8]) -> Result<Applied, RecordFault> {
        match self.stored() {
            Ok(own) if own == state => Ok(Applied::default()),
            _ => Err(RecordFault::OtherState),
        }
    }
}

/// The state of these bytes, if all of them are used.
fn read(bytes: &[u8]) -> Option<LinkState> {
    on_large_stack(|| match postcard::take_from_bytes(bytes) {
        Ok((state, [])) => Some(state),
        _ => None,
    })
}

/// Makes a value that passes the stack several times.
pub(crate) fn on_large_stack<T: Send>(make: impl Fn() -> T + Sync) -> T {
    thread::scope(|scope| {
        let maker = thread::Builder::new().stack_size(STACK_BYTES);
        match maker.spawn_scoped(scope, &make).map(ScopedJoinHandle::join) {
            Ok(Ok(made)) => made,
            // Without another thread the caller's own stack has to do.
            _ => make(),
        }
    })
}
