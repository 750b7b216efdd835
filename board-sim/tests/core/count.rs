//! Every issued instruction counts, also one whose condition fails; and a run stops where it is told.

use super::assembler::Program;
use super::board;
use board_sim::time::Span;

/// MOVS r0, #0; CMP r0, #1; ITTE EQ; two that fail; one that does not; NOP.
fn with_conditions() -> Program {
    let mut program = Program::new();
    program.raw(&[0x2000, 0x2801, 0xBF06, 0x3001, 0x3001, 0x3005, 0xBF00]);
    program.stop();
    program
}

#[test]
fn a_run_stops_in_front_of_the_instruction_that_it_is_told() {
    let mut program = Program::new();
    for _ in 0..100 {
        program.add(0, 1);
    }
    program.stop();
    let mut board = board(&program);
    let start = board.pc();
    for count in [1, 2, 3, 50, 99] {
        board.run_to_instruction(count).expect("it runs");
        assert_eq!(u64::from(board.registers().core[0]), count);
        assert_eq!(u64::from(board.pc() - start), 2 * count);
        assert_eq!(board.instructions(), count);
    }
}

#[test]
fn conditions_that_fail_count_too() {
    let program = with_conditions();
    let mut board = board(&program);
    let start = board.pc();
    board.run_to_instruction(7).expect("it runs");
    assert_eq!(
        (
            board.instructions(),
            board.pc() - start,
            board.registers().core[0]
        ),
        (7, 14, 5)
    );
}

#[test]
fn a_block_of_conditions_is_not_cut_in_two() {
    for (asked, issued) in [(2, 2), (3, 6), (4, 6), (5, 6), (6, 6), (7, 7)] {
        let mut board = board(&with_conditions());
        board.run_to_instruction(asked).expect("it runs");
        assert_eq!(board.instructions(), issued, "{asked} asked for");
    }
}

#[test]
fn time_is_a_cycle_to_an_instruction() {
    let mut program = Program::new();
    program.stop();
    let mut board = board(&program);
    board.run_to_instruction(4_000).expect("it runs");
    assert_eq!(board.now().as_us(), 1000, "at 4 MHz, as after a reset");
}

/// Twice as long for each instruction, from when it is said; a fork and a board that is restored go on so.
#[test]
fn an_instruction_takes_as_many_cycles_as_the_board_says() {
    let mut program = Program::new();
    program.stop();
    let mut board = board(&program);
    board.run_to_instruction(4_000).expect("it runs");
    board.set_cycles_per_instruction(2);
    board.run_to_instruction(8_000).expect("it runs");
    assert_eq!(board.now().as_us(), 3_000);
    let mut fork = board.fork().expect("another board");
    fork.run_to_instruction(12_000).expect("it runs");
    assert_eq!(fork.now().as_us(), 5_000);
    let snapshot = board.snapshot();
    board.set_cycles_per_instruction(1);
    board.restore(&snapshot);
    board.power_on();
    board.run_to_instruction(12_000).expect("it runs");
    assert_eq!(board.now().as_us(), 5_000);
    assert_eq!(board.cycles_per_instruction(), 2);
}

/// The cycle counter counts cycles, not instructions.
#[test]
fn the_cycle_counter_counts_every_cycle() {
    let counted = |cycles| {
        let mut program = Program::new();
        program.poke(0xE000_EDFC, 1 << 24).poke(0xE000_1000, 1);
        program.set(7, 0xE000_1004).load(0, 7, 0).nop().nop();
        program.load(1, 7, 0).stop();
        let mut board = board(&program);
        board.set_cycles_per_instruction(cycles);
        board.run_for(Span::ms(1)).expect("it runs");
        let core = board.registers().core;
        core[1] - core[0]
    };
    assert_eq!([1, 2, 3].map(counted), [3, 6, 9]);
}
