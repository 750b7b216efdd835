//! Counts of what has happened in random histories.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::ops::AddAssign;

use oracle::table::words::{Decision, Part, Readings, Trouble};
use oracle::table::{Phase, Reference};
use shared_rules::round::Event;
use shared_rules::wire::message::Command;

use super::history::{Attack, HistoryStep};
use super::translate::Word;

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
    Claims,
    Log,
    Letters,
    Wagers,
    Readings,
    Commands,
    Accepted,
    Refused,
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

    /// Notes the answer to a command.
    pub fn answered(&mut self, said: &SaidCommand, is_accepted: bool) {
        let kind = match is_accepted {
            true => CountKind::Accepted,
            false => CountKind::Refused,
        };
        self.one(kind, &said.0);
        if !is_accepted {
            self.one(CountKind::Commands, "refused");
        }
    }

    fn settled(&mut self, reference: &Reference) {
        self.one(CountKind::Rounds, "settled");
        let money = reference.account.money.as_ref();
        let worth = money.and_then(|money| money.worth.as_ref());
        for payment in worth.iter().flat_map(|worth| &worth.payments) {
            self.one(CountKind::Awards, &payment.award);
        }
        let seats = worth.iter().flat_map(|worth| &worth.seats);
        for line in seats.flat_map(|seat| &seat.lines) {
            if line.stake > 0 || line.pays > 0 {
                self.one(
                    CountKind::Wagers,
                    &format!("{} {}", line.wager, line.outcome),
                );
            }
            if line.excess > 0 {
                self.one(CountKind::Wagers, &format!("{} excess", line.wager));
            }
        }
        if let Some(house) = &reference.account.house {
            for (name, is_read_so) in readings(&house.readings) {
                if is_read_so {
                    self.one(CountKind::Readings, name);
                }
            }
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

/// A command by its name, and by what the round makes of it at the time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SaidCommand(String);

impl SaidCommand {
    /// The command as it is said to the reference.
    pub fn of(command: &Command, reference: &Reference) -> SaidCommand {
        let Command::Round(event) = command else {
            let money = reference.account.money.as_ref();
            let is_final = money.is_some_and(|money| money.is_final);
            let confirmed = match command {
                Command::Overrule(_) if is_final => " after a confirmation",
                _ => "",
            };
            return SaidCommand(format!("{}{confirmed}", variant(command)));
        };
        let round = &reference.account.round;
        let when_paid = match round.phase {
            Phase::Paid => " when paid",
            _ => "",
        };
        SaidCommand(match event {
            Event::Void(_, cause) => format!("Void {cause:?}{when_paid}"),
            Event::Invalidate(_, _, fault) => format!("Invalidate {fault:?}{when_paid}"),
            Event::PermitWithdrawal(_) => format!("PermitWithdrawal{when_paid}"),
            Event::HoldPlayer(_, hold) => format!("HoldPlayer {hold:?}"),
            Event::Absent(_) if !round.community.is_empty() => "Absent after the flop".into(),
            Event::Unexposed(seat) => {
                let seated = round.seats[seat.to_oracle()].as_ref();
                let has_folded = seated.is_some_and(|seat| seat.decision == Decision::Fold);
                let folded = if has_folded { " after a fold" } else { "" };
                format!("Unexposed{folded}")
            }
            _ => variant(event),
        })
    }
}

/// The name of an enum's variant.
fn variant(of: &impl Debug) -> String {
    let text = format!("{of:?}");
    let name = text.split(['(', ' ']).next();
    name.unwrap_or_default().into()
}

/// The readings that a house can choose instead of the letter, by their names in settlement files.
fn readings(readings: &Readings) -> [(&'static str, bool); 7] {
    [
        ("bonus_on_loss: hole_cards", readings.bonus_on_hole_cards),
        (
            "dealer_qualifies: queen_high_or_better",
            readings.low_pair_qualifies,
        ),
        (
            "unexposed_community: paid",
            readings.unexposed_community_is_paid,
        ),
        ("fixed_awards: meter", readings.meter_pays_fixed_awards),
        ("envy_for: player", readings.envy_once_a_player),
        ("envy_pair_plus: all", readings.pair_plus_cancels_envy),
        (
            "unexposed_unqualified: paid",
            readings.unexposed_ante_is_paid,
        ),
    ]
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
