//! Blocks of the log, and the records in them.
//!
//! The stored bytes are a [`Block`] in postcard and behind it the SHA-256 of these bytes, so that a changed byte shows
//! in the last block too. A block names the digest of the block before and the digest of the state after it.
//!
//! A table's message is kept as the table wrote it, with its code: whoever has the table's key can prove its author,
//! and a message that comes again can be compared byte for byte.
//!
//! The order of the variants is the format: new ones go to the end.

use std::fmt;

use serde::{Deserialize, Serialize};
use shared_rules::money::Cents;
use shared_rules::pool::message::{Direction, Letter, Membership, ToPool};
use shared_rules::pool::{
    OutboxRecord, PoolEntry, PoolTerms, RoundNumber, TableEntry, TableNumber,
};
use shared_rules::wire::key::{SharedKey, Tag};
use shared_rules::wire::payload;

use crate::digest::{DIGEST_BYTES, Digest};
use crate::ruling::RulingSignature;

/// The number of a block: 1, 2, 3 ...
pub type BlockNumber = u64;

/// A block of the log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Block {
    /// Its number.
    pub number: BlockNumber,
    /// The digest of the block before; zeros for the first.
    pub previous: Digest,
    /// The digest of the state after its last record.
    pub state: Digest,
    /// The records in their order.
    pub records: Vec<Record>,
}

/// One record of the log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Record {
    /// The first record of every log.
    Founded {
        /// The number of the link.
        link: u32,
        /// The terms that all tables share.
        terms: PoolTerms,
        /// The pool's time.
        at_ms: u64,
    },
    /// A message of a table that the fold has accepted.
    Accepted(TableRecord),
    /// A message that cannot be. Its number is used, it changes no money, and its table is quarantined.
    Impossible(TableRecord),
    /// A number that the table has used before, with other bytes. The table is quarantined.
    Contradiction(TableRecord),
    /// A ruling of the house.
    Ruled {
        /// The ruling.
        ruling: HouseRuling,
        /// The pool's time.
        at_ms: u64,
    },
    /// The state before this record, so that a log whose beginning was pruned can be folded. Alone in its block.
    Checkpoint {
        /// The time of whoever wrote it.
        at_ms: u64,
        /// The state in postcard.
        state: Vec<u8>,
    },
    /// The confirmation of a claim that the house struck before the table heard of it. Its number is used, and it
    /// changes no money; the table is honest.
    Crossed(TableRecord),
    /// A ruling of the house, with the signature under it.
    RuledSigned {
        /// The ruling.
        ruling: HouseRuling,
        /// The pool's time.
        at_ms: u64,
        /// The signature.
        signature: RulingSignature,
    },
}

/// A message of a table as it was received.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableRecord {
    /// The table.
    pub table: TableNumber,
    /// The generation of its numbers.
    pub generation: u32,
    /// The table's count of starts.
    pub boot: u32,
    /// The pool's time of receipt.
    pub received_ms: u64,
    /// The code of the letter.
    pub tag: Tag,
    /// The exact bytes of the message.
    pub bytes: Vec<u8>,
}

/// A ruling of the house.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum HouseRuling {
    /// No claim waits for this round.
    DoNotWait(TableNumber, RoundNumber),
    /// This unpaid claim is struck.
    Strike(TableNumber, RoundNumber),
    /// The quarantine of this table is lifted.
    Lift(TableNumber),
}

/// The content of a table's message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NumberedEntry {
    /// 1, 2, 3 ... in each generation.
    pub number: u32,
    /// With a lock, the meter that the table showed then; with a confirmation, the shares of the jackpot by the table's
    /// journal.
    pub seen: Option<Cents>,
    /// The message.
    pub entry: TableEntry,
    /// With the question for a round, the messages before it by the table's journal.
    pub record: Option<OutboxRecord>,
}

impl TableRecord {
    /// The content; none if the bytes are no message for the log.
    #[must_use]
    pub fn content(&self) -> Option<NumberedEntry> {
        let message: ToPool = payload::read(&self.bytes)?;
        let (seen, record) = match message {
            ToPool::Hello => (None, None),
            ToPool::Entry { seen, .. } => (seen, None),
            ToPool::Open { record, .. } => (None, Some(record)),
        };
        Some(NumberedEntry {
            number: message.number(),
            seen,
            entry: message.entry()?,
            record,
        })
    }

    /// The entry of the fold.
    #[must_use]
    pub fn entry(&self) -> Option<PoolEntry> {
        let content = self.content()?;
        Some(PoolEntry::Table(self.table, content.entry))
    }

    /// The place of its table in this link.
    #[must_use]
    pub const fn membership(&self, link: u32) -> Membership {
        Membership {
            link,
            table: self.table,
            generation: self.generation,
        }
    }

