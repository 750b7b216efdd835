//! Refuses a round that cannot have been played: its seats, its cards and the sizes of its wagers.

use super::input::{Round, Seat};
use super::naive::Card;

/// Everything that can be wrong with a round whose fields are in order.
pub fn check(round: &Round) -> Result<(), String> {
    check_shares(round)?;
    check_seat_numbers(round)?;
    check_card_counts(round)?;
    check_no_card_twice(round)?;
    for seat in &round.seats {
        check_areas(&round.game, seat)
            .and_then(|()| check_wagers(&round.game, seat))
            .map_err(|error| format!("seat {}: {error}", seat.seat))?;
    }
    Ok(())
}

/// The shares of the jackpot and its reserve come out of one stake.
fn check_shares(round: &Round) -> Result<(), String> {
    let together = round.contribution_bp.saturating_add(round.reserve_bp);
    match together <= 10_000 {
        true => Ok(()),
        false => Err(format!("shares of {together} basis points, over the whole")),
    }
}

fn check_seat_numbers(round: &Round) -> Result<(), String> {
    // ML6 Appendix A to D: 4 to 6 positions. The others have up to 7; RWS6's layouts give no number.
    let positions = if round.game == "ml6" { 6 } else { 7 };
    for (index, seat) in round.seats.iter().enumerate() {
        let number = seat.seat;
        if number < 1 || number > positions {
            let game = &round.game;
            return Err(format!(
                "seat {number} is beyond the {positions} positions of {game}"
            ));
        }
        if round.seats[..index]
            .iter()
            .any(|other| other.seat == number)
        {
            return Err(format!("seat {number} is there twice"));
        }
    }
    Ok(())
}

fn check_card_counts(round: &Round) -> Result<(), String> {
    let (hand, community) = if round.game == "tcp5" { (3, 0) } else { (2, 5) };
    expect_cards("dealer", round.dealer.len(), hand)?;
    expect_cards("community", round.community.len(), community)?;
    for seat in &round.seats {
        // The cards of an unexposed hand are unknown, and without a base wager there is no hand
        // (THB6 3.4, 3.7), so that they may be left out.
        let may_be_left_out = !seat.exposed || !seat.has_hand();
        if !(may_be_left_out && seat.cards.is_empty()) {
            expect_cards(&format!("seat {}", seat.seat), seat.cards.len(), hand)?;
        }
    }
    Ok(())
}

fn expect_cards(place: &str, found: usize, expected: usize) -> Result<(), String> {
    if found == expected {
        Ok(())
    } else {
        Err(format!(
            "{place}: wrong number of cards: {found}, not {expected}"
        ))
    }
}

/// One deck (THB6 2.1, RWS6 2.2.1).
fn check_no_card_twice(round: &Round) -> Result<(), String> {
    let mut seen: Vec<Card> = Vec::new();
    let shared = [&round.dealer, &round.community];
    let hands = shared
        .into_iter()
        .chain(round.seats.iter().map(|seat| &seat.cards));
    for card in hands.flatten() {
        if seen.contains(card) {
            return Err(format!("card {} is there twice", letters(*card)));
        }
        seen.push(*card);
    }
    Ok(())
}

fn letters((rank, suit): Card) -> String {
    let rank = "23456789TJQKA".chars().nth(usize::from(rank) - 2);
    let suit = "cdhs".chars().nth(usize::from(suit));
    rank.into_iter().chain(suit).collect()
}

/// A wager that the game does not have may be there as 0.
fn check_areas(game: &str, seat: &Seat) -> Result<(), String> {
    let foreign = match game {
        "tcp5" => {
            vec![
                ("bonus", seat.bonus),
                ("flop", seat.flop),
                ("turn", seat.turn),
                ("river", seat.river),
            ]
        }
        _ => vec![("play", seat.play), ("pair_plus", seat.pair_plus)],
    };
    match foreign.iter().find(|(_, placed)| *placed > 0) {
        Some((name, placed)) => Err(format!("unknown field: {name} of {placed} in {game}")),
        None => Ok(()),
    }
}

fn check_wagers(game: &str, seat: &Seat) -> Result<(), String> {
    let later = [
        ("flop", seat.flop),
        ("turn", seat.turn),
        ("river", seat.river),
        ("play", seat.play),
    ];
    for (name, placed) in later {
        if seat.decision == "fold" && placed > 0 {
            return Err(format!("fold with {name}"));
        }
        // THB6 3.9.2, TCP5 3.9.2; in RWS6 the rest is handed back instead (RWS6 5.3).
        let (ante, due) = (
            seat.ante,
            if name == "flop" {
                2 * seat.ante
            } else {
                seat.ante
            },
        );
        if game != "rws6" && placed > 0 && placed != due {
            return Err(format!(
                "{name} of {placed} with an ante of {ante}, it must be {due}"
            ));
        }
    }
    let (name, raise) = if game == "tcp5" {
        ("play", seat.play)
    } else {
        ("flop", seat.flop)
    };
    if seat.decision == "play" && seat.ante > 0 && raise == 0 {
        return Err(format!("decision play with an ante but without its {name}"));
    }
    Ok(())
}
