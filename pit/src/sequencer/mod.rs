//! The sequencer: makes blocks of the tables' messages and of the house's rulings, and answers the tables.
//!
//! It touches no engine, no wire and no clock. Letters and times go in by [`Sequencer::accept`]; [`Sequencer::propose`]
//! gives the block to append; the outcome goes in by [`Sequencer::appended`] or [`Sequencer::found`]; letters and
//! notices come out by [`Sequencer::pop_letter`] and [`Sequencer::pop_notice`]. While a block is under way, messages
//! wait for the next one: that is the group commit.
//!
//! Two folds are kept. *Committed* holds the blocks that are in the engine, and every answer follows from it alone.
//! *Trial* holds the proposed block too. A block that comes out of the engine is folded into *committed* from its
//! bytes, so that a difference between both folds halts the sequencer before anything is answered.
//!
//! If another sequencer was faster, its block is folded and the messages of the own block are judged again: those that
//! are in the other's block are known, and nothing is booked twice.

mod answers;
mod heartbeat;
mod post;

use std::collections::{HashSet, VecDeque};
use std::fmt;

use shared_rules::pool::message::{Direction, Letter, Membership, ToPool};
use shared_rules::pool::{PoolRefusal, TableNumber};
use shared_rules::wire::payload;

use crate::block::{BlockNumber, Record, TableRecord};
use crate::digest::Digest;
use crate::keys::LinkKeys;
use crate::lead::CounterTimes;
use crate::notice::HouseNotice;
use crate::ruling::GivenRuling;
use crate::state::{BrokenLog, Judgement, LinkState, LogFault, RecordFault};
use answers::Prices;
use heartbeat::Heartbeat;
use post::Post;

pub use post::Envelope;

/// The records of a block: about 30 KB, and a fold of less than a millisecond.
const RECORDS_MAX: usize = 256;

/// The messages that may wait for a block: 64 of each of 1,024 tables. Further ones come again.
const WAITING_MAX: usize = 65_536;

/// The reason why a letter has no effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ignored {
    /// It is no letter.
    Unreadable,
    /// The link has no key for this table and generation.
    NoKey,
    /// The holder of the key has not written it.
    NotGenuine,
    /// The table has started again since.
    OldStart,
    /// The table was replaced by another generation.
    Replaced,
    /// Too many messages wait already.
    Busy,
    /// The sequencer has halted.
    Halted,
    /// Another pool leads.
    StandsBy,
}

impl fmt::Display for Ignored {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Ignored::Unreadable => "it is no letter",
            Ignored::NoKey => "the link has no key for this table and generation",
            Ignored::NotGenuine => "the table has not written it",
            Ignored::OldStart => "the table has started again since",
            Ignored::Replaced => "the table was replaced",
            Ignored::Busy => "too many messages wait already",
            Ignored::Halted => "the pool has stopped",
            Ignored::StandsBy => "the pool stands by",
        })
    }
}

/// A block to append.
#[derive(Clone, Debug)]
pub struct Proposal {
    /// The number of the block before.
    pub expected_head: BlockNumber,
    /// The bytes.
    pub bytes: Vec<u8>,
    records: Vec<Record>,
    /// Rulings that cannot be after these records.
    refused: Vec<RefusedRuling>,
}

#[derive(Clone, Debug)]
struct RefusedRuling {
    given: GivenRuling,
    at_ms: u64,
    why: RecordFault,
}

impl RefusedRuling {
    fn notice(&self) -> HouseNotice {
        HouseNotice::RulingRefused {
            ruling: self.given.ruling.to_string(),
            why: self.why.to_string(),
        }
    }
}

#[derive(Debug)]
enum Waiting {
    Message(TableRecord),
    Ruling(GivenRuling, u64),
}

/// A message by its place and its bytes.
type MessageName = (TableNumber, u32, Digest);

/// The sequencer of one link.
#[derive(Debug)]
pub struct Sequencer {
    keys: LinkKeys,
    committed: LinkState,
    trial: LinkState,
    waiting: VecDeque<Waiting>,
    /// The messages in `waiting`, so that none waits twice.
    waiting_names: HashSet<MessageName>,
    proposal: Option<Proposal>,
    post: Post,
    prices: Prices,
    heartbeat: Heartbeat,
    notices: VecDeque<HouseNotice>,
    halted: Option<BrokenLog>,
    overtaken: u64,
}

impl Sequencer {
    /// A sequencer that goes on from this state.
    #[must_use]
    pub fn new(keys: LinkKeys, state: LinkState) -> Sequencer {
        Sequencer {
            keys,
            trial: state.clone(),
            committed: state,
            waiting: VecDeque::new(),
            waiting_names: HashSet::new(),
            proposal: None,
            post: Post::new(CounterTimes::ALL),
            prices: Prices::default(),
            heartbeat: Heartbeat::default(),
            notices: VecDeque::new(),
            halted: None,
            overtaken: 0,
        }
    }

    /// The counters of letters are made from these times only.
    pub const fn count_between(&mut self, counters: CounterTimes) {
        self.post.count_between(counters);
    }

