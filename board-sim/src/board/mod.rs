//! The board: a chip with an image in it, its power, and the view that tests have of it.

mod call;
mod harm;
mod look;
mod run;
mod snapshot;

use std::sync::Arc;

use anyhow::{Context, Result};

use crate::chip::flash::{Array, ArrayOperation, ArrayTear, Flash};
use crate::chip::map::LAYOUT;
use crate::chip::usart::Arrival;
use crate::chip::wires::{BoardInput, Serial, Wires};
use crate::chip::{Chip, Reset};
use crate::cpu::{Bus, Cpu};
use crate::image::Image;
use crate::log::{self, LogDecoder, LoggedLine};

pub use call::Called;
pub use run::RunEnd;
pub use snapshot::Snapshot;

use crate::stack::{self, Stack};
use crate::time::Time;

/// Seed of the random contents of RAM at power-on, so that every run is the same.
const RAM_SEED: u64 = 0x5EED_0F0A_C01D_57A7;

/// A board with a world of the kind `W` around it.
#[derive(Debug)]
pub struct Board<W: Wires> {
    cpu: Cpu<Chip<W>>,
    image: Arc<Image>,
    decoder: Option<Arc<LogDecoder>>,
    log: log::Reader,
    is_on: bool,
    resets: Vec<(Reset, Time)>,
    boots: u64,
}

impl<W: Wires> Board<W> {
    /// A board with this image in its flash, not yet under power.
    ///
    /// # Errors
    /// The image's log cannot be read, or the engine does not start.
    pub fn new(image: Image, wires: W) -> Result<Self> {
        let decoder = LogDecoder::new(&image)?.map(Arc::new);
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

    /// Switches power on. RAM holds random bytes, and the stack is painted.
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

    /// Switches power off. `tear` decides the state in which the flash's operation is left.
    pub fn power_off(&mut self, tear: ArrayTear) -> Option<ArrayOperation> {
        self.is_on = false;
        let now = self.now();
        let chip = self.cpu.bus_mut();
        let cut = chip.flash_mut().cut(tear);
        chip.release(now);
        cut
    }

    /// Resets the chip: the reset button, or any other cause.
    pub fn reset(&mut self, cause: Reset) {
        self.poll_log();
        self.log.restart();
        let now = self.now();
        self.cpu.bus_mut().reset(cause, now);
        self.cpu.reset();
        self.resets.push((cause, now));
    }

    /// Sets the number of cycles per instruction, at least one; the default is one. Power cuts and resets do not change
    /// it, and snapshots and forks inherit it from their board.
    pub fn set_cycles_per_instruction(&mut self, count: u32) {
        self.cpu.set_cycles_per_instruction(count);
    }

    /// True while the board has power.
    #[must_use]
    pub const fn is_on(&self) -> bool {
        self.is_on
    }

    /// The resets so far, the first one included.
    #[must_use]
    pub fn resets(&self) -> &[(Reset, Time)] {
        &self.resets
    }

    /// The lines logged since the last call.
    pub fn take_log(&mut self) -> Vec<LoggedLine> {
        self.log.take()
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

    /// Bytes begin to arrive, one after another, without errors.
    pub fn feed(&mut self, serial: Serial, bytes: &[u8], baud: u64) {
        for byte in bytes {
            self.put(BoardInput::Byte(serial, Arrival::clean(*byte, baud)));
        }
    }

    /// Applies an input to the chip, now.
    pub fn put(&mut self, input: BoardInput) {
        let now = self.now();
        let chip = self.cpu.bus_mut();
        chip.advance(now);
        chip.put(input, now);
    }

    /// The flash, to change it from outside.
    pub fn flash_mut(&mut self) -> &mut Flash {
        self.cpu.bus_mut().flash_mut()
    }

    /// The contents of the flash, to change them from outside.
    pub fn flash_contents_mut(&mut self) -> &mut Array {
        self.flash_mut().array_mut()
    }

    /// Some bytes of RAM, to change them from outside.
    pub fn memory_mut(&mut self, address: u32, bytes: usize) -> Option<&mut [u8]> {
        self.cpu.memory_mut(address, bytes)
    }
}

/// Fills memory with random bytes.
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
