//! A sequencer at its desk: a clock of its own, a connection to the engine of its own, and the times at which it is
//! away. Two of them work on one log, and each believes that it leads.

use std::collections::BTreeMap;

use pit::block::BlockNumber;
use pit::drive;
use pit::engine::{Appended, EngineTrouble, Extent, LogEngine};
use pit::faulty::FaultyEngine;
use pit::keys::LinkKeys;
use pit::sequencer::{Envelope, Sequencer};

use crate::simulate::Difference;

/// A connection to the engine, which may have the mistake that it appends without a condition.
#[derive(Clone, Debug)]
pub struct EngineLine {
    pub engine: FaultyEngine,
    pub is_unconditional: bool,
    /// The engine has crashed, and keeps its blocks.
    pub is_down: bool,
    /// The outcomes of appends so far, by name.
    pub outcomes: BTreeMap<&'static str, u64>,
}

impl EngineLine {
    pub fn new(engine: FaultyEngine, is_unconditional: bool) -> EngineLine {
        EngineLine {
            engine,
            is_unconditional,
            is_down: false,
            outcomes: BTreeMap::new(),
        }
    }

    fn check_up(&self) -> Result<(), EngineTrouble> {
        match self.is_down {
            true => Err(EngineTrouble::Unreachable("the engine is down".into())),
            false => Ok(()),
        }
    }
}

impl LogEngine for EngineLine {
    fn append(&mut self, expected_head: BlockNumber, block: &[u8]) -> Appended {
        if let Err(trouble) = self.check_up() {
            return Appended::Unknown(trouble);
        }
        let head = match self.is_unconditional {
            true => self.engine.reliable().extent().map(|extent| extent.head),
            false => Ok(expected_head),
        };
        let appended = self.engine.append(head.unwrap_or(expected_head), block);
        let name = match &appended {
            Appended::Done => "appends done",
            Appended::Conflict => "appends in conflict",
            Appended::Unknown(_) => "appends of unknown outcome",
        };
        *self.outcomes.entry(name).or_default() += 1;
        appended
    }

    fn read(&mut self, number: BlockNumber) -> Result<Option<Vec<u8>>, EngineTrouble> {
        self.check_up()?;
        self.engine.read(number)
    }

    fn extent(&mut self) -> Result<Extent, EngineTrouble> {
        self.check_up()?;
        self.engine.extent()
    }

    fn prune(&mut self, before: BlockNumber) -> Result<(), EngineTrouble> {
        self.check_up()?;
        self.engine.prune(before)
    }
}

/// A sequencer, its engine and its clock.
#[derive(Debug)]
pub struct SequencerDesk {
    /// None while the program is down.
    pub sequencer: Option<Sequencer>,
    pub line: EngineLine,
    /// The clock's error.
    pub ahead_ms: i64,
    /// Nobody is at the desk before this time.
    pub away_until_ms: u64,
}

impl SequencerDesk {
    pub fn new(line: EngineLine, ahead_ms: i64) -> SequencerDesk {
        SequencerDesk {
            sequencer: None,
            line,
            ahead_ms,
            away_until_ms: 0,
        }
    }

    /// The time by this desk's clock.
    pub fn clock_ms(&self, now_ms: u64) -> u64 {
        now_ms.saturating_add_signed(self.ahead_ms)
    }

    /// True if letters reach the sequencer.
    pub fn listens(&self, now_ms: u64) -> bool {
        now_ms >= self.away_until_ms && self.sequencer.is_some()
    }

    /// Starts the program if it is down and due, commits what waits, and returns the letters that result. The engine's
    /// troubles are faults that were planned; true if there was one.
    pub fn work(
        &mut self,
        keys: &LinkKeys,
        now_ms: u64,
    ) -> Result<(Vec<Envelope>, bool), Difference> {
        if now_ms < self.away_until_ms {
            return Ok((Vec::new(), false));
        }
        let clock_ms = self.clock_ms(now_ms);
        let sequencer = match &mut self.sequencer {
            Some(sequencer) => sequencer,
            down @ None => match drive::open(&mut self.line) {
                Ok(state) => down.insert(Sequencer::new(keys.clone(), state)),
                Err(drive::OpenFault::Engine(_)) => return Ok((Vec::new(), true)),
                Err(fault) => return Err(broken(&fault.to_string())),
            },
        };
        let committed = drive::commit(sequencer, &mut self.line, clock_ms);
        let read = drive::catch_up(sequencer, &mut self.line, clock_ms);
        sequencer.poll(clock_ms);
        if let Some(halted) = sequencer.halted() {
            return Err(broken(&halted.to_string()));
        }
        let letters = std::iter::from_fn(|| sequencer.pop_letter()).collect();
        while sequencer.pop_notice().is_some() {}
        Ok((letters, committed.is_err() || read.is_err()))
    }
}

fn broken(why: &str) -> Difference {
    Difference {
        what: "the log, as a sequencer reads it".into(),
        expected: "a log that holds".into(),
        got: why.into(),
    }
}
