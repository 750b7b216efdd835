//! Settles one round: the main wagers of each seat, its progressive, and the account of the jackpot.

use super::award::{self, Standing};
use super::holdem;
use super::input::{self, Round, Seat};
use super::jackpot::{self, Account};
use super::naive;
use super::three_card;
use super::wager::{Outcome, Wager, cents};
use serde_json::{Map, Value, json};

/// One JSON round in, its settlement out.
pub fn settle(line: &str) -> Result<Value, String> {
    let round = input::parse_round(line)?;
    let account = jackpot::run(&round)?;
    let mut seats = Vec::new();
    for seat in &round.seats {
        seats.push(settle_seat(&round, seat, &account)?);
    }
    let mut awards = Vec::new();
    for payment in &account.payments {
        awards.push(json!({
            "seat": cents(payment.seat)?,
            "award": payment.award,
            "amount": cents(payment.amount)?,
            "from": payment.from,
        }));
    }
    let jackpot = json!({
        "before": cents(round.meter)?,
        "contributed": cents(account.contributed)?,
        "reserved": cents(account.reserved)?,
        "paid": cents(account.paid)?,
        "after": cents(account.after)?,
    });
    Ok(json!({ "seats": seats, "awards": awards, "jackpot": jackpot }))
}

fn settle_seat(round: &Round, seat: &Seat, account: &Account) -> Result<Value, String> {
    let mut wagers = match round.game.as_str() {
        "tcp5" => three_card::main_wagers(round, seat),
        _ => holdem::main_wagers(round, seat),
    };
    wagers.extend(settle_progressive(round, seat, account));
    let envy = jackpot::envy_of(round, seat);
    let net: i128 = wagers.iter().map(Wager::net).sum::<i128>() + envy;
    let mut listed = Map::new();
    for wager in &wagers {
        listed.insert(wager.name.to_string(), wager.to_json()?);
    }
    Ok(json!({
        "seat": cents(seat.seat)?,
        "hand": hand_name(round, seat),
        "wagers": listed,
        "envy": cents(envy)?,
        "net": cents(net)?,
    }))
}

/// The best hand's name, unknown where it cannot be seen.
fn hand_name(round: &Round, seat: &Seat) -> Option<&'static str> {
    if !seat.shows_cards() {
        return None;
    }
    Some(match round.game.as_str() {
        "tcp5" => naive::three_card_name(&three_card::score(&seat.cards)),
        _ => naive::five_card_name(&holdem::best_score(round, &seat.cards)),
    })
}

fn settle_progressive(round: &Round, seat: &Seat, account: &Account) -> Option<Wager> {
    let placed = round.unit * seat.units;
    let stake = round.unit * award::counted_units(round, seat);
    let wager = |outcome, pays, rule| Wager::new("progressive", placed, stake, outcome, pays, rule);
    match award::standing(round, seat) {
        Standing::NotPlaced => return None,
        Standing::Returned(rule) => return Some(wager(Outcome::Returned, 0, rule)),
        Standing::Accepted => {}
    }
    let own = account
        .awards
        .iter()
        .find(|(award, _)| award.seat == seat.seat);
    Some(match own {
        Some((award, amount)) => {
            let mut won = wager(Outcome::Win, *amount, award.rule.clone());
            won.award = Some(award.name.to_string());
            won
        }
        None => wager(Outcome::Lose, 0, losing_rule(round, seat)),
    })
}

/// Why an accepted progressive wager has no award.
fn losing_rule(round: &Round, seat: &Seat) -> String {
    let paragraph = match round.game.as_str() {
        "thb6" if seat.decision == "fold" => "3.9.1",
        "thb6" | "ml6" | "ml9" | "tcp5" if !seat.exposed => "3.10.1",
        "rws6" if seat.decision == "fold" => "3.11.2",
        "rws6" if holdem::hand_is_folded(round, seat) => "5.5",
        "rws6" if !seat.exposed => "4.3",
        "tcp5" => "4.4",
        _ => "4.2",
    };
    format!("{} {paragraph}", round.game.to_uppercase())
}
