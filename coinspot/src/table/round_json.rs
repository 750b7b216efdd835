//! The round on the felt in the format of `coinspot settle` and `coinspot show`, for whoever wants to settle it again.

use serde_json::{Map, Value, json};
use shared_rules::cards::Card;
use shared_rules::closed::{Decision, SeatRecord};
use shared_rules::jackpot::Jackpot;
use shared_rules::money::Cents;
use shared_rules::seats::Seat;
use shared_rules::wagers::{Limit, Terms, areas};

use super::play::TablePlay;
use crate::settle::ReadingsIn;

/// The settled round at the jackpot that it began with.
///
/// # Errors
/// Says why the format has no words for the round.
pub fn of(play: &TablePlay, before: &Jackpot) -> Result<String, String> {
    let table = play.replica.table().ok_or("the table is not configured")?;
    if play.replica.ledger().is_linked_round() {
        return Err("a linked table's jackpot is kept by its pool".into());
    }
    let terms = table.round().terms();
    let mut seats = Vec::new();
    for (seat, record) in table.round().seats().taken() {
        if let Some(rule) = record.returned {
            return Err(format!(
                "the hand of seat {} went back ({rule})",
                seat.number()
            ));
        }
        if record.has_bet() {
            seats.push(seat_value(terms, seat, record));
        }
    }
    let mut round = json!({
        "game": terms.rules.key,
        "readings": ReadingsIn(terms.readings),
        "unit": terms.unit.get(),
        "jackpot": {
            "meter": before.shown().get(),
            "reset": before.terms().reset.get(),
            "contribution_bp": before.terms().contribution.get(),
            "reserve_bp": before.terms().reserve.get(),
        },
        "limits": limits(terms),
        "dealer": text(play.replica.dealer()),
        "seats": seats,
    });
    if !play.replica.community().is_empty() {
        round["community"] = text(play.replica.community()).into();
    }
    Ok(round.to_string())
}

fn seat_value(terms: &Terms, seat: Seat, record: &SeatRecord) -> Value {
    let mut value = json!({
        "seat": seat.number(),
        "player": record.player.0,
        "progressive": record.units,
    });
    for wager in areas(&terms.rules.main) {
        let stake = record.stakes.get(*wager);
        if !stake.is_zero() {
            value[wager.name()] = stake.get().into();
        }
    }
    let cards: Vec<Card> = record.cards.set().into_iter().collect();
    if !cards.is_empty() {
        value["cards"] = text(&cards).into();
    }
    match record.decision {
        Decision::Play => {}
        Decision::Fold => value["decision"] = "fold".into(),
        Decision::Absent => value["decision"] = "absent".into(),
    }
    if !record.exposed {
        value["exposed"] = false.into();
    }
    value
}

fn limits(terms: &Terms) -> Value {
    let limits = [
        ("ante", terms.limits.ante),
        ("bonus", terms.limits.bonus),
        ("pair_plus", terms.limits.pair_plus),
    ];
    let named = limits.map(|(name, limit)| (name.to_owned(), limit_value(limit)));
    Value::Object(Map::from_iter(named))
}

fn limit_value(limit: Limit) -> Value {
    match limit.max {
        Some(max) => json!({"min": limit.min.get(), "max": Cents::get(max)}),
        None => json!({"min": limit.min.get()}),
    }
}

fn text(cards: &[Card]) -> String {
    cards.iter().map(Card::to_string).collect()
}
