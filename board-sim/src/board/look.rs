//! Observing a board from outside.

use super::Board;
use crate::chip::Chip;
use crate::chip::flash::Flash;
use crate::chip::pins::{ChipPin, Drive};
use crate::chip::wires::{Serial, Wires};
use crate::cpu::{FaultAt, Registers, Share, Stretch};
use crate::digest::Digest;
use crate::image::Image;
use crate::stack::{self, Stack, StackUse};
use crate::time::{Span, Time};

impl<W: Wires> Board<W> {
    /// The virtual time.
    #[must_use]
    pub fn now(&self) -> Time {
        self.cpu.now()
    }

    /// Instructions issued since the start, including those whose condition fails.
    #[must_use]
    pub fn instructions(&self) -> u64 {
        self.cpu.issued()
    }

    /// Cycles per instruction.
    #[must_use]
    pub fn cycles_per_instruction(&self) -> u32 {
        self.cpu.cycles_per_instruction()
    }

    /// The program counter.
    #[must_use]
    pub fn pc(&self) -> u32 {
        self.cpu.pc()
    }

    /// The registers.
    #[must_use]
    pub fn registers(&self) -> Registers {
        self.cpu.registers()
    }

    /// Time that the core has slept since the start.
    #[must_use]
    pub fn asleep(&self) -> Span {
        self.cpu.asleep()
    }

    /// True if the core is locked up: only a reset ends that.
    #[must_use]
    pub fn is_locked_up(&self) -> bool {
        self.cpu.is_locked_up()
    }

    /// The last fault since the start, whatever its consequence.
    #[must_use]
    pub fn last_fault(&self) -> Option<FaultAt> {
        self.cpu.last_fault()
    }

    /// The longest time for which interrupts were masked, since the start or the last call of
    /// [`Board::measure_masked_anew`].
    #[must_use]
    pub fn longest_masked(&self) -> Stretch {
        self.cpu.longest_masked()
    }

    /// Restarts the measurement of the longest masked time.
    pub fn measure_masked_anew(&mut self) {
        self.cpu.reset_masked();
    }

    /// The share of the handler of an exception since the start; number 0 is the thread.
    #[must_use]
    pub fn share(&self, exception: u32) -> Share {
        self.cpu.share(exception)
    }

    /// Restarts the measurement of the longest run of each handler.
    pub fn measure_shares_anew(&mut self) {
        self.cpu.reset_shares();
    }

    /// The image in the board's flash.
    #[must_use]
    pub fn image(&self) -> &Image {
        &self.image
    }

    /// The level at which the chip drives a pin.
    #[must_use]
    pub fn pin(&self, pin: ChipPin) -> Drive {
        self.cpu.bus().drive(pin)
    }

    /// Number of bytes that are still on their way to the chip.
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

    /// Use of the stack since power-on.
    #[must_use]
    pub fn stack_use(&self) -> Option<StackUse> {
        let Stack { bottom, bytes } = Stack::of(&self.image)?;
        Some(stack::measure(self.cpu.memory(bottom, bytes)?))
    }

    /// A digest of RAM, flash, registers and time: it differs if any of them does.
    #[must_use]
    pub fn digest(&self) -> u64 {
        let mut digest = Digest::default();
        self.cpu.rams().for_each(|ram| digest.bytes(ram));
        digest.word(self.flash().array().digest());
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
}
