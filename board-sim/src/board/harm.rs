//! What happens to a program as it should not: a counter that a ray has hit, an interrupt that somebody forgot to let
//! through, a stack that is used up. A test does it from outside, to a program that knows nothing of it.

use super::Board;
use crate::chip::wires::Wires;
use crate::stack::Stack;

impl<W: Wires> Board<W> {
    /// The number of the exception that is being handled; none where the program itself runs.
    #[must_use]
    pub fn handles(&self) -> Option<u32> {
        self.cpu.handles()
    }

    /// The program goes on somewhere else.
    pub fn divert(&mut self, to: u32) {
        self.cpu.divert(to);
    }

    /// An interrupt, by its number in the vector table, is no longer let through.
    pub fn mask(&mut self, interrupt: u32) {
        self.cpu.disable(interrupt);
    }

    /// No interrupt is let through any more.
    pub fn mask_all(&mut self) {
        self.cpu.shut_out_all();
    }

    /// So many bytes of the stack are left.
    pub fn use_up_stack(&mut self, left: u32) {
        if let Some(stack) = Stack::of(&self.image) {
            self.cpu.set_stack_pointer(stack.bottom + left);
        }
    }
}
