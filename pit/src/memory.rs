//! An engine in memory, for tests and simulations: nothing of it survives the process.
//!
//! Its clones share one list of blocks, as several machines share one server.

use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::block::BlockNumber;
use crate::engine::{Appended, EngineTrouble, Extent, LogEngine};

/// An engine in memory.
#[derive(Clone, Default, Debug)]
pub struct MemoryEngine(Arc<Shared>);

#[derive(Default, Debug)]
struct Shared {
    blocks: Mutex<Blocks>,
    grown: Condvar,
}

#[derive(Default, Debug)]
struct Blocks {
    kept: BTreeMap<BlockNumber, Vec<u8>>,
    head: BlockNumber,
}

impl Blocks {
    fn first(&self) -> BlockNumber {
        self.kept.keys().next().copied().unwrap_or(0)
    }

    fn read(&self, number: BlockNumber) -> Result<Option<Vec<u8>>, EngineTrouble> {
        let first = self.first();
        if number < first {
            return Err(EngineTrouble::Pruned { first });
        }
        Ok(self.kept.get(&number).cloned())
    }
}

impl MemoryEngine {
    fn blocks(&self) -> MutexGuard<'_, Blocks> {
        let blocks = self.0.blocks.lock();
        blocks.unwrap_or_else(PoisonError::into_inner)
    }

    fn append_at(&self, expected_head: BlockNumber, number: BlockNumber, block: &[u8]) -> Appended {
        let mut blocks = self.blocks();
        if blocks.head != expected_head {
            return Appended::Conflict;
        }
        blocks.kept.insert(number, block.to_vec());
        blocks.head = number;
        self.0.grown.notify_all();
        Appended::Done
    }
}

impl LogEngine for MemoryEngine {
    fn append(&mut self, expected_head: BlockNumber, block: &[u8]) -> Appended {
        self.append_at(expected_head, expected_head.saturating_add(1), block)
    }

    fn restore(&mut self, number: BlockNumber, block: &[u8]) -> Appended {
        self.append_at(0, number, block)
    }

    fn read(&mut self, number: BlockNumber) -> Result<Option<Vec<u8>>, EngineTrouble> {
        self.blocks().read(number)
    }

    fn extent(&mut self) -> Result<Extent, EngineTrouble> {
        let blocks = self.blocks();
        Ok(Extent {
            first: blocks.first(),
            head: blocks.head,
        })
    }

    fn follow(
        &mut self,
        after: BlockNumber,
        wait: Duration,
    ) -> Result<Option<Vec<u8>>, EngineTrouble> {
        let is_missing = |blocks: &mut Blocks| blocks.head <= after;
        let grown = &self.0.grown;
        let waited = grown.wait_timeout_while(self.blocks(), wait, is_missing);
        let (blocks, _) = waited.unwrap_or_else(PoisonError::into_inner);
        blocks.read(after.saturating_add(1))
    }

    fn prune(&mut self, before: BlockNumber) -> Result<(), EngineTrouble> {
        let mut blocks = self.blocks();
        let first_kept = before.min(blocks.head);
        blocks.kept = blocks.kept.split_off(&first_kept);
        Ok(())
    }
}