    /// The number of blocks of other sequencers since the start.
    #[must_use]
    pub const fn overtaken(&self) -> u64 {
        self.overtaken
    }

    /// Forgets whatever waits and whoever has written. A block under way may still come: it is folded like any other.
    pub fn stand_by(&mut self) {
        self.waiting.clear();
        self.waiting_names.clear();
        if self.proposal.take().is_some() {
            self.trial = self.committed.clone();
        }
        self.post = Post::new(CounterTimes::ALL);
        self.prices = Prices::default();
        self.heartbeat = Heartbeat::default();
    }

    /// The state after the last block that is in the engine.
    #[must_use]
    pub const fn state(&self) -> &LinkState {
        &self.committed
    }

    /// The reason why the sequencer has halted, if it has.
    #[must_use]
    pub const fn halted(&self) -> Option<&BrokenLog> {
        self.halted.as_ref()
    }

    /// The next letter to a table.
    pub fn pop_letter(&mut self) -> Option<Envelope> {
        self.post.pop()
    }

    /// The next notice to the house.
    pub fn pop_notice(&mut self) -> Option<HouseNotice> {
        self.notices.pop_front()
    }

    /// Accepts a letter, and tells which table has written it. A message for the log waits for the next block.
    ///
    /// # Errors
    /// The letter has no effect.
    pub fn accept(&mut self, letter: &[u8], now_ms: u64) -> Result<TableNumber, Ignored> {
        if self.halted.is_some() {
            return Err(Ignored::Halted);
        }
        let letter: Letter = payload::read(letter).ok_or(Ignored::Unreadable)?;
        let key = self.keys.get(&letter.membership).ok_or(Ignored::NoKey)?;
        let message = letter.open(key, Direction::ToPool);
        let message: ToPool = message.ok_or(Ignored::NotGenuine)?;
        self.check_start(&letter)?;
        self.post.meet(letter.membership, letter.boot);
        match message {
            ToPool::Hello => self.welcome(letter.membership.table, now_ms),
            ToPool::Entry { .. } | ToPool::Open { .. } => self.line_up(&letter, now_ms)?,
        }
        Ok(letter.membership.table)
    }

    /// A letter from before the table's last start, or from a table that was replaced, is worth nothing.
    fn check_start(&self, letter: &Letter) -> Result<(), Ignored> {
        let Membership {
            table, generation, ..
        } = letter.membership;
        let of_log = self.committed.member(table);
        let of_log = of_log.map(|member| (member.generation(), member.boot()));
        let known = of_log.max(self.post.start_of(table)).unwrap_or_default();
        match (generation, letter.boot) {
            (generation, _) if generation < known.0 => Err(Ignored::Replaced),
            start if start < known => Err(Ignored::OldStart),
            _ => Ok(()),
        }
    }

    fn line_up(&mut self, letter: &Letter, now_ms: u64) -> Result<(), Ignored> {
        if self.waiting.len() >= WAITING_MAX {
            return Err(Ignored::Busy);
        }
        let record = TableRecord {
            table: letter.membership.table,
            generation: letter.membership.generation,
            boot: letter.boot,
            received_ms: now_ms,
            tag: letter.tag,
            bytes: letter.bytes.to_vec(),
        };
        if self.waiting_names.insert(name(&record)) {
            self.waiting.push_back(Waiting::Message(record));
        }
        Ok(())
    }

    /// A ruling of the house waits for the next block.
    pub fn rule(&mut self, ruling: impl Into<GivenRuling>, now_ms: u64) {
        self.waiting
            .push_back(Waiting::Ruling(ruling.into(), now_ms));
    }

    /// The block to append. The same one until its outcome is known.
    pub fn propose(&mut self, now_ms: u64) -> Option<&Proposal> {
        if self.halted.is_some() {
            return None;
        }
        if self.proposal.is_none()
            && let Err(why) = self.collect(now_ms)
        {
            self.halt(why);
        }
        self.proposal.as_ref()
    }

    fn collect(&mut self, now_ms: u64) -> Result<(), LogFault> {
        let (mut records, mut refused) = (Vec::new(), Vec::new());
        while records.len() < RECORDS_MAX
            && let Some(waiting) = self.waiting.pop_front()
        {
            match waiting {
                Waiting::Message(message) => {
                    self.waiting_names.remove(&name(&message));
                    records.extend(self.try_message(message, now_ms));
                }
                Waiting::Ruling(given, at_ms) => {
                    let record = given.record(at_ms);
                    match self.trial.apply(&record) {
                        Ok(_) => records.push(record),
                        Err(why) => refused.push(RefusedRuling { given, at_ms, why }),
                    }
                }
            }
        }
        if records.is_empty() {
            self.notices
                .extend(refused.iter().map(RefusedRuling::notice));
            return Ok(());
        }
        let block = self.trial.next_block(records)?;
        let (bytes, _) = block.seal().map_err(LogFault::Block)?;
        self.proposal = Some(Proposal {
            expected_head: self.committed.head(),
            bytes,
            records: block.records,
            refused,
        });
        Ok(())
    }

