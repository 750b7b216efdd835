//! A Cortex-M4F: Unicorn executes the instructions, and this module adds what Unicorn lacks: exceptions, faults, sleep,
//! the system registers, and time.
//!
//! It knows the chip only as a [`Bus`]. An instruction takes one cycle, or as many as are set, and each entry to or
//! return from an exception 12: right for order and counts, not for the cycles of the real core.

mod bus;
mod clock;
mod core;
mod decode;
mod engine;
mod exception;
mod harm;
mod hooks;
mod masks;
mod memory;
mod nvic;
mod registers;
mod run;
mod scb;
mod snapshot;
mod system;
mod systick;
mod tally;

use std::fmt;

pub use bus::{Bus, Refused, Transfer};
pub use masks::{Masks, Stretch};
pub use registers::Registers;
pub use scb::CpuFault;
pub use snapshot::Snapshot;
pub use tally::Share;

use self::core::Core;
use crate::time::{Span, Time};
use decode::Known;
use engine::{Engine, MemoryId, Register, Use};

/// Plain memory of the chip.
#[derive(Clone, Copy, Debug)]
pub struct Ram {
    /// Its length.
    pub bytes: u32,
    /// The addresses at which it is visible, most often one.
    pub windows: &'static [u32],
}

/// The layout of memory.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// The program's flash, and its aliases.
    pub code: Ram,
    /// Memories that can be stored into.
    pub rams: &'static [Ram],
    /// Start and length of the ranges that the bus answers for.
    pub devices: &'static [(u32, u32)],
}

/// The run cannot go on because something is not modelled. This is never the program's fault: its errors end in a fault
/// exception.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotModelled {
    /// The missing feature.
    pub what: String,
    /// The address of the instruction.
    pub pc: u32,
    /// Number of instructions issued before.
    pub instruction: u64,
}

impl fmt::Display for NotModelled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "not modelled: {} (at {:#010x}, instruction {})",
            self.what, self.pc, self.instruction
        )
    }
}

impl std::error::Error for NotModelled {}

/// The reason for which a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pause {
    /// The requested time, count or address is reached.
    Reached,
    /// An event has happened, and the caller asked to be told.
    Event,
    /// The program requests a reset.
    ResetRequest,
    /// The chip requests a reset.
    ChipReset,
}

/// The limit of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Until {
    /// Up to this time,
    pub time: Time,
    /// or this many instructions since the start,
    pub count: u64,
    /// or the next event of a peripheral,
    pub event: bool,
    /// or up to this instruction, outside any IT block.
    pub address: Option<u32>,
}

impl Until {
    /// Up to this time and nothing else.
    pub const fn time(time: Time) -> Self {
        Self {
            time,
            count: u64::MAX,
            event: false,
            address: None,
        }
    }
}

/// A fault, and where the program was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FaultAt {
    /// The fault.
    pub fault: CpuFault,
    /// The address of the instruction issued last.
    pub pc: u32,
    /// The time of the fault.
    pub at: Time,
}

/// Waiting in WFE or WFI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sleep {
    for_event: bool,
}

/// The core with its memory.
#[derive(Debug)]
pub struct Cpu<B: Bus> {
    engine: Engine<Core<B>>,
    code: (Ram, MemoryId),
    rams: Vec<(Ram, MemoryId)>,
    code_version: u64,
    sleep: Option<Sleep>,
    locked_up: bool,
    asleep: Span,
    last_fault: Option<FaultAt>,
}

impl<B: Bus> Cpu<B> {
    /// A core that has not been reset yet.
    ///
    /// # Errors
    /// The engine has no memory left.
    pub fn new(bus: B, layout: &Layout) -> Result<Self, NotModelled> {
        Self::build(bus, layout).map_err(|error| NotModelled {
            what: format!("the engine does not start: {error:?}"),
            pc: 0,
            instruction: 0,
        })
    }

