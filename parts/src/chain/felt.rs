//! The table that the chain is wired to: chips, keys, and their faults.

use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use crate::dice::CopyableDice;

use super::{ChainLines, EMITTERS, LINES, LOOP_BACK, LOOP_OUT};

const SEATS: usize = 7;
const GATES: usize = 5;
const KEYS: usize = 5;

/// The line of a gate, counted from the bottom of a seat's well.
pub const fn gate(seat: usize, level: usize) -> usize {
    GATES * seat + level
}

/// The line of a seat's Ante spot.
pub const fn ante(seat: usize) -> usize {
    GATES * SEATS + seat
}

/// The output line of a seat's bet lamp, counted from the lowest.
pub const fn bet_lamp(seat: usize, level: usize) -> usize {
    LOOP_OUT + 1 + GATES * seat + level
}

/// The output line of the ring around a seat's coin spot.
pub const fn ring(seat: usize) -> usize {
    bet_lamp(SEATS, 0) + seat
}

/// The line of a key: "Place your bets", "No more bets", "Void", the supervisor's, the service door.
pub const fn key(index: usize) -> usize {
    GATES * SEATS + SEATS + index
}

/// A fault of one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Trouble {
    /// Something is in the way of a gate's beam: dust, or a dead emitter or receiver.
    Blocked,
    /// A gate's beam gets past a chip.
    Leaking,
    /// A gate sees light that is not its own, or is shorted to the supply.
    Light,
    /// A gate's beam or a contact comes and goes from sample to sample.
    Bouncing,
}

/// A change of the table. Seats count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Change {
    /// A seat's coin spot now holds this many chips.
    Chips(usize, u8),
    /// A seat's Ante spot is now covered or not.
    Ante(usize, bool),
    /// A key is now down or up.
    Key(usize, bool),
    /// A seat's cable is now plugged in or not.
    Plugged(usize, bool),
    /// A line is in trouble until a time in nanoseconds.
    Trouble(usize, Trouble, u64),
    /// A bank of the gates' emitters now works or is dead: bank A is 0, bank B is 1.
    Emitters(usize, bool),
    /// No line and no bank has a fault any more.
    Mended,
}

impl Change {
    /// True if the table has the seat, key or line, and room for the chips: a change may come from another program.
    pub fn is_possible(self) -> bool {
        match self {
            Change::Chips(seat, chips) => seat < SEATS && usize::from(chips) <= GATES,
            Change::Ante(seat, _) | Change::Plugged(seat, _) => seat < SEATS,
            Change::Key(index, _) => index < KEYS,
            Change::Trouble(line, ..) => line < LINES,
            Change::Emitters(bank, _) => bank < EMITTERS.len(),
            Change::Mended => true,
        }
    }
}

/// The state of the table: chips, Antes, keys, cables and faults.
#[derive(Clone, Debug)]
pub struct Felt {
    chips: [u8; SEATS],
    antes: [bool; SEATS],
    keys: [bool; KEYS],
    plugged: [bool; SEATS],
    emitters: [bool; 2],
    troubles: [Option<(Trouble, u64)>; LINES],
    noise: CopyableDice,
}

impl Felt {
    /// An empty table.
    pub fn new(noise: ChaCha8Rng) -> Self {
        Self {
            chips: [0; SEATS],
            antes: [false; SEATS],
            keys: [false; KEYS],
            plugged: [true; SEATS],
            emitters: [true; 2],
            troubles: [None; LINES],
            noise: noise.into(),
        }
    }

    /// Applies a change.
    pub fn apply(&mut self, change: Change) {
        match change {
            Change::Chips(seat, chips) => self.chips[seat] = chips,
            Change::Ante(seat, covered) => self.antes[seat] = covered,
            Change::Key(index, down) => self.keys[index] = down,
            Change::Plugged(seat, plugged) => self.plugged[seat] = plugged,
            Change::Trouble(line, trouble, until_ns) => {
                self.troubles[line] = Some((trouble, until_ns));
            }
            Change::Emitters(bank, works) => self.emitters[bank] = works,
            Change::Mended => {
                self.troubles = [None; LINES];
                self.emitters = [true; 2];
            }
        }
    }

    /// The level of every input line under these outputs. A seat without its cable is at its pull-ups.
    pub fn levels(&mut self, outputs: &ChainLines, now_ns: u64) -> ChainLines {
        let mut levels = [false; LINES];
        for seat in 0..SEATS {
            for level in 0..GATES {
                let line = gate(seat, level);
                let blocked = level < usize::from(self.chips[seat]);
                let bank = level % EMITTERS.len();
                let lit = outputs[EMITTERS[bank]] && self.emitters[bank];
                let seen = self.beam(line, lit, blocked, now_ns);
                levels[line] = seen || !self.plugged[seat];
            }
            let covered = self.contact(ante(seat), self.antes[seat], now_ns);
            levels[ante(seat)] = covered || !self.plugged[seat];
        }
        for index in 0..KEYS {
            levels[key(index)] = self.contact(key(index), self.keys[index], now_ns);
        }
        levels[LOOP_BACK] = outputs[LOOP_OUT];
        levels
    }

    fn beam(&mut self, line: usize, lit: bool, blocked: bool, now_ns: u64) -> bool {
        match self.trouble(line, now_ns) {
            None => lit && !blocked,
            Some(Trouble::Blocked) => false,
            Some(Trouble::Leaking) => lit,
            Some(Trouble::Light) => true,
            Some(Trouble::Bouncing) => lit && self.noise.random(),
        }
    }

    /// A contact has only one trouble: it bounces.
    fn contact(&mut self, line: usize, closed: bool, now_ns: u64) -> bool {
        match self.trouble(line, now_ns) {
            Some(Trouble::Bouncing) => self.noise.random(),
            _ => closed,
        }
    }

    fn trouble(&self, line: usize, now_ns: u64) -> Option<Trouble> {
        let (trouble, until_ns) = self.troubles[line]?;
        (now_ns < until_ns).then_some(trouble)
    }
}
