//! A follower: reads a log while others write it, and folds it. It answers nobody.

use crate::block::Record;
use crate::drive::{self, OpenFault};
use crate::engine::LogEngine;
use crate::state::{Applied, LinkState};

/// A reader of a log, with the state after the last block that it has read.
#[derive(Debug)]
pub struct Follower<E> {
    engine: E,
    state: LinkState,
}

impl<E: LogEngine> Follower<E> {
    /// Begins with the first block that is left.
    ///
    /// # Errors
    /// There is no log, it does not hold, or the engine cannot serve.
    pub fn begin(mut engine: E) -> Result<Follower<E>, OpenFault> {
        let state = drive::begin(&mut engine)?;
        Ok(Follower { engine, state })
    }

    /// The records of the next block with their consequences; none if it has not been written yet.
    ///
    /// # Errors
    /// The log does not hold, or the engine cannot serve. After a log that does not hold, the state is worth nothing.
    pub fn next_block(&mut self) -> Result<Option<Vec<(Record, Applied)>>, OpenFault> {
        let block = self.engine.read(self.state.head().saturating_add(1))?;
        let applied = block.map(|bytes| self.state.apply_block(&bytes));
        Ok(applied.transpose()?)
    }

    /// The state after the last block.
    #[must_use]
    pub const fn state(&self) -> &LinkState {
        &self.state
    }
}
