//! A Cortex-M4F: Unicorn for the instructions, and by hand what Unicorn does not do: exceptions, faults, sleep, the
//! system registers, and time.
//!
//! It knows the chip only as a [`Bus`]. Time is one cycle to an instruction and 12 to each way of an exception: right
//! for order and counts, not for the cycles of the real core.

mod bus;
mod core;
mod decode;
mod engine;
mod exception;
mod masks;
mod nvic;
mod registers;
mod scb;
mod system;
mod systick;

use std::fmt;

pub use bus::{Bus, Refused};
pub use masks::{Masks, Stretch};
pub use registers::Registers;
pub use scb::Fault;

use self::core::{Call, Core, State};
use crate::time::{Span, Time};
use decode::{ExclusiveStore, Known};
use engine::{Engine, Halt, MemoryId, Register, Use};

/// Traps, as the engine numbers them.
const TRAP_SVC: u32 = 2;
const TRAP_BREAKPOINT: u32 = 7;
const TRAP_EXCEPTION_RETURN: u32 = 8;

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
    /// The time or the count that was asked for is here.
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
    /// or whenever something has happened by itself.
    pub event: bool,
}

/// A fault, and where the program was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FaultAt {
    /// What.
    pub fault: Fault,
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

/// All that the core and its memory hold.
#[derive(Debug)]
pub struct Snapshot {
    registers: Registers,
    state: State,
    rams: Vec<Box<[u8]>>,
    sleep: Option<Sleep>,
    locked_up: bool,
    asleep: Span,
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

    /// Where the program is.
    pub fn pc(&self) -> u32 {
        self.engine.read(Register::PC)
    }

