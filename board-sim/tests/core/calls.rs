//! One function is called from outside, and what is counted is its own.

use super::assembler::Program;
use super::board;
use board_sim::board::{Board, RunEnd};
use board_sim::chip::wires::Nothing;
use board_sim::cpu::Share;
use board_sim::time::Span;

const ISER: u32 = 0xE000_E100;
const ISPR: u32 = 0xE000_E200;
const IPR: u32 = 0xE000_E400;

/// MOVW, MOVT, MOVW, MOVT, STR.
const POKE: u64 = 5;

fn share(board: &Board<Nothing>, exception: u32) -> (u64, u64, u64) {
    let Share {
        entries,
        instructions,
        longest,
    } = board.share(exception);
    (entries, instructions, longest)
}

/// CMP r0, #1; ITTE EQ; ADDS r0, #2 twice; ADDS r0, #5; BX LR: six, whichever of the conditions hold.
#[test]
fn a_call_counts_to_its_return_and_conditions_that_fail_too() {
    let mut program = Program::new();
    program.stop();
    let function = program.here();
    program.raw(&[0x2801, 0xBF06, 0x3002, 0x3002, 0x3005]).end();
    program.nop();
    let mut board = board(&program);
    let start = board.pc();
    for (argument, value) in [(1, 5), (0, 5), (7, 12)] {
        let called = board
            .call(function, [argument, 0, 0, 0])
            .expect("it returns");
        assert_eq!((called.value, called.instructions), (value, 6));
        assert_eq!(board.pc(), start, "back where it was");
    }
}

/// Interrupt 1 asks for the more urgent 0, which counts for itself.
#[test]
fn a_handlers_instructions_are_its_own() {
    let mut program = Program::new();
    program.poke(IPR, 0x0000_8000).poke(ISER, 0b11);
    program.stop();
    let function = program.here();
    program.poke(ISPR, 0b10).nop().end();
    program.vector(16).nop().nop().end();
    program.vector(17).poke(ISPR, 0b01).nop().end();
    let mut board = board(&program);
    board.run_to_instruction(2 * POKE).expect("it runs");
    for round in 1..=2 {
        let called = board.call(function, [0; 4]).expect("it returns");
        assert_eq!(called.instructions, POKE + 2);
        assert_eq!(share(&board, 16), (round, 3 * round, 3));
        assert_eq!(share(&board, 17), (round, (POKE + 2) * round, POKE + 2));
    }
}

#[test]
fn a_run_stops_at_an_address_each_time_or_when_time_is_up() {
    let mut program = Program::new();
    let top = program.here();
    // ADDS r0, #1 twice; B back to the first.
    program.add(0, 1).add(0, 1).raw(&[0xE7FC]);
    let mut board = board(&program);
    let soon = board.now() + Span::us(100);
    for turn in 0..3 {
        assert_eq!(board.run_to(top + 2, soon), Ok(RunEnd::Met));
        assert_eq!(board.registers().core[0], 2 * turn + 1);
        let next = board.instructions() + 1;
        board.run_to_instruction(next).expect("it runs");
    }
    assert_eq!(board.run_to(top + 8, soon), Ok(RunEnd::Reached));
}
