//! The audit: reads a log from the first block that is left, verifies the chain, folds it, and tells the order of every win with
//! the places and times of its entries.

use std::collections::BTreeMap;

use serde::Serialize;
use shared_rules::money::Cents;
use shared_rules::pool::{
    ClaimView, PoolSums, PoolTerms, PricedAward, RoundNumber, TableEntry, TableNumber,
};
use shared_rules::wire::key::SharedKey;

use crate::block::{BlockNumber, Record, TableRecord};
use crate::digest::Digest;
use crate::drive::missing_block;
use crate::engine::{EngineTrouble, Extent, LogEngine};
use crate::keys::LinkKeys;
use crate::notice::HouseNotice;
use crate::state::{Applied, BrokenLog, LinkPool, LinkState, PaidClaim};

/// The verdict about a log.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct PoolAudit {
    /// The number of the link.
    pub link: Option<u32>,
    /// The terms that all tables share.
    pub terms: Option<PoolTerms>,
    /// The first block: 1, or a later one that is a checkpoint. What was before it is believed and not verified.
    pub first: BlockNumber,
    /// The number of the last block that holds.
    pub blocks: BlockNumber,
    /// The records in them.
    pub records: u64,
    /// The entries of the fold among them.
    pub entries: u64,
    /// The digest of the last block that holds. It is worth comparing: a log that lost its end holds too.
    pub head: Option<Digest>,
    /// Every claim: the paid ones in the order of payment, those that left unpaid, then the queue.
    pub claims: Vec<AuditedClaim>,
    /// Everything that a person had to look at.
    pub notices: Vec<PlacedNotice>,
    /// All money at the end.
    pub sums: Option<PoolSums>,
    /// Where and why the log does not hold.
    pub wrong: Option<AuditFault>,
}

/// Where and why a log does not hold, in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AuditFault {
    /// The number of the block; none if it is about the whole file.
    pub block: Option<BlockNumber>,
    /// The record in it, from 1.
    pub record: Option<usize>,
    /// The reason.
    pub why: String,
}

/// A notice, and the entry that caused it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PlacedNotice {
    /// The place.
    #[serde(flatten)]
    pub at: LogPlace,
    /// The notice.
    pub notice: HouseNotice,
}

/// A place in the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct LogPlace {
    /// The block.
    pub block: BlockNumber,
    /// The number of entries of the fold up to this one.
    pub place: u64,
    /// The pool's time.
    pub at_ms: u64,
}

/// The fate of a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ClaimFate {
    /// Confirmed, and so paid.
    Paid,
    /// Void, invalid or struck.
    Withdrawn,
    /// In the queue, at this price and in this order for good.
    Final,
    /// In the queue.
    Unpaid,
}

/// A claim with its way through the log.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AuditedClaim {
    /// The table.
    pub table: TableNumber,
    /// The round.
    pub round: RoundNumber,
    /// The fate.
    pub fate: ClaimFate,
    /// The awards in the order of payment, fixed ones included.
    pub awards: Vec<AuditedAward>,
    /// The amount that the pool gives, in cents.
    pub gives: Cents,
    /// The time of dealing by the table's clock. Like the places behind it, it is missing if its entry was pruned.
    pub dealt: Option<u64>,
    /// The place of `Open`.
    pub opened: Option<LogPlace>,
    /// The place of `Lock`.
    pub locked: Option<LogPlace>,
    /// The place of `Settled`.
    pub settled: Option<LogPlace>,
    /// The entry that made its price final.
    pub final_at: Option<LogPlace>,
    /// The entry with which it was paid or withdrawn.
    pub ended: Option<LogPlace>,
}

/// An award of a claim.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AuditedAward {
    /// The seat, from 1.
    pub seat: u8,
    /// The name of the award.
    pub award: &'static str,
    /// The amount in cents.
    pub amount: Cents,
}

/// The way of a table's round so far.
#[derive(Clone, Copy, Default, Debug)]
struct Trail {
    dealt: Option<u64>,
    opened: Option<LogPlace>,
    locked: Option<LogPlace>,
}

/// Reads and folds a log. With keys, the author of every message is verified too.
///
/// # Errors
/// The engine cannot serve. Everything that the log itself says wrongly is in [`PoolAudit::wrong`].
pub fn audit(
    engine: &mut impl LogEngine,
    keys: Option<&LinkKeys>,
) -> Result<PoolAudit, EngineTrouble> {
    let tables = keys;
    let house = None;
    audit_signed(engine, AuditKeys { tables, house })
}

/// The keys of an audit: it verifies whatever they were used for.
#[derive(Clone, Copy, Default, Debug)]
pub struct AuditKeys<'a> {
    /// Those of the tables, for their messages.
    pub tables: Option<&'a LinkKeys>,
    /// That of the house, for its rulings.
    pub house: Option<&'a SharedKey>,
}

