//! The scripts of the pit: one click shows who is paid first and why. Confirmations are left to the visitor.

use std::time::Duration;

use shared_rules::pool::TableNumber;
use shared_rules::seats::Seat;

use super::script::{Script, Step};
use crate::table::ask::{Ask, CardPlace, PressKey, Switch};

/// The name of the script with two royal flushes.
pub const TWO_ROYALS: &str = "Two royals at once";

/// The name of the script with a void round.
pub const VOID_AFTER_WIN: &str = "Void after another table has won";

/// Longer than sensors and keys are debounced.
const SEEN: Duration = Duration::from_millis(200);

/// The time between two deals: longer than clocks of two tables on a busy machine may differ.
const DEALS_APART: Duration = Duration::from_millis(600);

/// The time to look at the first claim before the second one comes.
const LOOK: Duration = Duration::from_millis(1_500);

/// The seat that plays. The lamp that a script waits for is this one's.
const PLAYER: Seat = Seat::One;

/// The first table deals first, the second one enters its hand first: the games differ in which of them counts.
pub fn two_royals([first, second]: [TableNumber; 2], hand_size: u8) -> Script {
    let mut steps = opened(&[(first, true), (second, true)], hand_size);
    steps.extend(locked(&[first, second]));
    steps.extend([Step::PlayOn(first), Step::PlayOn(second)]);
    steps.extend([
        Step::Do(second, Ask::Settle),
        Step::Claim(second, false),
        Step::Pause(LOOK),
        Step::Do(first, Ask::Settle),
        Step::Claim(first, false),
    ]);
    let lesson = format!(
        "Two royal flushes: table {first} was dealt first, table {second} enters its hand first"
    );
    Script::new(TWO_ROYALS, lesson, steps)
}

/// The winner deals first, so that its price does not wait for the other round in any game.
pub fn void_after_win([winner, voids]: [TableNumber; 2], hand_size: u8) -> Script {
    let mut steps = opened(&[(winner, true), (voids, false)], hand_size);
    steps.extend(locked(&[winner, voids]));
    steps.extend([
        Step::PlayOn(winner),
        Step::Do(winner, Ask::Settle),
        Step::Claim(winner, true),
        Step::Pause(LOOK),
    ]);
    steps.extend(with_key(
        voids,
        vec![
            Step::Press(voids, PressKey::Void, "void"),
            Step::Do(voids, Ask::Clear),
        ],
    ));
    let lesson = format!(
        "Table {winner} has won the meter with the contribution of table {voids} in it, and table {voids} \
         voids its round: the winner's price stands, and the house refunds the contribution"
    );
    Script::new(VOID_AFTER_WIN, lesson, steps)
}

/// The supervisor turns the key, confirms, and turns it back.
pub fn confirm(table: TableNumber) -> Script {
    let steps = with_key(table, vec![Step::ConfirmAll(table), Step::Paid(table)]);
    let lesson = format!("The supervisor of table {table} confirms");
    Script::new("The confirmation", lesson, steps)
}

/// Clears these tables and opens a round at each, with a bet before one seat that will have a royal flush or any hand.
fn opened(tables: &[(TableNumber, bool)], hand_size: u8) -> Vec<Step> {
    let mut steps = Vec::new();
    for (table, wins) in tables {
        steps.push(Step::PayLast(*table));
        steps.push(Step::Do(*table, Ask::Clear));
        let picks = royal(hand_size).filter(|_| *wins);
        steps.extend(picks.map(|pick| Step::Do(*table, pick)));
    }
    for (table, _) in tables {
        let ante = Ask::Ante {
            seat: PLAYER,
            on: true,
            amount: None,
        };
        let chip = Ask::Chips {
            seat: PLAYER,
            count: 1,
        };
        steps.push(Step::Press(*table, PressKey::PlaceYourBets, "open"));
        steps.extend([Step::Do(*table, ante), Step::Do(*table, chip)]);
    }
    steps.extend(tables.iter().map(|(table, _)| Step::Lit(*table)));
    steps.push(Step::Pause(SEEN));
    steps
}

/// Locks the bets of these tables one after the other.
fn locked(tables: &[TableNumber]) -> Vec<Step> {
    let lock = |table: &TableNumber| {
        [
            Step::Press(*table, PressKey::NoMoreBets, "playing"),
            Step::Pause(DEALS_APART),
        ]
    };
    tables.iter().flat_map(lock).collect()
}

/// These steps while the supervisor's key is turned.
fn with_key(table: TableNumber, steps: Vec<Step>) -> Vec<Step> {
    let turn = |on| Ask::Turn {
        switch: Switch::Supervisor,
        on,
    };
    let mut all = vec![Step::Do(table, turn(true)), Step::Pause(SEEN)];
    all.extend(steps);
    all.push(Step::Do(table, turn(false)));
    all
}

/// The cards of a royal flush of spades: the player's hand, and the flop where the game has one.
fn royal(hand_size: u8) -> impl Iterator<Item = Ask> {
    let places = (0..hand_size).map(|index| (CardPlace::Seat(PLAYER), index));
    let places = places.chain((0..).map(|index| (CardPlace::Board, index)));
    let cards = ["As", "Ks", "Qs", "Js", "Ts"];
    places.zip(cards).map(|((place, index), card)| Ask::Pick {
        place,
        index,
        card: Some(card.into()),
    })
}
