//! The steps that come next, each with the ledger's answer to it now, so that neither the page nor this file
//! knows the rules.

use serde::Serialize;
use shared_rules::games::{NextRounds, VoidCause};
use shared_rules::ledger::LedgerRefusal;
use shared_rules::money::Cents;
use shared_rules::round::{Choice, Event, Phase, Ruling};
use shared_rules::seats::{Seat, SeatSet};
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
        let seats = stage::raisers(&play.replica, wager);
        let raise = Event::Raise(wager, seats);
        (!seats.is_empty()).then(|| {
            let label = format!("All raise: {}", raise_label(play, wager, seats));
            OfferedStep::free(label, Ask::Tell { event: raise })
        })
    })
}

/// The wager and what it costs, where it costs every seat the same: the ledger is asked how much is staked.
fn raise_label(play: &TablePlay, wager: Wager, seats: SeatSet) -> String {
    let name = words::capital(wager.name());
    match stake_of_raise(play, wager, seats) {
        Some(stake) => format!("{name} {}", words::dollars(stake)),
        None => name,
    }
}

fn stake_of_raise(play: &TablePlay, wager: Wager, seats: SeatSet) -> Option<Cents> {
    let mut ledger = play.replica.ledger().clone();
    let entry = ledger.propose(&Event::Raise(wager, seats)).ok()??;
    ledger.apply(&entry).ok()?;
    let round = ledger.table()?.round();
    let stake = |seat: Seat| Some(round.seats().get(seat).as_ref()?.stakes.get(wager));
    let first = stake(seats.first()?)?;
    seats
        .iter()
        .all(|seat| stake(seat) == Some(first))
        .then_some(first)
}

fn next_street(play: &TablePlay) -> Option<OfferedStep> {
    let (name, answer) = stage::next_street(&play.replica)?;
    Some(OfferedStep::new(
        format!("Show the {name}"),
        Ask::Deal,
        answer,
    ))
}

/// An event that the ledger would accept now.
fn accepted(play: &TablePlay, label: impl Into<String>, event: Event) -> Option<OfferedStep> {
    play.replica.would_accept(&event).ok()?;
    let refused = missing_key(play, &event);
    Some(OfferedStep {
        refused,
        ..OfferedStep::free(label, Ask::Tell { event })
    })
}

/// What stands against an event that takes the supervisor's key. The key of a real table is not seen here.
pub fn missing_key(play: &TablePlay, event: &Event) -> Option<String> {
    let is_turned = play.spots.supervisor || !play.engine().has_felt();
    let needs_key = play.replica.ledger().needs_supervisor(event);
    (needs_key && !is_turned).then(|| words::KEY_NOT_TURNED.to_owned())
}

/// The rulings that the shift manager has to make.
fn rulings(play: &TablePlay) -> Vec<OfferedStep> {
    let rulings = [
        ("Shift manager: play on", Ruling::PlayOn),
        ("Shift manager: void", Ruling::Void),
    ];
    let ruling = |(label, ruling)| accepted(play, label, Event::ShiftManager(ruling));
    rulings.into_iter().filter_map(ruling).collect()
}

/// The choices of the house for the rounds after a fault of the betting device (RWS6 5.17.2).
fn next_rounds(play: &TablePlay) -> Vec<OfferedStep> {
    let seats = play.replica.faulty_seats();
    let no_bets = format!("no bets at {}", words::seat_list(seats));
    let choices = [
        ("without progressive bets", NextRounds::WithoutProgressive),
        (&no_bets, NextRounds::BlockBox),
        ("none, close the table", NextRounds::CloseTable),
    ];
    let step = |(label, choice)| {
        let event = Event::NextRounds(choice, seats);
        accepted(play, format!("Next rounds: {label}"), event)
    };
    let is_about_somebody = |choice| choice != NextRounds::BlockBox || !seats.is_empty();
    let choices = choices.into_iter();
    choices
        .filter(|(_, choice)| is_about_somebody(*choice))
        .filter_map(step)
        .collect()
}

/// The decisions that are open to the player at a seat.
pub fn of_seat(play: &TablePlay, seat: Seat) -> Vec<OfferedStep> {
    let choices = [("Play on", Choice::PlayOn), ("Withdraw", Choice::Withdraw)];
    let choice = |(label, choice)| accepted(play, label, Event::Choose(seat, choice));
    let steps: Vec<OfferedStep> = choices.into_iter().filter_map(choice).collect();
    // First things first: whoever may withdraw says so before anything else.
    if !steps.is_empty() || play.replica.hand(seat).is_empty() {
        return steps;
    }
    let raise = |wager: Wager| {
        let event = Event::Raise(wager, SeatSet::from_iter([seat]));
        play.replica.would_accept(&event).ok()?;
        accepted(
            play,
            raise_label(play, wager, SeatSet::from_iter([seat])),
            event,
        )
    };
    let raises = stage::RAISES.into_iter().filter_map(raise);
    let fold = accepted(play, "Fold", Event::Fold(seat));
    raises.chain(fold).collect()
}
