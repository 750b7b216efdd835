//! The board: a chip with an image in it, power, and what the tests need to see of it.

use std::sync::Arc;

use anyhow::{Context, Result};

use crate::chip::flash::{Array, Change, Flash, Operation, Tear};
use crate::chip::map::LAYOUT;
use crate::chip::pins::{Drive, Pin};
use crate::chip::usart::Arrival;
use crate::chip::wires::{Input, Serial, Wires};
use crate::chip::{Chip, Parts, Reset};
use crate::cpu::{self, Bus, Cpu, FaultAt, NotModelled, Pause, Registers, Stretch, Until};
use crate::digest::Digest;
use crate::image::Image;
use crate::log::{self, Decoder, Line};
use crate::stack::{self, Stack, StackUse};
use crate::time::{Span, Time};

/// Looks at the log at least this often, so that nothing in it is overwritten unseen.
const LOG_EVERY: Span = Span::ms(1);

/// What RAM holds when power comes: chance, but always the same.
const RAM_SEED: u64 = 0x5EED_0F0A_C01D_57A7;

/// A board with a world of the kind `W` around it.
#[derive(Debug)]
pub struct Board<W: Wires> {
    cpu: Cpu<Chip<W>>,
    image: Arc<Image>,
    decoder: Option<Arc<Decoder>>,
    log: log::Reader,
    is_on: bool,
    resets: Vec<(Reset, Time)>,
    boots: u64,
}

/// All that a board holds at one moment, its world included.
#[derive(Debug)]
pub struct Snapshot<W> {
    cpu: cpu::Snapshot,
    parts: Parts,
    wires: W,
    log: log::Reader,
    is_on: bool,
    resets: Vec<(Reset, Time)>,
    boots: u64,
}

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The time, or the count, is here.
    Reached,
    /// What was waited for has come.
    Met,
    /// The chip has started again, for this reason, and is in front of its first instruction.
    Reset(Reset),
    /// There is no power.
    Off,
}

impl<W: Wires> Board<W> {
    /// A board with this image in its flash, not yet under power.
    ///
    /// # Errors
    /// The image's log cannot be read, or the engine does not start.
    pub fn new(image: Image, wires: W) -> Result<Self> {
        let decoder = Decoder::new(&image)?.map(Arc::new);
        let mut chip = Chip::new(wires);
        for (offset, bytes) in image.segments() {
            chip.flash_mut().array_mut().load(offset, bytes);
        }
        let cpu = Cpu::new(chip, &LAYOUT).context("a core")?;
        Ok(Self {
            cpu,
            image: Arc::new(image),
            decoder,
            log: log::Reader::default(),
            is_on: false,
            resets: Vec::new(),
            boots: 0,
        })
    }

    /// Power comes. RAM holds chance, and the stack holds paint.
    pub fn power_on(&mut self) {
        self.boots += 1;
        let mut chance = RAM_SEED ^ self.boots;
        self.cpu.for_each_ram(|ram| scribble(ram, &mut chance));
        if let Some(Stack { bottom, bytes }) = Stack::of(&self.image)
            && let Some(memory) = self.cpu.memory_mut(bottom, bytes)
        {
            stack::paint(memory);
        }
        self.is_on = true;
        self.reset(Reset::Power);
    }

    /// Power goes. What the flash was doing is left as `tear` says.
    pub fn power_off(&mut self, tear: Tear) -> Option<Operation> {
        self.is_on = false;
        let now = self.now();
        let chip = self.cpu.bus_mut();
        let cut = chip.flash_mut().cut(tear);
        chip.release(now);
        cut
    }

    /// The reset button, or any other reason.
    pub fn reset(&mut self, cause: Reset) {
        self.poll_log();
        self.log.restart();
        let now = self.now();
        self.cpu.bus_mut().reset(cause, now);
        self.cpu.reset();
        self.resets.push((cause, now));
    }

    /// Whether there is power.
    #[must_use]
    pub const fn is_on(&self) -> bool {
        self.is_on
    }

    /// The resets so far, the first one included.
    #[must_use]
    pub fn resets(&self) -> &[(Reset, Time)] {
        &self.resets
    }

    /// Runs for some time.
    ///
    /// # Errors
    /// The program uses something that is not modelled.
    pub fn run_for(&mut self, span: Span) -> Result<End, NotModelled> {
        self.run_until(self.now() + span)
    }

    /// Runs up to a time. Resets do not end it: the chip starts again, as on a table.
    ///
    /// # Errors
    /// The program uses something that is not modelled.
    pub fn run_until(&mut self, time: Time) -> Result<End, NotModelled> {
        self.run_while(time, |_| true)
    }

