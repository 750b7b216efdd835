//! Counts of what has happened in random histories.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use oracle::table::words::{Part, Trouble};
use oracle::table::{Phase, Reference};

use super::history::{Attack, HistoryStep};

/// Counts by name, in the order of a table; the counts of runs add up.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    counts: BTreeMap<(CountKind, String), u64>,
}

/// The parts of the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[allow(missing_docs, reason = "named as in the table")]
pub enum CountKind {
    Runs,
    Rounds,
    RoundsBy,
    Awards,
    Commands,
    Faults,
    Power,
    Attacks,
    Checks,
    Time,
}

impl Counts {
    /// Counts one more.
    pub fn one(&mut self, kind: CountKind, name: &str) {
        self.add(kind, name, 1);
    }

    /// Counts so many more.
    pub fn add(&mut self, kind: CountKind, name: &str, more: u64) {
        match self.counts.get_mut(&(kind, name.into())) {
            Some(count) => *count += more,
            None => drop(self.counts.insert((kind, name.into()), more)),
        }
    }

    /// Notes a step, after which the reference is as it is.
    pub fn note(&mut self, step: &HistoryStep, before: Phase, reference: &Reference) {
        match step {
            HistoryStep::Break(part) => self.one(CountKind::Faults, part_name(*part)),
            HistoryStep::PowerCut(_) => self.one(CountKind::Power, "cuts"),
            HistoryStep::Attack(attack) => self.one(CountKind::Attacks, attack_name(attack)),
            HistoryStep::Say(_) => self.one(CountKind::Commands, "sent"),
            _ => {}
        }
        self.one(CountKind::Checks, "steps");
        let account = &reference.account;
        match (before, account.round.phase) {
            (before, after) if before == after => {}
            (_, Phase::Open) => {
                let key = account.document().map_or("", |document| document.key);
                self.one(CountKind::RoundsBy, key);
            }
            (_, Phase::Settled) => self.settled(reference),
            (_, Phase::Void) => self.one(CountKind::Rounds, "void"),
            _ => {}
        }
    }

    fn settled(&mut self, reference: &Reference) {
        self.one(CountKind::Rounds, "settled");
        let money = reference.account.money.as_ref();
        let worth = money.and_then(|money| money.worth.as_ref());
        for payment in worth.iter().flat_map(|worth| &worth.payments) {
            self.one(CountKind::Awards, &payment.award);
        }
    }

    /// The count of this name.
    pub fn get(&self, kind: CountKind, name: &str) -> u64 {
        let count = self.counts.get(&(kind, name.into()));
        count.copied().unwrap_or_default()
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = (CountKind, &str, u64)> {
        let all = self.counts.iter();
        all.map(|((kind, name), count)| (*kind, name.as_str(), *count))
    }
}

impl AddAssign<&Counts> for Counts {
    fn add_assign(&mut self, other: &Counts) {
        for (kind, name, count) in other.iter() {
            self.add(kind, name, count);
        }
    }
}

fn part_name(part: Part) -> &'static str {
    match part {
        Part::Chain(_) => "chain",
        Part::SeatCable(_) => "seat cable",
        Part::Gate(_, _, Trouble::Light) => "stray light",
        Part::Gate(_, _, Trouble::Blocked) => "gate blocked",
        Part::Gate(..) => "gate leaking",
        Part::Sign => "sign cable",
        Part::Console => "console cable",
        Part::Wires => "noise on the wires",
    }
}

fn attack_name(attack: &Attack) -> &'static str {
    match attack {
        Attack::Forged(_) => "forged",
        Attack::Replayed => "replayed",
        Attack::Truncated(_) => "truncated",
        Attack::Foreign(_) => "foreign",
    }
}
