//! Ante, Bonus, Flop, Turn and River of the four hold'em games; the progressive is elsewhere.

use super::input::{Round, Seat};
use super::naive::{self, Card};
use super::wager::{Outcome, Wager, capped};

/// RWS6 4.1.1: a Bonus pays at most $100,000 a box.
const RWS6_BONUS_CAP: i128 = 10_000_000;

/// The outcome of the hand as a whole.
#[derive(Clone, Copy, PartialEq)]
enum Fate {
    Invalid,
    Folded,
    Absent,
    Unexposed,
    Higher,
    Lower,
    Same,
}

/// Settles every main wager of a seat.
pub fn main_wagers(round: &Round, seat: &Seat) -> Vec<Wager> {
    let fate = fate(round, seat);
    let ante = capped(seat.ante, round.limits.ante);
    let mut wagers = Vec::new();
    if seat.ante > 0 {
        wagers.push(settle_ante(round, seat, fate, ante));
    }
    if seat.bonus > 0 {
        wagers.push(settle_bonus(
            round,
            seat,
            fate,
            capped(seat.bonus, round.limits.bonus),
        ));
    }
    // THB6 5.14, RWS6 5.3.1: the raises follow the capped ante.
    let raises = [
        ("flop", seat.flop, 2 * ante),
        ("turn", seat.turn, ante),
        ("river", seat.river, ante),
    ];
    for (name, placed, most) in raises {
        if placed > 0 {
            wagers.push(settle_raise(round, fate, name, placed, placed.min(most)));
        }
    }
    wagers
}

/// The score of the best five of the seven cards.
pub fn best_score(round: &Round, hole: &[Card]) -> Vec<u8> {
    let mut seven = round.community.clone();
    seven.extend_from_slice(hole);
    naive::best_of(&seven)
}

/// MBS 5.11: no Flop and nobody there to decide, so that the hand is invalid. RWS6 folds it instead (5.5).
pub fn hand_is_invalid(round: &Round, seat: &Seat) -> bool {
    round.game != "rws6" && seat.decision == "absent" && seat.flop == 0
}

/// Folded, or in RWS6 deemed folded (5.5). With the River placed nothing is left to decide there (RWS6 5.6).
pub fn hand_is_folded(round: &Round, seat: &Seat) -> bool {
    let deemed = round.game == "rws6" && seat.decision == "absent" && seat.river == 0;
    seat.decision == "fold" || deemed
}

fn fate(round: &Round, seat: &Seat) -> Fate {
    if hand_is_invalid(round, seat) {
        return Fate::Invalid;
    }
    if seat.decision == "fold" {
        return Fate::Folded;
    }
    if hand_is_folded(round, seat) {
        return Fate::Absent;
    }
    if !seat.shows_cards() {
        return Fate::Unexposed;
    }
    let player = best_score(round, &seat.cards);
    let dealer = best_score(round, &round.dealer);
    if player > dealer {
        Fate::Higher
    } else if player < dealer {
        Fate::Lower
    } else {
        Fate::Same
    }
}

/// The paragraph behind a fate, in the words of the game's document.
fn rule(round: &Round, fate: Fate) -> String {
    let tag = round.game.to_uppercase();
    let (mbs, rws) = match fate {
        Fate::Invalid => ("5.11", "5.5"),
        Fate::Folded => ("3.9.1", "3.11.2"),
        Fate::Absent => ("5.11", "5.5"),
        Fate::Unexposed => ("3.10.1", "4.3"),
        Fate::Higher => ("3.10.2", "3.13"),
        Fate::Lower => ("3.10.3", "3.14"),
        Fate::Same => ("3.10.4", "3.15"),
    };
    format!("{tag} {}", if round.game == "rws6" { rws } else { mbs })
}

fn settle_ante(round: &Round, seat: &Seat, fate: Fate, stake: i128) -> Wager {
    let (outcome, pays) = match fate {
        Fate::Invalid => (Outcome::Returned, 0),
        Fate::Folded | Fate::Absent | Fate::Unexposed | Fate::Lower => (Outcome::Lose, 0),
        Fate::Same => (Outcome::Push, 0),
        // THB6 3.10.2, RWS6 3.13: 1 to 1 with a straight or better, else it stands off.
        Fate::Higher if best_score(round, &seat.cards)[0] >= 4 => (Outcome::Win, stake),
        Fate::Higher => (Outcome::Push, 0),
    };
    Wager::new("ante", seat.ante, stake, outcome, pays, rule(round, fate))
}

fn settle_raise(round: &Round, fate: Fate, name: &'static str, placed: i128, stake: i128) -> Wager {
    let (outcome, pays) = match fate {
        Fate::Invalid => (Outcome::Returned, 0),
        Fate::Folded | Fate::Absent | Fate::Unexposed | Fate::Lower => (Outcome::Lose, 0),
        Fate::Same => (Outcome::Push, 0),
        Fate::Higher => (Outcome::Win, stake),
    };
    Wager::new(name, placed, stake, outcome, pays, rule(round, fate))
}

fn settle_bonus(round: &Round, seat: &Seat, fate: Fate, stake: i128) -> Wager {
    let wager = |outcome, pays, rule| Wager::new("bonus", seat.bonus, stake, outcome, pays, rule);
    // MBS 3.5, RWS6 3.9: a Bonus is placed after an Ante; without one it is returned.
    if seat.ante == 0 {
        let paragraph = if round.game == "rws6" { "3.9" } else { "3.5" };
        let rule = format!("{} {paragraph}", round.game.to_uppercase());
        return wager(Outcome::Returned, 0, rule);
    }
    match fate {
        Fate::Invalid => return wager(Outcome::Returned, 0, rule(round, fate)),
        Fate::Folded | Fate::Absent | Fate::Unexposed => {
            return wager(Outcome::Lose, 0, rule(round, fate));
        }
        // MBS 3.10.3: "loses all wagers except" the progressive. RWS6 3.14 leaves the Bonus out.
        Fate::Lower if round.game != "rws6" && round.bonus_on_loss == "letter" => {
            return wager(Outcome::Lose, 0, rule(round, fate));
        }
        Fate::Lower | Fate::Higher | Fate::Same => {}
    }
    let table = if round.game == "rws6" {
        "RWS6 4.1".to_string()
    } else {
        format!("{} 4.1.1", round.game.to_uppercase())
    };
    match bonus_odds(&seat.cards, &round.dealer) {
        None => wager(Outcome::Lose, 0, table),
        Some(odds) if round.game == "rws6" && stake * odds > RWS6_BONUS_CAP => {
            wager(Outcome::Win, RWS6_BONUS_CAP, "RWS6 4.1.1".to_string())
        }
        Some(odds) => wager(Outcome::Win, stake * odds, table),
    }
}

/// THB6 4.1.1, RWS6 4.1: the odds to 1 for the player's hole cards.
fn bonus_odds(hole: &[Card], dealer: &[Card]) -> Option<i128> {
    let high = hole[0].0.max(hole[1].0);
    let low = hole[0].0.min(hole[1].0);
    let suited = hole[0].1 == hole[1].1;
    let dealer_aces = dealer[0].0 == 14 && dealer[1].0 == 14;
    match (high, low, suited) {
        (14, 14, _) if dealer_aces => Some(1000),
        (14, 14, _) => Some(30),
        (14, 13, true) => Some(25),
        (14, 11 | 12, true) => Some(20),
        (14, 13, false) => Some(15),
        (11..=13, _, _) if high == low => Some(10),
        (14, 11 | 12, false) => Some(5),
        (2..=10, _, _) if high == low => Some(3),
        _ => None,
    }
}