    /// Runs up to a time, or until `goes_on` says no. It is asked at least once a millisecond, and whenever something
    /// happens by itself.
    ///
    /// # Errors
    /// The program uses something that is not modelled.
    pub fn run_while(
        &mut self,
        time: Time,
        mut goes_on: impl FnMut(&Self) -> bool,
    ) -> Result<End, NotModelled> {
        while self.is_on {
            let slice = time.min(self.now() + LOG_EVERY);
            self.step(Until {
                time: slice,
                count: u64::MAX,
                event: false,
            })?;
            if !goes_on(self) {
                return Ok(End::Met);
            }
            if self.now() >= time {
                return Ok(End::Reached);
            }
        }
        Ok(End::Off)
    }

    /// Runs until this many instructions have been issued since the start. An IT block is not cut in two: a run may
    /// end up to four instructions late.
    ///
    /// # Errors
    /// The program uses something that is not modelled.
    pub fn run_to_instruction(&mut self, count: u64) -> Result<End, NotModelled> {
        while self.is_on && self.instructions() < count {
            let time = self.now() + LOG_EVERY;
            if let End::Reset(cause) = self.step(Until {
                time,
                count,
                event: false,
            })? {
                return Ok(End::Reset(cause));
            }
        }
        Ok(if self.is_on { End::Reached } else { End::Off })
    }

    /// Runs until the flash holds something else than before, and tells what has changed it; or up to a time.
    ///
    /// # Errors
    /// The program uses something that is not modelled.
    pub fn run_to_flash_change(&mut self, time: Time) -> Result<Option<Change>, NotModelled> {
        let (before, _) = self.flash().changes();
        while self.is_on && self.now() < time {
            let slice = time.min(self.now() + LOG_EVERY);
            self.step(Until {
                time: slice,
                count: u64::MAX,
                event: true,
            })?;
            if self.flash().changes().0 != before {
                return Ok(self.flash().changes().1);
            }
        }
        Ok(None)
    }

    /// Runs one slice, and starts again after a reset.
    fn step(&mut self, until: Until) -> Result<End, NotModelled> {
        let pause = self.cpu.run(until)?;
        self.poll_log();
        let cause = match pause {
            Pause::Reached | Pause::Event => return Ok(End::Reached),
            Pause::ResetRequest => Reset::Software,
            Pause::ChipReset => Reset::Watchdog,
        };
        self.reset(cause);
        Ok(End::Reset(cause))
    }

    fn poll_log(&mut self) {
        if let Some(decoder) = &self.decoder {
            let now = self.cpu.now();
            self.log.poll(decoder, &Ram(&self.cpu), now);
        }
    }

    /// The lines that have come since this was asked last.
    pub fn take_log(&mut self) -> Vec<Line> {
        self.log.take()
    }

    /// What time it is.
    #[must_use]
    pub fn now(&self) -> Time {
        self.cpu.now()
    }

    /// Instructions issued since the start, those among them whose condition fails.
    #[must_use]
    pub fn instructions(&self) -> u64 {
        self.cpu.issued()
    }

    /// Where the program is.
    #[must_use]
    pub fn pc(&self) -> u32 {
        self.cpu.pc()
    }

    /// The registers.
    #[must_use]
    pub fn registers(&self) -> Registers {
        self.cpu.registers()
    }

    /// How long the core has slept since the start.
    #[must_use]
    pub fn asleep(&self) -> Span {
        self.cpu.asleep()
    }

    /// Whether the core has given up, and only a reset helps.
    #[must_use]
    pub fn is_locked_up(&self) -> bool {
        self.cpu.is_locked_up()
    }

    /// The last fault since the start, whatever became of it.
    #[must_use]
    pub fn last_fault(&self) -> Option<FaultAt> {
        self.cpu.last_fault()
    }

    /// The longest time for which interrupts were shut out, since the start or the last call of
    /// [`Board::measure_masked_anew`].
    #[must_use]
    pub fn longest_masked(&self) -> Stretch {
        self.cpu.longest_masked()
    }

    /// Forgets the longest so far.
    pub fn measure_masked_anew(&mut self) {
        self.cpu.reset_masked();
    }

    /// The image in it.
    #[must_use]
    pub fn image(&self) -> &Image {
        &self.image
    }

    /// The world around it.
    #[must_use]
    pub fn world(&self) -> &W {
        &self.cpu.bus().wires
    }

    /// The world, to change it. Time does not pass meanwhile.
    pub fn world_mut(&mut self) -> &mut W {
        &mut self.cpu.bus_mut().wires
    }

    /// The world drives a pin, or leaves it alone.
    pub fn set_pin(&mut self, pin: Pin, level: Option<bool>) {
        self.put(Input::Level(pin, level));
    }

    /// What the chip does to a pin.
    #[must_use]
    pub fn pin(&self, pin: Pin) -> Drive {
        self.cpu.bus().drive(pin)
    }

    /// Bytes begin to arrive, one after another, as they should be.
    pub fn feed(&mut self, serial: Serial, bytes: &[u8], baud: u64) {
        for byte in bytes {
            self.put(Input::Byte(serial, Arrival::clean(*byte, baud)));
        }
    }