    /// Tries a message on the trial. A record for the block, or an answer to the table.
    fn try_message(&mut self, message: TableRecord, now_ms: u64) -> Option<Record> {
        let table = message.table;
        let number = message.content()?.number;
        let digest = Digest::of(&message.bytes);
        let judgement = self.trial.judge(table, message.generation, number, digest);
        let record = match judgement {
            Judgement::Next => return self.try_next(message),
            Judgement::Contradicts => Record::Contradiction(message),
            Judgement::Replaced => return None,
            Judgement::Known | Judgement::Quarantined => {
                self.answer(table, now_ms);
                return None;
            }
            Judgement::Gap => {
                self.tell_last_number(table, now_ms);
                return None;
            }
        };
        self.trial.apply(&record).ok().map(|_| record)
    }

    /// Tries the next message of a table. One that cannot be quarantines it. One for which there is no room comes
    /// again.
    fn try_next(&mut self, message: TableRecord) -> Option<Record> {
        let table = message.table;
        let record = Record::Accepted(message);
        let refusal = match self.trial.apply(&record) {
            Ok(_) => return Some(record),
            Err(refusal) => refusal,
        };
        if refusal == RecordFault::Refused(PoolRefusal::Full) {
            self.notices.push_back(HouseNotice::NoRoom { table });
            return None;
        }
        let Record::Accepted(message) = record else {
            return None;
        };
        let crossed = Record::Crossed(message.clone());
        if self.trial.apply(&crossed).is_ok() {
            return Some(crossed);
        }
        let record = Record::Impossible(message);
        self.trial.apply(&record).ok().map(|_| record)
    }

    /// The engine has the proposed block.
    pub fn appended(&mut self, now_ms: u64) {
        let Some(proposal) = self.proposal.take() else {
            return;
        };
        self.fold(&proposal.bytes, now_ms);
        self.trial.stand_at(&self.committed);
        let refused = proposal.refused.iter();
        self.notices.extend(refused.map(RefusedRuling::notice));
    }

    /// The engine has this block behind the last one that was folded. It is the proposed one, or that of another
    /// sequencer; then the messages of the proposed one wait again.
    pub fn found(&mut self, bytes: &[u8], now_ms: u64) {
        let proposal = self.proposal.take();
        if proposal.as_ref().is_some_and(|mine| mine.bytes == bytes) {
            self.proposal = proposal;
            return self.appended(now_ms);
        }
        self.overtaken = self.overtaken.saturating_add(1);
        self.fold(bytes, now_ms);
        let Some(mine) = proposal else {
            // Both folds were the same, and are so again. A block that does not hold has halted the sequencer.
            let _ = self.trial.apply_block(bytes);
            return;
        };
        self.trial = self.committed.clone();
        self.try_again(mine);
    }

    /// Goes on from a later state of the same log: the blocks between were archived before they were read here.
    pub fn skip_to(&mut self, state: LinkState, now_ms: u64) {
        self.committed = state;
        self.trial = self.committed.clone();
        if let Some(mine) = self.proposal.take() {
            self.try_again(mine);
        }
        self.answer_all(now_ms);
    }

    /// The records of a proposed block wait for another one.
    fn try_again(&mut self, mine: Proposal) {
        for refused in mine.refused {
            let waiting = Waiting::Ruling(refused.given, refused.at_ms);
            self.waiting.push_front(waiting);
        }
        for record in mine.records.into_iter().rev() {
            self.wait_again(record);
        }
    }

    fn wait_again(&mut self, record: Record) {
        match record {
            Record::Founded { .. } | Record::Checkpoint { .. } => {}
            Record::Accepted(message)
            | Record::Impossible(message)
            | Record::Contradiction(message)
            | Record::Crossed(message) => {
                if self.waiting_names.insert(name(&message)) {
                    self.waiting.push_front(Waiting::Message(message));
                }
            }
            Record::Ruled { ruling, at_ms } => {
                self.waiting
                    .push_front(Waiting::Ruling(ruling.into(), at_ms));
            }
            Record::RuledSigned {
                ruling,
                at_ms,
                signature,
            } => {
                let given = GivenRuling {
                    ruling,
                    signature: Some(signature),
                };
                self.waiting.push_front(Waiting::Ruling(given, at_ms));
            }
        }
    }

    /// Folds a block that is in the engine, and answers the tables.
    fn fold(&mut self, bytes: &[u8], now_ms: u64) {
        if self.halted.is_some() {
            return;
        }
        match self.committed.apply_block(bytes) {
            Ok(applied) => self.answer_block(&applied, now_ms),
            Err(broken) => self.stop(broken),
        }
    }

    /// The engine has fewer blocks than were folded, or the fold cannot go on.
    pub fn halt(&mut self, why: LogFault) {
        let block = self.committed.head().saturating_add(1);
        self.stop(BrokenLog {
            block,
            record: None,
            why,
        });
    }

    fn stop(&mut self, broken: BrokenLog) {
        let why = broken.to_string();
        self.notices.push_back(HouseNotice::Halted { why });
        self.proposal = None;
        self.halted = Some(broken);
    }
}

fn name(record: &TableRecord) -> MessageName {
    (record.table, record.generation, Digest::of(&record.bytes))
}
