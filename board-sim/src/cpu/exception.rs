//! Into an exception and back: frames, EXC_RETURN, faults and their escalation. (ARMv7-M ARM, B1.5.6 to B1.5.8)

use super::Cpu;
use super::bus::Bus;
use super::engine::Register;
use super::nvic::{HARD_FAULT, NMI};
use super::registers::{SAVED_FLOATS, set_xpsr};
use super::scb::{CpuFault, HFSR_FORCED, SLEEPONEXIT};

/// Words of a frame, without and with the floating-point registers.
const BASIC_WORDS: u32 = 8;
const EXTENDED_WORDS: u32 = 26;
/// Room for either.
type Frame = [u32; EXTENDED_WORDS as usize];

/// EXC_RETURN: all these bits are ones; the others select the state to return to. (B1.5.8)
const EXC_RETURN: u32 = 0xFFFF_FFE1;
const TO_BASIC_FRAME: u32 = 1 << 4;
const TO_THREAD: u32 = 1 << 3;
const TO_PROCESS_STACK: u32 = 1 << 2;

/// XPSR.
const THUMB: u32 = 1 << 24;
const ALIGNED: u32 = 1 << 9;
const FLAGS: u32 = 0xF800_0000;
const EXCEPTION: u32 = 0x1FF;
/// CONTROL.
const SPSEL: u32 = 1 << 1;
const FPCA: u32 = 1 << 2;

/// Cycles of an exception's entry or return, in addition to its instructions.
const CYCLES: u64 = 12;

impl<B: Bus> Cpu<B> {
    /// Enters the handler of an exception.
    pub(super) fn enter(&mut self, exception: u32) {
        let control = self.engine.read(Register::CONTROL);
        let is_thread = self.core().running == 0;
        let link = EXC_RETURN
            | if control & FPCA == 0 {
                TO_BASIC_FRAME
            } else {
                0
            }
            | if is_thread { TO_THREAD } else { 0 }
            | if is_thread && control & SPSEL != 0 {
                TO_PROCESS_STACK
            } else {
                0
            };
        let stacked = self.push_frame(control & FPCA != 0);
        let vector = self.word(self.core().system.scb.vtor.wrapping_add(4 * exception));
        let flags = self.engine.read(Register::XPSR) & FLAGS;
        set_xpsr(&mut self.engine, flags | THUMB | exception);
        self.engine.write(Register::CONTROL, control & !FPCA);
        self.engine.write(Register::LR, link);
        let core = self.core_mut();
        core.running = exception;
        core.tally.enter(exception, core.issued);
        core.system.nvic.activate(exception);
        core.event = true;
        core.exclusive = false;
        core.pass_cycles(CYCLES);
        self.sleep = None;
        match vector {
            Some(vector) => self.jump(vector & !1),
            None => self.lock_up(),
        }
        if stacked.is_none() {
            // The frame is lost. Within a hard fault or an NMI this raises no further fault.
            self.core_mut().system.scb.note(CpuFault::BusStacking);
            if exception != HARD_FAULT && exception != NMI {
                self.raise(CpuFault::BusStacking);
            }
        }
    }

    /// Moves the stack pointer down, and fills the frame as far as there is memory.
    fn push_frame(&mut self, with_floats: bool) -> Option<()> {
        let sp = self.engine.read(Register::SP);
        let words = if with_floats {
            EXTENDED_WORDS
        } else {
            BASIC_WORDS
        };
        let frame = sp.wrapping_sub(4 * words) & !0b111;
        let xpsr = self.engine.read(Register::XPSR) | if sp & 4 != 0 { ALIGNED } else { 0 };
        let mut contents: Frame = [0; EXTENDED_WORDS as usize];
        let registers = [
            Register::R0,
            Register::R1,
            Register::R2,
            Register::R3,
            Register::R12,
            Register::LR,
            Register::PC,
        ];
        for (slot, register) in contents.iter_mut().zip(registers) {
            *slot = self.engine.read(register);
        }
        contents[7] = xpsr;
        if with_floats {
            for (slot, register) in contents[BASIC_WORDS as usize..]
                .iter_mut()
                .zip(SAVED_FLOATS)
            {
                *slot = self.engine.read(register);
            }
            contents[24] = self.engine.read(Register::FPSCR);
        }
        self.engine.write(Register::SP, frame);
        let addresses = (0..words).map(|index| frame.wrapping_add(4 * index));
        addresses
            .zip(contents)
            .try_for_each(|(address, word)| self.set_word(address, word))
    }

