//! The awards of a claim at a given meter, and the meters behind it.

use super::CENT;
use super::ledger::RoundRecord;
use super::rows::{PoolRules, Row, RowPay};

/// The meter and the overflow, in micro-cents.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Meters {
    pub meter: u128,
    pub overflow: u128,
}

impl Meters {
    /// Contributions come onto the meter as far as the limit allows.
    pub fn plus(self, amount: u128, rules: &PoolRules) -> Meters {
        let added = amount.min(self.room(rules));
        Meters {
            meter: self.meter + added,
            overflow: self.overflow + amount - added,
        }
    }

    /// The next jackpot starts: the reset value, then the overflow as far as the limit allows.
    fn reset(self, rules: &PoolRules) -> Meters {
        let waiting = self.overflow;
        let seeded = Meters {
            meter: self.meter + u128::from(rules.terms.reset) * CENT,
            overflow: 0,
        };
        seeded.plus(waiting, rules)
    }

    fn room(self, rules: &PoolRules) -> u128 {
        let limit = rules.terms.limit;
        let limit = limit.map_or(u128::MAX, |cents| u128::from(cents) * CENT);
        limit.saturating_sub(self.meter)
    }

    fn shown(self) -> u128 {
        self.meter / CENT
    }

    /// Takes whole cents off the meter.
    fn take(&mut self, cents: u128) {
        self.meter -= cents * CENT;
    }
}

/// An award of a claim, in cents.
#[derive(Clone, PartialEq, Debug)]
pub struct PoolAward {
    pub seat: u32,
    pub row: Row,
    pub amount: u128,
}

/// The price of a claim.
#[derive(Clone, PartialEq, Debug)]
pub struct Price {
    /// In the order of payment, the fixed ones included.
    pub awards: Vec<PoolAward>,
    /// The amount that the pool gives, and the seeds of the jackpots won, in micro-cents.
    pub given: u128,
    pub seeds: u128,
    /// The meters behind the claim.
    pub behind: Meters,
}

/// One row for a seat, chosen out of the rows that it made.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Chosen {
    seat: u32,
    row: Row,
    units: u64,
}

/// Prices a claim at the meters before it.
pub fn price(claim: &RoundRecord, before: Meters, rules: &PoolRules) -> Price {
    let Some(registered) = claim.registered else {
        let chosen = choose(claim, before.shown(), rules);
        return give(&chosen, &amounts(&chosen, before, rules), before, rules);
    };
    // Rows are chosen and awards priced as if the meter were at the registered amount. The pool gives at most what the
    // same rows take at the meter as it is, and the house the rest.
    let as_if = Meters {
        meter: u128::from(registered) * CENT,
        ..before
    };
    let chosen = choose(claim, as_if.shown(), rules);
    let due = amounts(&chosen, as_if, rules);
    let mut given = amounts(&chosen, before, rules);
    cap(&chosen, &mut given, shares(&chosen, &due));
    let mut price = give(&chosen, &given, before, rules);
    for (award, amount) in price.awards.iter_mut().zip(&due) {
        award.amount = *amount;
    }
    price
}

/// The sum of the shares of the jackpot.
fn shares(chosen: &[Chosen], amounts: &[u128]) -> u128 {
    let all = chosen.iter().zip(amounts);
    let shares = all.filter(|(one, _)| one.row.is_share());
    shares.map(|(_, amount)| *amount).sum()
}

/// Gives no more than a sum, in the order of payment. The description does not say which of several rows give less; it
/// matters only where a limit decides how much of the overflow comes back at each reset.
fn cap(chosen: &[Chosen], amounts: &mut [u128], mut sum: u128) {
    for (one, amount) in chosen.iter().zip(amounts) {
        if one.row.is_share() {
            *amount = sum.min(*amount);
            sum -= *amount;
        }
    }
}

/// For each seat the row that pays most: of equal ones the community's, then the higher category, then the earlier row.
fn choose(claim: &RoundRecord, shown: u128, rules: &PoolRules) -> Vec<Chosen> {
    let mut chosen = Vec::new();
    for (seat, made) in &claim.made {
        let of_seat = claim.units.iter().find(|(other, _)| other == seat);
        let (_, units) = *of_seat.expect("a seat with a unit");
        let rank = |row: &Row| {
            let place = rules.rows.iter().position(|other| other == row);
            let worth = worth(row, units, shown, rules);
            (
                worth,
                row.is_community,
                row.category,
                std::cmp::Reverse(place),
            )
        };
        let row = *made.iter().max_by_key(|row| rank(row)).expect("a row");
        chosen.push(Chosen {
            seat: *seat,
            row,
            units,
        });
    }
    // Ascending by category, then seat; the whole jackpot last (THB6 3.15, ML6 3.15.2, TCP5 3.20.1).
    chosen.sort_by_key(|chosen| (chosen.row.is_whole(), chosen.row.category, chosen.seat));
    chosen
}

/// The worth of a row in cents, at a meter in cents.
fn worth(row: &Row, units: u64, shown: u128, rules: &PoolRules) -> u128 {
    match row.pay {
        RowPay::Percent(percent) => shown * percent / 100,
        RowPay::Cents(cents) => cents,
        RowPay::ForOne(times) => times * u128::from(rules.terms.unit) * u128::from(units),
    }
}

/// The amounts of the chosen rows, each at the meter that the ones before it leave.
fn amounts(chosen: &[Chosen], before: Meters, rules: &PoolRules) -> Vec<u128> {
    let mut amounts = Vec::new();
    while let Some(next) = chosen.get(amounts.len()) {
        let paid = &chosen[..amounts.len()];
        let meters = give(paid, &amounts, before, rules).behind;
        if rules.is_pooled(&next.row) {
            let winners = chosen.iter().filter(|one| rules.is_pooled(&one.row));
            amounts.extend(pooled_amounts(winners.count(), meters));
        } else {
            amounts.push(worth(&next.row, next.units, meters.shown(), rules));
        }
    }
    amounts
}

/// ML6 3.15.1: 10 % of the meter, and of what each step leaves, once per winner; divided equally, odd cents to the
/// lowest seats.
fn pooled_amounts(winners: usize, mut meters: Meters) -> Vec<u128> {
    let winners = winners as u128;
    let mut pool = 0;
    for _ in 0..winners {
        let tenth = meters.shown() / 10;
        meters.take(tenth);
        pool += tenth;
    }
    let share = |place| pool / winners + u128::from(place < pool % winners);
    (0..winners).map(share).collect()
}

/// Takes these amounts off the meter in their order, as far as they are shares of the jackpot. The meter keeps the
/// rest. A whole jackpot is followed by the reset value.
fn give(chosen: &[Chosen], amounts: &[u128], before: Meters, rules: &PoolRules) -> Price {
    let mut price = Price {
        awards: Vec::new(),
        given: 0,
        seeds: 0,
        behind: before,
    };
    for (one, amount) in chosen.iter().zip(amounts) {
        if one.row.is_share() {
            price.behind.take(*amount);
            price.given += *amount * CENT;
        }
        if one.row.is_whole() {
            price.behind = price.behind.reset(rules);
            price.seeds += u128::from(rules.terms.reset) * CENT;
        }
        price.awards.push(PoolAward {
            seat: one.seat,
            row: one.row,
            amount: *amount,
        });
    }
    price
}
