//! The messages of a linked table as they travel to its pool. A message has the same bytes whenever it is sent, and a
//! reader of the journal finds the same ones.

use sha2::{Digest, Sha256};

use super::{Ledger, LinkBook, Table};
use crate::money::Cents;
use crate::pool::message::ToPool;
use crate::pool::{OutboxRecord, RoundNumber, TableEntry};
use crate::wire::payload;

impl Ledger {
    /// The message with this number, if it is kept.
    pub fn message(&self, number: u32) -> Option<ToPool> {
        let link = self.link()?;
        let entry = *link.message(number)?;
        let TableEntry::Open(round) = entry else {
            return Some(self.plain(number, entry));
        };
        let record = self.record_before(link, number);
        Some(ToPool::Open {
            number,
            round,
            record,
        })
    }

    fn plain(&self, number: u32, entry: TableEntry) -> ToPool {
        let seen = match entry {
            TableEntry::Lock { .. } => self.table().and_then(Table::seen),
            TableEntry::Confirmed(round) => self.won_in(round),
            _ => None,
        };
        ToPool::Entry {
            number,
            seen,
            entry,
        }
    }

    /// The shares of the jackpot that a round has won. They do not change any more once one of them is confirmed.
    fn won_in(&self, round: RoundNumber) -> Option<Cents> {
        let mut hits = self.hits.of_round(round);
        hits.try_fold(Cents::ZERO, |sum, hit| sum.plus(hit.amount).ok())
    }

    /// The record of the messages since the last permit that was used.
    fn record_before(&self, link: &LinkBook, number: u32) -> OutboxRecord {
        let earlier = link.known_number().saturating_add(1)..number;
        OutboxRecord::of(earlier.filter_map(|number| {
            let message = self.plain(number, *link.message(number)?);
            let bytes = payload::write(&message).ok()?;
            Some(Sha256::digest(&bytes).into())
        }))
    }
}