    /// True if the holder of this key wrote the message.
    #[must_use]
    pub fn is_genuine(&self, link: u32, key: &SharedKey) -> bool {
        let letter = Letter {
            membership: self.membership(link),
            boot: self.boot,
            counter: 0,
            tag: self.tag,
            bytes: &self.bytes,
        };
        letter.open::<ToPool>(key, Direction::ToPool).is_some()
    }
}

impl HouseRuling {
    /// The entry of the fold; none if it does not concern money.
    #[must_use]
    pub const fn entry(self) -> Option<PoolEntry> {
        match self {
            HouseRuling::DoNotWait(table, round) => Some(PoolEntry::DoNotWait(table, round)),
            HouseRuling::Strike(table, round) => Some(PoolEntry::Strike(table, round)),
            HouseRuling::Lift(_) => None,
        }
    }

    /// The table that it is about.
    #[must_use]
    pub const fn table(self) -> TableNumber {
        match self {
            HouseRuling::DoNotWait(table, _)
            | HouseRuling::Strike(table, _)
            | HouseRuling::Lift(table) => table,
        }
    }
}

impl fmt::Display for HouseRuling {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            HouseRuling::DoNotWait(table, round) => {
                write!(f, "do not wait for table {table}, round {round}")
            }
            HouseRuling::Strike(table, round) => {
                write!(f, "strike the claim of table {table}, round {round}")
            }
            HouseRuling::Lift(table) => write!(f, "lift the quarantine of table {table}"),
        }
    }
}

impl Record {
    /// The pool's time of the record.
    #[must_use]
    pub const fn at_ms(&self) -> u64 {
        match self {
            Record::Founded { at_ms, .. }
            | Record::Ruled { at_ms, .. }
            | Record::RuledSigned { at_ms, .. }
            | Record::Checkpoint { at_ms, .. } => *at_ms,
            Record::Accepted(record)
            | Record::Impossible(record)
            | Record::Contradiction(record)
            | Record::Crossed(record) => record.received_ms,
        }
    }

    /// The ruling in it.
    #[must_use]
    pub const fn ruling(&self) -> Option<HouseRuling> {
        match self {
            Record::Ruled { ruling, .. } | Record::RuledSigned { ruling, .. } => Some(*ruling),
            _ => None,
        }
    }

    /// True if the holder of this key signed the ruling in it.
    #[must_use]
    pub fn is_ruled_by(&self, house: &SharedKey, link: u32) -> bool {
        match self {
            Record::RuledSigned {
                ruling, signature, ..
            } => signature.is_genuine(house, link, *ruling),
            _ => false,
        }
    }

    /// The table's message in it.
    #[must_use]
    pub const fn message(&self) -> Option<&TableRecord> {
        match self {
            Record::Accepted(message)
            | Record::Impossible(message)
            | Record::Contradiction(message)
            | Record::Crossed(message) => Some(message),
            _ => None,
        }
    }

    /// The table that it is about.
    #[must_use]
    pub fn table(&self) -> Option<TableNumber> {
        let of_message = self.message().map(|message| message.table);
        of_message.or_else(|| self.ruling().map(HouseRuling::table))
    }
}

/// The reason why bytes are no block.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BlockFault {
    /// They end too early.
    #[error("it ends too early")]
    TooShort,
    /// The digest behind the block is not that of its bytes.
    #[error("its bytes have been changed: they do not have its digest")]
    Changed,
    /// The bytes are those that were written, and yet no block of this format.
    #[error("its bytes are no block of this format")]
    Unreadable,
    /// A value cannot be written.
    #[error("it cannot be written")]
    Unwritable,
}

impl Block {
    /// The bytes to be stored, and the digest of the block.
    ///
    /// # Errors
    /// A value cannot be written.
    pub fn seal(&self) -> Result<(Vec<u8>, Digest), BlockFault> {
        let mut bytes = postcard::to_allocvec(self).map_err(|_| BlockFault::Unwritable)?;
        let digest = Digest::of(&bytes);
        bytes.extend_from_slice(digest.bytes());
        Ok((bytes, digest))
    }

    /// The block of stored bytes, and its digest.
    ///
    /// # Errors
    /// They are no block.
    pub fn open(bytes: &[u8]) -> Result<(Block, Digest), BlockFault> {
        let (body, stored) = bytes
            .split_last_chunk::<DIGEST_BYTES>()
            .ok_or(BlockFault::TooShort)?;
        let digest = Digest::of(body);
        if digest != Digest::new(*stored) {
            return Err(BlockFault::Changed);
        }
        match postcard::take_from_bytes(body) {
            Ok((block, [])) => Ok((block, digest)),
            _ => Err(BlockFault::Unreadable),
        }
    }
}