/// The same, with all keys.
///
/// # Errors
/// As above.
pub fn audit_signed(
    engine: &mut impl LogEngine,
    keys: AuditKeys,
) -> Result<PoolAudit, EngineTrouble> {
    let mut auditor = Auditor {
        keys,
        ..Auditor::default()
    };
    if let Err(wrong) = auditor.read_all(engine)? {
        auditor.audit.wrong = Some(wrong);
    }
    Ok(auditor.finish())
}

#[derive(Default)]
struct Auditor<'a> {
    keys: AuditKeys<'a>,
    audit: PoolAudit,
    /// The last state that holds.
    state: Option<LinkState>,
    trails: BTreeMap<TableNumber, Trail>,
    /// The unpaid claims.
    claims: BTreeMap<(TableNumber, RoundNumber), AuditedClaim>,
}

impl Auditor<'_> {
    /// The outer error is the engine's, the inner one the log's.
    fn read_all(
        &mut self,
        engine: &mut impl LogEngine,
    ) -> Result<Result<(), AuditFault>, EngineTrouble> {
        let Extent { first, head } = engine.extent()?;
        if head == 0 {
            return Ok(Err(AuditFault {
                block: None,
                record: None,
                why: "there is no block in it: a log begins with its terms".to_owned(),
            }));
        }
        for number in first..=head {
            let Some(bytes) = engine.read(number)? else {
                return Ok(Err(fault(&missing_block(number))));
            };
            let Err(wrong) = self.read_block(number, &bytes) else {
                continue;
            };
            return Ok(Err(wrong));
        }
        Ok(Ok(()))
    }

    fn read_block(&mut self, number: BlockNumber, bytes: &[u8]) -> Result<(), AuditFault> {
        let Some(mut state) = self.state.take() else {
            return self.begin(number, bytes);
        };
        // Record by record: the queue is looked at after each of them.
        let opened = state.open_next(bytes);
        let (block, digest) = opened.map_err(|broken| fault(&broken))?;
        for (index, record) in block.records.iter().enumerate() {
            let index = index.saturating_add(1);
            self.check_author(&state, block.number, index, record)?;
            let applied = state.apply(record).map_err(|why| AuditFault {
                block: Some(block.number),
                record: Some(index),
                why: why.to_string(),
            })?;
            self.follow(&state, block.number, record, applied);
        }
        let count = u64::try_from(block.records.len()).unwrap_or(u64::MAX);
        state.close(&block, digest).map_err(|why| AuditFault {
            block: Some(block.number),
            record: None,
            why: why.to_string(),
        })?;
        self.hold(state, count)
    }

    fn begin(&mut self, number: BlockNumber, bytes: &[u8]) -> Result<(), AuditFault> {
        let state = LinkState::begin(number, bytes).map_err(|broken| fault(&broken))?;
        self.audit.first = number;
        self.audit.link = Some(state.link());
        self.audit.terms = Some(*state.pool().terms());
        for view in state.pool().queue() {
            let (table, round) = (view.table, view.round);
            let mut claim = AuditedClaim::new(table, round, Trail::default(), None);
            claim.note(&view, None);
            self.claims.insert((table, round), claim);
        }
        self.hold(state, 1)
    }

    fn hold(&mut self, state: LinkState, records: u64) -> Result<(), AuditFault> {
        self.audit.blocks = state.head();
        self.audit.head = Some(state.head_digest());
        self.audit.records = self.audit.records.saturating_add(records);
        self.audit.entries = state.pool().entries();
        self.audit.sums = state.pool().sums().ok();
        let balances = self.audit.sums.is_some_and(|sums| sums.balance());
        let block = state.head();
        self.state = Some(state);
        if balances {
            return Ok(());
        }
        Err(AuditFault {
            block: Some(block),
            record: None,
            why: "the money after it does not balance".to_owned(),
        })
    }

    fn check_author(
        &self,
        state: &LinkState,
        block: BlockNumber,
        index: usize,
        record: &Record,
    ) -> Result<(), AuditFault> {
        let of_table = self.keys.tables.zip(record.message());
        let of_house = self.keys.house.filter(|_| record.ruling().is_some());
        let why = match (of_table, of_house) {
            (Some((keys, message)), _) => not_written(keys, state.link(), message),
            (None, Some(house)) => (!record.is_ruled_by(house, state.link()))
                .then(|| "the house has not signed it".to_owned()),
            (None, None) => None,
        };
        let fault = |why| AuditFault {
            block: Some(block),
            record: Some(index),
            why,
        };
        why.map_or(Ok(()), |why| Err(fault(why)))
    }

    fn follow(&mut self, state: &LinkState, block: BlockNumber, record: &Record, applied: Applied) {
        let at = LogPlace {
            block,
            place: state.pool().entries(),
            at_ms: record.at_ms(),
        };
        if let Some(notice) = applied.notice {
            self.audit.notices.push(PlacedNotice { at, notice });
        }
        if let Record::Accepted(message) = record {
            self.follow_round(state, message, at);
        }
        if let Some(paid) = applied.paid {
            self.pay(&paid, at);
        }
        self.follow_queue(state.pool(), at);
    }

    fn follow_round(&mut self, state: &LinkState, message: &TableRecord, at: LogPlace) {
        let table = message.table;
        let trail = self.trails.entry(table).or_default();
        match message.content().map(|content| content.entry) {
            Some(TableEntry::Open(_)) => {
                *trail = Trail {
                    opened: Some(at),
                    ..Trail::default()
                };
            }
            Some(TableEntry::Lock { dealt, .. }) => {
                trail.dealt = Some(dealt);
                trail.locked = Some(at);
            }
            Some(TableEntry::Settled { round, .. }) => {
                let mut queue = state.pool().queue();
                if queue.any(|claim| claim.table == table && claim.round == round) {
                    let claim = AuditedClaim::new(table, round, *trail, Some(at));
                    self.claims.insert((table, round), claim);
                }
            }
            _ => {}
        }
    }

    fn pay(&mut self, paid: &PaidClaim, at: LogPlace) {
        if let Some(mut claim) = self.claims.remove(&(paid.table, paid.round)) {
            claim.fate = ClaimFate::Paid;
            claim.awards = paid.awards.iter().map(AuditedAward::of).collect();
            claim.gives = paid.gives;
            claim.ended = Some(at);
            self.audit.claims.push(claim);
        }
    }

    /// Notes the prices of the queue, and the claims that have left it.
    fn follow_queue(&mut self, pool: &LinkPool, at: LogPlace) {
        if self.claims.is_empty() {
            return;
        }
        let mut left = std::mem::take(&mut self.claims);
        for view in pool.queue() {
            let name = (view.table, view.round);
            if let Some(mut claim) = left.remove(&name) {
                claim.note(&view, Some(at));
                self.claims.insert(name, claim);
            }
        }
        for mut claim in left.into_values() {
            claim.fate = ClaimFate::Withdrawn;
            claim.ended = Some(at);
            self.audit.claims.push(claim);
        }
    }

    /// The queue comes behind the claims that have ended.
    fn finish(mut self) -> PoolAudit {
        if let Some(state) = &self.state {
            for view in state.pool().queue() {
                let claim = self.claims.remove(&(view.table, view.round));
                self.audit.claims.extend(claim);
            }
        }
        // Those of a block that does not hold.
        self.audit.claims.extend(self.claims.into_values());
        self.audit
    }
}

