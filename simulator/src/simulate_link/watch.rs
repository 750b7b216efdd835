//! Reads the log as it grows. Every record is checked against the journal of its table, folded by the pool and by the
//! oracle, and both folds are compared.

use std::collections::{BTreeMap, BTreeSet};

use oracle::pool::Pool as ReferencePool;
use pit::block::{Block, HouseRuling, Record, TableRecord};
use pit::engine::LogEngine;
use pit::memory::MemoryEngine;
use pit::notice::HouseNotice;
use pit::state::LinkState;
use shared_rules::money::Cents;
use shared_rules::pool::message::LinkWin;
use shared_rules::pool::{
    Pool, PoolEntry, PoolTerms, PricedAward, RoundNumber, TableEntry, TableNumber,
};

use super::table::SimulatedMember;
use super::words;
use crate::simulate::{CountKind, Counts, Difference, agree};

/// A round of a table of the link.
pub type RoundName = (TableNumber, RoundNumber);

/// The log so far, and everything that follows from it.
#[derive(Debug)]
pub struct LogWatch {
    /// The chain of blocks and the tables' numbers, as every reader of the log has them.
    pub state: LinkState,
    pub pool: Box<Pool<32, 128>>,
    reference: ReferencePool,
    /// The rounds that the pool has permitted.
    pub opened: BTreeSet<RoundName>,
    /// The final price of each claim that had one: the last.
    pub finals: BTreeMap<RoundName, Vec<PricedAward>>,
    pub paid: BTreeSet<RoundName>,
    pub struck: BTreeSet<RoundName>,
    pub wins: Vec<LinkWin>,
    /// Every amount that the pool has had for the signs.
    pub shown: BTreeSet<Cents>,
    queue: Vec<RoundName>,
}

impl LogWatch {
    /// A log that was founded just now.
    pub fn new(state: LinkState, terms: &PoolTerms) -> LogWatch {
        let mut reference = ReferencePool::default();
        let founded = reference.apply(&words::terms(terms));
        founded.expect("terms that the oracle knows");
        let pool: Box<Pool<32, 128>> = Box::new(Pool::new(terms).expect("sound terms"));
        LogWatch {
            shown: BTreeSet::from([pool.shown()]),
            state,
            pool,
            reference,
            opened: BTreeSet::new(),
            finals: BTreeMap::new(),
            paid: BTreeSet::new(),
            struck: BTreeSet::new(),
            wins: Vec::new(),
            queue: Vec::new(),
        }
    }

    /// True if this claim is the final one now.
    pub fn is_final(&self, claim: RoundName) -> bool {
        let first = self.pool.queue().next();
        first.is_some_and(|first| first.is_final && (first.table, first.round) == claim)
    }

    /// Reads the blocks that are new.
    ///
    /// # Errors
    /// Something in the log is not as it must be.
    pub fn read(
        &mut self,
        log: &mut MemoryEngine,
        tables: &[SimulatedMember],
        counts: &mut Counts,
    ) -> Result<(), Difference> {
        while let Ok(Some(bytes)) = log.read(self.state.head() + 1) {
            if let Ok((block, _)) = Block::open(&bytes) {
                for record in &block.records {
                    self.note(record, tables, counts)?;
                }
            }
            let applied = self.state.apply_block(&bytes);
            let applied = applied.map_err(|broken| broken.to_string());
            for (_, consequences) in agree_ok("a block of the log", applied)? {
                if let Some(notice @ HouseNotice::Quarantined { .. }) = &consequences.notice {
                    return Err(no_quarantine("a table in the log", notice.to_string()));
                }
                let paid = consequences.paid.iter();
                let wins = paid.flat_map(|paid| self.state.wins(paid));
                self.wins.extend(wins);
            }
            counts.one(CountKind::Log, "blocks");
        }
        Ok(())
    }

    fn note(
        &mut self,
        record: &Record,
        tables: &[SimulatedMember],
        counts: &mut Counts,
    ) -> Result<(), Difference> {
        match record {
            Record::Founded { .. } | Record::Checkpoint { .. } => Ok(()),
            Record::Accepted(message) => {
                check_message(message, tables)?;
                match message.entry() {
                    Some(entry) => self.fold(&entry, counts),
                    None => Ok(()),
                }
            }
            Record::Ruled { ruling, .. } | Record::RuledSigned { ruling, .. } => {
                counts.one(CountKind::Log, ruling_name(*ruling));
                if let HouseRuling::Strike(table, round) = ruling {
                    self.struck.insert((*table, *round));
                }
                ruling
                    .entry()
                    .map_or(Ok(()), |entry| self.fold(&entry, counts))
            }
            Record::Crossed(message) if self.is_of_struck_claim(message) => {
                counts.one(CountKind::Claims, "struck, and confirmed at the same time");
                check_message(message, tables)
            }
            Record::Impossible(message)
            | Record::Contradiction(message)
            | Record::Crossed(message) => {
                let what = format!("table {} in the log", message.table);
                let first = self.pool.queue().next();
                let got = format!("{:?} after {first:?}", message.content());
                Err(no_quarantine(&what, got))
            }
        }
    }

