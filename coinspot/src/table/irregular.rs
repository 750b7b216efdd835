//! The irregularities that a pit manager can enter: one row each. The ledger says which of them it would accept now, and
//! under which paragraph; a row knows only its label and its event.

use serde::Serialize;
use shared_rules::cite::{Cite, Paragraph};
use shared_rules::closed::Player;
use shared_rules::games::{DealingError, HandFault, VoidCause};
use shared_rules::ledger::Entry;
use shared_rules::round::{CardList, Event, PlayerHold, Round, Ruling, Transition};
use shared_rules::seats::{Seat, SeatSet};

use super::ask::Ask;
use super::play::TablePlay;
use super::steps::{OfferedStep, missing_key};
use super::{stage, words};

/// The irregularities of the round, or of one seat.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct IrregularSubject {
    /// The seat's number; 0 for the round.
    pub seat: u8,
    /// The rows, in groups.
    pub groups: Vec<IrregularGroup>,
}

/// Rows under a title.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct IrregularGroup {
    /// In words.
    pub title: String,
    /// The labels are short.
    pub short: bool,
    /// The rows.
    pub steps: Vec<OfferedStep>,
}

/// A row: its label, its event, and the paragraph where the ledger only notes it.
struct Row {
    label: String,
    event: Event,
    noted_under: Option<Paragraph>,
}

