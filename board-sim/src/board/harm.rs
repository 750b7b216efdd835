//! Harm done to a running program: a program counter hit by radiation, an interrupt that was left masked, an exhausted
//! stack. A test does it from outside, and the program is not prepared for it.

use super::Board;
use crate::chip::wires::Wires;
use crate::stack::Stack;

impl<W: Wires> Board<W> {
    /// The number of the exception that is being handled; none where the program itself runs.
    #[must_use]
    pub fn handles(&self) -> Option<u32> {
        self.cpu.handles()
    }

    /// Breaks the crystal of the real-time clock, which never starts then, or mends it.
    pub fn set_crystal(&mut self, is_whole: bool) {
        self.cpu.bus_mut().set_crystal(is_whole);
    }

    /// Makes the program continue at another address.
    pub fn divert(&mut self, to: u32) {
        self.cpu.divert(to);
    }

    /// Masks an interrupt, by its number in the vector table.
    pub fn mask(&mut self, interrupt: u32) {
        self.cpu.disable(interrupt);
    }

    /// Masks all interrupts.
    pub fn mask_all(&mut self) {
        self.cpu.shut_out_all();
    }

    /// Moves the stack pointer down until `left` bytes of the stack remain.
    pub fn use_up_stack(&mut self, left: u32) {
        if let Some(stack) = Stack::of(&self.image) {
            self.cpu.set_stack_pointer(stack.bottom + left);
        }
    }
}
