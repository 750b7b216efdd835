//! The messages between a table and its pool, authenticated end to end with a key that no gateway has.
//!
//! | from | message | meaning |
//! | --- | --- | --- |
//! | table | [`ToPool::Hello`] | the table has started or has heard nothing for a while: asks for everything that follows from the log |
//! | table | [`ToPool::Entry`] | one numbered message for the log, repeated until it is acknowledged |
//! | table | [`ToPool::Open`] | the same for the question for a round, with the digest of the messages before it |
//! | pool | [`ToTable::Welcome`] | the terms of the link and the last number in the log: the answer to `Hello` |
//! | pool | [`ToTable::Ack`] | the messages up to this number are in the log |
//! | pool | [`ToTable::Permit`] | the round may take bets |
//! | pool | [`ToTable::Priced`] | the price of the table's claim; without awards if the claim was struck |
//! | pool | [`ToTable::Meter`] | the shared meter, and the pool's time |
//! | pool | [`ToTable::Won`] | the last award that was confirmed anywhere in the link, for every sign |
//! | pool | [`ToTable::Quarantined`] | the table said what cannot be: the house must look at it |
//!
//! A message travels as a [`Letter`]:
//!
//! ```text
//! code = HMAC-SHA-256(key, "coinspot pool 1" | direction | link | table | generation | boot | counter | bytes)
//! ```
//! All numbers are little-endian, and only the message varies in length. `boot` is the table's durable count of starts
//! and the same in both directions: a recording from before a restart is worth nothing after it. The table accepts only
//! counters above every one accepted since its start. The pool needs no counter: its log accepts every number once.
//!
//! The order of the variants is the format: new ones go to the end.

use heapless::Vec;
use serde::{Deserialize, Serialize};

use super::entry::{PoolTerms, RoundNumber, TableEntry, TableNumber};
use super::price::PricedAward;
use super::record::OutboxRecord;
use crate::money::Cents;
use crate::seats::Seat;
use crate::wire::key::{SharedKey, Tag};
use crate::wire::payload::{self, Payload};

/// The place of a table in a link. Another generation begins when a table is replaced: its numbers start again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
pub struct Membership {
    /// The number of the link.
    pub link: u32,
    /// The number of the table within its link.
    pub table: TableNumber,
    /// The number of times that the table's place was taken anew.
    pub generation: u32,
}

/// A message of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ToPool {
    /// The table asks for everything that follows from the log.
    Hello,
    /// A message for the log.
    Entry {
        /// 1, 2, 3 ... in each generation.
        number: u32,
        /// With a lock, the meter that the table showed then; with a confirmation, the shares of the jackpot as the
        /// table's journal has them.
        seen: Option<Cents>,
        /// The message.
        entry: TableEntry,
    },
    /// The question for a round.
    Open {
        /// As above.
        number: u32,
        /// The round.
        round: RoundNumber,
        /// The messages before it by the table's journal.
        record: OutboxRecord,
    },
}

impl ToPool {
    /// The number of a message for the log; 0 for any other.
    #[must_use]
    pub const fn number(&self) -> u32 {
        match self {
            ToPool::Hello => 0,
            ToPool::Entry { number, .. } | ToPool::Open { number, .. } => *number,
        }
    }

    /// The entry for the log.
    #[must_use]
    pub const fn entry(&self) -> Option<TableEntry> {
        match self {
            ToPool::Hello => None,
            ToPool::Entry { entry, .. } => Some(*entry),
            ToPool::Open { round, .. } => Some(TableEntry::Open(*round)),
        }
    }
}

/// A message of the pool.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ToTable {
    /// The answer to [`ToPool::Hello`].
    Welcome {
        /// The terms of the link.
        terms: PoolTerms,
        /// The number of the table's last message in the log.
        last_number: u32,
    },
    /// The messages up to this number are in the log.
    Ack(u32),
    /// The round may take bets.
    Permit(RoundNumber),
    /// The price of a claim.
    Priced {
        /// The round.
        round: RoundNumber,
        /// The awards in the order of payment, fixed ones included; none if the claim was struck.
        awards: Vec<PricedAward, 7>,
        /// The price does not change any more. The table writes it down before showing it.
        is_final: bool,
        /// The number of the table's last message that it includes. A table that has withdrawn a hand or a round since
        /// does not believe it.
        after: u32,
    },
    /// The shared meter.
    Meter {
        /// The number of entries of the log that it includes.
        sequence: u64,
        /// The amount for the signs.
        shown: Cents,
        /// Claims wait to be paid.
        pending: bool,
        /// The pool's time, in milliseconds since 1970: the clock of all tables of the link.
        now_ms: u64,
    },
    /// The last award that was confirmed in the link.
    Won(LinkWin),
    /// The table is not listened to before the house has looked at it.
    Quarantined,
}

/// An award somewhere in the link.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
pub struct LinkWin {
    /// The table.
    pub table: TableNumber,
    /// The seat.
    pub seat: Seat,
    /// The award.
    pub award: crate::games::Award,
    /// The amount.
    pub amount: Cents,
}

/// The direction of a message, so that no message can be sent back to its author.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// From the table to the pool.
    ToPool,
    /// From the pool to the table.
    ToTable,
}

/// Separates these codes from any other use of the key.
const DOMAIN: &[u8] = b"coinspot pool 1";

/// A message with its address and its code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Letter<'a> {
    /// The table's place.
    pub membership: Membership,
    /// The table's count of starts.
    pub boot: u32,
    /// To the table: above every counter since that start. To the pool: 0.
    pub counter: u64,
    /// The code.
    pub tag: Tag,
    /// The message's exact bytes. They are not to be trusted before [`Letter::open`] gives them.
    pub bytes: &'a [u8],
}

impl<'a> Letter<'a> {
    /// Seals the bytes of a message.
    #[must_use]
    pub fn seal(
        key: &SharedKey,
        direction: Direction,
        membership: Membership,
        boot: u32,
        counter: u64,
        bytes: &'a [u8],
    ) -> Letter<'a> {
        let mut letter = Letter {
            membership,
            boot,
            counter,
            tag: Tag::default(),
            bytes,
        };
        letter.tag = letter.covered(direction, |parts| key.tag(parts));
        letter
    }

    /// The message, if the holder of the key wrote it in this direction.
    #[must_use]
    pub fn open<T: Deserialize<'a>>(&self, key: &SharedKey, direction: Direction) -> Option<T> {
        let fits = self.covered(direction, |parts| key.fits(parts, &self.tag));
        if fits {
            payload::read(self.bytes)
        } else {
            None
        }
    }

    fn covered<R>(&self, direction: Direction, act: impl FnOnce(&[&[u8]]) -> R) -> R {
        let Membership {
            link,
            table,
            generation,
        } = self.membership;
        act(&[
            DOMAIN,
            &[match direction {
                Direction::ToPool => 0,
                Direction::ToTable => 1,
            }],
            &link.to_le_bytes(),
            &table.to_le_bytes(),
            &generation.to_le_bytes(),
            &self.boot.to_le_bytes(),
            &self.counter.to_le_bytes(),
            self.bytes,
        ])
    }
}

/// The bytes of a sealed message; none if they do not fit into a payload.
#[must_use]
pub fn write_letter<T: Serialize>(
    key: &SharedKey,
    direction: Direction,
    membership: Membership,
    boot: u32,
    counter: u64,
    message: &T,
) -> Option<Payload> {
    let bytes = payload::write(message).ok()?;
    let letter = Letter::seal(key, direction, membership, boot, counter, &bytes);
    payload::write(&letter).ok()
}
