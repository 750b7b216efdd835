//! What a round costs in flash, how long the flash lasts, and how far back it can be read.

use parts::flash::WORD;
use shared_rules::wagers::Wager;
use simulator::round_driver::{HOLDEM, bonus, community, seats};

use crate::evening::{BOARD, deals};
use crate::prelude::*;

/// Bytes that a full round of all seats may take of each log, its time, its persons and its links included.
const BUDGET: f64 = 500.0;

/// A round takes a minute, by a clock that the table can read.
const ROUND_MS: u64 = 60_000;
const BEGAN_S: u64 = 1_700_000_000;

/// A dealer, and another person who relieves or checks the dealer in every round.
const PERSONS: [u8; 2] = [1, 2];

/// A page outlives so many erasures.
const ERASURES: f64 = 10_000.0;

/// 60 rounds an hour, day and night.
const ROUNDS_A_YEAR: f64 = 60.0 * 24.0 * 365.0;

/// What rounds cost.
#[derive(Debug)]
struct Cost {
    /// Programmed in each log, headers and checkpoints included.
    bytes_a_round: f64,
    /// The least and the most that a page was erased.
    erasures: (u32, u32),
    years: f64,
}

/// A table of this game on the board's flash.
fn table(game: Game) -> Desk {
    let mut desk = Desk::on(FlashChip::new(JOURNAL_PAGES), 0);
    desk.does_all(&configures(house(game)));
    desk
}

/// Plays a round so often, and says what that cost.
fn cost(game: Game, rounds: u32, round: &[Step]) -> Cost {
    let mut desk = table(game);
    let before = desk.flash.chip().erasures().to_vec();
    let mut programs = 0;
    for _ in 0..rounds {
        desk.flash.chip().clear_history();
        plays(&mut desk, round);
        let chip = desk.flash.chip();
        let is_program = |operation: &&Operation| matches!(operation, Operation::Program(..));
        programs += chip.history().iter().filter(is_program).count();
    }
    let chip = desk.flash.chip();
    let erasures = chip.erasures().iter().zip(before);
    let mut worn: Vec<u32> = erasures.map(|(now, then)| now - then).collect();
    worn.sort_unstable();
    let logs_and_rounds = 2.0 * f64::from(rounds);
    let pages_a_round = f64::from(worn.iter().sum::<u32>()) / logs_and_rounds;
    let pages_a_log = (JOURNAL_PAGES / 2) as f64;
    Cost {
        bytes_a_round: (programs * WORD) as f64 / logs_and_rounds,
        erasures: (worn[0], worn[worn.len() - 1]),
        years: ERASURES * pages_a_log / pages_a_round / ROUNDS_A_YEAR,
    }
}

/// Plays a round in its minute, at the time of day.
fn plays(desk: &mut Desk, round: &[Step]) {
    let began_ms = desk.now_ms;
    let (first, last) = round.split_at(round.len() / 2);
    for (person, steps) in PERSONS.into_iter().zip([first, last]) {
        desk.controller.acts(person);
        for step in steps {
            let now_ms = desk.now_ms;
            let time_of_day = BEGAN_S + now_ms / 1_000;
            desk.controller.note_time(Some(time_of_day), now_ms);
            desk.does(step);
        }
        desk.does(&Step::Waits(ROUND_MS / 2 - 1_000));
    }
    let rest_ms = (began_ms + ROUND_MS).saturating_sub(desk.now_ms);
    desk.does(&Step::Waits(rest_ms));
}

fn assert_affordable(name: &str, game: Game, round: &[Step]) {
    let cost = cost(game, 1_000, round);
    println!("{name} rounds of {game:?}: {cost:.1?}");
    assert!(cost.bytes_a_round <= BUDGET, "{game:?}: {cost:?}");
    assert!(cost.erasures.1 <= cost.erasures.0 + 1, "{game:?}: {cost:?}");
    assert!(cost.years >= 10.0, "{game:?}: {cost:?}");
}

/// Every seat with an Ante, a Bonus and a unit, and every raise of every seat entered by itself.
fn one_event_at_a_time(all: &[u8]) -> Vec<Step> {
    let mut open = closes(all);
    let lock = open.pop();
    open.extend(all.iter().flat_map(|number| says([bonus(*number, 10)])));
    open.extend(lock);
    let raises = |wager, number: &u8| says([Event::Raise(wager, seats(&[*number]))]);
    let each = |wager| Vec::from_iter(all.iter().flat_map(|number| raises(wager, number)));
    let [flop, turn, river] = BOARD.map(|cards| says([community(cards)]));
    let parts = [
        open,
        deals(all),
        each(Wager::Flop),
        flop,
        each(Wager::Turn),
        turn,
        each(Wager::River),
        river,
        says([Event::Settle, Event::Paid]),
        vec![Step::Felt(Felt::Cleared)],
    ];
    parts.concat()
}

/// The same with seats that raise together in one event, and some chips that are touched after the lock.
fn typical(all: &[u8]) -> Vec<Step> {
    let playing: Vec<u8> = all.iter().copied().filter(|number| *number != 2).collect();
    let parts = [
        closes(all),
        vec![
            Step::Felt(Felt::Chips(seat(3), 0)),
            Step::Felt(Felt::Chips(seat(3), 1)),
        ],
        deals(all),
        says([
            Event::Fold(seat(2)),
            Event::Raise(Wager::Flop, seats(&playing)),
            community(BOARD[0]),
            Event::Raise(Wager::Turn, seats(&[1, 4])),
            community(BOARD[1]),
            Event::Raise(Wager::River, seats(&[4])),
            community(BOARD[2]),
            Event::Settle,
            Event::Paid,
        ]),
        vec![Step::Felt(Felt::Cleared)],
    ];
    parts.concat()
}

#[test]
fn rounds_keep_to_the_budget_entered_one_event_at_a_time_and_typically() {
    for game in HOLDEM {
        assert_affordable("full", game, &one_event_at_a_time(&positions(game)));
        assert_affordable("typical", game, &typical(&positions(game)));
    }
}

/// After 2,000 rounds, from the flash alone, and byte for byte what the console was sent.
#[test]
fn the_last_hundred_rounds_can_be_read_in_full() {
    let mut desk = table(Game::Ml9);
    for number in 0..2_000 {
        desk.does_all(&plain_round(&positions(Game::Ml9)));
        desk.does_all(&[Step::Waits(10_000), Step::Does(Command::Clock(number))]);
        desk.flash.chip().clear_history();
    }
    let found = lines_in(&desk.flash.chip(), 0);
    let sent = &desk.lines[desk.lines.len() - found.len()..];
    assert_eq!(found, sent);
    let entries = found.iter().map(|line| entry(&line.1));
    let opened = entries.filter(|entry| *entry == Entry::Round(Event::PlaceYourBets));
    let rounds = opened.count();
    println!("{rounds} rounds can be read back");
    assert!(rounds > 100);
}
