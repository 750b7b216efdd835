//! Ante, Play, Pair Plus and Ante Bonus of Three Card Poker; the progressive is elsewhere.

use super::input::{Round, Seat};
use super::naive::{self, Card};
use super::wager::{Outcome, Wager, capped};

/// Settles every main wager of a seat.
pub fn main_wagers(round: &Round, seat: &Seat) -> Vec<Wager> {
    let ante = capped(seat.ante, round.limits.ante);
    let mut wagers = Vec::new();
    if seat.ante > 0 {
        wagers.push(settle_against_dealer(round, seat, "ante", seat.ante, ante));
    }
    if seat.play > 0 {
        // TCP5 1.1.7, 5.14: Play equals the Ante, so that it follows the capped one.
        wagers.push(settle_against_dealer(
            round,
            seat,
            "play",
            seat.play,
            seat.play.min(ante),
        ));
    }
    if seat.pair_plus > 0 {
        wagers.push(settle_pair_plus(
            seat,
            capped(seat.pair_plus, round.limits.pair_plus),
        ));
    }
    wagers.extend(settle_ante_bonus(seat, ante));
    wagers
}

/// The three-card score of a hand.
pub fn score(cards: &[Card]) -> Vec<u8> {
    naive::rank_three(cards.try_into().expect("the input has three cards a hand"))
}

/// TCP5 5.11: an Ante, no Play and nobody there to decide.
pub fn hand_is_invalid(seat: &Seat) -> bool {
    seat.decision == "absent" && seat.ante > 0 && seat.play == 0
}

fn settle_against_dealer(
    round: &Round,
    seat: &Seat,
    name: &'static str,
    placed: i128,
    stake: i128,
) -> Wager {
    let (outcome, rule) = if hand_is_invalid(seat) {
        (Outcome::Returned, "TCP5 5.11")
    } else if seat.decision == "fold" {
        (Outcome::Lose, "TCP5 3.9.1")
    } else if !seat.exposed && !unexposed_is_paid(round) {
        (Outcome::Lose, "TCP5 3.10.1")
    } else if !dealer_qualifies(round) {
        if name == "ante" {
            (Outcome::Win, "TCP5 3.11.2")
        } else {
            (Outcome::Push, "TCP5 3.11.1")
        }
    } else if score(&seat.cards) > score(&round.dealer) {
        (Outcome::Win, "TCP5 3.12.1")
    } else if score(&seat.cards) < score(&round.dealer) {
        (Outcome::Lose, "TCP5 3.12.2")
    } else {
        (Outcome::Push, "TCP5 3.12.3")
    };
    // TCP5 4.1: both pay 1 to 1.
    let pays = if outcome == Outcome::Win { stake } else { 0 };
    Wager::new(name, placed, stake, outcome, pays, rule.to_string())
}

/// TCP5 3.11 by the letter: a hand containing a queen or a higher card. The other reading adds every pair or better.
fn dealer_qualifies(round: &Round) -> bool {
    let contains_queen = round.dealer.iter().any(|card| card.0 >= 12);
    let pair_or_better = score(&round.dealer)[0] >= 1;
    contains_queen || (round.dealer_qualifies == "queen_high_or_better" && pair_or_better)
}

/// TCP5 3.11: a dealer who does not qualify compares no hand, so that by one reading nothing has to be exposed.
fn unexposed_is_paid(round: &Round) -> bool {
    round.unexposed_unqualified == "paid" && !dealer_qualifies(round)
}

fn settle_pair_plus(seat: &Seat, stake: i128) -> Wager {
    let wager = |outcome, pays, rule: &str| {
        Wager::new(
            "pair_plus",
            seat.pair_plus,
            stake,
            outcome,
            pays,
            rule.to_string(),
        )
    };
    if hand_is_invalid(seat) {
        return wager(Outcome::Returned, 0, "TCP5 5.11");
    }
    if !seat.exposed {
        return wager(Outcome::Lose, 0, "TCP5 3.10.1");
    }
    // TCP5 4.3; a fold of the Ante leaves it in play (3.9.1.1).
    let odds = match naive::three_card_name(&score(&seat.cards)) {
        "royal_flush" | "straight_flush" => 40,
        "three_of_a_kind" => 30,
        "straight" => 5,
        "flush" => 4,
        "one_pair" => 1,
        _ => return wager(Outcome::Lose, 0, "TCP5 4.3"),
    };
    wager(Outcome::Win, stake * odds, "TCP5 4.3")
}

/// TCP5 4.2: paid on the Ante where Play was made, irrespective of the dealer (3.11.3, 3.12.4).
fn settle_ante_bonus(seat: &Seat, ante: i128) -> Option<Wager> {
    if seat.play == 0 || !seat.exposed {
        return None;
    }
    let odds = match naive::three_card_name(&score(&seat.cards)) {
        "royal_flush" | "straight_flush" => 5,
        "three_of_a_kind" => 4,
        "straight" => 1,
        _ => return None,
    };
    Some(Wager::new(
        "ante_bonus",
        0,
        0,
        Outcome::Win,
        ante * odds,
        "TCP5 4.2".to_string(),
    ))
}
