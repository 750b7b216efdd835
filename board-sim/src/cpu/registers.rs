//! The core's registers, by number and all at once.

use super::engine::{Engine, Hooks, Register};

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

/// R0 to R15, by number.
pub(crate) const fn core(number: u8) -> Register {
    CORE[(number & 0xF) as usize]
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

const SPECIAL: [Register; 8] = [
    Register::XPSR,
    Register::MSP,
    Register::PSP,
    Register::CONTROL,
    Register::FPSCR,
    Register::PRIMASK,
    Register::FAULTMASK,
    Register::BASEPRI,
];

/// All that a program can see of the core's registers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Registers {
    /// R0 to R15.
    pub core: [u32; 16],
    /// XPSR, MSP, PSP, CONTROL, FPSCR, PRIMASK, FAULTMASK and BASEPRI.
    pub special: [u32; 8],
    /// S0 to S31, as bits.
    pub floats: [u32; 32],
}

const fn float(number: usize) -> Register {
    if number < 16 {
        SAVED_FLOATS[number]
    } else {
        OTHER_FLOATS[number % 16]
    }
}

impl Registers {
    pub(crate) fn of<H: Hooks>(engine: &Engine<H>) -> Self {
        Self {
            core: std::array::from_fn(|number| engine.read(CORE[number])),
            special: SPECIAL.map(|register| engine.read(register)),
            floats: std::array::from_fn(|number| engine.read(float(number))),
        }
    }

    /// Sets all of them.
    pub(crate) fn restore<H: Hooks>(&self, engine: &mut Engine<H>) {
        let [xpsr, msp, psp, control, fpscr, masks @ ..] = self.special;
        // Which stack a thread uses can be set only in thread mode.
        set_xpsr(engine, 1 << 24);
        engine.write(Register::CONTROL, control);
        set_xpsr(engine, xpsr);
        engine.write(Register::MSP, msp);
        engine.write(Register::PSP, psp);
        for (number, value) in self
            .core
            .into_iter()
            .enumerate()
            .filter(|(number, _)| !(13..=13).contains(number))
        {
            engine.write(CORE[number], if number == 15 { value | 1 } else { value });
        }
        for (number, value) in self.floats.into_iter().enumerate() {
            engine.write(float(number), value);
        }
        engine.write(Register::FPSCR, fpscr);
        for (register, value) in SPECIAL.into_iter().skip(5).zip(masks) {
            engine.write(register, value);
        }
        set_xpsr(engine, xpsr);
    }
}

/// Sets XPSR. The engine notices a change of mode only when the flags are written by themselves.
pub(crate) fn set_xpsr<H: Hooks>(engine: &mut Engine<H>, value: u32) {
    engine.write(Register::XPSR, value);
    engine.write(Register::XPSR_G, value);
    engine.write(Register::APSR_NZCV, value);
}
