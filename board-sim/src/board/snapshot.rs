//! Snapshots of a board, and boards that go on from them.

use std::sync::Arc;

use anyhow::Result;

use super::Board;
use crate::chip::map::LAYOUT;
use crate::chip::wires::Wires;
use crate::chip::{Chip, Parts, Reset};
use crate::cpu::{self, Cpu};
use crate::log;
use crate::time::Time;

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

impl<W: Wires> Board<W> {
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
