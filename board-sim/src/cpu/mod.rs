//! A Cortex-M4F: Unicorn for the instructions, and by hand what Unicorn does not do: exceptions, faults, sleep, the
//! system registers, and time.
//!
//! It knows the chip only as a [`Bus`]. Time is one cycle to an instruction, or as many as somebody sets, and 12 to each
//! way of an exception: right for order and counts, not for the cycles of the real core.

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

pub use bus::{Bus, Refused};
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
    /// Where it is seen, most often in one place.
    pub windows: &'static [u32],
}

/// Where memory is.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// The program's flash, and where it is seen again.
    pub code: Ram,
    /// What can be stored into.
    pub rams: &'static [Ram],
    /// Start and length of what the bus answers for.
    pub devices: &'static [(u32, u32)],
}

/// The run cannot go on. This is never the program's doing: what it does wrong ends in a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotModelled {
    /// What is missing.
    pub what: String,
    /// The instruction.
    pub pc: u32,
    /// How many were issued before.
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

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pause {
    /// The time, the count or the address that was asked for is here.
    Reached,
    /// Something happened by itself, and the caller wanted to be asked then.
    Event,
    /// The program asks for a reset.
    ResetRequest,
    /// The chip wants one.
    ChipReset,
}

/// How far to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Until {
    /// Up to this time,
    pub time: Time,
    /// or this many instructions since the start,
    pub count: u64,
    /// or whenever something has happened by itself,
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
    /// What.
    pub fault: CpuFault,
    /// The instruction that was the last to be issued.
    pub pc: u32,
    /// When.
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

    /// What time it is.
    pub fn now(&self) -> Time {
        self.core().now()
    }

    /// Instructions issued since the start, those among them whose condition fails.
    pub fn issued(&self) -> u64 {
        self.core().issued
    }

    /// Cycles that an instruction takes.
    pub fn cycles_per_instruction(&self) -> u32 {
        self.core().clock.per_instruction()
    }

    /// From now on an instruction takes so many cycles, at least one.
    pub fn set_cycles_per_instruction(&mut self, count: u32) {
        let core = self.core_mut();
        core.clock.set_per_instruction(core.issued, count);
    }

    /// How long the core has slept since the start.
    pub fn asleep(&self) -> Span {
        self.asleep
    }

    /// Whether only a reset can help.
    pub fn is_locked_up(&self) -> bool {
        self.locked_up
    }

    /// The last fault since the start, whatever became of it.
    pub fn last_fault(&self) -> Option<FaultAt> {
        self.last_fault
    }

    /// The longest time for which interrupts were shut out.
    pub fn longest_masked(&self) -> Stretch {
        self.core().meter.longest()
    }

    /// Measures that anew.
    pub fn reset_masked(&mut self) {
        self.core_mut().meter.reset();
    }

    /// What the handler of an exception has done since the start, or the thread, which is number 0.
    pub fn share(&self, exception: u32) -> Share {
        let core = self.core();
        core.tally.share(exception, core.issued)
    }

    /// Forgets the longest run of each.
    pub fn reset_shares(&mut self) {
        self.core_mut().tally.measure_anew();
    }

    /// Where the program is.
    pub fn pc(&self) -> u32 {
        self.engine.read(Register::PC)
    }

    /// The registers.
    pub fn registers(&self) -> Registers {
        Registers::of(&self.engine)
    }

    /// Goes to a function, which will return to where the program is now.
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
