//! One seat as the page shows it.

use serde::Serialize;
use shared_rules::cards::Card;
use shared_rules::closed::{Decision, SeatRecord};
use shared_rules::ledger::Table;
use shared_rules::money::Cents;
use shared_rules::round::{Phase, Round};
use shared_rules::seats::Seat;
use shared_rules::wagers::Stakes;

use super::super::ask::CardPlace;
use super::super::chip_watch::FeltBets;
use super::super::hand_names;
use super::super::play::TablePlay;
use super::super::spots::Spot;
use super::super::stage::{self, RAISES};
use super::super::steps::{self, OfferedStep};
use super::super::words;
use crate::money::{money, signed};

#[derive(Debug, Serialize)]
pub(super) struct SeatView {
    number: u8,
    in_use: bool,
    chips: u8,
    ante: Option<String>,
    side: Option<String>,
    /// Why the chips would not be taken, or what was decided.
    note: String,
    cards: Vec<CardView>,
    stakes: Vec<String>,
    /// The hand by its name, and what it is for the progressive bet.
    hand: Option<String>,
    /// The player, unless it is the seat's own, and what the house has decided about the player.
    player: Option<String>,
    /// The decisions that are open, or the click that makes a bet of the chips.
    steps: Vec<OfferedStep>,
    /// The chips are no bet, or were moved after the close.
    warned: bool,
    net: Option<String>,
}

/// A place for a card: what lies there, or what has been picked for it.
#[derive(Debug, Serialize)]
pub(super) struct CardView {
    card: Option<String>,
    picked: Option<String>,
}

pub(super) fn seat_view(play: &TablePlay, bets: &FeltBets, seat: Seat) -> SeatView {
    let table = bets.ledger.table();
    let record = table.and_then(|table| table.round().seats().get(seat).as_ref());
    let spot = match play.engine().has_felt() {
        true => *play.spots.seats.get(seat),
        false => record.map(locked).unwrap_or_default(),
    };
    let settlement = table.and_then(Table::settlement);
    let results = settlement.as_ref().map(|settlement| &settlement.seats);
    let result = results.and_then(|results| results.get(seat).as_ref());
    let warning = warning(play, bets, seat);
    let warned = warning.is_some();
    let (warning, remedy) = warning.unzip();
    let steps = steps::of_seat(play, seat);
    SeatView {
        number: seat.number(),
        in_use: play.terms().is_some_and(|terms| terms.seats.contains(seat)),
        chips: spot.chips,
        ante: placed(spot.ante),
        side: placed(spot.side),
        note: warning.unwrap_or_else(|| note(table, seat, record)),
        cards: places(
            play,
            CardPlace::Seat(seat),
            &play.replica.hand(seat),
            stage::hand_size(&play.replica),
        ),
        stakes: record
            .map(|record| stakes(&record.stakes))
            .unwrap_or_default(),
        steps: remedy.flatten().into_iter().chain(steps).collect(),
        warned,
        hand: hand_names::of_seat(play, seat),
        player: table.and_then(|table| player(table.round(), seat)),
        net: result.map(|result| signed(result.net)),
    }
}

/// The locked bets: nothing else is known of a felt that is elsewhere.
fn locked(record: &SeatRecord) -> Spot {
    Spot {
        chips: record.units,
        ante: record.stakes.ante,
        side: record.stakes.bonus.max(record.stakes.pair_plus),
    }
}

fn placed(amount: Cents) -> Option<String> {
    (!amount.is_zero()).then(|| money(amount))
}

/// Chips that are no bet, or were moved after the close, and the click that mends it.
fn warning(play: &TablePlay, bets: &FeltBets, seat: Seat) -> Option<(String, Option<OfferedStep>)> {
    let is_closed = matches!(bets.ledger.phase(), Phase::Playing | Phase::Settled);
    match bets.no_bet(play, seat) {
        Some(no_bet) if is_closed => Some((no_bet.settled(), None)),
        Some(no_bet) => Some((no_bet.note(), no_bet.remedy)),
        None => {
            let moved = bets.moved(play, seat);
            moved.map(|(text, remedy)| (text, Some(remedy)))
        }
    }
}

fn note(table: Option<&Table>, seat: Seat, record: Option<&SeatRecord>) -> String {
    if table.is_some_and(|table| table.round().asked().contains(seat)) {
        return "Play on or withdraw?".into();
    }
    let (Some(table), Some(record)) = (table, record) else {
        return String::new();
    };
    if let Some(rule) = record.returned {
        return format!("Goes back ({rule})");
    }
    let rules = table.configuration().game.rules();
    let unexposed = format!("Not exposed ({})", rules.cite(rules.paragraphs.unexposed));
    let facts = [
        (table.round().viewed_seats().contains(seat), "Viewed"),
        (record.decision == Decision::Fold, "Folded"),
        (record.decision == Decision::Absent, "Absent"),
        (!record.exposed, &unexposed),
    ];
    let facts = facts.into_iter().filter(|(is_so, _)| *is_so);
    facts.map(|(_, fact)| fact).collect::<Vec<_>>().join(", ")
}

fn player(round: &Round, seat: Seat) -> Option<String> {
    let player = round.player_of(seat);
    let name = format!("player {}", player.0);
    match round.hold_of(player) {
        Some(hold) => Some(format!("{name}, {}", words::held(hold))),
        None => (player.0 != seat.number()).then_some(name),
    }
}

fn stakes(stakes: &Stakes) -> Vec<String> {
    let raised = RAISES
        .into_iter()
        .filter(|wager| !stakes.get(*wager).is_zero());
    raised
        .map(|wager| {
            format!(
                "{} {}",
                words::capital(wager.name()),
                words::dollars(stakes.get(wager))
            )
        })
        .collect()
}

/// The places of a hand or the board.
pub(super) fn places(
    play: &TablePlay,
    place: CardPlace,
    cards: &[Card],
    size: u8,
) -> Vec<CardView> {
    (0..size)
        .map(|index| CardView {
            card: cards.get(usize::from(index)).map(Card::to_string),
            picked: play.shoe.picked(place, index).map(|card| card.to_string()),
        })
        .collect()
}
