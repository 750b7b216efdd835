//! The steps that come next, each with the ledger's answer to it now, so that neither the page nor this file
//! knows the rules.

use serde::Serialize;
use shared_rules::cards::{Card, CardSet};
use shared_rules::games::NextRounds;
use shared_rules::ledger::LedgerRefusal;
use shared_rules::round::{CardList, Choice, Event, Phase, Ruling};
use shared_rules::seats::{Seat, SeatSet};
use shared_rules::wagers::Wager;

use super::ask::Ask;
use super::play::TablePlay;
use super::words;

/// Something to do, as a button.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OfferedStep {
    /// On the button.
    pub label: String,
    /// The ask that the button sends.
    pub ask: Ask,
    /// Why it cannot be done now, with its paragraph.
    pub refused: Option<String>,
}

impl OfferedStep {
    fn new(label: impl Into<String>, ask: Ask, answer: Result<(), LedgerRefusal>) -> OfferedStep {
        OfferedStep {
            label: label.into(),
            ask,
            refused: answer.err().map(|refusal| words::refusal(&refusal)),
        }
    }

    fn free(label: impl Into<String>, ask: Ask) -> OfferedStep {
        OfferedStep::new(label, ask, Ok(()))
    }
}

/// The dealer's steps, in the order of the round.
pub fn of_dealer(play: &TablePlay) -> Vec<OfferedStep> {
    let mut steps = rulings(play);
    match play.replica.phase() {
        Phase::Playing => steps.extend(playing(play)),
        Phase::Settled => steps.push(OfferedStep::new(
            "Pay and clear",
            Ask::Pay,
            play.replica.would_accept(&Event::Paid),
        )),
        Phase::Idle | Phase::Paid | Phase::Void(_) if !play.spots.is_empty() => {
            steps.push(OfferedStep::free("Clear the felt", Ask::Clear));
        }
        _ => {}
    }
    steps.extend(next_rounds(play));
    steps
}

fn playing(play: &TablePlay) -> Vec<OfferedStep> {
    let mut steps = Vec::new();
    if !play.seats_without_cards().is_empty() {
        steps.push(OfferedStep::free("Deal the hands", Ask::Deal));
        return steps;
    }
    steps.extend(everyone(play));
    steps.extend(next_street(play));
    let settle = settle_answer(play);
    steps.push(OfferedStep::new("Settle", Ask::Settle, settle));
    steps
}

/// Everybody who may raise first does.
fn everyone(play: &TablePlay) -> Option<OfferedStep> {
    [Wager::Flop, Wager::Play].into_iter().find_map(|wager| {
        let seats: Vec<Seat> = Seat::ALL
            .into_iter()
            .filter(|seat| would_raise(play, wager, *seat))
            .collect();
        let ask = Ask::Raise {
            wager,
            seats: seats.clone(),
        };
        (!seats.is_empty()).then(|| OfferedStep::free("Everyone plays on", ask))
    })
}

fn next_street(play: &TablePlay) -> Option<OfferedStep> {
    let (label, count) = match play.replica.community().len() {
        0 => ("Show the flop", 3),
        3 => ("Show the turn", 1),
        4 => ("Show the river", 1),
        _ => return None,
    };
    let cards = any_cards(play.replica.cards_out(), count);
    let answer = play.replica.would_accept(&Event::Community(cards));
    let has_board = !matches!(&answer, Err(LedgerRefusal::Rules(refusal))
        if refusal.reason == shared_rules::refusal::Reason::NoCommunityCards);
    has_board.then(|| OfferedStep::new(label, Ask::Deal, answer))
}

/// With any dealer's hand: which one it is does not matter to whether the round can be settled.
fn settle_answer(play: &TablePlay) -> Result<(), LedgerRefusal> {
    if !play.replica.dealer().is_empty() {
        return play.replica.would_accept(&Event::Settle);
    }
    let hand = any_cards(play.replica.cards_out(), play.hand_size().into());
    play.replica
        .would_accept_after(&Event::Dealer(hand), &Event::Settle)
}

/// The rulings that the shift manager has to make.
fn rulings(play: &TablePlay) -> Vec<OfferedStep> {
    let rulings = [
        ("Shift manager: play on", Ruling::PlayOn, true),
        ("Shift manager: void", Ruling::Void, false),
    ];
    let asked = rulings.into_iter().filter(|(_, ruling, _)| {
        let event = Event::ShiftManager(*ruling);
        play.replica.would_accept(&event).is_ok()
    });
    asked
        .map(|(label, _, play_on)| OfferedStep::free(label, Ask::Rule { play_on }))
        .collect()
}

/// The choices of the house for the rounds after a fault of the betting device (RWS6 5.17.2).
fn next_rounds(play: &TablePlay) -> Vec<OfferedStep> {
    let seats = play.replica.faulty_seats();
    let without_bets = format!("Next rounds: no bets at {}", words::seat_list(seats));
    let choices = [
        (
            "Next rounds: without progressive bets".into(),
            NextRounds::WithoutProgressive,
        ),
        (without_bets, NextRounds::BlockBox),
        (
            "Next rounds: none, close the table".into(),
            NextRounds::CloseTable,
        ),
    ];
    let accepted = choices.into_iter().filter(|(_, choice)| {
        let is_about_somebody = *choice != NextRounds::BlockBox || !seats.is_empty();
        let event = Event::NextRounds(*choice, seats);
        is_about_somebody && play.replica.would_accept(&event).is_ok()
    });
    accepted
        .map(|(label, choice): (String, _)| OfferedStep::free(label, Ask::NextRounds { choice }))
        .collect()
}

/// The decisions that are open to the player at a seat.
pub fn of_seat(play: &TablePlay, seat: Seat) -> Vec<OfferedStep> {
    let mut steps = Vec::new();
    if play.replica.phase() != Phase::Playing && play.replica.phase() != Phase::Settled {
        return steps;
    }
    for (label, choice, play_on) in [
        ("Play on", Choice::PlayOn, true),
        ("Withdraw", Choice::Withdraw, false),
    ] {
        if play
            .replica
            .would_accept(&Event::Choose(seat, choice))
            .is_ok()
        {
            steps.push(OfferedStep::free(label, Ask::Choose { seat, play_on }));
        }
    }
    // First things first: whoever may withdraw says so before anything else.
    if !steps.is_empty() || play.replica.hand(seat).is_empty() {
        return steps;
    }
    for wager in [Wager::Flop, Wager::Turn, Wager::River, Wager::Play] {
        if would_raise(play, wager, seat) {
            let label = words::capital(wager.name());
            steps.push(OfferedStep::free(
                label,
                Ask::Raise {
                    wager,
                    seats: vec![seat],
                },
            ));
        }
    }
    if play.replica.would_accept(&Event::Fold(seat)).is_ok() {
        steps.push(OfferedStep::free("Fold", Ask::Fold { seat }));
    }
    steps
}

fn would_raise(play: &TablePlay, wager: Wager, seat: Seat) -> bool {
    let mut seats = SeatSet::EMPTY;
    seats.insert(seat);
    play.replica
        .would_accept(&Event::Raise(wager, seats))
        .is_ok()
}

fn any_cards(out: CardSet, count: usize) -> CardList {
    let left = Card::all().filter(|card| !out.contains(*card));
    left.take(count).collect()
}
