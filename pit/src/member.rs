//! A table of the link, as far as it follows from the log: the numbers of its messages, its quarantine, and the round
//! that takes bets.

use std::collections::VecDeque;
use std::fmt;

use serde::{Deserialize, Serialize};
use shared_rules::ledger::{OUTBOX_MAX, WAITING_MAX};
use shared_rules::pool::{OutboxRecord, RoundNumber, TableEntry, TableNumber};

use crate::block::TableRecord;
use crate::digest::Digest;
use crate::notice::HouseNotice;

/// The number of a table's last messages whose digests are kept, to tell a repetition from a contradiction.
///
/// A table repeats only messages that have not been acknowledged, and keeps at most [`OUTBOX_MAX`] of them. Each digest
/// is in every checkpoint, whose block must fit into one request of etcd (1.5 MiB): 1,024 tables take 1.2 MB of it.
const KEPT: usize = OUTBOX_MAX + 4;

/// The struck rounds of a table that are kept: a table has no more awards that wait.
const STRUCK_KEPT: usize = WAITING_MAX;

/// The place of a table's message among those that are in the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judgement {
    /// The next one.
    Next,
    /// It is in the log, byte for byte; or it is so old that its bytes are not compared any more.
    Known,
    /// Its number is in the log with other bytes.
    Contradicts,
    /// Messages before it are missing.
    Gap,
    /// The table was replaced by another generation.
    Replaced,
    /// The table is quarantined.
    Quarantined,
}

/// The reason of a quarantine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum QuarantineCause {
    /// The table sent a message that cannot be.
    Impossible,
    /// The table sent a number twice, with different bytes.
    Contradiction,
    /// The table's journal has other messages, or another price, than the log.
    Difference,
}

/// A table of the link, as far as it follows from the log.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Member {
    generation: u32,
    last_number: u32,
    boot: u32,
    pub(crate) quarantine: Option<QuarantineCause>,
    /// The digests of its last messages, the newest last.
    kept: VecDeque<Digest>,
    /// The round that takes bets, and the receipt of its `Open`.
    open: Option<(RoundNumber, u64)>,
    /// The last rounds whose claims were struck, the newest last.
    struck: VecDeque<RoundNumber>,
}

/// The part of a member that the digest of the state covers.
#[derive(Serialize)]
pub(crate) struct Counted {
    table: TableNumber,
    generation: u32,
    last_number: u32,
    last_message: Digest,
    quarantine: Option<QuarantineCause>,
}

impl Member {
    /// The generation of its numbers.
    #[must_use]
    pub const fn generation(&self) -> u32 {
        self.generation
    }

    /// The number of its last message in the log.
    #[must_use]
    pub const fn last_number(&self) -> u32 {
        self.last_number
    }

    /// Its count of starts when it wrote that message.
    #[must_use]
    pub const fn boot(&self) -> u32 {
        self.boot
    }

    /// The reason of its quarantine, if it is quarantined.
    #[must_use]
    pub const fn quarantine(&self) -> Option<QuarantineCause> {
        self.quarantine
    }

    /// The round that takes bets.
    #[must_use]
    pub fn permitted(&self) -> Option<RoundNumber> {
        self.open.map(|(round, _)| round)
    }

    /// The last rounds whose claims were struck: all that the table may not have heard of.
    pub fn struck(&self) -> impl Iterator<Item = RoundNumber> {
        self.struck.iter().copied()
    }

    pub(crate) fn note_struck(&mut self, round: RoundNumber) {
        if self.struck.len() == STRUCK_KEPT {
            self.struck.pop_front();
        }
        self.struck.push_back(round);
    }

    pub(crate) fn judge(&self, generation: u32, number: u32, message: Digest) -> Judgement {
        if generation < self.generation {
            return Judgement::Replaced;
        }
        if number == 0 {
            return Judgement::Gap;
        }
        let is_new = generation > self.generation;
        if !is_new && self.quarantine.is_some() {
            return Judgement::Quarantined;
        }
        let last = if is_new { 0 } else { self.last_number };
        match number.checked_sub(last) {
            Some(1) => Judgement::Next,
            Some(ahead) if ahead > 1 => Judgement::Gap,
            _ => self.compare(last.saturating_sub(number), message),
        }
    }

    /// The part that the digest of the state covers.
    pub(crate) fn counted(&self, table: TableNumber) -> Counted {
        Counted {
            table,
            generation: self.generation,
            last_number: self.last_number,
            last_message: self.kept.back().copied().unwrap_or_default(),
            quarantine: self.quarantine,
        }
    }

    /// True if the last messages of the log are those of the table's record.
    pub(crate) fn agrees(&self, record: OutboxRecord) -> bool {
        let before = self.kept.len().saturating_sub(record.messages.into());
        let last = self.kept.iter().skip(before);
        OutboxRecord::of(last.map(|digest| *digest.bytes())) == record
    }

    /// True if the house has struck the claim of this round.
    pub(crate) fn is_struck(&self, round: RoundNumber) -> bool {
        self.struck.contains(&round)
    }

    /// Compares a message with the one that stands this far behind the last.
    fn compare(&self, behind: u32, message: Digest) -> Judgement {
        let behind = usize::try_from(behind).unwrap_or(usize::MAX);
        match self.kept.iter().rev().nth(behind) {
            Some(kept) if *kept != message => Judgement::Contradicts,
            _ => Judgement::Known,
        }
    }

    pub(crate) fn count(&mut self, record: &TableRecord, number: u32, message: Digest) {
        if record.generation > self.generation {
            *self = Member {
                open: self.open,
                ..Member::default()
            };
        }
        self.generation = record.generation;
        self.last_number = number;
        self.boot = record.boot;
        if self.kept.len() == KEPT {
            self.kept.pop_front();
        }
        self.kept.push_back(message);
    }
}

impl Member {
    /// Follows the round that takes bets. A time of dealing that cannot be right is shown to the house.
    pub(crate) fn follow(
        &mut self,
        record: &TableRecord,
        entry: &TableEntry,
    ) -> Option<HouseNotice> {
        match entry {
            TableEntry::Open(round) => self.open = Some((*round, record.received_ms)),
            TableEntry::Lock { round, dealt, .. } => {
                let (_, opened_ms) = self.open.take()?;
                let locked_ms = record.received_ms;
                let is_between = (opened_ms..=locked_ms).contains(dealt);
                return (!is_between).then_some(HouseNotice::DealtOutside {
                    table: record.table,
                    round: *round,
                    dealt: *dealt,
                    opened_ms,
                    locked_ms,
                });
            }
            TableEntry::Void(round) if self.permitted() == Some(*round) => self.open = None,
            _ => {}
        }
        None
    }
}

impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Judgement::Next => "the message is the table's next one",
            Judgement::Known => "the table's message is in the log already",
            Judgement::Contradicts => "the number is in the log with other bytes",
            Judgement::Gap => "messages of the table before this one are missing",
            Judgement::Replaced => "the table was replaced",
            Judgement::Quarantined => "the table is quarantined",
        })
    }
}
