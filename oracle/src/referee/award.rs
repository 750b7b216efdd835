//! Which award of the progressive a seat's wager earns: one, the highest-paying.

use super::holdem;
use super::input::{Round, Seat};
use super::naive::{self, Card};
use super::three_card;

/// The payment of an award.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Pay {
    /// A percentage of the meter.
    Percent(i128),
    /// A number of cents.
    Fixed(i128),
}

/// An award that a progressive wager has earned.
#[derive(Clone, PartialEq, Debug)]
pub struct Award {
    pub seat: i128,
    pub name: &'static str,
    /// The number of its hand category, higher is better.
    pub category: u8,
    pub pay: Pay,
    pub rule: String,
}

/// The state of a progressive wager before any award.
#[derive(Clone, PartialEq, Debug)]
pub enum Standing {
    NotPlaced,
    Returned(String),
    Accepted,
}

/// The units of a seat that count: ML9 3.5.3 takes 1 to 5 times the minimum, the others one (THB6 3.4.2). The rest is
/// over the maximum (MBS 5.14, RWS6 5.1.1).
pub fn counted_units(round: &Round, seat: &Seat) -> i128 {
    seat.units.min(if round.game == "ml9" { 5 } else { 1 })
}

/// Decides if the wager counts, and by which paragraph it is returned if not.
pub fn standing(round: &Round, seat: &Seat) -> Standing {
    if seat.units == 0 {
        return Standing::NotPlaced;
    }
    let (base, invalid, no_base_rule) = match round.game.as_str() {
        // TCP5 5.12: needs an Ante and/or a Pair Plus.
        "tcp5" => (
            seat.ante + seat.pair_plus,
            three_card::hand_is_invalid(seat),
            "5.12.2",
        ),
        "rws6" => (seat.ante, holdem::hand_is_invalid(round, seat), "5.4"),
        _ => (seat.ante, holdem::hand_is_invalid(round, seat), "5.12.2"),
    };
    let tag = round.game.to_uppercase();
    if base == 0 {
        Standing::Returned(format!("{tag} {no_base_rule}"))
    } else if invalid {
        Standing::Returned(format!("{tag} 5.11"))
    } else {
        Standing::Accepted
    }
}

/// The award of an accepted wager, compared at `meter`, which has this round's contributions on it.
pub fn choose(round: &Round, seat: &Seat, meter: i128) -> Option<Award> {
    let mut candidates = match round.game.as_str() {
        "thb6" | "rws6" => seven_card_candidates(round, seat),
        "ml6" | "ml9" => flop_candidates(round, seat),
        _ => three_card_candidates(seat),
    };
    for candidate in &mut candidates {
        candidate.seat = seat.seat;
    }
    // The first of the highest: the community's awards come first, so that they name a tie.
    let first_last = candidates.into_iter().rev();
    first_last.max_by_key(|award| amount(award.pay, meter))
}

/// The value of an award at a given meter; percentages round down to the cent.
pub fn amount(pay: Pay, meter: i128) -> i128 {
    match pay {
        Pay::Percent(percent) => meter * percent / 100,
        Pay::Fixed(cents) => cents,
    }
}

fn award(name: &'static str, category_name: &str, pay: Pay, rule: String) -> Award {
    let mut names = (0..).zip(naive::FIVE_CARD_NAMES);
    let (category, _) = names
        .find(|(_, other)| *other == category_name)
        .expect("a category");
    Award {
        seat: 0,
        name,
        category,
        pay,
        rule,
    }
}

/// THB6 4.2, 4.2.1 and RWS6 4.2.
fn seven_card_candidates(round: &Round, seat: &Seat) -> Vec<Award> {
    let mut candidates = Vec::new();
    let is_folded = holdem::hand_is_folded(round, seat);
    // THB6 3.10.1 takes the community award from a hand that declines the comparison, which a folded one does not
    // (3.9.1); RWS6 is silent, so that it stands.
    let keeps = is_folded || round.game == "rws6" || round.unexposed_community == "paid";
    if seat.exposed || keeps {
        candidates.extend(community_candidate(round));
    }
    // THB6 3.9.1, RWS6 3.11.2(a): after a fold only the community counts.
    if seat.exposed && !is_folded {
        candidates.extend(own_candidate(round, seat));
    }
    candidates
}

