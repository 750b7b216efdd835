//! Every error ends in a fault, a lock-up or the watchdog, and is recorded. (ARMv7-M ARM, B1.5.14 and B3.2.15)

use super::assembler::{Program, RESULTS};
use super::{board, noted, notes};
use board_sim::chip::Reset;
use board_sim::chip::flash::Ecc;
use board_sim::time::Span;

const CFSR: u32 = 0xE000_ED28;
const HFSR: u32 = 0xE000_ED2C;
const BFAR: u32 = 0xE000_ED38;
const SHCSR: u32 = 0xE000_ED24;
const IWDG_KR: u32 = 0x4000_3000;
/// An address where nothing is.
const NOWHERE: u32 = 0x6000_0000;

/// A hard fault that keeps CFSR, HFSR and BFAR behind the results.
fn with_witness(program: &mut Program) {
    program.vector(3).set(7, RESULTS + 128);
    for (index, register) in (0..).zip([CFSR, HFSR, BFAR]) {
        program.set(0, register).load(1, 0, 0).store(1, 7, index);
    }
    program.note(3).stop();
}

fn witness(program: &Program) -> ([u32; 3], Vec<u32>) {
    let mut board = board(program);
    board.run_for(Span::ms(1)).expect("it runs");
    let words = [0, 4, 8].map(|offset| board.word(RESULTS + 128 + offset).unwrap_or(0));
    (words, noted(&board))
}

#[test]
fn a_load_from_nowhere_is_a_precise_bus_fault_that_escalates() {
    let mut program = Program::new();
    program.set(0, NOWHERE).load(1, 0, 0).note(1);
    program.stop();
    with_witness(&mut program);
    let expected = ([1 << 9 | 1 << 15, 1 << 30, NOWHERE], vec![3]);
    assert_eq!(witness(&program), expected);
}

#[test]
fn a_store_to_nowhere_is_an_imprecise_one() {
    let mut program = Program::new();
    program.set(0, NOWHERE).store(1, 0, 0).nop().nop();
    program.stop();
    with_witness(&mut program);
    assert_eq!(witness(&program).0[..2], [1 << 10, 1 << 30]);
}

#[test]
fn with_its_own_handler_it_does_not_escalate() {
    let mut program = Program::new();
    program.poke(SHCSR, 1 << 17).set(0, NOWHERE);
    program.load(1, 0, 0).stop();
    with_witness(&mut program);
    program.vector(5).note(5).stop();
    assert_eq!(notes(&program), [5]);
}

#[test]
fn an_undefined_instruction_and_a_branch_without_the_thumb_bit() {
    let mut program = Program::new();
    program.raw(&[0xDE00]).stop();
    with_witness(&mut program);
    assert_eq!(witness(&program).0[..2], [1 << 16, 1 << 30]);
    let mut program = Program::new();
    // BX r0, to an even address.
    program.set(0, 0x0800_0200).raw(&[0x4700]).stop();
    with_witness(&mut program);
    assert_eq!(witness(&program).0[..2], [1 << 17, 1 << 30]);
}

#[test]
fn a_stack_overflow_faults_at_once_and_the_handler_still_runs() {
    let mut program = Program::new();
    // A stack of 16 bytes; PUSH {r0-r7} twice.
    program.set(0, 0x1000_0010);
    program.raw(&[0x4685, 0xB4FF, 0xB4FF]).note(1).stop();
    // MOV r0, sp, then another stack.
    program.vector(3).raw(&[0x4668]).set(1, 0x1000_4000);
    program.raw(&[0x468D]).note(3).stop();
    let mut board = board(&program);
    board.run_for(Span::ms(1)).expect("it runs");
    assert_eq!(noted(&board), [3]);
    assert!(
        board.registers().core[0] < 0x1000_0000,
        "the frame has no place"
    );
}

#[test]
fn a_fault_within_a_hard_fault_locks_up_and_the_watchdog_starts_it_again() {
    let mut program = Program::new();
    program.poke(IWDG_KR, 0xCCCC).note(1);
    program.raw(&[0xDE00]).stop();
    program.vector(3).note(3).raw(&[0xDE00]).stop();
    let mut board = board(&program);
    board.run_for(Span::ms(100)).expect("it runs");
    assert!(board.is_locked_up());
    board.run_for(Span::ms(500)).expect("it runs");
    let causes: Vec<_> = board.resets().iter().map(|(cause, _)| *cause).collect();
    assert_eq!(causes, [Reset::Power, Reset::Watchdog]);
    assert_eq!(noted(&board), [1, 3, 1, 3], "RAM outlives the reset");
}

#[test]
fn a_double_word_that_cannot_be_read_is_an_nmi_in_either_bank() {
    for offset in [0x4_0000, 0x8_0000] {
        let mut program = Program::new();
        program.set(0, 0x0800_0000 + offset).load(1, 0, 1);
        program.note(1).stop();
        // Clears ECCD; otherwise the exception would come again.
        program.vector(2).note(2).poke(0x4002_2018, 1 << 31).end();
        let mut board = board(&program);
        board
            .flash_contents_mut()
            .set_word(offset, 7 << 32, Some(Ecc::Uncorrectable));
        board.run_for(Span::ms(1)).expect("it runs");
        assert_eq!(noted(&board), [2, 1], "{offset:#x}");
        assert_eq!(board.registers().core[1], 7);
    }
}

#[test]
fn a_busy_bank_makes_the_core_wait_and_the_other_does_not() {
    let run = |busy: u32, read: u32| {
        let mut program = Program::new();
        for (register, value) in [(0x08, 0x4567_0123), (0x08, 0xCDEF_89AB), (0x14, 1)] {
            program.poke(0x4002_2000 + register, value);
        }
        program.poke(busy, 1).poke(busy + 4, 2).set(0, read);
        program.load(1, 0, 0).note(1).stop();
        let mut board = board(&program);
        board.run_for(Span::us(50)).expect("it runs");
        let is_early = noted(&board) == [1];
        board.run_for(Span::us(100)).expect("it runs");
        assert_eq!(
            (
                noted(&board),
                board.flash().array().word(busy - 0x0800_0000)
            ),
            (vec![1], 0x2_0000_0001)
        );
        is_early
    };
    assert!(run(0x0808_0000, 0x0801_0000));
    assert!(!run(0x0808_0000, 0x0808_0800));
    assert!(
        !run(0x0801_0000, 0x0801_0000),
        "its own code is in the bank that is busy"
    );
}

#[test]
fn the_program_can_ask_for_a_reset() {
    let mut program = Program::new();
    program.note(1).poke(0xE000_ED0C, 0x05FA_0004);
    program.stop();
    let mut board = board(&program);
    board.run_to_instruction(100).expect("it runs");
    let found = board.resets().last().map(|(cause, _)| *cause);
    assert_eq!(found, Some(Reset::Software));
}

#[test]
fn what_is_not_modelled_is_named_with_its_place() {
    let mut program = Program::new();
    program.set(0, 0x4000_5400).load(1, 0, 0).stop();
    let error = board(&program)
        .run_for(Span::ms(1))
        .expect_err("there is no I2C here");
    assert_eq!(error.what, "0x40005400");
    assert_eq!(error.pc, 0x0800_01C8);
}
