//! The state that follows from the log: the pool of `shared_rules`, and for each table the numbers of its messages.
//!
//! [`LinkState::apply_block`] is the only way to change it. A sequencer uses it for its own blocks and for those of
//! others, a start for all of them, and the audit too: recovery is the live path.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use shared_rules::games::AwardPays;
use shared_rules::money::Cents;
use shared_rules::pool::message::LinkWin;
use shared_rules::pool::{
    Pool, PoolEntry, PoolRefusal, PoolTerms, PricedAward, RoundNumber, TableEntry, TableNumber,
};

use crate::block::{
    Block, BlockFault, BlockNumber, HouseRuling, NumberedEntry, Record, TableRecord,
};
use crate::checkpoint::on_large_stack;
use crate::digest::Digest;
use crate::notice::HouseNotice;

pub use crate::log_fault::{BrokenLog, LogFault, RecordFault};
pub use crate::member::{Judgement, Member, QuarantineCause};

/// The pool of a link: at most 1,024 tables, and room for a claim of each beside 512 unpaid ones.
pub type LinkPool = Pool<1024, 1536>;

/// A pool on the heap. On its way there it passes the stack, half a megabyte at a time, and a caller may be a thread with
/// a small one.
///
/// # Errors
/// No pool can be run on these terms.
pub fn new_pool(terms: &PoolTerms) -> Result<Box<LinkPool>, PoolRefusal> {
    on_large_stack(|| Ok(Box::new(Pool::new(terms)?)))
}

/// A claim that was paid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PaidClaim {
    /// The table.
    pub table: TableNumber,
    /// The round.
    pub round: RoundNumber,
    /// The awards in the order of payment, fixed ones included.
    pub awards: Vec<PricedAward>,
    /// The amount that the pool gave.
    pub gives: Cents,
}

/// The consequences of a record beside the new state.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Applied {
    /// A claim was paid.
    pub paid: Option<PaidClaim>,
    /// The house must look at something.
    pub notice: Option<HouseNotice>,
}

/// The records of a block with their consequences.
type AppliedRecords = Vec<(Record, Applied)>;

/// The state of a link after a block. A checkpoint of the log holds it, without its place.
#[derive(Debug, Serialize, Deserialize)]
pub struct LinkState {
    link: u32,
    pool: Box<LinkPool>,
    members: BTreeMap<TableNumber, Member>,
    #[serde(skip)]
    head: BlockNumber,
    #[serde(skip)]
    head_digest: Digest,
    /// The receipt of `Settled` for each unpaid claim.
    claimed_ms: BTreeMap<(TableNumber, RoundNumber), u64>,
    last_win: Option<LinkWin>,
}

impl Clone for LinkState {
    /// Not inlined: on its way to the heap the pool passes the stack, like a new one.
    #[inline(never)]
    fn clone(&self) -> LinkState {
        LinkState {
            link: self.link,
            pool: self.pool.clone(),
            members: self.members.clone(),
            head: self.head,
            head_digest: self.head_digest,
            claimed_ms: self.claimed_ms.clone(),
            last_win: self.last_win,
        }
    }
}

impl LinkState {
    /// The first block of a log with these terms.
    ///
    /// # Errors
    /// No pool can be run on these terms.
    pub fn founding_block(link: u32, terms: &PoolTerms, at_ms: u64) -> Result<Vec<u8>, LogFault> {
        let state = LinkState::founded(link, terms)?;
        let block = Block {
            number: 1,
            previous: Digest::default(),
            state: state.digest()?,
            records: vec![Record::Founded {
                link,
                terms: *terms,
                at_ms,
            }],
        };
        Ok(block.seal().map_err(LogFault::Block)?.0)
    }

    fn founded(link: u32, terms: &PoolTerms) -> Result<LinkState, LogFault> {
        let pool = new_pool(terms).map_err(RecordFault::Refused)?;
        Ok(LinkState {
            link,
            pool,
            members: BTreeMap::new(),
            head: 0,
            head_digest: Digest::default(),
            claimed_ms: BTreeMap::new(),
            last_win: None,
        })
    }

    /// The state after the first block.
    ///
    /// # Errors
    /// The log does not hold.
    pub fn from_first_block(bytes: &[u8]) -> Result<LinkState, BrokenLog> {
        let broken = |why| BrokenLog {
            block: 1,
            record: None,
            why,
        };
        let (block, digest) = Block::open(bytes).map_err(|why| broken(LogFault::Block(why)))?;
        let [Record::Founded { link, terms, .. }] = block.records.as_slice() else {
            return Err(broken(LogFault::Record(RecordFault::Founding)));
        };
        let mut state = LinkState::founded(*link, terms).map_err(broken)?;
        state.check_place(&block).map_err(broken)?;
        state.close(&block, digest).map_err(broken)?;
        Ok(state)
    }