    /// The registers.
    pub fn registers(&self) -> Registers {
        Registers::of(&self.engine)
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

    /// Runs until one of the limits, or until somebody wants a reset.
    ///
    /// # Errors
    /// The program uses something that is not modelled.
    pub fn run(&mut self, until: Until) -> Result<Pause, NotModelled> {
        let mut happened = false;
        loop {
            let core = self.core_mut();
            let due = core.next_event() <= core.now();
            core.settle();
            happened |= due;
            let (now, issued) = (core.now(), core.issued);
            if core.system.scb.reset_requested {
                return Ok(Pause::ResetRequest);
            }
            if core.bus.wants_reset() {
                return Ok(Pause::ChipReset);
            }
            if now >= until.time || issued >= until.count {
                return Ok(Pause::Reached);
            }
            if happened && until.event {
                return Ok(Pause::Event);
            }
            self.copy_code();
            self.go_on(until)?;
        }
    }

    /// One step of the run: into an exception, through a sleep, or as far as the engine gets.
    fn go_on(&mut self, until: Until) -> Result<(), NotModelled> {
        let exception = self.core().system.nvic.deliverable(self.core().masks);
        if self.locked_up {
            self.wait(until.time);
        } else if let Some(exception) = exception {
            self.enter(exception);
        } else if let Some(sleep) = self.sleep {
            if self.is_woken(sleep) {
                self.sleep = None;
            } else {
                self.asleep = self.asleep + self.wait(until.time);
            }
        } else {
            let core = self.core_mut();
            core.until = until.count.min(core.count_at(until.time));
            core.set_limit();
            let pc = self.pc();
            let halt = self.engine.run(pc);
            self.attend(halt)?;
        }
        Ok(())
    }

    /// Lets time pass up to the next event. It is told how much.
    fn wait(&mut self, until: Time) -> Span {
        let core = self.core_mut();
        let span = core.next_event().min(until).since(core.now());
        core.pass(span);
        span
    }

    /// Whether a sleep ends, other than by an exception that is taken. (B1.5.18, B1.5.19)
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

    /// What the engine stopped for.
    fn attend(&mut self, halt: Halt) -> Result<(), NotModelled> {
        let Some(call) = self.core_mut().call.take() else {
            match halt {
                Halt::Stopped => {}
                Halt::Undefined if self.engine.read(Register::XPSR) & (1 << 24) == 0 => {
                    self.raise(Fault::State)
                }
                Halt::Undefined => self.raise(Fault::Undefined),
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
            Call::Trap(TRAP_BREAKPOINT) => self.raise(Fault::Breakpoint),
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

    /// A load is repeated after the fault; a store is over when the core learns of it.
    fn fault(&mut self, fault: Fault) {
        if let Fault::BusRead { .. } = fault {
            let pc = self.core().pc;
            self.jump(pc);
        }
        self.raise(fault);
    }

    fn store_to_code(&mut self, address: u32, bytes: u32, value: u32) -> Result<(), NotModelled> {
        let core = self.core_mut();
        let now = core.now();
        match core.bus.write(address, bytes, value, now) {
            Ok(()) => Ok(()),
            Err(Refused::Nothing) => {
                self.raise(Fault::BusWrite);
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

    /// The half-words that the program counter is on.
    fn code(&self) -> [u16; 2] {
        let bytes = self.memory(self.pc(), 4).unwrap_or(&[0; 4]);
        std::array::from_fn(|index| {
            bytes[2 * index..]
                .first_chunk()
                .map_or(0, |half| u16::from_le_bytes(*half))
        })
    }

    fn not_modelled(&self, what: String) -> NotModelled {
        NotModelled {
            what,
            pc: self.core().pc,
            instruction: self.issued(),
        }
    }

    /// Goes past the instruction that the program counter is on.
    fn skip(&mut self) {
        let [first, _] = self.code();
        let bytes = if decode::is_wide(first) { 4 } else { 2 };
        self.core_mut().issued += 1;
        self.jump(self.pc() + bytes);
    }

    /// Takes over what the flash holds now, if that has changed.
    fn copy_code(&mut self) {
        let version = self.bus().code_version();
        if version == self.code_version {
            return;
        }
        self.code_version = version;
        let (ram, id) = self.code;
        let (core, memory) = self.engine.hooks_and_memory(id);
        if !core.bus.copy_code(memory) {
            return;
        }
        for address in ram.windows {
            self.engine.forget_code(*address, ram.bytes);
        }
        self.core_mut().known.forget();
    }

    /// Which memory an address is in, and where there.
    fn find(&self, address: u32) -> Option<(MemoryId, usize)> {
        let all = std::iter::once(&self.code).chain(&self.rams);
        all.flat_map(|(ram, id)| {
            ram.windows
                .iter()
                .map(move |window| (*window, ram.bytes, *id))
        })
        .find_map(|(window, bytes, id)| {
            let offset = address.checked_sub(window)?;
            (offset < bytes).then_some((id, offset as usize))
        })
    }

    /// A word of memory, if there is any.
    pub fn word(&self, address: u32) -> Option<u32> {
        let (id, offset) = self.find(address)?;
        let bytes = self.engine.memory(id).get(offset..offset + 4)?;
        Some(u32::from_le_bytes(bytes.try_into().ok()?))
    }

    fn set_word(&mut self, address: u32, value: u32) -> Option<()> {
        let (id, offset) = self.find(address).filter(|(id, _)| *id != self.code.1)?;
        self.engine
            .memory_mut(id)
            .get_mut(offset..offset + 4)?
            .copy_from_slice(&value.to_le_bytes());
        Some(())
    }

    /// Some of the memory, as far as it is in one piece.
    pub fn memory(&self, address: u32, bytes: usize) -> Option<&[u8]> {
        let (id, offset) = self.find(address)?;
        self.engine
            .memory(id)
            .get(offset..offset.checked_add(bytes)?)
    }

    /// Some of the memory that can be stored into.
    pub fn memory_mut(&mut self, address: u32, bytes: usize) -> Option<&mut [u8]> {
        let (id, offset) = self.find(address).filter(|(id, _)| *id != self.code.1)?;
        self.engine
            .memory_mut(id)
            .get_mut(offset..offset.checked_add(bytes)?)
    }

    /// All memory that can be stored into.
    pub fn rams(&self) -> impl Iterator<Item = &[u8]> {
        self.rams.iter().map(|(_, id)| self.engine.memory(*id))
    }

    /// The same, to fill it.
    pub fn for_each_ram(&mut self, mut act: impl FnMut(&mut [u8])) {
        let ids: Vec<_> = self.rams.iter().map(|(_, id)| *id).collect();
        for id in ids {
            act(self.engine.memory_mut(id));
        }
    }

    /// Keeps all that the core and its memory hold.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            registers: self.registers(),
            state: self.core().state(),
            rams: self.rams().map(Box::from).collect(),
            sleep: self.sleep,
            locked_up: self.locked_up,
            asleep: self.asleep,
        }
    }

    /// Goes back, or on, to what a snapshot holds. The chip has been restored before.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        snapshot.registers.restore(&mut self.engine);
        self.core_mut().set_state(&snapshot.state);
        for ((_, id), bytes) in self.rams.clone().into_iter().zip(&snapshot.rams) {
            self.engine.memory_mut(id).copy_from_slice(bytes);
        }
        (self.sleep, self.locked_up, self.asleep) =
            (snapshot.sleep, snapshot.locked_up, snapshot.asleep);
        self.copy_code();
    }
}
