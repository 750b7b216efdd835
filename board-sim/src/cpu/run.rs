//! The loop around the engine: the work between two stretches of plain instructions.

use super::bus::{Bus, Refused, Transfer};
use super::core::Call;
use super::decode::{self, ExclusiveStore};
use super::engine::{Halt, Register};
use super::masks::Masks;
use super::scb::CpuFault;
use super::{Cpu, NotModelled, Pause, Sleep, Until, nvic, registers};
use crate::time::Span;

/// Traps, as the engine numbers them.
const TRAP_SVC: u32 = 2;
const TRAP_BREAKPOINT: u32 = 7;
const TRAP_EXCEPTION_RETURN: u32 = 8;

impl<B: Bus> Cpu<B> {
    /// Runs until one of the limits, or until a reset is requested.
    ///
    /// # Errors
    /// The program uses something that is not modelled.
    pub fn run(&mut self, until: Until) -> Result<Pause, NotModelled> {
        let core = self.core_mut();
        if until.address != core.until.address {
            core.known.stop_at(until.address);
        }
        (core.until, core.happened, core.arrived) = (until, false, false);
        loop {
            self.core_mut().settle();
            self.transfer()?;
            if let Some(pause) = self.core().pause() {
                return Ok(pause);
            }
            self.copy_code();
            self.go_on()?;
        }
    }

    /// Does the transfers of the chip that are due.
    fn transfer(&mut self) -> Result<(), NotModelled> {
        let mut has_moved = false;
        while let Some(transfer) = self.core_mut().bus.next_transfer() {
            let (Transfer::Load { address } | Transfer::Store { address, .. }) = transfer;
            let Some([cell]) = self.memory_mut(address, 1) else {
                return Err(self.not_modelled(format!("a transfer at {address:#010x}")));
            };
            match transfer {
                Transfer::Store { byte, .. } => *cell = byte,
                Transfer::Load { .. } => {
                    let byte = *cell;
                    let core = self.core_mut();
                    let now = core.now();
                    core.bus.loaded(byte, now);
                }
            }
            has_moved = true;
        }
        if has_moved {
            self.core_mut().settle();
        }
        Ok(())
    }

    /// One step of the run: into an exception, through a sleep, or as far as the engine gets.
    fn go_on(&mut self) -> Result<(), NotModelled> {
        let exception = self.core().system.nvic.deliverable(self.core().masks);
        if self.locked_up {
            self.wait();
        } else if let Some(exception) = exception {
            self.enter(exception);
        } else if let Some(sleep) = self.sleep {
            if self.is_woken(sleep) {
                self.sleep = None;
            } else {
                self.asleep = self.asleep + self.wait();
            }
        } else {
            let core = self.core_mut();
            core.set_limit();
            let pc = self.pc();
            let halt = self.engine.run(pc);
            self.attend(halt)?;
        }
        Ok(())
    }

    /// Lets time pass up to the next event, and returns the time passed.
    fn wait(&mut self) -> Span {
        let core = self.core_mut();
        let span = core.next_event().min(core.until.time).since(core.now());
        core.pass(span);
        span
    }

    /// True if a sleep ends other than by an exception that is taken. (B1.5.18, B1.5.19)
    fn is_woken(&mut self, sleep: Sleep) -> bool {
        let core = self.core_mut();
        if sleep.for_event {
            return std::mem::take(&mut core.event);
        }
        let unmasked = Masks {
            primask: false,
            ..core.masks
        };
        core.system.nvic.deliverable(unmasked).is_some()
    }