    /// Adds the next block, and returns its records with their consequences.
    ///
    /// # Errors
    /// The log does not hold. The state is then worth nothing.
    pub fn apply_block(&mut self, bytes: &[u8]) -> Result<Vec<(Record, Applied)>, BrokenLog> {
        let (applied, block, digest) = self.apply_records(bytes)?;
        self.close(&block, digest).map_err(|why| BrokenLog {
            block: block.number,
            record: None,
            why,
        })?;
        Ok(applied)
    }

    /// The same without the digest of the state, whose comparison takes most of the time. It is returned, to be given
    /// to [`LinkState::check`] after the last of many blocks.
    ///
    /// # Errors
    /// The log does not hold. The state is then worth nothing.
    pub fn apply_quickly(
        &mut self,
        bytes: &[u8],
    ) -> Result<(Vec<(Record, Applied)>, Digest), BrokenLog> {
        let (applied, block, digest) = self.apply_records(bytes)?;
        self.head = block.number;
        self.head_digest = digest;
        Ok((applied, block.state))
    }

    /// Compares the state after the last block with the one that the block names.
    ///
    /// # Errors
    /// They differ: this block, or one that was added quickly before it, does not hold.
    pub fn check(&self, state: Digest) -> Result<(), BrokenLog> {
        let is_same = self.digest() == Ok(state);
        is_same.then_some(()).ok_or(BrokenLog {
            block: self.head,
            record: None,
            why: LogFault::State,
        })
    }

    fn apply_records(
        &mut self,
        bytes: &[u8],
    ) -> Result<(AppliedRecords, Block, Digest), BrokenLog> {
        let (mut block, digest) = self.open_next(bytes)?;
        let records = std::mem::take(&mut block.records);
        let mut applied = Vec::with_capacity(records.len());
        for record in records {
            let consequences = self.apply(&record).map_err(|why| BrokenLog {
                block: block.number,
                record: Some(applied.len().saturating_add(1)),
                why: LogFault::Record(why),
            })?;
            applied.push((record, consequences));
        }
        Ok((applied, block, digest))
    }

    /// The next block, which is to be applied record by record and then closed.
    pub(crate) fn open_next(&self, bytes: &[u8]) -> Result<(Block, Digest), BrokenLog> {
        let opened = Block::open(bytes).map_err(LogFault::Block);
        let placed = opened.and_then(|(block, digest)| {
            self.check_place(&block)?;
            Ok((block, digest))
        });
        placed.map_err(|why| BrokenLog {
            block: self.head.saturating_add(1),
            record: None,
            why,
        })
    }

    fn check_place(&self, block: &Block) -> Result<(), LogFault> {
        if block.number != self.head.saturating_add(1) {
            return Err(LogFault::OutOfPlace(block.number));
        }
        if block.previous != self.head_digest {
            return Err(LogFault::Chain);
        }
        Ok(())
    }

    /// All records of the block are in the state.
    pub(crate) fn close(&mut self, block: &Block, digest: Digest) -> Result<(), LogFault> {
        if self.digest()? != block.state {
            return Err(LogFault::State);
        }
        self.head = block.number;
        self.head_digest = digest;
        Ok(())
    }

    /// The block of these records, which are in `self` already. The block before them is the last.
    ///
    /// # Errors
    /// The block cannot be written.
    pub(crate) fn next_block(&self, records: Vec<Record>) -> Result<Block, LogFault> {
        Ok(Block {
            number: self.head.saturating_add(1),
            previous: self.head_digest,
            state: self.digest()?,
            records,
        })
    }

    /// Takes over the place in the log of `other`, which has the same records.
    pub(crate) const fn stand_at(&mut self, other: &LinkState) {
        self.head = other.head;
        self.head_digest = other.head_digest;
    }

    /// Adds one record.
    ///
    /// # Errors
    /// It cannot be. Nothing has changed, unless it is a message that was refused and can be.
    pub(crate) fn apply(&mut self, record: &Record) -> Result<Applied, RecordFault> {
        match record {
            Record::Founded { .. } => Err(RecordFault::Founding),
            Record::Accepted(record) => self.accept(record),
            Record::Impossible(record) => self.note_impossible(record),
            Record::Contradiction(record) => self.note_contradiction(record),
            Record::Crossed(record) => self.note_crossed(record),
            Record::Ruled { ruling, .. } | Record::RuledSigned { ruling, .. } => self.rule(*ruling),
            Record::Checkpoint { state, .. } => self.compare(state),
        }
    }

