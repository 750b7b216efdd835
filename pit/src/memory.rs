//! An engine in memory, for tests and simulations: nothing of it survives the process.
//!
//! Its clones share one list of blocks, as several machines share one server.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::block::BlockNumber;
use crate::engine::{Appended, EngineTrouble, Extent, LogEngine};

/// An engine in memory.
#[derive(Clone, Default, Debug)]
pub struct MemoryEngine(Arc<Mutex<Blocks>>);

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
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn append_at(&self, expected_head: BlockNumber, number: BlockNumber, block: &[u8]) -> Appended {
        let mut blocks = self.blocks();
        if blocks.head != expected_head {
            return Appended::Conflict;
        }
        blocks.kept.insert(number, block.to_vec());
        blocks.head = number;
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

    fn prune(&mut self, before: BlockNumber) -> Result<(), EngineTrouble> {
        let mut blocks = self.blocks();
        let first_kept = before.min(blocks.head);
        blocks.kept = blocks.kept.split_off(&first_kept);
        Ok(())
    }
}