/// A title, and the rows below it.
type Group = (&'static str, Vec<Row>);

fn row(label: &str, event: Event) -> Row {
    Row {
        label: words::capital(label),
        event,
        noted_under: None,
    }
}

impl Row {
    fn noted_under(self, paragraph: Paragraph) -> Row {
        Row {
            noted_under: Some(paragraph),
            ..self
        }
    }
}

const DEALING_ERRORS: [DealingError; 3] = [
    DealingError::BurntCardKept,
    DealingError::DrawnTogether,
    DealingError::Other,
];

const HAND_FAULTS: [HandFault; 3] = [
    HandFault::WrongCount,
    HandFault::NotConfidential,
    HandFault::ShiftManager,
];

/// Players to choose from: enough for two full tables.
const PLAYERS: std::ops::RangeInclusive<u8> = 1..=14;

fn of_round(round: u32) -> Vec<Group> {
    let void = |cause| row(words::void_cause(cause), Event::Void(round, cause));
    let error = |error| {
        let event = Event::DealingError(error, SeatSet::ALL);
        row(words::dealing_error(error), event)
    };
    vec![
        ("The round is void", VoidCause::ALL.map(void).into()),
        (
            "Dealing error, the players choose",
            DEALING_ERRORS.map(error).into(),
        ),
        (
            "The house and the shift manager",
            vec![
                row(
                    "permit every seat to withdraw",
                    Event::PermitWithdrawal(SeatSet::ALL),
                ),
                row("ruling: play on", Event::ShiftManager(Ruling::PlayOn)),
                row("ruling: void", Event::ShiftManager(Ruling::Void)),
            ],
        ),
    ]
}

fn of_seat(round: &Round, seat: Seat) -> Vec<Group> {
    let paragraphs = &round.terms().rules.paragraphs;
    let (number, player) = (round.number(), round.player_of(seat));
    let only = SeatSet::from_iter([seat]);
    let invalid = |fault| {
        let event = Event::Invalidate(number, seat, fault);
        row(words::hand_fault(fault), event)
    };
    let hold = |hold, paragraph| {
        let event = Event::HoldPlayer(player, hold);
        row(words::held(hold), event).noted_under(paragraph)
    };
    vec![
        (
            "The hand",
            vec![
                row("cards seen or handled", Event::Viewed(seat)),
                row("player absent", Event::Absent(seat)).noted_under(paragraphs.absent),
                row("hand not exposed", Event::Unexposed(seat)).noted_under(paragraphs.unexposed),
                row(
                    "dealing error at this seat",
                    Event::DealingError(DealingError::Other, only),
                ),
                row("permit to withdraw", Event::PermitWithdrawal(only)),
            ],
        ),
        ("The hand is invalid", HAND_FAULTS.map(invalid).into()),
        (
            "The player",
            vec![
                row("several hands by mistake", Event::SeveralHands(player)),
                hold(PlayerHold::Barred, paragraphs.barred),
                hold(PlayerHold::OneSeat, paragraphs.one_seat),
                hold(PlayerHold::Lifted, paragraphs.barred),
            ],
        ),
    ]
}

/// Rows with another seat, or with a player.
fn choices_of_seat(seat: Seat) -> Vec<Group> {
    let others = Seat::ALL.into_iter().filter(|other| *other != seat);
    let move_to = |other: Seat| {
        let label = format!("seat {}", other.number());
        row(&label, Event::MoveHand(seat, other))
    };
    let player = |number: u8| {
        let label = format!("player {number}");
        row(&label, Event::Player(seat, Player(number)))
    };
    vec![
        (
            "The hand changes places with",
            others.map(move_to).collect(),
        ),
        ("The seat is played by", PLAYERS.map(player).collect()),
    ]
}

/// Everything that may be entered at this table, possible now or not.
pub fn subjects(play: &TablePlay) -> Vec<IrregularSubject> {
    let Some((table, terms)) = play.replica.table().zip(play.terms()) else {
        return Vec::new();
    };
    let round = table.round();
    let seats = terms.seats.iter();
    let mut subjects = vec![round_subject(play, round.number())];
    subjects.extend(seats.map(|seat| seat_subject(play, round, seat)));
    subjects
}

fn round_subject(play: &TablePlay, number: u32) -> IrregularSubject {
    let mut groups = offered_groups(play, of_round(number), false);
    if let Some(last) = groups.last_mut() {
        last.steps.push(overrule(play, number));
    }
    IrregularSubject { seat: 0, groups }
}

fn seat_subject(play: &TablePlay, round: &Round, seat: Seat) -> IrregularSubject {
    let mut groups = offered_groups(play, of_seat(round, seat), false);
    if let Some(first) = groups.first_mut() {
        first.steps.push(reconstruct(play, seat));
    }
    groups.extend(offered_groups(play, choices_of_seat(seat), true));
    IrregularSubject {
        seat: seat.number(),
        groups,
    }
}

fn offered_groups(play: &TablePlay, groups: Vec<Group>, short: bool) -> Vec<IrregularGroup> {
    let offered = |(title, rows): Group| IrregularGroup {
        title: title.into(),
        short,
        steps: rows.into_iter().map(|row| offered(play, row)).collect(),
    };
    groups.into_iter().map(offered).collect()
}

/// An event with the ledger's answer to it.
fn offered(play: &TablePlay, row: Row) -> OfferedStep {
    let answer = play.replica.would_become(&row.event);
    let rule = match &answer {
        Ok(
            Transition::Voided(rule)
            | Transition::Invalidated(_, rule)
            | Transition::Asked(_, rule)
            | Transition::Continues(rule)
            | Transition::Referred(rule)
            | Transition::Restricted(rule),
        ) => Some(*rule),
        Ok(_) => cite(play, row.noted_under),
        Err(_) => None,
    };
    let key = missing_key(play, &row.event);
    let step = OfferedStep::new(row.label, Ask::Tell { event: row.event }, answer.map(drop));
    OfferedStep {
        rule: rule.map(|rule| rule.to_string()),
        refused: step.refused.or(key),
        ..step
    }
}

fn cite(play: &TablePlay, paragraph: Option<Paragraph>) -> Option<Cite> {
    Some(play.rules()?.cite(paragraph?))
}

/// The page adds the cards; those that lie there will do to ask.
fn reconstruct(play: &TablePlay, seat: Seat) -> OfferedStep {
    let lying: CardList = play.replica.hand(seat).into_iter().collect();
    let size = stage::hand_size(&play.replica).into();
    let cards = match lying.is_empty() {
        true => stage::any_cards(play.replica.cards_out(), size),
        false => lying,
    };
    let cards = row(
        "hand reconstructed: enter its cards",
        Event::Reconstruct(seat, cards),
    );
    OfferedStep {
        ask: Ask::Reconstruct {
            seat,
            cards: Vec::new(),
        },
        ..offered(play, cards)
    }
}

/// After a confirmation only the shift manager voids a round, with the supervisor's key turned (THB6 6.1, RWS6 5.23).
fn overrule(play: &TablePlay, round: u32) -> OfferedStep {
    let answer = play.replica.ledger().accepts(&Entry::Overruled(round));
    let paragraph = play.rules().map(|rules| rules.paragraphs.not_covered);
    let rule = cite(play, paragraph).filter(|_| answer.is_ok());
    let is_turned = play.spots.supervisor || !play.engine().has_felt();
    let key = (!is_turned).then(|| words::KEY_NOT_TURNED.to_owned());
    let label = "Overrule the settled round: awards go back";
    let step = OfferedStep::new(label, Ask::Overrule { round }, answer);
    OfferedStep {
        rule: rule.map(|rule| rule.to_string()),
        refused: step.refused.or(key),
        ..step
    }
}
