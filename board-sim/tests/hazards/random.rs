//! A generator of random numbers that is broken: the table starts, makes no session, and says so.

use board_sim::chip::rng::RandomFault;
use board_sim::chip::wires::BoardInput;
use board_sim::table::BoardEngine;
use parts::engine::FreshEngine;
use simulator::table::SimulatedTable;
use simulator::table_driver::START_MS;

/// The fault lamp is the 595s' last but one.
const FAULT_LAMP: u64 = 1 << 46;

fn breaks(table: &mut SimulatedTable<BoardEngine>, fault: Option<RandomFault>) {
    let board = &mut table.engine.board;
    board.put(BoardInput::Randomness(fault));
    table.power_off();
    table.run_ms(100);
    table.power_on();
}

#[test]
fn without_randomness_no_session_is_made_and_the_fault_lamp_is_lit() {
    let mut table = SimulatedTable::with_engine(1, BoardEngine::fresh());
    table.run_ms(START_MS);
    assert!(table.console.is_up(table.now_ms()));
    for fault in [RandomFault::Seed, RandomFault::Stuck, RandomFault::Silent] {
        breaks(&mut table, Some(fault));
        // Longer than the watchdog waits, twice.
        table.run_ms(4 * START_MS);
        assert!(!table.console.is_up(table.now_ms()), "{fault:?}");
        assert_eq!(table.lit() & FAULT_LAMP, FAULT_LAMP, "{fault:?}");
        breaks(&mut table, None);
        table.run_ms(2 * START_MS);
        assert!(table.console.is_up(table.now_ms()), "after {fault:?}");
        assert!(table.sign.picture().is_some());
    }
}
