//! An evening as plain data: a list of steps, each of which anybody around the table could take at any time. A list
//! with steps left out is an evening too, so that a failure can be shortened.

use shared_rules::wire::message::Command;

use parts::chain::{Cut, Trouble};
use parts::flash::Tear;

/// What lies at one seat, which counts from 0: chips on its coin spot, and whether its Ante spot is covered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "named as on the table")]
pub struct Lay {
    pub seat: usize,
    pub chips: u8,
    pub ante: bool,
}

/// The keys that are pressed and let go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "named as on the table")]
pub enum Key {
    PlaceYourBets,
    NoMoreBets,
    Void,
}

/// What can break, and be mended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// A data line of the chain.
    Chain(Cut),
    /// The cable of a seat.
    SeatCable(usize),
    /// A gate of a seat; mending one mends all.
    Gate(usize, usize, Trouble),
    /// The sign's cable.
    Sign,
    /// The console's cable.
    Console,
    /// Both wires, which now damage and lose some of their frames: only where all layers are there.
    Wires,
}

/// A message that nobody with the key has sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Attack {
    /// A command with this bit of its signature or its bytes inverted.
    Forged(usize),
    /// The command that was accepted last, sent again.
    Replayed,
    /// A command that ends after so many bytes.
    Truncated(usize),
    /// Bytes that are no request.
    Foreign(Vec<u8>),
}

/// One step of an evening. Each ends when everything on the table has come to rest.
#[derive(Clone, PartialEq, Debug)]
pub enum Step {
    /// Chips and Antes are put down and taken away.
    Lay(Vec<Lay>),
    /// A key is pressed and let go.
    Press(Key),
    /// The supervisor's key is turned, or turned back.
    Supervisor(bool),
    /// The console sends a signed command.
    Say(Command),
    /// Somebody else sends something.
    Attack(Attack),
    /// Something breaks.
    Break(Part),
    /// It is mended.
    Mend(Part),
    /// Power goes for so many milliseconds.
    PowerCut(u64),
    /// Power goes within the flash operation that follows after so many more, in the middle of a step.
    Torn(Torn),
    /// So many milliseconds pass.
    Wait(u64),
}

/// A power cut within a flash operation.
#[derive(Clone, PartialEq, Debug)]
pub struct Torn {
    /// How many operations are still complete.
    pub after: usize,
    /// What the next one leaves behind.
    pub tear: Tear,
    /// What it leaves to chance.
    pub seed: u64,
    /// What goes on at the table: a command or a key.
    pub during: Box<Step>,
}

/// An evening.
pub type History = Vec<Step>;
