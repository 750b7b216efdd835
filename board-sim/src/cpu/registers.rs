//! The core's registers, by number and all at once.

use super::engine::{Engine, Hooks, Register};

/// R0 to R15, by number.
pub(crate) fn core(number: u8) -> Register {
    const CORE: [Register; 16] = [
        Register::R0,
        Register::R1,
        Register::R2,
        Register::R3,
        Register::R4,
        Register::R5,
        Register::R6,
        Register::R7,
        Register::R8,
        Register::R9,
        Register::R10,
        Register::R11,
        Register::R12,
        Register::SP,
        Register::LR,
        Register::PC,
    ];
    CORE[usize::from(number & 0xF)]
}

/// S0 to S15, which an exception saves.
pub(crate) const SAVED_FLOATS: [Register; 16] = [
    Register::S0,
    Register::S1,
    Register::S2,
    Register::S3,
    Register::S4,
    Register::S5,
    Register::S6,
    Register::S7,
    Register::S8,
    Register::S9,
    Register::S10,
    Register::S11,
    Register::S12,
    Register::S13,
    Register::S14,
    Register::S15,
];

const OTHER_FLOATS: [Register; 16] = [
    Register::S16,
    Register::S17,
    Register::S18,
    Register::S19,
    Register::S20,
    Register::S21,
    Register::S22,
    Register::S23,
    Register::S24,
    Register::S25,
    Register::S26,
    Register::S27,
    Register::S28,
    Register::S29,
    Register::S30,
    Register::S31,
];

const SPECIAL: [Register; 5] =
    [Register::XPSR, Register::MSP, Register::PSP, Register::CONTROL, Register::FPSCR];

/// All that a program can see of the core's registers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Registers {
    /// R0 to R15.
    pub core: [u32; 16],
    /// XPSR, MSP, PSP, CONTROL and FPSCR.
    pub special: [u32; 5],
    /// S0 to S31, as bits.
    pub floats: [u32; 32],
}

impl Registers {
    pub(crate) fn of<H: Hooks>(engine: &Engine<H>) -> Self {
        let floats = |index: usize| if index < 16 { SAVED_FLOATS[index] } else { OTHER_FLOATS[index - 16] };
        Self {
            core: std::array::from_fn(|index| engine.read(core(index as u8))),
            special: SPECIAL.map(|register| engine.read(register)),
            floats: std::array::from_fn(|index| engine.read(floats(index))),
        }
    }
}