    /// The place of a message among those that are in the log.
    #[must_use]
    pub fn judge(
        &self,
        table: TableNumber,
        generation: u32,
        number: u32,
        message: Digest,
    ) -> Judgement {
        match self.members.get(&table) {
            Some(member) => member.judge(generation, number, message),
            None if number == 1 => Judgement::Next,
            None => Judgement::Gap,
        }
    }

    /// The content and the digest of a message that stands in the log under this judgement.
    fn read(
        &self,
        record: &TableRecord,
        expected: Judgement,
    ) -> Result<(NumberedEntry, Digest), RecordFault> {
        let content = record.content().ok_or(RecordFault::NoMessage)?;
        let message = Digest::of(&record.bytes);
        let found = self.judge(record.table, record.generation, content.number, message);
        if found == expected {
            Ok((content, message))
        } else {
            Err(RecordFault::Numbers(found))
        }
    }

    fn accept(&mut self, record: &TableRecord) -> Result<Applied, RecordFault> {
        let (content, message) = self.read(record, Judgement::Next)?;
        let paid = self.payable(record.table, &content.entry);
        let entry = PoolEntry::Table(record.table, content.entry);
        self.pool.apply(&entry).map_err(RecordFault::Refused)?;
        let difference = self.difference(record, &content, paid.as_ref());
        let member = self.members.entry(record.table).or_default();
        member.count(record, content.number, message);
        let mut notice = member.follow(record, &content.entry);
        if let Some(why) = difference {
            member.quarantine = Some(QuarantineCause::Difference);
            notice = quarantined(record, content.number, why).notice;
        }
        self.follow_claims(record, &content.entry);
        if let Some(paid) = &paid {
            self.last_win = self.wins(paid).last();
        }
        Ok(Applied { paid, notice })
    }

    /// The difference between the table's journal and the log, in words. The message itself holds: the log decides
    /// about money, and the table is closed until the house has looked at it.
    fn difference(
        &self,
        record: &TableRecord,
        content: &NumberedEntry,
        paid: Option<&PaidClaim>,
    ) -> Option<String> {
        let member = self.members.get(&record.table);
        let member = member.filter(|member| member.generation() == record.generation);
        if let Some(theirs) = content.record
            && !member.unwrap_or(&Member::default()).agrees(theirs)
        {
            return Some(format!(
                "the last {} messages of its journal are not those of the log",
                theirs.messages
            ));
        }
        let (theirs, paid) = (content.seen?, paid?);
        let mut amounts = self.wins(paid).map(|win| win.amount);
        let ours = amounts.try_fold(Cents::ZERO, |sum, amount| sum.plus(amount).ok())?;
        (theirs != ours).then(|| format!("its journal has the price {theirs}, the log {ours}"))
    }

    /// The claim that a confirmation pays.
    fn payable(&self, table: TableNumber, entry: &TableEntry) -> Option<PaidClaim> {
        let TableEntry::Confirmed(round) = entry else {
            return None;
        };
        let first = self.pool.queue().next()?;
        let is_meant = first.table == table && first.round == *round;
        is_meant.then(|| PaidClaim {
            table,
            round: *round,
            awards: first.awards.to_vec(),
            gives: first.gives,
        })
    }

    fn follow_claims(&mut self, record: &TableRecord, entry: &TableEntry) {
        match entry {
            TableEntry::Settled { round, .. } => {
                let claim = (record.table, *round);
                self.claimed_ms.insert(claim, record.received_ms);
            }
            TableEntry::Void(_) | TableEntry::Invalidate(..) | TableEntry::Confirmed(_) => {}
            _ => return,
        }
        let pool = &self.pool;
        self.claimed_ms.retain(|(table, round), _| {
            let mut claims = pool.queue();
            claims.any(|claim| claim.table == *table && claim.round == *round)
        });
    }

    fn note_impossible(&mut self, record: &TableRecord) -> Result<Applied, RecordFault> {
        let (content, message) = self.read(record, Judgement::Next)?;
        let entry = PoolEntry::Table(record.table, content.entry);
        let Err(refusal) = self.pool.apply(&entry) else {
            return Err(RecordFault::Possible);
        };
        let member = self.members.entry(record.table).or_default();
        member.count(record, content.number, message);
        member.quarantine = Some(QuarantineCause::Impossible);
        Ok(quarantined(record, content.number, refusal.to_string()))
    }

