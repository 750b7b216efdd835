//! What anybody can do as often as they like does not wear the flash: refused commands and chips pushed to and fro
//! lead to a bounded number of entries, and what is not written singly is counted.

use crate::Evening;
use console::Answer;
use parts::chain::Change;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use shared_rules::games::Game;
use shared_rules::ledger::{Entry, RefusedKind};
use shared_rules::round::Event;
use shared_rules::wire::message::Command;
use simulator::table_driver::index;

const TIMES: usize = 10_000;

/// Refusals of a kind are written down together, once a minute.
const TOGETHER_MS: u64 = 60_000;

/// Chips are counted after at most this time, so that every move is seen.
const MOVE_MS: u64 = 12;

/// Moves of a seat that are written down in a round.
const MOVES_OF_A_SEAT: usize = 4;

/// A short entry is one double-word in each of the two logs; now and then a page is turned.
const OPERATIONS_OF_AN_ENTRY: usize = 4;

fn programmed(evening: &Evening) -> usize {
    evening.table.engine.flash.chip().history().len()
}

#[test]
fn ten_thousand_refused_commands() {
    let mut evening = Evening::of(Game::Ml9);
    let (before, began_ms) = (programmed(&evening), evening.table.now_ms());
    for _ in 0..TIMES {
        let no_round = Command::Round(Event::NoMoreBets);
        evening.table.console.command(no_round);
    }
    while !evening.table.console.is_idle() {
        evening.wait_ms(1);
    }
    evening.wait_ms(TOGETHER_MS);
    let took_ms = evening.table.now_ms() - began_ms;
    let answers = &evening.table.console.answers;
    let refused = answers.iter().filter(|a| matches!(a, Answer::Refused(_)));
    assert_eq!(refused.count(), TIMES);

    let operations = programmed(&evening) - before;
    let written = evening.new_entries();
    let count = |entry: &Entry| match entry {
        Entry::Refused(RefusedKind::AgainstTheRules, count) => usize::from(*count),
        other => panic!("not a count of refusals: {other:?}"),
    };
    let counted: usize = written.iter().map(count).sum();
    let entries = written.len();
    println!(
        "{TIMES} refused commands in {took_ms} ms: {entries} entries, {operations} operations on the flash"
    );
    assert_eq!(counted, TIMES);
    assert!(operations <= OPERATIONS_OF_AN_ENTRY * entries);
    let minutes = took_ms.div_ceil(TOGETHER_MS);
    assert!(entries as u64 <= 1 + minutes, "{entries} entries");
}

#[test]
fn ten_thousand_moves_of_antes_after_the_lock() {
    let mut evening = Evening::locked(Game::Ml9, &[(1, 1), (2, 2), (3, 3), (4, 4)]);
    let before = programmed(&evening);
    let mut lies = [true, true, true, true, false, false, false];
    for time in 0..TIMES {
        let place = time % lies.len();
        lies[place] = !lies[place];
        evening.table.change(Change::Ante(place, lies[place]));
        evening.wait_ms(MOVE_MS);
    }
    let operations = programmed(&evening) - before;
    let written = evening.new_entries();
    let is_move = |entry: &Entry| matches!(entry, Entry::AnteMoved(..));
    assert!(written.iter().all(is_move));
    assert_eq!(
        written.len(),
        7 * MOVES_OF_A_SEAT,
        "every seat's first moves"
    );
    assert!(operations <= OPERATIONS_OF_AN_ENTRY * written.len());
}

#[test]
fn ten_thousand_chip_moves_after_the_lock() {
    let mut evening = Evening::locked(Game::Ml9, &[(1, 1), (2, 2), (3, 3), (4, 4)]);
    let before = programmed(&evening);
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let mut lie = [1, 2, 3, 4, 0, 0, 0];
    for _ in 0..TIMES {
        let number = random.random_range(1..=7);
        let place = index(number);
        lie[place] = (lie[place] + random.random_range(1..=5)) % 6;
        evening.table.change(Change::Chips(place, lie[place]));
        evening.wait_ms(MOVE_MS);
    }
    let operations = programmed(&evening) - before;
    let written = evening.new_entries();
    let entries = written.len();
    println!(
        "{TIMES} chip moves after the lock: {entries} entries, {operations} operations on the flash"
    );
    let is_move = |entry: &Entry| matches!(entry, Entry::Moved(..));
    assert!(written.iter().all(is_move));
    assert_eq!(entries, 7 * MOVES_OF_A_SEAT, "every seat's first moves");
    assert!(operations <= OPERATIONS_OF_AN_ENTRY * entries);
}