impl AuditedClaim {
    const fn new(
        table: TableNumber,
        round: RoundNumber,
        trail: Trail,
        settled: Option<LogPlace>,
    ) -> AuditedClaim {
        AuditedClaim {
            table,
            round,
            fate: ClaimFate::Unpaid,
            awards: Vec::new(),
            gives: Cents::ZERO,
            dealt: trail.dealt,
            opened: trail.opened,
            locked: trail.locked,
            settled,
            final_at: None,
            ended: None,
        }
    }

    fn note(&mut self, view: &ClaimView, at: Option<LogPlace>) {
        self.awards = view.awards.iter().map(AuditedAward::of).collect();
        self.gives = view.gives;
        if view.is_final {
            self.fate = ClaimFate::Final;
            self.final_at = self.final_at.or(at);
        } else {
            self.fate = ClaimFate::Unpaid;
            self.final_at = None;
        }
    }
}

impl AuditedAward {
    /// An award of a price.
    #[must_use]
    pub const fn of(award: &PricedAward) -> AuditedAward {
        AuditedAward {
            seat: award.seat.number(),
            award: award.award.name(),
            amount: award.amount,
        }
    }
}

/// Why a message is not that of its table.
fn not_written(keys: &LinkKeys, link: u32, message: &TableRecord) -> Option<String> {
    let TableRecord {
        table, generation, ..
    } = message;
    match keys.get(&message.membership(link)) {
        Some(key) if message.is_genuine(link, key) => None,
        Some(_) => Some(format!("table {table} has not written it")),
        None => Some(format!(
            "the keys have none for table {table}, generation {generation}"
        )),
    }
}

fn fault(broken: &BrokenLog) -> AuditFault {
    AuditFault {
        block: Some(broken.block),
        record: broken.record,
        why: broken.why.to_string(),
    }
}
