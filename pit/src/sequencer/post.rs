//! The letters to the tables: sealed with the table's key, for its present start, under ascending counters.

use std::collections::{BTreeMap, VecDeque};

use shared_rules::pool::TableNumber;
use shared_rules::pool::message::{Direction, Membership, ToTable, write_letter};
use shared_rules::wire::payload::Payload;

use crate::keys::LinkKeys;
use crate::lead::CounterTimes;

/// The counters of one millisecond. Counters follow the time, so that a sequencer that takes over goes on above those
/// of the one before.
const COUNTERS_A_MS: u32 = 1 << 20;

/// A letter to a table.
#[derive(Clone, Debug)]
pub struct Envelope {
    /// The table.
    pub table: TableNumber,
    /// The letter.
    pub letter: Payload,
}

/// A table that has written.
#[derive(Debug)]
struct Correspondent {
    membership: Membership,
    boot: u32,
    counter: u64,
}

/// The letters that wait to be sent.
#[derive(Debug)]
pub(super) struct Post {
    correspondents: BTreeMap<TableNumber, Correspondent>,
    letters: VecDeque<Envelope>,
    counters: CounterTimes,
}

impl Post {
    pub const fn new(counters: CounterTimes) -> Post {
        Post {
            correspondents: BTreeMap::new(),
            letters: VecDeque::new(),
            counters,
        }
    }

    /// Counters are made from these times only.
    pub const fn count_between(&mut self, counters: CounterTimes) {
        self.counters = counters;
    }

    pub fn pop(&mut self) -> Option<Envelope> {
        self.letters.pop_front()
    }

    /// The generation and the count of starts of a table that has written.
    pub fn start_of(&self, table: TableNumber) -> Option<(u32, u32)> {
        let known = self.correspondents.get(&table)?;
        Some((known.membership.generation, known.boot))
    }

    /// A table has written a genuine letter in this start.
    pub fn meet(&mut self, membership: Membership, boot: u32) {
        let known = self.correspondents.entry(membership.table);
        let known = known.or_insert(Correspondent {
            membership,
            boot,
            counter: 0,
        });
        known.membership = membership;
        known.boot = boot;
    }

    /// The tables that have written.
    pub fn tables(&self) -> Vec<TableNumber> {
        self.correspondents.keys().copied().collect()
    }

    /// Seals a message for a table. One that has not written yet gets none.
    pub fn send(&mut self, keys: &LinkKeys, table: TableNumber, now_ms: u64, message: &ToTable) {
        let Some(known) = self.correspondents.get_mut(&table) else {
            return;
        };
        let Some(key) = keys.get(&known.membership) else {
            return;
        };
        let counted_ms = self.counters.nearest(now_ms);
        let of_time = counted_ms.saturating_mul(u64::from(COUNTERS_A_MS));
        known.counter = known.counter.saturating_add(1).max(of_time);
        let letter = write_letter(
            key,
            Direction::ToTable,
            known.membership,
            known.boot,
            known.counter,
            message,
        );
        if let Some(letter) = letter {
            self.letters.push_back(Envelope { table, letter });
        }
    }
}