    /// The house and the supervisor have decided about a claim at the same time, and the ruling came first.
    fn note_crossed(&mut self, record: &TableRecord) -> Result<Applied, RecordFault> {
        let (content, message) = self.read(record, Judgement::Next)?;
        let member = self.members.get_mut(&record.table);
        let (Some(member), TableEntry::Confirmed(round)) = (member, content.entry) else {
            return Err(RecordFault::Possible);
        };
        if !member.is_struck(round) {
            return Err(RecordFault::Possible);
        }
        member.count(record, content.number, message);
        Ok(Applied {
            paid: None,
            notice: Some(HouseNotice::StruckConfirmed {
                table: record.table,
                round,
                shares: content.seen,
            }),
        })
    }

    fn note_contradiction(&mut self, record: &TableRecord) -> Result<Applied, RecordFault> {
        let (content, _) = self.read(record, Judgement::Contradicts)?;
        let member = self.members.entry(record.table).or_default();
        member.quarantine = Some(QuarantineCause::Contradiction);
        let why = "the number has come before with other bytes".to_owned();
        Ok(quarantined(record, content.number, why))
    }

    fn rule(&mut self, ruling: HouseRuling) -> Result<Applied, RecordFault> {
        if let Some(entry) = ruling.entry() {
            self.pool.apply(&entry).map_err(RecordFault::Refused)?;
        }
        let member = self.members.get_mut(&ruling.table());
        match ruling {
            HouseRuling::DoNotWait(..) => {}
            HouseRuling::Strike(table, round) => {
                self.claimed_ms.remove(&(table, round));
                if let Some(member) = member {
                    member.note_struck(round);
                }
            }
            HouseRuling::Lift(_) => {
                let quarantine = member.and_then(|member| member.quarantine.take());
                quarantine.ok_or(RecordFault::NotQuarantined)?;
            }
        }
        let ruling = ruling.to_string();
        Ok(Applied {
            paid: None,
            notice: Some(HouseNotice::Ruled { ruling }),
        })
    }

    /// The shares of the jackpot among the awards of a paid claim, in the order of payment.
    pub fn wins<'a>(&self, paid: &'a PaidClaim) -> impl Iterator<Item = LinkWin> + use<'a> {
        let rows = self.pool.terms().game.rules().progressive.awards;
        let is_share = move |award: &PricedAward| {
            let mut rows = rows.iter();
            rows.any(|row| row.award == award.award && matches!(row.pays, AwardPays::Jackpot(_)))
        };
        let shares = paid.awards.iter().filter(move |award| is_share(award));
        shares.map(|award| LinkWin {
            table: paid.table,
            seat: award.seat,
            award: award.award,
            amount: award.amount,
        })
    }

    /// The digest of the state: of the pool, and of the numbers of its tables.
    ///
    /// # Errors
    /// A value cannot be written.
    pub fn digest(&self) -> Result<Digest, LogFault> {
        let unwritable = |_| LogFault::Block(BlockFault::Unwritable);
        let mut bytes = postcard::to_allocvec(&self.pool).map_err(unwritable)?;
        for (table, member) in &self.members {
            let counted = member.counted(*table);
            bytes = postcard::to_extend(&counted, bytes).map_err(unwritable)?;
        }
        Ok(Digest::of(&bytes))
    }

    /// The number of the link.
    #[must_use]
    pub const fn link(&self) -> u32 {
        self.link
    }

    /// The pool.
    #[must_use]
    pub const fn pool(&self) -> &LinkPool {
        &self.pool
    }

    /// The number of the last block.
    #[must_use]
    pub const fn head(&self) -> BlockNumber {
        self.head
    }

    /// The digest of the last block.
    #[must_use]
    pub const fn head_digest(&self) -> Digest {
        self.head_digest
    }

    /// The tables that have a message in the log.
    pub fn members(&self) -> impl Iterator<Item = (TableNumber, &Member)> {
        self.members.iter().map(|(table, member)| (*table, member))
    }

    /// A table.
    #[must_use]
    pub fn member(&self, table: TableNumber) -> Option<&Member> {
        self.members.get(&table)
    }

    /// The last share of the jackpot that was confirmed.
    #[must_use]
    pub const fn last_win(&self) -> Option<LinkWin> {
        self.last_win
    }

    /// The first claim that is not final, and the receipt of its `Settled`.
    #[must_use]
    pub fn waiting_claim(&self) -> Option<(TableNumber, RoundNumber, u64)> {
        let first = self.pool.queue().next().filter(|claim| !claim.is_final)?;
        let claim = (first.table, first.round);
        let since_ms = self.claimed_ms.get(&claim)?;
        Some((first.table, first.round, *since_ms))
    }
}

fn quarantined(record: &TableRecord, number: u32, why: String) -> Applied {
    Applied {
        paid: None,
        notice: Some(HouseNotice::Quarantined {
            table: record.table,
            number,
            why,
        }),
    }
}
