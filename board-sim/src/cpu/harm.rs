//! The core's state, changed from outside while a program runs.

use super::engine::Register;
use super::{Bus, Cpu, Masks};

impl<B: Bus> Cpu<B> {
    /// The number of the exception that is being handled.
    pub fn handles(&self) -> Option<u32> {
        Some(self.core().running).filter(|number| *number != 0)
    }

    /// Goes on somewhere else, awake.
    pub fn divert(&mut self, to: u32) {
        self.sleep = None;
        self.jump(to);
    }

    /// Shuts one interrupt out for good, by its number in the vector table.
    pub fn disable(&mut self, exception: u32) {
        self.core_mut().system.nvic.set_enabled(exception, false);
    }

    /// Shuts all of them out.
    pub fn shut_out_all(&mut self) {
        self.engine.write(Register::PRIMASK, 1);
        let masks = self.core().masks;
        self.core_mut().set_masks(Masks {
            primask: true,
            ..masks
        });
    }

    /// Moves the stack.
    pub fn set_stack_pointer(&mut self, to: u32) {
        self.engine.write(Register::SP, to & !7);
    }
}