    /// Returns from the running handler, as the value in the program counter selects.
    pub(super) fn leave(&mut self) {
        let link = self.engine.read(Register::PC) | 1;
        let returning = self.core().running;
        let to_thread = link & TO_THREAD != 0;
        let is_sound = link & EXC_RETURN == EXC_RETURN
            && self.core().system.nvic.is_active(returning)
            && (to_thread || link & TO_PROCESS_STACK == 0);
        let core = self.core_mut();
        core.system.nvic.deactivate(returning);
        core.tally.leave(core.issued);
        if returning != NMI {
            core.set_masks(super::masks::Masks {
                faultmask: false,
                ..core.masks
            });
        }
        core.event = true;
        core.exclusive = false;
        core.pass_cycles(CYCLES);
        if returning != NMI {
            self.engine.write(Register::FAULTMASK, 0);
        }
        if !is_sound {
            self.jump(self.core().pc);
            return self.raise(CpuFault::Return);
        }
        if self.pop_frame(link).is_none() {
            return self.raise(CpuFault::BusUnstacking);
        }
        let asleep = to_thread && self.core().system.scb.scr & SLEEPONEXIT != 0;
        self.sleep = asleep.then_some(super::Sleep { for_event: false });
    }

    fn pop_frame(&mut self, link: u32) -> Option<()> {
        let with_floats = link & TO_BASIC_FRAME == 0;
        let from_process = link & TO_PROCESS_STACK != 0;
        let stack = if from_process {
            Register::PSP
        } else {
            Register::MSP
        };
        let frame = self.engine.read(stack);
        let words = if with_floats {
            EXTENDED_WORDS
        } else {
            BASIC_WORDS
        };
        let mut contents: Frame = [0; EXTENDED_WORDS as usize];
        for (index, slot) in (0..words).zip(&mut contents) {
            *slot = self.word(frame.wrapping_add(4 * index))?;
        }
        let xpsr = contents[7];
        let unaligned = if xpsr & ALIGNED != 0 { 4 } else { 0 };
        self.engine
            .write(stack, frame.wrapping_add(4 * words + unaligned));
        set_xpsr(&mut self.engine, xpsr);
        let control = self.engine.read(Register::CONTROL) & !(FPCA | SPSEL);
        let control =
            control | if with_floats { FPCA } else { 0 } | if from_process { SPSEL } else { 0 };
        self.engine.write(Register::CONTROL, control);
        let registers = [
            Register::R0,
            Register::R1,
            Register::R2,
            Register::R3,
            Register::R12,
            Register::LR,
        ];
        for (word, register) in contents.into_iter().zip(registers) {
            self.engine.write(register, word);
        }
        if with_floats {
            for (word, register) in contents
                .into_iter()
                .skip(BASIC_WORDS as usize)
                .zip(SAVED_FLOATS)
            {
                self.engine.write(register, word);
            }
            self.engine.write(Register::FPSCR, contents[24]);
        }
        self.core_mut().running = xpsr & EXCEPTION;
        self.jump(contents[6]);
        Some(())
    }

    pub(super) fn jump(&mut self, address: u32) {
        self.engine.write(Register::PC, address | 1);
    }

    /// Raises a fault of the running code: as itself, as a hard fault, or as a lock-up.
    pub(super) fn raise(&mut self, fault: CpuFault) {
        self.last_fault = Some(super::FaultAt {
            fault,
            pc: self.core().pc,
            at: self.now(),
        });
        let core = self.core_mut();
        core.system.scb.note(fault);
        let (exception, masks) = (fault.exception(), core.masks);
        if exception != HARD_FAULT && core.system.nvic.takes(exception, masks) {
            return core.system.nvic.pend(exception);
        }
        if core.system.nvic.execution_priority(masks) <= -1 {
            return self.lock_up();
        }
        if exception != HARD_FAULT {
            core.system.scb.hfsr |= HFSR_FORCED;
        }
        core.system.nvic.pend(HARD_FAULT);
    }

    /// Locks the core up. Only a reset ends that. (B1.5.15)
    fn lock_up(&mut self) {
        self.locked_up = true;
    }
}
