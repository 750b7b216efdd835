//! Letters between tables and sequencers: lost, repeated, late, and overtaken by later ones.

use std::collections::{BTreeMap, BTreeSet};

use pit::faulty::SeededRandom;
use shared_rules::wire::payload::Payload;

use super::history::LetterFaults;
use crate::simulate::{CountKind, Counts};

/// A letter takes one millisecond, or up to this many.
const UNORDERED_MS: u64 = 8;

/// A late letter takes up to this long.
const LATE_MS: u64 = 3_000;

/// The receiver of a letter. The sender is the table in both directions, or its pool.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Receiver {
    /// A sequencer, from this table.
    Sequencer {
        /// The sequencer.
        desk: usize,
        /// The table that has written.
        table: usize,
    },
    /// A table.
    Table(usize),
}

impl Receiver {
    const fn table(self) -> usize {
        match self {
            Receiver::Sequencer { table, .. } | Receiver::Table(table) => table,
        }
    }
}

/// All letters that are under way.
#[derive(Debug)]
pub struct LettersUnderWay {
    pub faults: LetterFaults,
    /// The tables whose line is cut.
    pub cut: BTreeSet<usize>,
    random: SeededRandom,
    /// By the time of arrival and the order of sending.
    letters: BTreeMap<(u64, u64), (Receiver, Payload)>,
    sent: u64,
    /// The youngest letter that each receiver has got.
    youngest: BTreeMap<Receiver, u64>,
}

impl LettersUnderWay {
    pub fn new(seed: u64) -> LettersUnderWay {
        LettersUnderWay {
            faults: LetterFaults::default(),
            cut: BTreeSet::new(),
            random: SeededRandom::new(seed),
            letters: BTreeMap::new(),
            sent: 0,
            youngest: BTreeMap::new(),
        }
    }

    pub fn send(&mut self, to: Receiver, letter: Payload, now_ms: u64, counts: &mut Counts) {
        counts.one(CountKind::Letters, "sent");
        if self.cut.contains(&to.table()) {
            return counts.one(CountKind::Faults, "letter on a line that is cut");
        }
        if self.random.is_hit(self.faults.lost) {
            return counts.one(CountKind::Faults, "letter lost");
        }
        if self.random.is_hit(self.faults.twice) {
            counts.one(CountKind::Faults, "letter twice");
            self.put(to, letter.clone(), now_ms, counts);
        }
        self.put(to, letter, now_ms, counts);
    }

    fn put(&mut self, to: Receiver, letter: Payload, now_ms: u64, counts: &mut Counts) {
        let mut takes_ms = 1;
        if self.random.is_hit(self.faults.unordered) {
            takes_ms += self.random.below(UNORDERED_MS);
        }
        if self.random.is_hit(self.faults.late) {
            counts.one(CountKind::Faults, "letter late");
            takes_ms += self.random.below(LATE_MS);
        }
        self.sent += 1;
        self.letters
            .insert((now_ms + takes_ms, self.sent), (to, letter));
    }

    /// The next letter that has arrived by now.
    pub fn arrived(&mut self, now_ms: u64, counts: &mut Counts) -> Option<(Receiver, Payload)> {
        let first = self.letters.first_entry()?;
        let (due_ms, number) = *first.key();
        if due_ms > now_ms {
            return None;
        }
        let (to, letter) = first.remove();
        let youngest = self.youngest.entry(to).or_default();
        if number < *youngest {
            counts.one(CountKind::Faults, "letter overtaken");
        }
        *youngest = number.max(*youngest);
        Some((to, letter))
    }
}
