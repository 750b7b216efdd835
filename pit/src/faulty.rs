//! Fault injection around an engine in memory: lost requests, lost answers, requests that arrive late or twice, and
//! reads that fail. The same seed gives the same faults.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use crate::block::BlockNumber;
use crate::engine::{Appended, EngineTrouble, Extent, LogEngine};
use crate::memory::MemoryEngine;

/// Random numbers from a seed (SplitMix64).
#[derive(Clone, Debug)]
pub struct SeededRandom(u64);

impl SeededRandom {
    /// The numbers of this seed.
    #[must_use]
    pub const fn new(seed: u64) -> SeededRandom {
        SeededRandom(seed)
    }

    /// The next number.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`; 0 if that is 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.next().checked_rem(bound).unwrap_or(0)
    }

    /// True this many times in a hundred.
    pub fn is_hit(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }
}

/// The faults of an engine, in percent of its calls.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct EngineFaults {
    /// An append does not arrive.
    pub lost: u64,
    /// An append arrives after later calls.
    pub late: u64,
    /// An append arrives, and its answer does not.
    pub answer_lost: u64,
    /// An append arrives twice.
    pub twice: u64,
    /// A read fails.
    pub read_failed: u64,
}

type Appends = VecDeque<(BlockNumber, Vec<u8>)>;

/// An engine in memory that does not always answer.
#[derive(Clone, Debug)]
pub struct FaultyEngine {
    log: MemoryEngine,
    /// The appends that have not arrived yet, of all clones.
    under_way: Arc<Mutex<Appends>>,
    random: SeededRandom,
    /// The faults from now on.
    pub faults: EngineFaults,
}

fn no_answer() -> EngineTrouble {
    EngineTrouble::Unreachable("no answer came".to_owned())
}

impl FaultyEngine {
    /// An empty engine with these faults.
    #[must_use]
    pub fn new(seed: u64, faults: EngineFaults) -> FaultyEngine {
        FaultyEngine {
            log: MemoryEngine::default(),
            under_way: Arc::default(),
            random: SeededRandom::new(seed),
            faults,
        }
    }

    /// Another connection to the same blocks, with faults of its own.
    #[must_use]
    pub fn connect(&self, seed: u64) -> FaultyEngine {
        FaultyEngine {
            random: SeededRandom::new(seed),
            ..self.clone()
        }
    }

    /// The same blocks without faults.
    #[must_use]
    pub fn reliable(&self) -> MemoryEngine {
        self.log.clone()
    }

    /// Late appends arrive now, or some of them.
    fn let_arrive(&mut self) {
        let mut under_way = self
            .under_way
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        while self.random.is_hit(50)
            && let Some((expected_head, block)) = under_way.pop_front()
        {
            // Nobody waits for the outcome any more.
            let _ = self.log.append(expected_head, &block);
        }
    }

    fn delay(&mut self, expected_head: BlockNumber, block: &[u8]) {
        let mut under_way = self
            .under_way
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        under_way.push_back((expected_head, block.to_vec()));
    }

    fn check_answer(&mut self) -> Result<(), EngineTrouble> {
        self.let_arrive();
        match self.random.is_hit(self.faults.read_failed) {
            true => Err(no_answer()),
            false => Ok(()),
        }
    }
}

impl LogEngine for FaultyEngine {
    fn append(&mut self, expected_head: BlockNumber, block: &[u8]) -> Appended {
        self.let_arrive();
        if self.random.is_hit(self.faults.lost) {
            return Appended::Unknown(no_answer());
        }
        if self.random.is_hit(self.faults.late) {
            self.delay(expected_head, block);
            return Appended::Unknown(no_answer());
        }
        if self.random.is_hit(self.faults.twice) {
            self.delay(expected_head, block);
        }
        let appended = self.log.append(expected_head, block);
        match self.random.is_hit(self.faults.answer_lost) {
            true => Appended::Unknown(no_answer()),
            false => appended,
        }
    }

    fn read(&mut self, number: BlockNumber) -> Result<Option<Vec<u8>>, EngineTrouble> {
        self.check_answer()?;
        self.log.read(number)
    }

    fn extent(&mut self) -> Result<Extent, EngineTrouble> {
        self.check_answer()?;
        self.log.extent()
    }

    fn restore(&mut self, number: BlockNumber, block: &[u8]) -> Appended {
        self.log.restore(number, block)
    }

    fn prune(&mut self, before: BlockNumber) -> Result<(), EngineTrouble> {
        self.check_answer()?;
        self.log.prune(before)
    }
}
