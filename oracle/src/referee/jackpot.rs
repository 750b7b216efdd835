//! Pays the awards of a round in their order and keeps the meter's account.

use super::award::{self, Award, Pay, Standing};
use super::input::{Round, Seat};
use super::naive;
use super::three_card;

/// One line of `awards`.
#[derive(Clone, PartialEq, Debug)]
pub struct Payment {
    pub seat: i128,
    pub award: &'static str,
    pub amount: i128,
    pub from: &'static str,
}

/// The round's account of the jackpot, and what was paid to whom.
pub struct Account {
    pub contributed: i128,
    pub reserved: i128,
    pub paid: i128,
    pub after: i128,
    pub payments: Vec<Payment>,
    /// Each accepted wager's award, with the full amount it was paid.
    pub awards: Vec<(Award, i128)>,
}

/// The meter while awards are being paid.
struct Meter {
    value: i128,
    paid: i128,
    payments: Vec<Payment>,
}

/// Takes the contributions, then pays every award and every envy.
pub fn run(round: &Round) -> Result<Account, String> {
    let contributed = share(round, round.contribution_bp)?;
    let reserved = share(round, round.reserve_bp)?;
    let full = round.meter + contributed;
    if full > i128::from(i64::MAX) {
        return Err(format!("overflowing amount {full} on the meter"));
    }
    let mut meter = Meter {
        value: full,
        paid: 0,
        payments: Vec::new(),
    };
    let awards = in_order_of_payment(
        accepted(round)
            .filter_map(|seat| award::choose(round, seat, full))
            .collect(),
    );
    let mut amounts = Vec::new();
    for (index, award) in awards.iter().enumerate() {
        if is_pooled(round, award) {
            // The pool is paid out as a whole when its first winner's turn comes.
            if index == 0 || !is_pooled(round, &awards[index - 1]) {
                let winners: Vec<&Award> = awards
                    .iter()
                    .filter(|other| is_pooled(round, other))
                    .collect();
                amounts.extend(pay_pool(&mut meter, &winners));
            }
        } else {
            amounts.push(pay_one(round, &mut meter, award));
        }
    }
    pay_envy(round, &mut meter);
    let awards = awards.into_iter().zip(amounts).collect();
    let Meter {
        value,
        paid,
        payments,
    } = meter;
    Ok(Account {
        contributed,
        reserved,
        paid,
        after: value,
        payments,
        awards,
    })
}

/// The seats whose progressive wager counts.
fn accepted(round: &Round) -> impl Iterator<Item = &Seat> {
    round
        .seats
        .iter()
        .filter(|seat| award::standing(round, seat) == Standing::Accepted)
}

/// The exact sum of stake x bp / 10,000, rounded down once.
fn share(round: &Round, basis_points: i128) -> Result<i128, String> {
    let units: i128 = accepted(round)
        .map(|seat| award::counted_units(round, seat))
        .sum();
    let stakes = units * round.unit;
    let exact = stakes
        .checked_mul(basis_points)
        .ok_or("overflowing amount of contributions")?;
    Ok(exact / 10_000)
}

/// Ascending by category, then seat; the award of 100 % last (THB6 3.15, ML6 3.15.2, TCP5 3.20.1).
fn in_order_of_payment(mut awards: Vec<Award>) -> Vec<Award> {
    awards.sort_by_key(|award| (award.pay == Pay::Percent(100), award.category, award.seat));
    awards
}

/// ML6 3.15.1, ML9 3.15.1: straight flushes of one round share a pool; a single one is a pool of one.
fn is_pooled(round: &Round, award: &Award) -> bool {
    ["ml6", "ml9"].contains(&round.game.as_str()) && award.name == "straight_flush"
}

/// 10 % of the meter, and of what each 10 % leaves, once per winner; divided equally, odd cents to the first seats.
fn pay_pool(meter: &mut Meter, winners: &[&Award]) -> Vec<i128> {
    let (mut pool, mut count) = (0, 0);
    for _ in winners {
        count += 1;
        let tenth = meter.value / 10;
        meter.value -= tenth;
        pool += tenth;
    }
    meter.paid += pool;
    let (share, odd_cents) = (pool / count, pool % count);
    let mut amounts = Vec::new();
    for (place, award) in (0..).zip(winners) {
        let amount = share + i128::from(place < odd_cents);
        meter.payments.push(Payment {
            seat: award.seat,
            award: award.name,
            amount,
            from: "meter",
        });
        amounts.push(amount);
    }
    amounts
}

