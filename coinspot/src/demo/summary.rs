//! A round told in one line, for people or as JSON.

use serde::Serialize;
use shared_rules::ledger::Table;
use shared_rules::settle::{Outcome, Settlement};
use shared_rules::wagers::Wager;

use crate::money::{money, words};
use crate::table::troubles::TableTrouble;

/// A round in short.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RoundSummary {
    /// The game's short name.
    pub game: &'static str,
    /// The number of the round.
    pub round: u32,
    /// The trouble that came over it.
    pub trouble: Option<TableTrouble>,
    /// The progressive bets: a seat and its units.
    pub bets: Vec<(u8, u8)>,
    /// The awards, each with its paragraph.
    pub awards: Vec<RoundAward>,
    /// The jackpot after it, in cents.
    pub jackpot: u64,
}

/// An award of the round.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RoundAward {
    /// The seat that has won it.
    pub seat: u8,
    /// For what.
    pub award: String,
    /// The amount in cents.
    pub amount: u64,
    /// The paragraph.
    pub rule: String,
}

impl RoundSummary {
    /// The round that was settled last.
    pub fn of(table: &Table, trouble: Option<TableTrouble>) -> RoundSummary {
        let round = table.round();
        let bets = round.seats().taken().filter(|(_, record)| record.units > 0);
        RoundSummary {
            game: table.configuration().game.rules().key,
            round: round.number(),
            trouble,
            bets: bets
                .map(|(seat, record)| (seat.number(), record.units))
                .collect(),
            awards: table.settlement().as_ref().map(awards).unwrap_or_default(),
            jackpot: table.jackpot().shown().get(),
        }
    }
}

fn awards(settlement: &Settlement) -> Vec<RoundAward> {
    let mut awards = Vec::new();
    for (seat, result) in settlement.seats.taken() {
        let lines = result.wagers.iter();
        let won =
            lines.filter(|line| line.wager == Wager::Progressive && line.outcome == Outcome::Win);
        awards.extend(won.map(|line| {
            RoundAward {
                seat: seat.number(),
                award: line
                    .award
                    .map_or(String::new(), |award| words(award.name())),
                amount: line.pays.get(),
                rule: line.rule.to_string(),
            }
        }));
    }
    awards
}

impl std::fmt::Display for RoundSummary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let bets = self
            .bets
            .iter()
            .map(|(seat, units)| format!("{seat} x{units}"));
        let bets = bets.collect::<Vec<_>>().join(", ");
        write!(f, "{} round {}: seats {bets} bet", self.game, self.round)?;
        if let Some(trouble) = self.trouble {
            write!(
                f,
                "; {}, and it is mended",
                trouble.labels().0.to_lowercase()
            )?;
        }
        match self.awards.is_empty() {
            true => f.write_str("; no award")?,
            false => {
                for award in &self.awards {
                    let amount = money(shared_rules::money::Cents::new(award.amount));
                    let RoundAward {
                        seat, award, rule, ..
                    } = award;
                    write!(f, "; seat {seat} wins {amount} for a {award} ({rule})")?;
                }
            }
        }
        let jackpot = money(shared_rules::money::Cents::new(self.jackpot));
        write!(f, "; the jackpot stands at {jackpot}")
    }
}