    /// The supervisor confirmed a claim that the house struck, and neither knew of the other. Only people can settle
    /// that, and the table plays on.
    fn is_of_struck_claim(&self, message: &TableRecord) -> bool {
        match message.content().map(|content| content.entry) {
            Some(TableEntry::Confirmed(round)) => self.struck.contains(&(message.table, round)),
            _ => false,
        }
    }

    /// Folds an entry on both sides.
    fn fold(&mut self, entry: &PoolEntry, counts: &mut Counts) -> Result<(), Difference> {
        counts.one(CountKind::Log, entry_name(entry));
        let game = self.pool.terms().game;
        let mine = self
            .pool
            .apply(entry)
            .map_err(|refusal| refusal.to_string());
        agree(&format!("{entry:?} is accepted"), &Ok(()), &mine)?;
        let reference = self.reference.apply(&words::entry(game, entry));
        agree(&format!("{entry:?} at the oracle"), &Ok(()), &reference)?;
        let state = words::state(&self.pool).map_err(|error| error.to_string());
        let (state, balance) = agree_ok("the sums of the pool", state)?;
        agree("the state of the pool", &self.reference.state(), &state)?;
        agree("the money of the pool", &self.reference.balance(), &balance)?;
        agree("the pool's identity", &balance.sources(), &balance.uses())?;
        self.follow(entry, counts);
        Ok(())
    }

    fn follow(&mut self, entry: &PoolEntry, counts: &mut Counts) {
        self.shown.insert(self.pool.shown());
        if let PoolEntry::Table(table, message) = entry {
            match message {
                TableEntry::Open(round) => drop(self.opened.insert((*table, *round))),
                TableEntry::Confirmed(round) => drop(self.paid.insert((*table, *round))),
                TableEntry::Settled {
                    registered: Some(_),
                    ..
                } => counts.one(CountKind::Claims, "registered amounts"),
                _ => {}
            }
        }
        let first = self.pool.queue().next().filter(|claim| claim.is_final);
        if let Some(claim) = first {
            let name = (claim.table, claim.round);
            let before = self.finals.insert(name, claim.awards.to_vec());
            if before.as_deref() != Some(claim.awards) {
                counts.one(CountKind::Claims, "final prices");
            }
        }
        self.follow_queue(counts);
    }

    /// Counts claims that are new, and those that went before others.
    fn follow_queue(&mut self, counts: &mut Counts) {
        let queue = self.pool.queue().map(|claim| (claim.table, claim.round));
        let queue: Vec<RoundName> = queue.collect();
        let is_new = |claim: &&RoundName| !self.queue.contains(claim);
        if let Some(place) = queue.iter().position(|claim| is_new(&claim)) {
            counts.one(CountKind::Claims, "in the queue");
            if place + 1 < queue.len() {
                counts.one(CountKind::Claims, "put before others (RWS6 4.5)");
            }
        }
        if queue.len() > 1 {
            counts.one(CountKind::Claims, "entries with several claims");
        }
        if self.pool.waits_for().next().is_some() {
            counts.one(CountKind::Claims, "entries with a claim that waits");
        }
        self.queue = queue;
    }
}

fn no_quarantine(what: &str, got: String) -> Difference {
    Difference {
        what: what.into(),
        expected: "no quarantine of an honest table".into(),
        got,
    }
}

/// The message is the next one that the table's journal leads to, byte for byte.
fn check_message(message: &TableRecord, tables: &[SimulatedMember]) -> Result<(), Difference> {
    let table = tables.iter().find(|table| table.number == message.table);
    let number = message.content().map_or(0, |content| content.number);
    let place = usize::try_from(number).ok().and_then(|n| n.checked_sub(1));
    let written = table
        .zip(place)
        .and_then(|(table, place)| table.messages.get(place));
    let what = format!("message {number} of table {} in the log", message.table);
    agree(&what, &written, &Some(&message.bytes))
}

fn agree_ok<T>(what: &str, result: Result<T, String>) -> Result<T, Difference> {
    result.map_err(|why| Difference {
        what: what.into(),
        expected: "sound".into(),
        got: why,
    })
}

const fn ruling_name(ruling: HouseRuling) -> &'static str {
    match ruling {
        HouseRuling::DoNotWait(..) => "ruling: do not wait",
        HouseRuling::Strike(..) => "ruling: strike",
        HouseRuling::Lift(_) => "ruling: lift",
    }
}

const fn entry_name(entry: &PoolEntry) -> &'static str {
    let PoolEntry::Table(_, message) = entry else {
        return "rulings";
    };
    match message {
        TableEntry::Open(_) => "open",
        TableEntry::Lock { .. } => "lock",
        TableEntry::Settled { .. } => "settled",
        TableEntry::Void(_) => "void",
        TableEntry::Invalidate(..) => "invalidate",
        TableEntry::Confirmed(_) => "confirmed",
        TableEntry::Join { .. } => "join",
    }
}
