//! Faults injected from outside into the running, unmodified image: each time the watchdog or the self-check ends the
//! program, and the table comes back and reports the reason.

use board_sim::chip::Reset;
use board_sim::chip::flash::ArrayTear;
use board_sim::table::BoardEngine;
use shared_rules::ledger::{Entry, LastWords};
use shared_rules::wire::message::Command;
use simulator::table::SimulatedTable;

/// The interrupts that the image uses, by their numbers in the vector table. (RM0351, 13.3)
const FLASH: u32 = 16 + 4;
const TIM2: u32 = 16 + 28;
const USART1: u32 = 16 + 37;
const UART4: u32 = 16 + 52;
/// The interrupts whose handlers run the tasks: wires and health, and the scan.
const SAI1: u32 = 16 + 74;
const SWPMI1: u32 = 16 + 76;

/// Time until the links are up.
const START_MS: u64 = 1_500;

/// After its return a table is watched for longer than the watchdog's time-out: it must not be reset again.
const WATCHED_MS: u64 = 2_000;

/// Time until a fault is noticed: a heartbeat that does not leave its wire, half a second of silence, and the
/// watchdog's second.
const NOTICED_MS: u64 = 2_500;

const SILENT: &str = "watchdog, without a word";

/// An idle table that has started.
fn started() -> SimulatedTable<BoardEngine> {
    let mut table: SimulatedTable<BoardEngine> = SimulatedTable::new(1);
    table.run_ms(START_MS);
    assert_eq!(last_words(&table), None);
    table
}

/// Runs until an exception of this number is being handled; `None` is the thread.
fn run_into(table: &mut SimulatedTable<BoardEngine>, exception: Option<u32>) {
    let board = &mut table.engine.board;
    while board.handles() != exception {
        let next = board.instructions() + 1;
        board.run_to_instruction(next).expect("what is modelled");
    }
}

/// The default handler of interrupts without a handler: an endless loop.
fn endless_loop(table: &SimulatedTable<BoardEngine>) -> u32 {
    let image = table.engine.board.image();
    image.symbol("DefaultHandler_").expect("the loop") & !1
}

fn last_words(table: &SimulatedTable<BoardEngine>) -> Option<&LastWords> {
    let mut entries = table.console.entries.values().rev();
    entries.find_map(|entry| match entry {
        Entry::LastWords(words) => Some(words),
        _ => None,
    })
}

/// Checks that the table is reset for this reason, comes back, and reports one of these last words.
#[track_caller]
fn comes_back(table: &mut SimulatedTable<BoardEngine>, reset: Reset, words: &[&str]) {
    let deadline_ms = table.now_ms() + NOTICED_MS;
    while table.engine.board.resets().len() == 1 && table.now_ms() < deadline_ms {
        table.step();
    }
    table.run_ms(START_MS + WATCHED_MS);
    let resets = table.engine.board.resets();
    let causes: Vec<Reset> = resets.iter().map(|(cause, _)| *cause).collect();
    assert_eq!(causes, [Reset::Power, reset], "{:?}", last_words(table));
    let said = last_words(table).map(ToString::to_string);
    let is_expected = |said: &str| words.contains(&said);
    assert!(said.as_deref().is_some_and(is_expected), "{said:?}");
    assert_eq!(table.console.boot, Some(2));
    assert!(
        table.console.is_up(table.now_ms()),
        "the console has it again"
    );
}

/// Makes the running code hang, in the handler of an exception or in the thread. The table must come back with these
/// last words.
#[track_caller]
fn hangs(exception: Option<u32>, words: &str) {
    let mut table = started();
    run_into(&mut table, exception);
    let to = endless_loop(&table);
    table.engine.board.divert(to);
    comes_back(&mut table, Reset::Watchdog, &[words]);
}

#[test]
fn a_controller_that_hangs() {
    hangs(None, "watchdog: the controller was silent");
}

#[test]
fn a_scan_that_hangs() {
    hangs(Some(SWPMI1), SILENT);
}

#[test]
fn wires_that_hang() {
    hangs(Some(SAI1), SILENT);
}

/// Masks each interrupt of the image, and checks the last words. Without its clock a table may still be woken once by a
/// byte on a wire, and then finds that the scan was silent; or it may not be woken at all.
#[test]
fn an_interrupt_that_is_masked() {
    let cases: [(u32, &[&str]); 5] = [
        (TIM2, &[SILENT, "watchdog: the scan was silent"]),
        (SAI1, &[SILENT]),
        (SWPMI1, &["watchdog: the scan was silent"]),
        (USART1, &["watchdog: the console's wire was silent"]),
        (UART4, &["watchdog: the sign's wire was silent"]),
    ];
    for (interrupt, words) in cases {
        let mut table = started();
        table.engine.board.mask(interrupt);
        comes_back(&mut table, Reset::Watchdog, words);
    }
}

/// The controller polls the flash while it waits: it does not need the interrupt.
#[test]
fn the_flash_does_not_need_its_interrupt() {
    let mut table = started();
    table.engine.board.mask(FLASH);
    table.console.command(Command::Clock(1_700_000_000));
    table.run_ms(START_MS);
    let last = table.console.entries.values().next_back();
    assert_eq!(last, Some(&Entry::Clock(1_700_000_000)));
    assert_eq!(table.engine.board.resets().len(), 1);
}

#[test]
fn all_interrupts_masked() {
    let mut table = started();
    run_into(&mut table, None);
    table.engine.board.mask_all();
    comes_back(&mut table, Reset::Watchdog, &[SILENT]);
}

#[test]
fn a_stack_that_overflows() {
    let mut table = started();
    run_into(&mut table, None);
    table.engine.board.use_up_stack(16);
    comes_back(&mut table, Reset::Software, &["stack overflow"]);
    // Without power the board does not report its stack use, which the test itself has set.
    table.engine.board.power_off(ArrayTear::Before);
}
