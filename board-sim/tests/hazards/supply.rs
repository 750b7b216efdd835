//! A supply that falls, and comes back before the brown-out reset: nothing is sensed, and no entry is begun.

use board_sim::board::Board;
use board_sim::chip::flash::OptionBytes;
use board_sim::chip::wires::{BoardInput, Nothing};
use board_sim::table::BoardEngine;
use board_sim::time::Span;
use shared_rules::games::Game;
use shared_rules::ledger::Entry;
use shared_rules::round::{Event, Phase};
use shared_rules::wire::message::Command;
use simulator::table_driver::{Look, TableDriver};

type Evening = TableDriver<BoardEngine>;

/// Between the detector's 2.8 V and the brown-out reset at 2.5 V.
const SAGGING_MV: u32 = 2_650;
const GOOD_MV: u32 = 3_300;

/// The receivers answer anything for this long: much longer than any debouncing.
const SAG_MS: u64 = 600;

/// A table is watched for longer than the watchdog's time-out.
const WATCHED_MS: u64 = 3_000;

fn supply(evening: &mut Evening, millivolts: u32) {
    let board = &mut evening.table.engine.board;
    // One cycle an instruction flatters the chip.
    board.set_cycles_per_instruction(2);
    board.put(BoardInput::Supply(millivolts));
}

/// Seat 1 reads as `chips` for a while, at this supply, and then as `before` again.
fn misread(evening: &mut Evening, millivolts: u32, chips: u8, before: u8) {
    supply(evening, millivolts);
    evening.wait_ms(5);
    evening.chips(1, chips);
    evening.wait_ms(SAG_MS);
    evening.chips(1, before);
    evening.wait_ms(50);
    supply(evening, GOOD_MV);
    evening.wait_ms(WATCHED_MS);
}

fn moves(evening: &mut Evening) -> usize {
    let entries = evening.new_entries();
    let moved = entries.iter();
    moved
        .filter(|entry| matches!(entry, Entry::Moved(..)))
        .count()
}

/// Closes the bets, and returns the units that were locked.
fn locked_units(evening: &mut Evening) -> Vec<u8> {
    evening.new_entries();
    evening.says([Event::NoMoreBets]);
    let entries = evening.new_entries();
    let locked = entries.iter().find_map(|entry| match entry {
        Entry::Locked(bets) => Some(bets.iter().map(|bet| bet.units).collect()),
        _ => None,
    });
    locked.expect("bets are locked")
}

#[test]
fn a_sag_in_a_round_moves_no_chip() {
    for game in [Game::Ml9, Game::Rws6] {
        let mut evening = Evening::locked(game, &[(1, 1)]);
        moves(&mut evening);
        misread(&mut evening, SAGGING_MV, 4, 1);
        assert_eq!(moves(&mut evening), 0, "{game:?}");
        assert_eq!(evening.phase(), Phase::Playing);
        // The same with a good supply is a move, and an entry.
        misread(&mut evening, GOOD_MV, 4, 1);
        assert_ne!(moves(&mut evening), 0, "{game:?}");
        assert_eq!(evening.table.engine.board.resets().len(), 1);
    }
}

#[test]
fn a_sag_while_bets_are_open_places_no_bet() {
    for (millivolts, look) in [(SAGGING_MV, Look::Open), (GOOD_MV, Look::Steady(3))] {
        let mut evening = Evening::opened(Game::Ml9);
        evening.ante(1, true);
        evening.wait_ms(50);
        supply(&mut evening, millivolts);
        evening.wait_ms(5);
        evening.chips(1, 3);
        evening.lamps(Look::Open, &[(1, look)]);
    }
}

#[test]
fn a_bet_after_a_sag_counts() {
    let mut evening = Evening::opened(Game::Ml9);
    misread(&mut evening, SAGGING_MV, 3, 0);
    evening.bets(1, 3);
    assert_eq!(locked_units(&mut evening), [3]);
}

#[test]
fn while_the_supply_is_low_nothing_is_written() {
    let mut evening = Evening::of(Game::Ml9);
    supply(&mut evening, SAGGING_MV);
    evening.wait_ms(20);
    let (before, _) = evening.table.engine.board.flash().changes();
    let open = Command::Round(Event::PlaceYourBets);
    evening.refuses(open.clone(), "", "the supply voltage is low");
    evening.wait_ms(WATCHED_MS);
    let (after, _) = evening.table.engine.board.flash().changes();
    assert_eq!(before, after);
    supply(&mut evening, GOOD_MV);
    evening.wait_ms(200);
    evening.commands(open);
    assert_eq!(evening.phase(), Phase::BetsOpen);
    assert_eq!(evening.table.engine.board.resets().len(), 1);
}

#[test]
fn a_start_waits_for_the_supply_without_a_reset() {
    let image = BoardEngine::built_image();
    let mut board = Board::new(image, Nothing).expect("an image");
    board.put(BoardInput::Supply(SAGGING_MV));
    board.power_on();
    board.run_for(Span::s(3)).expect("what is modelled");
    let says_start = |line: &str| line.contains("start ");
    let log = board.take_log();
    assert!(!log.iter().any(|line| says_start(&line.text)), "{log:?}");
    assert_eq!(board.flash().changes().0, 0);
    board.put(BoardInput::Supply(GOOD_MV));
    board.run_for(Span::s(3)).expect("what is modelled");
    let log = board.take_log();
    assert!(log.iter().any(|line| says_start(&line.text)), "{log:?}");
    assert_eq!(board.resets().len(), 1);
}

#[test]
fn a_start_says_which_option_bytes_differ() {
    let named = |options: OptionBytes| {
        let image = BoardEngine::built_image();
        let mut board = Board::new(image, Nothing).expect("an image");
        board.flash_mut().set_options(options);
        board.power_on();
        board.run_for(Span::ms(500)).expect("what is modelled");
        let log = board.take_log().into_iter().map(|line| line.text);
        log.filter(|line| line.starts_with("option bytes: "))
            .map(|line| {
                line["option bytes: ".len()..]
                    .split(' ')
                    .next()
                    .map(str::to_owned)
            })
            .collect::<Option<Vec<_>>>()
    };
    let shipped = named(OptionBytes::SHIPPED).expect("names");
    assert_eq!(shipped, ["BOR_LEV", "WRP1A"]);
    assert_eq!(named(OptionBytes::PROVISIONED), Some(Vec::new()));
}