    /// Handles the cause for which the engine stopped.
    fn attend(&mut self, halt: Halt) -> Result<(), NotModelled> {
        let Some(call) = self.core_mut().call.take() else {
            match halt {
                Halt::Stopped => {}
                Halt::Undefined if self.engine.read(Register::XPSR) & (1 << 24) == 0 => {
                    self.raise(CpuFault::State);
                }
                Halt::Undefined => self.raise(CpuFault::Undefined),
                Halt::Refused => return Err(self.not_modelled("an error of the engine".into())),
            }
            return Ok(());
        };
        match call {
            Call::Wait { for_event } => {
                self.skip();
                let core = self.core_mut();
                let goes_on = for_event && std::mem::take(&mut core.event);
                self.sleep = (!goes_on).then_some(Sleep { for_event });
            }
            Call::Skip => self.skip(),
            Call::StoreExclusive => self.store_exclusive()?,
            Call::Trap(TRAP_SVC) => self.core_mut().system.nvic.pend(nvic::SV_CALL),
            Call::Trap(TRAP_BREAKPOINT) => self.raise(CpuFault::Breakpoint),
            Call::Trap(TRAP_EXCEPTION_RETURN) => self.leave(),
            Call::Trap(number) => return Err(self.not_modelled(format!("trap {number}"))),
            Call::Fault(fault) => self.fault(fault),
            Call::StoreToCode {
                address,
                bytes,
                value,
            } => self.store_to_code(address, bytes, value)?,
            Call::NotModelled(what) => return Err(self.not_modelled(what)),
        }
        Ok(())
    }

    /// Raises the fault of an access. The core stands on a load that failed, and is past a store, which is buffered;
    /// the engine stands on either.
    fn fault(&mut self, fault: CpuFault) {
        let pc = self.core().pc;
        if let CpuFault::BusRead { .. } = fault {
            self.jump(pc);
        } else if fault == CpuFault::BusWrite && self.pc() == pc {
            let [first, second] = self.code();
            let sp = self.engine.read(Register::SP);
            let pushed = 4 * decode::pushed_words(first, second);
            self.engine.write(Register::SP, sp.wrapping_sub(pushed));
            self.pass_by();
        }
        self.raise(fault);
    }

    /// Does a store to the program's flash: the engine has not done it, and stands on it. The instruction is already
    /// counted.
    fn store_to_code(&mut self, address: u32, bytes: u32, value: u32) -> Result<(), NotModelled> {
        let core = self.core_mut();
        let now = core.now();
        match core.bus.write(address, bytes, value, now) {
            Ok(()) => {
                self.pass_by();
                Ok(())
            }
            Err(Refused::Nothing) => {
                self.raise(CpuFault::BusWrite);
                Ok(())
            }
            Err(Refused::NotModelled(what)) => Err(self.not_modelled(what)),
        }
    }

    /// STREX and its like: they store only while the monitor is open, and close it. (A3.4.1)
    fn store_exclusive(&mut self) -> Result<(), NotModelled> {
        let [first, second] = self.code();
        let store = ExclusiveStore::decode(first, second);
        let is_open = std::mem::take(&mut self.core_mut().exclusive);
        if is_open {
            let address = self
                .engine
                .read(registers::core(store.base))
                .wrapping_add(store.offset);
            let value = self.engine.read(registers::core(store.value)).to_le_bytes();
            let Some(memory) = self.memory_mut(address, store.bytes) else {
                return Err(self.not_modelled(format!("an exclusive store to {address:#010x}")));
            };
            memory
                .iter_mut()
                .zip(value)
                .for_each(|(slot, byte)| *slot = byte);
        }
        self.engine
            .write(registers::core(store.status), u32::from(!is_open));
        self.skip();
        Ok(())
    }

    fn not_modelled(&self, what: String) -> NotModelled {
        NotModelled {
            what,
            pc: self.core().pc,
            instruction: self.issued(),
        }
    }

    /// Moves past the instruction at the program counter, and counts it.
    fn skip(&mut self) {
        self.core_mut().issued += 1;
        self.pass_by();
    }

    fn pass_by(&mut self) {
        let [first, _] = self.code();
        let bytes = if decode::is_wide(first) { 4 } else { 2 };
        self.jump(self.pc() + bytes);
    }
}