    fn build(bus: B, layout: &Layout) -> Result<Self, unicorn_engine::uc_error> {
        let base = layout.code.windows.first().copied().unwrap_or(0);
        let known = Known::new(base, layout.code.bytes as usize);
        let mut engine = Engine::new(Core::new(bus, known))?;
        let mut map =
            |ram: Ram, r#use| Ok((ram, engine.map(ram.bytes as usize, ram.windows, r#use)?));
        let code = map(layout.code, Use::Code)?;
        let rams = layout
            .rams
            .iter()
            .map(|ram| map(*ram, Use::Data))
            .collect::<Result<_, _>>()?;
        for (from, bytes) in layout.devices {
            engine.map_devices(*from, *bytes)?;
        }
        engine.guard()?;
        let (code_version, asleep) = (u64::MAX, Span::ZERO);
        Ok(Self {
            engine,
            code,
            rams,
            code_version,
            sleep: None,
            locked_up: false,
            asleep,
            last_fault: None,
        })
    }

    fn core(&self) -> &Core<B> {
        self.engine.hooks()
    }

    fn core_mut(&mut self) -> &mut Core<B> {
        self.engine.hooks_mut()
    }

    /// The chip.
    pub fn bus(&self) -> &B {
        &self.core().bus
    }

    /// The chip, to change it from outside.
    pub fn bus_mut(&mut self) -> &mut B {
        &mut self.core_mut().bus
    }

    /// The virtual time.
    pub fn now(&self) -> Time {
        self.core().now()
    }

    /// Instructions issued since the start, including those whose condition fails.
    pub fn issued(&self) -> u64 {
        self.core().issued
    }

    /// Cycles per instruction.
    pub fn cycles_per_instruction(&self) -> u32 {
        self.core().clock.per_instruction()
    }

    /// Sets the cycles per instruction from now on, at least one.
    pub fn set_cycles_per_instruction(&mut self, count: u32) {
        let core = self.core_mut();
        core.clock.set_per_instruction(core.issued, count);
    }

    /// Time that the core has slept since the start.
    pub fn asleep(&self) -> Span {
        self.asleep
    }

    /// True if the core is locked up: only a reset ends that.
    pub fn is_locked_up(&self) -> bool {
        self.locked_up
    }

    /// The last fault since the start, whatever its consequence.
    pub fn last_fault(&self) -> Option<FaultAt> {
        self.last_fault
    }

    /// The longest time for which interrupts were masked.
    pub fn longest_masked(&self) -> Stretch {
        self.core().meter.longest()
    }

    /// Restarts the measurement of the longest masked time.
    pub fn reset_masked(&mut self) {
        self.core_mut().meter.reset();
    }

    /// The share of the handler of an exception since the start; number 0 is the thread.
    pub fn share(&self, exception: u32) -> Share {
        let core = self.core();
        core.tally.share(exception, core.issued)
    }

    /// Restarts the measurement of the longest run of each handler.
    pub fn reset_shares(&mut self) {
        self.core_mut().tally.measure_anew();
    }

    /// The program counter.
    pub fn pc(&self) -> u32 {
        self.engine.read(Register::PC)
    }

    /// The registers.
    pub fn registers(&self) -> Registers {
        Registers::of(&self.engine)
    }

    /// Calls a function, which will return to the present address.
    pub fn go_to(&mut self, function: u32, arguments: [u32; 4]) {
        self.engine.write(Register::LR, self.pc() | 1);
        for (number, argument) in (0..).zip(arguments) {
            self.engine.write(registers::core(number), argument);
        }
        self.sleep = None;
        self.jump(function & !1);
    }

    /// Resets the core: the stack pointer and the first instruction come from the vectors. (B1.5.5)
    pub fn reset(&mut self) {
        self.copy_code();
        let zeroed = [
            Register::CONTROL,
            Register::PRIMASK,
            Register::FAULTMASK,
            Register::BASEPRI,
        ];
        for register in zeroed {
            self.engine.write(register, 0);
        }
        self.core_mut().reset();
        (self.sleep, self.locked_up) = (None, false);
        self.engine.write(Register::XPSR, 1 << 24);
        self.engine.write(Register::APSR_NZCV, 0);
        for number in 0..13 {
            self.engine.write(registers::core(number), 0);
        }
        self.engine.write(Register::FPSCR, 0);
        self.engine.write(Register::LR, u32::MAX);
        let vectors = self.code.0.windows.first().copied().unwrap_or(0);
        self.engine
            .write(Register::SP, self.word(vectors).unwrap_or(0) & !3);
        self.jump(self.word(vectors + 4).unwrap_or(0) & !1);
    }
}