    /// The world does something to the chip, now.
    pub fn put(&mut self, input: Input) {
        let now = self.now();
        let chip = self.cpu.bus_mut();
        chip.advance(now);
        chip.put(input, now);
    }

    /// How many bytes are still on their way to the chip.
    #[must_use]
    pub fn arriving(&self, serial: Serial) -> usize {
        self.cpu.bus().arriving(serial)
    }

    /// The chip.
    #[must_use]
    pub fn chip(&self) -> &Chip<W> {
        self.cpu.bus()
    }

    /// The flash.
    #[must_use]
    pub fn flash(&self) -> &Flash {
        self.cpu.bus().flash()
    }

    /// What the flash holds, to change it from outside.
    pub fn flash_contents_mut(&mut self) -> &mut Array {
        self.cpu.bus_mut().flash_mut().array_mut()
    }

    /// A word of RAM, or of the first bank.
    #[must_use]
    pub fn word(&self, address: u32) -> Option<u32> {
        self.cpu.word(address)
    }

    /// Some bytes of RAM, or of the first bank.
    #[must_use]
    pub fn memory(&self, address: u32, bytes: usize) -> Option<&[u8]> {
        self.cpu.memory(address, bytes)
    }

    /// Some bytes of RAM, to change them from outside.
    pub fn memory_mut(&mut self, address: u32, bytes: usize) -> Option<&mut [u8]> {
        self.cpu.memory_mut(address, bytes)
    }

    /// How much of the stack was used since power came.
    #[must_use]
    pub fn stack_use(&self) -> Option<StackUse> {
        let Stack { bottom, bytes } = Stack::of(&self.image)?;
        Some(stack::measure(self.cpu.memory(bottom, bytes)?))
    }

    /// A number that differs if anything does: RAM, flash, registers, time.
    #[must_use]
    pub fn digest(&self) -> u64 {
        let mut digest = Digest::default();
        self.cpu.rams().for_each(|ram| digest.bytes(ram));
        self.flash()
            .array()
            .pages()
            .for_each(|page| digest.bytes(page));
        for (offset, ecc) in self.flash().array().wrong() {
            digest.word(u64::from(offset) << 8 | ecc as u64);
        }
        let registers = self.registers();
        let all = registers
            .core
            .iter()
            .chain(&registers.special)
            .chain(&registers.floats);
        all.for_each(|register| digest.word(u64::from(*register)));
        digest.word(self.instructions());
        digest.word(self.now().as_ps());
        digest.value()
    }

    /// Keeps all that the board holds.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot<W>
    where
        W: Clone,
    {
        let chip = self.cpu.bus();
        Snapshot {
            cpu: self.cpu.snapshot(),
            parts: chip.parts.clone(),
            wires: chip.wires.clone(),
            log: self.log.clone(),
            is_on: self.is_on,
            resets: self.resets.clone(),
            boots: self.boots,
        }
    }

    /// Goes to what a snapshot holds: of this board, or of another with the same image.
    pub fn restore(&mut self, snapshot: &Snapshot<W>)
    where
        W: Clone,
    {
        let chip = self.cpu.bus_mut();
        chip.parts.clone_from(&snapshot.parts);
        chip.wires.clone_from(&snapshot.wires);
        self.cpu.restore(&snapshot.cpu);
        self.log.clone_from(&snapshot.log);
        self.is_on = snapshot.is_on;
        self.resets.clone_from(&snapshot.resets);
        self.boots = snapshot.boots;
    }

    /// Another board, at the same moment.
    ///
    /// # Errors
    /// There is no memory left.
    pub fn fork(&self) -> Result<Self>
    where
        W: Clone,
    {
        let mut fork = Self {
            cpu: Cpu::new(Chip::new(self.world().clone()), &LAYOUT)?,
            image: Arc::clone(&self.image),
            decoder: self.decoder.clone(),
            log: log::Reader::default(),
            is_on: false,
            resets: Vec::new(),
            boots: 0,
        };
        fork.restore(&self.snapshot());
        Ok(fork)
    }
}

/// Fills memory with chance.
fn scribble(ram: &mut [u8], chance: &mut u64) {
    for bytes in ram.chunks_mut(8) {
        *chance ^= *chance << 13;
        *chance ^= *chance >> 7;
        *chance ^= *chance << 17;
        for (slot, byte) in bytes.iter_mut().zip(chance.to_le_bytes()) {
            *slot = byte;
        }
    }
}

/// Memory as the log looks into it.
struct Ram<'a, W: Wires>(&'a Cpu<Chip<W>>);

impl<W: Wires> log::Memory for Ram<'_, W> {
    fn word(&self, address: u32) -> Option<u32> {
        self.0.word(address)
    }

    fn bytes(&self, address: u32, count: usize) -> Option<&[u8]> {
        self.0.memory(address, count)
    }
}
