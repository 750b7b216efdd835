//! The time of day on the running, unmodified image: from the console to the crystal's clock and into the journal.

use board_sim::chip::Reset;
use board_sim::table::BoardEngine;
use shared_rules::ledger::{Entry, JournalTime, Ledger};
use shared_rules::wire::message::Command;
use simulator::table::SimulatedTable;

/// Time until the links are up, and the crystal swings.
const START_MS: u64 = 1_500;
/// The watchdog's second, what the program needs to notice, and another start.
const RESET_MS: u64 = 4_500;

const SET: u64 = 1_700_000_000;

fn started() -> SimulatedTable<BoardEngine> {
    let mut table: SimulatedTable<BoardEngine> = SimulatedTable::new(1);
    table.run_ms(START_MS);
    table
}

fn sets_clock(table: &mut SimulatedTable<BoardEngine>) {
    table.console.command(Command::Clock(SET));
    table.run_ms(500);
    assert_eq!(moment(table), JournalTime::TimeOfDay(SET));
}

/// The thread hangs, and the watchdog resets the chip.
fn hangs(table: &mut SimulatedTable<BoardEngine>) {
    let board = &mut table.engine.board;
    while board.handles().is_some() {
        let next = board.instructions() + 1;
        board.run_to_instruction(next).expect("what is modelled");
    }
    let to = board.image().symbol("DefaultHandler_").expect("a loop") & !1;
    board.divert(to);
    table.run_ms(RESET_MS);
    let last = table.engine.board.resets().last().map(|(cause, _)| *cause);
    assert_eq!(last, Some(Reset::Watchdog));
}

/// The time that the journal has stated last.
fn moment(table: &SimulatedTable<BoardEngine>) -> JournalTime {
    let mut ledger = Ledger::new();
    for entry in table.console.entries.values() {
        assert!(ledger.apply(entry).is_ok(), "{entry:?}");
    }
    ledger.moment()
}

/// The clock runs on through a reset: the last words have their time.
#[test]
fn a_watchdog_reset_keeps_the_time() {
    let mut table = started();
    sets_clock(&mut table);
    let before_ms = table.now_ms();
    hangs(&mut table);
    let passed_s = (table.now_ms() - before_ms) / 1_000;
    let JournalTime::TimeOfDay(now) = moment(&table) else {
        panic!("{:?}", table.console.entries);
    };
    assert!((SET + 1..=SET + 1 + passed_s).contains(&now), "{now}");
    let last: Vec<&Entry> = table.console.entries.values().rev().take(3).collect();
    assert!(matches!(last[0], Entry::LastWords(_)), "{last:?}");
    assert_eq!(last[1], &Entry::TimeOfDay(now));
    assert!(matches!(last[2], Entry::Boot(2)), "{last:?}");
}

/// VBAT is VDD: without power nothing counts on.
#[test]
fn a_power_cut_loses_the_time_until_it_is_set() {
    let mut table = started();
    sets_clock(&mut table);
    table.power_off();
    table.run_ms(3_000);
    table.power_on();
    table.run_ms(START_MS);
    let start = JournalTime::SinceStart {
        boot: 2,
        seconds: 0,
    };
    assert_eq!(moment(&table), start);
    sets_clock(&mut table);
}

/// A crystal that never starts keeps nobody waiting, and the table counts by its own clock. A reset then loses the time.
#[test]
fn a_crystal_that_never_starts() {
    let mut table: SimulatedTable<BoardEngine> = SimulatedTable::new(1);
    table.engine.board.set_crystal(false);
    table.power_off();
    table.power_on();
    table.run_ms(START_MS);
    sets_clock(&mut table);
    hangs(&mut table);
    assert!(matches!(moment(&table), JournalTime::SinceStart { .. }));
    let resets = table.engine.board.resets().len();
    table.run_ms(RESET_MS);
    assert_eq!(table.engine.board.resets().len(), resets, "one reset");
}

/// The journal names the chip that writes it, once.
#[test]
fn the_chips_number_is_written_once() {
    let mut table = started();
    hangs(&mut table);
    let entries = table.console.entries.values();
    let chips: Vec<&Entry> = entries
        .filter(|entry| matches!(entry, Entry::Chip(_)))
        .collect();
    let number = [
        0x27, 0, 0x31, 0, 0x0B, 0x51, 0x38, 0x34, 0x31, 0x35, 0x37, 0x20,
    ];
    assert_eq!(chips, [&Entry::Chip(number)]);
}
