//! The status line: what the round waits for and who acts next, and everything that stands in the way, in words.

use serde::Serialize;
use shared_rules::ledger::Table;
use shared_rules::refusal::Reason;
use shared_rules::round::{Event, Phase, Round, Transition};
use shared_rules::seats::Seat;

use super::ask::PressKey;
use super::chip_watch::{FeltBets, mending, put_down_again};
use super::play::TablePlay;
use super::stage;
use super::steps::{self, OfferedStep};
use super::words;
use crate::money::words as spaced;

const NO_POWER: &str = "The power is off. The journal keeps the round until it is back";
const NO_ANSWER: &str = "The table does not answer its console: the page shows what was heard last";

/// The line at the top of the page.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct StatusLine {
    /// `off` without power, `stop` if nothing goes on, `ask` while a person must decide, otherwise `go`.
    pub tone: &'static str,
    /// A sentence: who acts next, and how.
    pub waits: String,
    /// Everything that is blocked, broken or moved.
    pub alerts: Vec<StatusAlert>,
}

/// A part of the status line that may be mended by a click.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct StatusAlert {
    /// In words, with the paragraph where there is one.
    pub text: String,
    /// The click.
    pub remedy: Option<OfferedStep>,
}

impl StatusLine {
    /// As the table is now.
    pub fn of(play: &TablePlay, bets: &FeltBets) -> StatusLine {
        let (tone, waits) = waits(play, bets);
        let alerts = match play.engine().is_powered() {
            true => alerts(play, bets),
            false => Vec::new(),
        };
        let sounds = play.alarm_sounds();
        StatusLine {
            tone: if sounds { "stop" } else { tone },
            waits,
            alerts,
        }
    }
}

fn waits(play: &TablePlay, bets: &FeltBets) -> (&'static str, String) {
    let engine = play.engine();
    if let Some(why) = engine.failure() {
        return ("stop", words::capital(why));
    }
    if !engine.is_powered() {
        return ("off", NO_POWER.into());
    }
    if let Some(halted) = &play.halted {
        return ("stop", halted.clone());
    }
    if !engine.is_linked() {
        return ("stop", NO_ANSWER.into());
    }
    let is_between = !matches!(
        play.replica.phase(),
        Phase::BetsOpen | Phase::Playing | Phase::Settled
    );
    let opens = play.replica.would_accept(&Event::PlaceYourBets).is_ok();
    let round = play.replica.table().map(Table::round);
    // A broken link stops what the rules of the game would allow.
    let blocked = steps::key_refusal(play, bets, PressKey::PlaceYourBets);
    if let Some(why) = blocked.filter(|_| is_between && opens) {
        return ("stop", why);
    }
    let is_asked = round.is_some_and(Round::is_waiting) || (is_between && !opens);
    let tone = if is_asked { "ask" } else { "go" };
    (tone, stage::waits_for(&play.replica))
}

fn alerts(play: &TablePlay, bets: &FeltBets) -> Vec<StatusAlert> {
    let mut alerts: Vec<StatusAlert> = Seat::ALL
        .into_iter()
        .filter_map(|seat| moved(play, bets, seat))
        .collect();
    let faults = play.replica.ledger().faults().iter();
    alerts.extend(faults.map(|fault| StatusAlert {
        text: words::fault_effect(*fault),
        remedy: mending(play, *fault),
    }));
    alerts.extend(before_opening(play, bets));
    alerts.extend(close_is_blocked(play, bets).map(plain));
    alerts.extend(suspended(play).map(plain));
    alerts.extend(unconfirmed(play).map(plain));
    alerts.extend(unpriced(play).map(plain));
    let door = match play.engine().has_felt() {
        true => play.spots.door,
        false => play.door_heard,
    };
    alerts.extend(door.then(|| plain("The service door is open".into())));
    alerts
}

fn plain(text: String) -> StatusAlert {
    StatusAlert { text, remedy: None }
}

/// Late chips: the lock stands, and the alarm sounds for a moment.
fn moved(play: &TablePlay, bets: &FeltBets, seat: Seat) -> Option<StatusAlert> {
    let (text, remedy) = bets.moved(play, seat)?;
    let alarm = if play.alarm_sounds() { "Alarm! " } else { "" };
    Some(StatusAlert {
        text: format!("{alarm}Seat {}: {text}", seat.number()),
        remedy: Some(remedy),
    })
}

fn before_opening(play: &TablePlay, bets: &FeltBets) -> Option<StatusAlert> {
    let seats = bets.before_opening(play);
    let rules = play.rules().filter(|_| !seats.is_empty())?;
    let rule = rules.cite(rules.paragraphs.bets_open);
    let names = words::capital(&words::seat_list(seats));
    Some(StatusAlert {
        text: format!("{names}: chips there before the opening are no bet ({rule})"),
        remedy: Some(put_down_again(seats)),
    })
}

fn close_is_blocked(play: &TablePlay, bets: &FeltBets) -> Option<String> {
    let is_open = play.replica.phase() == Phase::BetsOpen && play.engine().has_felt();
    let refusal = bets.ledger.propose(&Event::NoMoreBets).err();
    let refusal = refusal.filter(|_| is_open)?;
    Some(format!("\"No more bets\": {}", words::refusal(&refusal)))
}

/// A chip that is tried tells whether the round is played without the progressive (RWS6 5.17.2c).
fn suspended(play: &TablePlay) -> Option<String> {
    let seat = play.terms()?.seats.first()?;
    let mut tried = play.replica.ledger().clone();
    match tried.bet(&Event::Chips(seat, 1)) {
        Ok(Transition::Warned(refusal)) if refusal.reason == Reason::ProgressiveSuspended => {
            let (reason, rule) = (refusal.reason.to_string(), refusal.rule.to_string());
            Some(words::cited(&words::capital(&reason), &rule))
        }
        _ => None,
    }
}

/// Linked tables: the pool says the amount once nobody can be paid before.
fn unpriced(play: &TablePlay) -> Option<String> {
    let unpriced = play.replica.table()?.unpriced().first()?;
    let (seat, award) = (unpriced.seat.number(), spaced(unpriced.award.name()));
    Some(format!(
        "The pool has not said yet what the {award} of seat {seat} wins"
    ))
}

/// The awards that the supervisor has not confirmed.
pub fn unconfirmed(play: &TablePlay) -> Option<String> {
    let count = play.replica.table()?.waiting().len();
    match count {
        0 => None,
        1 => Some("1 award is not confirmed".into()),
        _ => Some(format!("{count} awards are not confirmed")),
    }
}
