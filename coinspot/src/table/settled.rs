//! A settled round as the page lists it: every wager with its outcome and its paragraph, and every payment.

use serde::Serialize;
use shared_rules::evaluate::Category;
use shared_rules::games::RuleSet;
use shared_rules::ledger::Table;
use shared_rules::seats::Seat;
use shared_rules::settle::{Outcome, Payment, SeatResult, Source, WagerResult};

use super::chip_watch::NoBet;
use super::play::TablePlay;
use crate::money::{money, signed, words};

/// One seat.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SettledSeat {
    /// Its number.
    pub seat: u8,
    /// The best hand, where it is known.
    pub hand: Option<String>,
    /// All that is received less all that was staked.
    pub net: String,
    /// Its wagers.
    pub wagers: Vec<SettledWager>,
    /// Its awards for other players' hands.
    pub envy: Option<String>,
    /// Its chips that were no bet.
    pub no_bet: Option<String>,
}

/// One wager.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SettledWager {
    /// Which.
    pub wager: String,
    /// The stake.
    pub stake: String,
    /// `wins`, `loses`, `stands off` or `goes back`.
    pub outcome: &'static str,
    /// The payment beyond the stake; empty for none.
    pub pays: String,
    /// The award's name; empty for none.
    pub award: String,
    /// The paragraph that says so.
    pub rule: String,
    /// The part of the wager over the maximum, which goes back; empty for none.
    pub excess: String,
}

/// The settlement of the round, once there is one.
pub fn of(play: &TablePlay) -> Vec<SettledSeat> {
    let settlement = play.replica.table().and_then(Table::settlement);
    let Some((settlement, rules)) = settlement.zip(play.rules()) else {
        return Vec::new();
    };
    let seat = |seat: Seat| {
        let result = settlement.seats.get(seat).as_ref();
        let no_bet = play.chips.no_bet_at_close(seat).map(NoBet::settled);
        (result.is_some() || no_bet.is_some()).then(|| SettledSeat {
            no_bet,
            ..settled_seat(rules, seat, result)
        })
    };
    Seat::ALL.into_iter().filter_map(seat).collect()
}

fn settled_seat(rules: &RuleSet, seat: Seat, result: Option<&SeatResult>) -> SettledSeat {
    let wagers = result.into_iter().flat_map(|result| &result.wagers);
    let envy = result.map(|result| result.envy);
    SettledSeat {
        seat: seat.number(),
        hand: result
            .and_then(|result| result.hand)
            .map(Category::name)
            .map(words),
        net: signed(result.map_or(0, |result| result.net)),
        wagers: wagers.map(|line| settled_wager(rules, line)).collect(),
        envy: envy.filter(|envy| !envy.is_zero()).map(money),
        no_bet: None,
    }
}

fn settled_wager(rules: &RuleSet, line: &WagerResult) -> SettledWager {
    SettledWager {
        wager: words(line.wager.name()),
        stake: money(line.stake),
        outcome: outcome(line.outcome),
        pays: match line.pays.is_zero() {
            true => String::new(),
            false => money(line.pays),
        },
        award: line
            .award
            .map(|award| words(award.name()))
            .unwrap_or_default(),
        rule: line.rule.to_string(),
        excess: match line.excess.is_zero() {
            true => String::new(),
            false => {
                let rule = rules.cite(rules.paragraphs.over_maximum);
                format!("{} over the maximum goes back ({rule})", money(line.excess))
            }
        },
    }
}

/// An outcome in words.
pub const fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "wins",
        Outcome::Lose => "loses",
        Outcome::Push => "stands off",
        Outcome::Returned => "goes back",
    }
}

/// A payment of an award in words.
pub fn payment(payment: &Payment) -> String {
    let from = match payment.from {
        Source::Meter => "from the jackpot",
        Source::House => "by the house",
        Source::Pool => "from the shared jackpot",
    };
    let (seat, award) = (payment.seat.number(), words(payment.award.name()));
    format!("{} to seat {seat}, {award}, {from}", money(payment.amount))
}