fn community_candidate(round: &Round) -> Option<Award> {
    let rule = match round.game.as_str() {
        "rws6" => "RWS6 4.2",
        _ => "THB6 4.2.1",
    };
    let made = naive::five_card_name(&naive::best_of(&round.community));
    let (name, cents) = match made {
        "royal_flush" => ("community_royal_flush", 1_000_000),
        "straight_flush" => ("community_straight_flush", 150_000),
        "four_of_a_kind" => ("community_four_of_a_kind", 30_000),
        _ => return None,
    };
    Some(award(name, made, Pay::Fixed(cents), rule.to_string()))
}

/// The hand's own award; a royal counts by the card that completed it.
fn own_candidate(round: &Round, seat: &Seat) -> Option<Award> {
    let best = |cards: &[Card]| naive::five_card_name(&naive::best_of(cards));
    let streets = [3, 4, 5].map(|shown| best(&[&seat.cards, &round.community[..shown]].concat()));
    let (name, pay) = match streets {
        ["royal_flush", ..] => ("royal_flush_on_flop", Pay::Percent(100)),
        [_, "royal_flush", _] => ("royal_flush_on_turn", Pay::Percent(25)),
        // THB6 4.2: must include at least one hole card, which a royal on the board does not.
        [.., "royal_flush"] if best(&round.community) == "royal_flush" => return None,
        [.., "royal_flush"] => ("royal_flush_on_river", Pay::Percent(5)),
        [.., "straight_flush"] => ("straight_flush", Pay::Fixed(150_000)),
        [.., "four_of_a_kind"] => ("four_of_a_kind", Pay::Fixed(30_000)),
        _ => return None,
    };
    let rule = format!("{} 4.2", round.game.to_uppercase());
    Some(award(name, streets[2], pay, rule))
}

/// ML6 4.2, ML9 4.2: two hole cards and the flop; a fold keeps it (3.9.1).
fn flop_candidates(round: &Round, seat: &Seat) -> Vec<Award> {
    // ML6 3.10.1: an unexposed hand has no winning combination.
    if !seat.exposed {
        return Vec::new();
    }
    let mut five = seat.cards.clone();
    five.extend_from_slice(&round.community[..3]);
    let name = naive::five_card_name(&naive::best_of(&five));
    // ML9 3.5.3.1: "for 1" on every unit that counts.
    let staked = round.unit * counted_units(round, seat);
    let pay = match (round.game.as_str(), name) {
        (_, "royal_flush") => Pay::Percent(100),
        (_, "straight_flush") => Pay::Percent(10),
        ("ml6", "four_of_a_kind") => Pay::Fixed(200_000),
        ("ml6", "full_house") => Pay::Fixed(20_000),
        ("ml6", "flush") => Pay::Fixed(10_000),
        ("ml9", "four_of_a_kind") => Pay::Fixed(400 * staked),
        ("ml9", "full_house") => Pay::Fixed(80 * staked),
        ("ml9", "flush") => Pay::Fixed(40 * staked),
        ("ml9", "straight") => Pay::Fixed(20 * staked),
        _ => return Vec::new(),
    };
    let rule = format!("{} 4.2", round.game.to_uppercase());
    vec![award(name, name, pay, rule)]
}

/// TCP5 4.4; a fold keeps it (3.9.1), and a royal is not paid as a straight flush on top (3.20.2).
fn three_card_candidates(seat: &Seat) -> Vec<Award> {
    // TCP5 3.10.1: an unexposed hand has no winning combination.
    if !seat.exposed {
        return Vec::new();
    }
    let score = three_card::score(&seat.cards);
    let spades = seat.cards.iter().all(|card| card.1 == naive::SPADES);
    let (name, pay) = match naive::three_card_name(&score) {
        "royal_flush" if spades => ("royal_flush_spades", Pay::Percent(100)),
        "royal_flush" => ("royal_flush", Pay::Fixed(125_000)),
        "straight_flush" => ("straight_flush", Pay::Fixed(17_500)),
        "three_of_a_kind" => ("three_of_a_kind", Pay::Fixed(15_000)),
        "straight" => ("straight", Pay::Fixed(1_500)),
        _ => return Vec::new(),
    };
    vec![Award {
        seat: 0,
        name,
        category: score[0],
        pay,
        rule: "TCP5 4.4".to_string(),
    }]
}
