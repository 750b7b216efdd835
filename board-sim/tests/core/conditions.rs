//! IT blocks. (ARMv7-M ARM, A7.3.2)

use super::assembler::Program;
use super::board;

/// LDR r2, [r1] and STR r2, [r1].
const LOAD: u16 = 0x680A;
const STORE: u16 = 0x600A;

/// RAM that nothing has touched yet, and RCC_CR: the engine learns of each page at its first use.
const PAGES: [u32; 3] = [0x2000_4000, 0x1000_4000, 0x4002_1000];

/// A block with an access, whose condition holds, then a jump with flags for which it would not, and two instructions
/// there.
fn with_access(access: u16, address: u32) -> Program {
    let mut program = Program::new();
    program.set(1, address);
    // MOVS r0, #0 (which is equal); ITT EQ; the access; MOVEQ r3, #1; CMP r0, #1
    program.raw(&[0x2000, 0xBF04, access, 0x2301, 0x2801]);
    let there = program.here() + 10;
    // BX r7
    program.set(7, there | 1).raw(&[0x4738]);
    program.add(3, 1).add(3, 1).stop();
    program
}

#[test]
fn a_block_ends_with_its_last_instruction() {
    for access in [LOAD, STORE] {
        for address in PAGES {
            let mut board = board(&with_access(access, address));
            board.run_to_instruction(20).expect("it runs");
            let counted = board.registers().core[3];
            assert_eq!(counted, 3, "{access:#06x} at {address:#010x}");
        }
    }
}
