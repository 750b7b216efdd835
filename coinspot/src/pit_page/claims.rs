//! The queue of unpaid claims, and the rule that decides its order.

use pit::state::LinkPool;
use shared_rules::cite::Cite;
use shared_rules::games::{AcrossTables, AwardPays, RuleSet};
use shared_rules::pool::{ClaimView, PricedAward, RoundNumber, TableNumber};

use crate::money::{money, words};

/// An unpaid claim.
#[derive(Clone, PartialEq, Debug)]
pub struct PitClaim {
    /// The table.
    pub table: TableNumber,
    /// Its round.
    pub round: RoundNumber,
    /// The awards in the order of payment.
    pub awards: Vec<PricedAward>,
    /// Its place in the order of payment.
    pub stands: ClaimStanding,
}

/// The place of a claim in the order of payment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClaimStanding {
    /// First, at a price that does not change any more.
    Final,
    /// First, unless these tables were dealt before it.
    WaitsFor(Vec<TableNumber>),
    /// Behind the claim of this table.
    Behind(TableNumber),
}

/// All claims of a pool in the order of payment.
pub fn claims(pool: &LinkPool) -> Vec<PitClaim> {
    let waits_for: Vec<TableNumber> = pool.waits_for().map(|(table, _)| table).collect();
    let mut before = None;
    let claim = |view: ClaimView| {
        let stands = match before.replace(view.table) {
            Some(table) => ClaimStanding::Behind(table),
            None if view.is_final => ClaimStanding::Final,
            None => ClaimStanding::WaitsFor(waits_for.clone()),
        };
        PitClaim {
            table: view.table,
            round: view.round,
            awards: view.awards.to_vec(),
            stands,
        }
    };
    pool.queue().map(claim).collect()
}

impl PitClaim {
    /// The paragraph that decides the order, and the order in two words.
    pub fn rule(&self, rules: &'static RuleSet) -> (Cite, &'static str) {
        match rules.progressive.across_tables {
            AcrossTables::FirstEntered(paragraph) => (rules.cite(paragraph), "entered first"),
            AcrossTables::MajorFirstDealt { major, paragraph } => {
                let percent = |award: &PricedAward| share(rules, award);
                let shares = self.awards.iter().filter_map(percent);
                let is_major = shares.max().is_some_and(|share| share >= major.get());
                let order = if is_major {
                    "dealt first"
                } else {
                    "entered first"
                };
                (rules.cite(paragraph), order)
            }
        }
    }

    /// The awards in words.
    pub fn text(&self) -> String {
        let awards: Vec<String> = self.awards.iter().map(award).collect();
        awards.join(", ")
    }
}

impl ClaimStanding {
    /// In words.
    pub fn text(&self) -> String {
        match self {
            ClaimStanding::Final => "final".into(),
            ClaimStanding::WaitsFor(tables) => format!("waiting for {}", table_list(tables)),
            ClaimStanding::Behind(table) => format!("after table {table}"),
        }
    }
}

/// The percentage of the jackpot that an award takes.
fn share(rules: &'static RuleSet, award: &PricedAward) -> Option<u8> {
    let mut rows = rules.progressive.awards.iter();
    match rows.find(|row| row.award == award.award)?.pays {
        AwardPays::Jackpot(percent) => Some(percent.get()),
        _ => None,
    }
}

fn award(award: &PricedAward) -> String {
    let (seat, name) = (award.seat.number(), words(award.award.name()));
    format!("seat {seat}, {name}: {}", money(award.amount))
}

/// Tables like `tables 1 and 3`.
pub fn table_list(tables: &[TableNumber]) -> String {
    match tables {
        [] => "no table".into(),
        [one] => format!("table {one}"),
        [most @ .., last] => {
            let most: Vec<String> = most.iter().map(ToString::to_string).collect();
            format!("tables {} and {last}", most.join(", "))
        }
    }
}
