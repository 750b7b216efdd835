//! Troubles that a table can have: a click begins each, and another one mends it.

use std::collections::BTreeMap;

use parts::chain::{Change, Trouble as LineTrouble, gate};
use serde::{Deserialize, Serialize};
use shared_rules::seats::Seat;

use super::engine::{Cable, CableState, FeltWires};

/// A trouble to try.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "their labels below say it")]
pub enum TableTrouble {
    PowerCut,
    SignCable,
    ConsoleNoise,
    StrayLight,
    StuckGate,
    BrokenChain,
    ChipMoved,
    ForgedCommand,
    PoolLink,
}

impl TableTrouble {
    /// All of them.
    pub const ALL: [TableTrouble; 9] = [
        TableTrouble::PowerCut,
        TableTrouble::SignCable,
        TableTrouble::ConsoleNoise,
        TableTrouble::StrayLight,
        TableTrouble::StuckGate,
        TableTrouble::BrokenChain,
        TableTrouble::ChipMoved,
        TableTrouble::ForgedCommand,
        TableTrouble::PoolLink,
    ];

    /// The labels of the button that begins it and of the one that ends it; a forged command is over as it happens.
    pub const fn labels(self) -> (&'static str, &'static str) {
        match self {
            TableTrouble::PowerCut => ("Power cut", "Power back"),
            TableTrouble::SignCable => ("Sign cable out", "Sign cable in"),
            TableTrouble::ConsoleNoise => ("Console noise", "Console quiet"),
            TableTrouble::StrayLight => ("Stray light", "Shade the light"),
            TableTrouble::StuckGate => ("Stuck gate", "Free the gate"),
            TableTrouble::BrokenChain => ("Broken chain", "Mend the chain"),
            TableTrouble::ChipMoved => ("Chip moved after the lock", "Put the chip back"),
            TableTrouble::ForgedCommand => ("Forged command", ""),
            TableTrouble::PoolLink => ("Cut the link to the pool", "Mend the link to the pool"),
        }
    }

    /// The table's reaction, for a person who tries it.
    pub const fn hint(self) -> &'static str {
        match self {
            TableTrouble::PowerCut => {
                "Everything in RAM is gone. The journal brings the round back, and players are asked."
            }
            TableTrouble::SignCable => {
                "The sign says that it hears nothing. No round is opened without it."
            }
            TableTrouble::ConsoleNoise => {
                "Three frames in four are damaged. Commands take longer, and each acts once."
            }
            TableTrouble::StrayLight => {
                "A gate sees light with its emitter off. The seat is faulted, its bet never invented."
            }
            TableTrouble::StuckGate => {
                "A gate is blocked with nothing below it: a hole in the stack is a fault, never a bet."
            }
            TableTrouble::BrokenChain => {
                "No seat can be read. No round is opened; under RWS6 5.17.2 the house says how to go on."
            }
            TableTrouble::ChipMoved => "The lock stands, the ring blinks, the alarm sounds.",
            TableTrouble::ForgedCommand => {
                "Signed with the wrong key. It is refused and counted, and keeps nobody out."
            }
            TableTrouble::PoolLink => {
                "After a second the sign says LINK LOST: no round opens, and no further chip counts."
            }
        }
    }
}

/// A gate in the middle of the well: with fewer chips below it, a blocked one is a hole.
const STUCK_LEVEL: usize = 3;
const LIT_LEVEL: usize = 0;

/// The troubles that go on, and where.
#[derive(Clone, Debug, Default)]
pub struct Troubles {
    active: BTreeMap<TableTrouble, Seat>,
}

impl Troubles {
    /// Returns true while it goes on.
    pub fn is_active(&self, trouble: TableTrouble) -> bool {
        self.active.contains_key(&trouble)
    }

    /// The seat that it is about, where it is about one.
    pub fn seat(&self, trouble: TableTrouble) -> Option<Seat> {
        let seat = self.active.get(&trouble).copied();
        let at_a_seat = [
            TableTrouble::StrayLight,
            TableTrouble::StuckGate,
            TableTrouble::ChipMoved,
        ];
        seat.filter(|_| at_a_seat.contains(&trouble))
    }

    /// Ends a trouble if it is about this seat.
    pub fn end_at(&mut self, trouble: TableTrouble, seat: Seat) {
        if self.active.get(&trouble) == Some(&seat) {
            self.active.remove(&trouble);
        }
    }

    /// Begins a trouble at a seat, or ends it where it began. Says at which seat that is.
    pub fn set(&mut self, trouble: TableTrouble, on: bool, seat: Seat) -> Option<Seat> {
        match on {
            true => match self.active.contains_key(&trouble) {
                true => None,
                false => {
                    self.active.insert(trouble, seat);
                    Some(seat)
                }
            },
            false => self.active.remove(&trouble),
        }
    }
}

/// Does to the wires what a trouble does to them.
pub fn inflict(wires: &mut dyn FeltWires, trouble: TableTrouble, on: bool, seat: Seat) {
    let place = usize::from(seat.index());
    let until_ns = if on { u64::MAX } else { 0 };
    let cable_state = |broken| if on { broken } else { CableState::Sound };
    match trouble {
        TableTrouble::PowerCut => wires.power(!on),
        TableTrouble::SignCable => wires.cable(Cable::Sign, cable_state(CableState::Out)),
        TableTrouble::ConsoleNoise => wires.cable(Cable::Console, cable_state(CableState::Noisy)),
        TableTrouble::StrayLight => wires.change(Change::Trouble(
            gate(place, LIT_LEVEL),
            LineTrouble::Light,
            until_ns,
        )),
        TableTrouble::StuckGate => wires.change(Change::Trouble(
            gate(place, STUCK_LEVEL),
            LineTrouble::Blocked,
            until_ns,
        )),
        TableTrouble::BrokenChain => wires.break_chain(on),
        TableTrouble::ForgedCommand => wires.forge(),
        TableTrouble::PoolLink => wires.cable(Cable::Pool, cable_state(CableState::Out)),
        // The hand that moves a chip is the table's own affair.
        TableTrouble::ChipMoved => {}
    }
}
