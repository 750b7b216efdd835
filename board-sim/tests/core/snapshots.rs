//! A board goes on from a snapshot as if nothing had been; and its flash tells when it changes.

use super::assembler::Program;
use super::board;
use board_sim::chip::flash::{ArrayOperation, ArrayTear};
use board_sim::time::{Span, Time};

const FLASH: u32 = 0x4002_2000;
const JOURNAL: u32 = 0x0808_0000;

/// Counts with exclusive stores, while SysTick interrupts it at odd times and uses a float.
fn busy() -> Program {
    let mut program = Program::new();
    program.poke(0xE000_E014, 36).poke(0xE000_E018, 0);
    program.poke(0xE000_E010, 0b111).set(7, 0x2000_1000);
    // LDREX r0, [r7]; ADDS r0, #1; STREX r3, r0, [r7]; and back.
    program.raw(&[0xE857, 0x0F00, 0x3001, 0xE847, 0x0300, 0xE7F9]);
    // VMOV s0, r0; VADD.F32 s1, s0, s1
    program.vector(15).raw(&[0xEE00, 0x0A10, 0xEE70, 0x0A20]);
    program.end();
    program
}

#[test]
fn a_board_goes_on_from_any_instruction_as_if_nothing_had_been() {
    let end = |snapshot_at: Option<u64>| {
        let mut board = board(&busy());
        if let Some(count) = snapshot_at {
            board.run_to_instruction(count).expect("it runs");
            let snapshot = board.snapshot();
            board.run_for(Span::us(777)).expect("it runs");
            board.restore(&snapshot);
        }
        board.run_until(Time::ZERO + Span::ms(1)).expect("it runs");
        board.digest()
    };
    let straight = end(None);
    for count in 1..200 {
        assert_eq!(end(Some(count)), straight, "snapshot at {count}");
    }
}

#[test]
fn a_fork_is_a_board_of_its_own() {
    let mut one = board(&busy());
    one.run_for(Span::us(300)).expect("it runs");
    let mut two = one.fork().expect("there is room");
    assert_eq!(one.digest(), two.digest());
    two.run_for(Span::us(10)).expect("it runs");
    assert_ne!(one.digest(), two.digest());
    one.run_for(Span::us(10)).expect("it runs");
    assert_eq!(one.digest(), two.digest());
}

/// Programs two double-words of the second bank, one after the other.
fn writing() -> Program {
    let mut program = Program::new();
    for (register, value) in [(0x08, 0x4567_0123), (0x08, 0xCDEF_89AB), (0x14, 1)] {
        program.poke(FLASH + register, value);
    }
    for word in [JOURNAL, JOURNAL + 8] {
        program.poke(word, 1).poke(word + 4, 2);
    }
    program.stop();
    program
}

#[test]
fn each_change_of_the_flash_is_told_at_once() {
    let mut board = board(&writing());
    let mut changes = Vec::new();
    while let Ok(Some(change)) = board.run_to_flash_change(Time::ZERO + Span::ms(1)) {
        assert!(board.now().since(change.at) < Span::us(1), "not long after");
        changes.push((change.operation, board.instructions()));
    }
    let word = |offset| ArrayOperation::Program {
        offset,
        value: 0x2_0000_0001,
    };
    let operations: Vec<_> = changes.iter().map(|(operation, _)| *operation).collect();
    assert_eq!(operations, [word(0x8_0000), word(0x8_0008)]);
    assert!(changes[0].1 < changes[1].1);
}

#[test]
fn power_that_goes_tears_what_was_under_way_and_ram_forgets() {
    let mut board = board(&writing());
    // 28 instructions: the first double-word is begun.
    board.run_for(Span::us(7)).expect("it runs");
    assert!(board.flash().busy().is_some());
    let cut = board.power_off(ArrayTear::Before);
    assert!(matches!(cut, Some(ArrayOperation::Program { .. })));
    assert_eq!(board.flash().array().word(0x8_0000), u64::MAX);
    let before = board.digest();
    let expected = Ok(board_sim::board::RunEnd::Off);
    assert_eq!(board.run_for(Span::ms(1)), expected);
    assert_eq!(board.digest(), before);
    board.power_on();
    board.run_for(Span::ms(1)).expect("it runs");
    assert_eq!(board.flash().array().word(0x8_0008), 0x2_0000_0001);
}
