//! The steps that come next, each with the ledger's answer to it now, so that neither the page nor this file
//! knows the rules.

use serde::Serialize;
use shared_rules::games::{NextRounds, VoidCause};
use shared_rules::ledger::LedgerRefusal;
use shared_rules::round::{Choice, Event, Phase, Ruling};
use shared_rules::seats::Seat;
use shared_rules::wagers::Wager;

use super::ask::{Ask, PressKey};
use super::chip_watch::FeltBets;
use super::play::TablePlay;
use super::{stage, status, words};

/// Something to do, as a button.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OfferedStep {
    /// On the button.
    pub label: String,
    /// The ask that the button sends.
    pub ask: Ask,
    /// Why it cannot be done now, with its paragraph.
    pub refused: Option<String>,
    /// A word beside the label.
    pub badge: Option<String>,
    /// The paragraph under which it is accepted, where the ledger names one.
    pub rule: Option<String>,
}

impl OfferedStep {
    /// A step with the ledger's answer to it.
    pub fn new(
        label: impl Into<String>,
        ask: Ask,
        answer: Result<(), LedgerRefusal>,
    ) -> OfferedStep {
        OfferedStep {
            label: label.into(),
            ask,
            refused: answer.err().map(|refusal| words::refusal(&refusal)),
            badge: None,
            rule: None,
        }
    }

    /// A step that nothing stands against.
    pub fn free(label: impl Into<String>, ask: Ask) -> OfferedStep {
        OfferedStep::new(label, ask, Ok(()))
    }
}

/// Why the controller would only count a press of a key: it gives no reason itself.
pub fn key_refusal(play: &TablePlay, bets: &FeltBets, key: PressKey) -> Option<String> {
    let ledger = &bets.ledger;
    let void = Event::Void(stage::round_number(&play.replica), VoidCause::ShiftManager);
    let answer = |event: &Event| ledger.propose(event).err().map(|why| words::refusal(&why));
    let mut faults = ledger.faults().iter().copied();
    let broken = faults.find(|fault| ledger.blocks_opening(*fault));
    let broken = broken.map(words::fault_effect);
    let why = match key {
        PressKey::PlaceYourBets => broken.or_else(|| answer(&Event::PlaceYourBets)),
        PressKey::NoMoreBets => answer(&Event::NoMoreBets),
        PressKey::Void if !play.spots.supervisor => Some(words::KEY_NOT_TURNED.into()),
        PressKey::Void => answer(&void),
    }?;
    // The ruling comes first, whatever else stands against the press.
    Some(match stage::ruling_waits(&play.replica) {
        Some(refusal) if key == PressKey::Void => format!("{why}; {refusal}"),
        Some(refusal) => words::capital(&refusal.to_string()),
        None => why,
    })
}

/// The dealer's steps, in the order of the round.
pub fn of_dealer(play: &TablePlay) -> Vec<OfferedStep> {
    let mut steps = rulings(play);
    match play.replica.phase() {
        Phase::Playing => steps.extend(playing(play)),
        Phase::Settled => steps.push(OfferedStep {
            badge: status::unconfirmed(play),
            ..OfferedStep::new(
                "Pay and clear",
                Ask::Pay,
                play.replica.would_accept(&Event::Paid),
            )
        }),
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
    if !stage::without_cards(&play.replica).is_empty() {
        steps.push(OfferedStep::free("Deal the hands", Ask::Deal));
        return steps;
    }
    steps.extend(everyone(play));
    steps.extend(next_street(play));
    let settle = stage::settle_answer(&play.replica);
    steps.push(OfferedStep::new("Settle", Ask::Settle, settle));
    steps
}

/// Everybody who may raise first does.
fn everyone(play: &TablePlay) -> Option<OfferedStep> {
    [Wager::Flop, Wager::Play].into_iter().find_map(|wager| {
        let seats: Vec<Seat> = stage::raisers(&play.replica, wager).iter().collect();
        let ask = Ask::Raise {
            wager,
            seats: seats.clone(),
        };
        (!seats.is_empty()).then(|| OfferedStep::free("Everyone plays on", ask))
    })
}

fn next_street(play: &TablePlay) -> Option<OfferedStep> {
    let (name, answer) = stage::next_street(&play.replica)?;
    Some(OfferedStep::new(
        format!("Show the {name}"),
        Ask::Deal,
        answer,
    ))
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
    for wager in stage::RAISES {
        if stage::raisers(&play.replica, wager).contains(seat) {
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
