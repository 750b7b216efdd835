//! Calling one function of a program from outside, and counting its instructions.

use anyhow::{Result, ensure};

use super::{Board, RunEnd};
use crate::chip::wires::Wires;
use crate::time::Span;

/// No function that is called takes longer.
const PATIENCE: Span = Span::s(60);

/// The result of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Called {
    /// The return value of the function.
    pub value: u32,
    /// Instructions from its first to its return, without those of interrupt handlers.
    pub instructions: u64,
}

impl<W: Wires> Board<W> {
    /// Calls a function of the image from where the program is, which must be in its thread and outside any IT block.
    ///
    /// # Errors
    /// It does not return, or uses something that is not modelled.
    pub fn call(&mut self, function: u32, arguments: [u32; 4]) -> Result<Called> {
        let (back, before) = (self.pc(), self.share(0).instructions);
        self.cpu.go_to(function, arguments);
        let end = self.run_to(back, self.now() + PATIENCE)?;
        ensure!(
            end == RunEnd::Met,
            "the function at {function:#010x} does not return"
        );
        Ok(Called {
            value: self.registers().core[0],
            instructions: self.share(0).instructions - before,
        })
    }
}
