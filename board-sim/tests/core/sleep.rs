//! WFE, WFI, SEV, and time that jumps ahead meanwhile. (ARMv7-M ARM, B1.5.17 to B1.5.19)

use super::assembler::Program;
use super::{board, notes};
use board_sim::time::Span;

const WFE: u16 = 0xBF20;
const WFI: u16 = 0xBF30;
const SEV: u16 = 0xBF40;
const CPSID: u16 = 0xB672;
const SYSTICK: u32 = 0xE000_E010;

/// SysTick every 400 cycles: 100 us at 4 MHz.
fn tick(program: &mut Program) {
    program.poke(SYSTICK + 4, 399).poke(SYSTICK + 8, 0);
    program.poke(SYSTICK, 0b111);
}

#[test]
fn an_event_that_is_there_is_taken_and_the_next_one_is_waited_for() {
    let mut program = Program::new();
    program.raw(&[SEV, WFE]).note(1).raw(&[WFE]);
    program.note(2).stop();
    assert_eq!(notes(&program), [1]);
}

#[test]
fn an_interrupt_wakes_and_asleep_no_instruction_is_issued() {
    let mut program = Program::new();
    tick(&mut program);
    program.raw(&[WFI]).note(1).raw(&[WFI]).note(2).stop();
    program.vector(15).note(15).end();
    let mut board = board(&program);
    board.run_for(Span::us(250)).expect("it runs");
    assert_eq!(super::noted(&board), [15, 1, 15, 2]);
    assert!(board.asleep() > Span::us(120), "{:?}", board.asleep());
    assert!(board.instructions() < 400);
}

#[test]
fn a_masked_interrupt_wakes_from_wfi_and_is_not_taken() {
    let mut program = Program::new();
    program.raw(&[CPSID]);
    tick(&mut program);
    program.raw(&[WFI]).note(1).stop();
    program.vector(15).note(15).end();
    assert_eq!(notes(&program), [1]);
}

#[test]
fn systick_counts_cycles_whoever_asks_when() {
    let mut program = Program::new();
    tick(&mut program);
    program.stop();
    program.vector(15).note(15).end();
    let mut board = board(&program);
    board.run_for(Span::us(1050)).expect("it runs");
    assert_eq!(super::noted(&board).len(), 10);
}
