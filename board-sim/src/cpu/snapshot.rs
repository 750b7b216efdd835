//! All that a core holds, kept and put back.

use super::bus::Bus;
use super::core::State;
use super::registers::Registers;
use super::{Cpu, Sleep};
use crate::time::Span;

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
