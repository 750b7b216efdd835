//! Reads the pool's log from its file, folds it entry by entry, and puts every entry into words.

use std::collections::VecDeque;
use std::path::Path;

use anyhow::{Context, anyhow};
use pit::block::{Block, BlockNumber, HouseRuling, Record};
use pit::drive;
use pit::follower::Follower;
use pit::sqlite::SqliteEngine;
use pit::state::LinkPool;
use serde::Serialize;
use shared_rules::games::RuleSet;
use shared_rules::money::Cents;
use shared_rules::pool::{PoolSums, RoundNumber, TableNumber};

use super::claims::{PitClaim, claims};
use super::log_words;
use crate::pool::audit::utc;
use crate::table::words::capital;

/// Lines that are kept to be looked at; the log has them all.
const KEPT: usize = 200;

/// One line of the log in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PoolLine {
    /// Counts the lines.
    pub id: u64,
    /// The number of the block.
    pub block: BlockNumber,
    /// The pool's time of day, in UTC.
    pub time: String,
    /// The table that it is about.
    pub table: Option<TableNumber>,
    /// `entry`, `money`, `won`, `void` or `fault`.
    pub kind: &'static str,
    /// In words.
    pub text: String,
}

impl PoolLine {
    fn new(record: &Record, block: BlockNumber, kind: &'static str, text: String) -> PoolLine {
        let time = utc(record.at_ms());
        PoolLine {
            id: 0,
            block,
            time: time.get(11..19).unwrap_or_default().to_owned(),
            table: record.table(),
            kind,
            text,
        }
    }
}

/// The state of the link after an entry.
#[derive(Clone, Debug)]
pub struct LinkNow {
    /// The amount on the signs.
    pub shown: Cents,
    /// The unpaid claims in the order of payment.
    pub claims: Vec<PitClaim>,
    /// All money.
    pub sums: PoolSums,
}

/// A reader of the log, which holds no lock and never writes.
#[derive(Debug)]
pub struct LogReader {
    follower: Follower<SqliteEngine>,
    pool: Box<LinkPool>,
    now: LinkNow,
    written: u64,
    lines: VecDeque<PoolLine>,
}

impl LogReader {
    /// Reads a founded log from its beginning.
    ///
    /// # Errors
    /// The file holds no log.
    pub fn open(path: &Path) -> anyhow::Result<LogReader> {
        let mut engine = SqliteEngine::open_to_read(path)?;
        let (number, first) = drive::first_block(&mut engine)?.context("the log is empty")?;
        let follower = Follower::begin(engine)?;
        let pool = Box::new(follower.state().pool().clone());
        let mut reader = LogReader {
            follower,
            now: LinkNow::of(&pool)?,
            pool,
            written: 0,
            lines: VecDeque::new(),
        };
        let (founding, _) = Block::open(&first).map_err(|fault| anyhow!("{fault}"))?;
        for record in &founding.records {
            reader.follow(record, number)?;
        }
        reader.read_on()?;
        Ok(reader)
    }

    /// Reads the blocks that were written since; true if there were any.
    ///
    /// # Errors
    /// A block cannot be read, or the log does not hold.
    pub fn read_on(&mut self) -> anyhow::Result<bool> {
        let mut is_new = false;
        while let Some(records) = self.follower.next_block()? {
            let block = self.follower.state().head();
            for (record, applied) in &records {
                self.follow(record, block)?;
                if let (Record::Accepted(_), Some(notice)) = (record, &applied.notice) {
                    let text = capital(&notice.to_string());
                    self.write(PoolLine::new(record, block, "fault", text));
                }
            }
            is_new = true;
        }
        Ok(is_new)
    }

    /// The follower verifies and folds whole blocks. Prices are told record by record.
    fn follow(&mut self, record: &Record, block: BlockNumber) -> anyhow::Result<()> {
        let entry = match record {
            Record::Accepted(message) => message.entry(),
            record => record.ruling().and_then(HouseRuling::entry),
        };
        if let Some(entry) = &entry {
            let applied = self.pool.apply(entry);
            applied.map_err(|refusal| anyhow!("block {block}: {refusal}"))?;
        }
        let after = LinkNow::of(&self.pool)?;
        let before = std::mem::replace(&mut self.now, after);
        let (kind, text) = log_words::record(record, self.rules(), &before, &self.now);
        let line = PoolLine::new(record, block, kind, text);
        self.write(line.clone());
        for (table, text) in log_words::prices(&before, &self.now) {
            self.write(PoolLine {
                table: Some(table),
                kind: "won",
                text,
                ..line.clone()
            });
        }
        Ok(())
    }

    fn write(&mut self, line: PoolLine) {
        self.written += 1;
        if self.lines.len() == KEPT {
            self.lines.pop_front();
        }
        let id = self.written;
        self.lines.push_back(PoolLine { id, ..line });
    }

    /// The tables that are not listened to before the house has looked at them.
    pub fn quarantined(&self) -> Vec<TableNumber> {
        let members = self.follower.state().members();
        let quarantined = members.filter(|(_, member)| member.quarantine().is_some());
        quarantined.map(|(table, _)| table).collect()
    }

    /// The state after the last entry.
    pub const fn now(&self) -> &LinkNow {
        &self.now
    }

    /// The rules of the game that all tables play.
    pub const fn rules(&self) -> &'static RuleSet {
        self.pool.terms().game.rules()
    }

    /// The lines, the newest first.
    pub fn lines(&self) -> impl Iterator<Item = &PoolLine> {
        self.lines.iter().rev()
    }
}

impl LinkNow {
    fn of(pool: &LinkPool) -> anyhow::Result<LinkNow> {
        let sums = pool.sums();
        Ok(LinkNow {
            shown: pool.shown(),
            claims: claims(pool),
            sums: sums.map_err(|error| anyhow!("{error}"))?,
        })
    }

    /// The claim of a table's round.
    pub fn claim(&self, table: TableNumber, round: RoundNumber) -> Option<&PitClaim> {
        let mut claims = self.claims.iter();
        claims.find(|claim| (claim.table, claim.round) == (table, round))
    }
}
