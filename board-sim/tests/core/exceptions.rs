//! Priorities, masks, frames. (ARMv7-M ARM, B1.5)

use super::assembler::Program;
use super::{board, notes};
use board_sim::time::Span;

const ICSR: u32 = 0xE000_ED04;
const PENDSV: u32 = 1 << 28;
const ISER: u32 = 0xE000_E100;
const ISPR: u32 = 0xE000_E200;
const IPR: u32 = 0xE000_E400;
const SHPR3: u32 = 0xE000_ED20;
const CPSID: u16 = 0xB672;
const CPSIE: u16 = 0xB662;

/// A handler that notes a number.
fn handler(program: &mut Program, exception: usize, number: u32) {
    program.vector(exception).note(number).end();
}

#[test]
fn the_more_urgent_goes_first_then_the_lower_number() {
    let mut program = Program::new();
    program.raw(&[CPSID]);
    // Interrupts 0 to 3: priorities 0x40, 0x20, 0x20, 0x80.
    program.poke(IPR, 0x8020_2040).poke(ISER, 0b1111);
    program.poke(ISPR, 0b1111);
    program.raw(&[CPSIE]).note(99).stop();
    for (interrupt, number) in (16..20).zip(0..) {
        handler(&mut program, interrupt, number);
    }
    assert_eq!(
        notes(&program),
        [1, 2, 0, 3, 99],
        "all of them before the next instruction"
    );
}

#[test]
fn only_the_more_urgent_interrupts_a_handler() {
    let mut program = Program::new();
    program.poke(IPR, 0x0040_8000).poke(ISER, 0b111);
    program.poke(ISPR, 0b010).note(9).stop();
    // Interrupt 1 (0x80) asks for 0 (0x00), which comes at once.
    handler(&mut program, 16, 0);
    program.vector(17).note(1).poke(ISPR, 0b001).note(2);
    program.raw(&[0x4770]);
    handler(&mut program, 18, 7);
    assert_eq!(notes(&program), [1, 0, 2, 9]);
}

#[test]
fn what_is_shut_out_comes_when_it_is_let_in() {
    let mut program = Program::new();
    program.raw(&[CPSID]).poke(ICSR, PENDSV).note(1);
    program.raw(&[CPSIE]).note(3).stop();
    handler(&mut program, 14, 2);
    assert_eq!(notes(&program), [1, 2, 3]);
}

#[test]
fn msr_lets_in_as_well_and_basepri_by_priority() {
    // MSR BASEPRI, r0; MSR PRIMASK, r0
    let (basepri, primask) = ([0xF380_u16, 0x8811], [0xF380_u16, 0x8810]);
    let mut program = Program::new();
    program.poke(SHPR3, 0x0080_0000).set(0, 0x80);
    program.raw(&basepri).poke(ICSR, PENDSV).note(1);
    program.set(0, 0x90).raw(&basepri).note(3).set(0, 1);
    program.raw(&primask).poke(ICSR, PENDSV).note(4);
    program.set(0, 0).raw(&primask).note(6).stop();
    program.vector(14).note(2).end();
    assert_eq!(notes(&program), [1, 2, 3, 4, 2, 6]);
}

#[test]
fn registers_come_back_floats_among_them() {
    let mut program = Program::new();
    // VMOV s1, r0; then an exception that spoils everything it may.
    program.set(0, 0x3F80_0000).raw(&[0xEE00, 0x0A90]);
    program.set(1, 11).set(2, 22).set(3, 33);
    program.poke(ICSR, PENDSV).nop().nop();
    // VMOV r0, s1
    program.raw(&[0xEE10, 0x0A90]).stop();
    program.vector(14).set(0, 0).set(1, 0).set(2, 0).set(3, 0);
    program.raw(&[0xEE00, 0x0A90]).end();
    let mut board = board(&program);
    board.run_for(Span::ms(1)).expect("it runs");
    let registers = board.registers();
    assert_eq!(registers.core[..4], [0x3F80_0000, 11, 22, 33]);
    assert_eq!(registers.core[13], super::assembler::STACK_TOP);
    assert_eq!(registers.floats[1], 0x3F80_0000);
}

#[test]
fn the_frame_is_aligned_and_says_so() {
    let mut program = Program::new();
    // SUB sp, #4
    program.raw(&[0xB081]).poke(ICSR, PENDSV).nop();
    program.stop();
    // MOV r0, sp; LDR r1, [r0, #28] (XPSR)
    program.vector(14).raw(&[0x4668, 0x69C1]).stop();
    let mut board = board(&program);
    board.run_for(Span::ms(1)).expect("it runs");
    let registers = board.registers();
    assert_eq!(registers.core[0], super::assembler::STACK_TOP - 40);
    assert_eq!(registers.core[1] & (1 << 9), 1 << 9);
    assert_eq!(registers.special[0] & 0x1FF, 14);
}

#[test]
fn an_exclusive_store_fails_after_an_exception() {
    let run = |with_exception: bool| {
        let mut program = Program::new();
        program.set(7, 0x2000_1000).set(4, ICSR);
        program.set(5, if with_exception { PENDSV } else { 0 });
        program.set(2, 7);
        // LDREX r0, [r7]; STR r5, [r4]; STREX r3, r2, [r7]
        program.raw(&[0xE857, 0x0F00]).store(5, 4, 0).nop();
        program.raw(&[0xE847, 0x2300]).stop();
        program.vector(14).end();
        let mut board = board(&program);
        board.run_for(Span::ms(1)).expect("it runs");
        (
            board.registers().core[3],
            board.word(0x2000_1000) == Some(7),
        )
    };
    assert_eq!(run(false), (0, true));
    assert_eq!(run(true), (1, false));
}

#[test]
fn the_longest_time_without_interrupts_is_measured() {
    let mut program = Program::new();
    program.raw(&[CPSID, 0xBF00, CPSIE]).raw(&[CPSID]);
    for _ in 0..9 {
        program.nop();
    }
    program.raw(&[CPSIE]).stop();
    let mut board = board(&program);
    board.run_for(Span::ms(1)).expect("it runs");
    assert_eq!(board.longest_masked().instructions, 10);
}
