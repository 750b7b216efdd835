//! Reads the pool's log from its file, folds it entry by entry, and puts every entry into words.

use std::collections::VecDeque;
use std::path::Path;

use anyhow::Context;
use pit::block::{Block, BlockNumber, Record};
use pit::engine::LogEngine;
use pit::sqlite::SqliteEngine;
use pit::state::{LinkPool, new_pool};
use serde::Serialize;
use shared_rules::games::RuleSet;
use shared_rules::money::Cents;
use shared_rules::pool::{PoolSums, RoundNumber, TableNumber};

use super::claims::{PitClaim, claims};
use super::log_words;
use crate::pool::audit::utc;

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
    engine: SqliteEngine,
    pool: Box<LinkPool>,
    now: LinkNow,
    head: BlockNumber,
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
        let first = engine.read(1)?.context("the log is empty")?;
        let (block, _) = Block::open(&first).map_err(|fault| anyhow::anyhow!("{fault}"))?;
        let Some(Record::Founded { terms, .. }) = block.records.first() else {
            anyhow::bail!("the log does not begin with its terms");
        };
        let pool = new_pool(terms).map_err(|refusal| anyhow::anyhow!("{refusal}"))?;
        let now = LinkNow::of(&pool)?;
        let mut reader = LogReader {
            engine,
            pool,
            now,
            head: 0,
            written: 0,
            lines: VecDeque::new(),
        };
        reader.read_on()?;
        Ok(reader)
    }

    /// Reads the blocks that were written since; true if there were any.
    ///
    /// # Errors
    /// A block cannot be read or folded.
    pub fn read_on(&mut self) -> anyhow::Result<bool> {
        let head = self.head;
        while let Some(bytes) = self.engine.read(self.head.saturating_add(1))? {
            let (block, _) = Block::open(&bytes).map_err(|fault| anyhow::anyhow!("{fault}"))?;
            self.head = block.number;
            for record in &block.records {
                self.follow(record)?;
            }
        }
        Ok(self.head > head)
    }

    fn follow(&mut self, record: &Record) -> anyhow::Result<()> {
        let entry = match record {
            Record::Accepted(message) => message.entry(),
            Record::Ruled { ruling, .. } => ruling.entry(),
            _ => None,
        };
        if let Some(entry) = &entry {
            let applied = self.pool.apply(entry);
            applied.map_err(|refusal| anyhow::anyhow!("block {}: {refusal}", self.head))?;
        }
        let after = LinkNow::of(&self.pool)?;
        let before = std::mem::replace(&mut self.now, after);
        let (kind, text) = log_words::record(record, self.rules(), &before, &self.now);
        self.write(record, record.table(), kind, text);
        for (table, text) in log_words::prices(&before, &self.now) {
            self.write(record, Some(table), "won", text);
        }
        Ok(())
    }

    fn write(
        &mut self,
        record: &Record,
        table: Option<TableNumber>,
        kind: &'static str,
        text: String,
    ) {
        self.written += 1;
        if self.lines.len() == KEPT {
            self.lines.pop_front();
        }
        let time = utc(record.at_ms());
        self.lines.push_back(PoolLine {
            id: self.written,
            block: self.head,
            time: time.get(11..19).unwrap_or_default().to_owned(),
            table,
            kind,
            text,
        });
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
            sums: sums.map_err(|error| anyhow::anyhow!("{error}"))?,
        })
    }

    /// The claim of a table's round.
    pub fn claim(&self, table: TableNumber, round: RoundNumber) -> Option<&PitClaim> {
        let mut claims = self.claims.iter();
        claims.find(|claim| (claim.table, claim.round) == (table, round))
    }
}