/// Pays one award and returns its full amount.
fn pay_one(round: &Round, meter: &mut Meter, award: &Award) -> i128 {
    let amount = award::amount(award.pay, meter.value);
    match award.pay {
        Pay::Fixed(_) => pay_fixed(round, meter, award.seat, award.name, amount),
        Pay::Percent(percent) => {
            meter.value -= amount;
            meter.paid += amount;
            meter.payments.push(Payment {
                seat: award.seat,
                award: award.name,
                amount,
                from: "meter",
            });
            if percent == 100 {
                // RWS6 1.20: won, the jackpot is reset to a predetermined value.
                meter.value += round.reset;
            }
        }
    }
    amount
}

/// A fixed award is the house's, or comes off the meter as far as that goes: then it may take two lines.
fn pay_fixed(round: &Round, meter: &mut Meter, seat: i128, award: &'static str, amount: i128) {
    let from_meter = if round.fixed_awards == "meter" {
        amount.min(meter.value)
    } else {
        0
    };
    let from_house = amount - from_meter;
    meter.value -= from_meter;
    meter.paid += from_meter;
    if from_meter > 0 {
        meter.payments.push(Payment {
            seat,
            award,
            amount: from_meter,
            from: "meter",
        });
    }
    // An award of nothing (a unit of 0) still has its line.
    if from_house > 0 || amount == 0 {
        meter.payments.push(Payment {
            seat,
            award,
            amount: from_house,
            from: "house",
        });
    }
}

/// TCP5 3.14: every accepted progressive wager is paid for each qualifying hand of another player.
fn pay_envy(round: &Round, meter: &mut Meter) {
    let mut receivers: Vec<&Seat> = accepted(round).collect();
    receivers.sort_by_key(|seat| seat.seat);
    for receiver in receivers {
        let amount = envy_of(round, receiver);
        if amount > 0 {
            pay_fixed(round, meter, receiver.seat, "envy", amount);
        }
    }
}

/// All the envy that one accepted seat receives; they add up.
pub fn envy_of(round: &Round, receiver: &Seat) -> i128 {
    if round.game != "tcp5" || !receives_envy(round, receiver) {
        return 0;
    }
    let seats = round.seats.iter();
    let others = seats.filter(|giver| !same_player(giver, receiver));
    // TCP5 3.15: "all other Players shall not be entitled" is read for that hand, or for the whole round.
    let cancels = |giver: &Seat| giver.ante == 0 && giver.pair_plus > 0 && envy_worth(giver) > 0;
    if round.envy_pair_plus == "all" && others.clone().any(cancels) {
        return 0;
    }
    let with_ante = others.filter(|giver| giver.ante > 0);
    with_ante.map(envy_worth).sum()
}

/// TCP5 3.14: each accepted wager, or each player once: then at the lowest seat of the player that has one.
fn receives_envy(round: &Round, receiver: &Seat) -> bool {
    let lower = |seat: &Seat| seat.seat < receiver.seat && same_player(seat, receiver);
    let is_first = !accepted(round).any(lower);
    award::standing(round, receiver) == Standing::Accepted && (round.envy_for == "seat" || is_first)
}

fn same_player(one: &Seat, other: &Seat) -> bool {
    one.seat == other.seat || (one.player.is_some() && one.player == other.player)
}

/// TCP5 4.4: $250 for a royal of spades, $50 for another, of a hand that is exposed (3.10.1) and valid (5.11).
fn envy_worth(giver: &Seat) -> i128 {
    if !giver.has_hand() || !giver.exposed || three_card::hand_is_invalid(giver) {
        return 0;
    }
    let royal = naive::three_card_name(&three_card::score(&giver.cards)) == "royal_flush";
    let spades = giver.cards.iter().all(|card| card.1 == naive::SPADES);
    match (royal, spades) {
        (true, true) => 25_000,
        (true, false) => 5_000,
        _ => 0,
    }
}
