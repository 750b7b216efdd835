//! A history as plain data: a list of steps, each of which anybody around the table could take at any time. A list
//! with steps left out is a history too, so that a failure can be shortened. Commands are in the words of the rules,
//! changes to the table itself in those of the oracle.

use oracle::table::words::{Key, Lay, Part};
use parts::flash::Tear;
use shared_rules::wire::message::Command;

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

/// One step of a history. Each ends when everything on the table has come to rest.
#[derive(Clone, PartialEq, Debug)]
pub enum HistoryStep {
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
    /// Power goes for a number of milliseconds.
    PowerCut(u64),
    /// Power goes within the flash operation that follows after so many more, in the middle of a step.
    Torn(Torn),
    /// A number of milliseconds passes.
    Wait(u64),
}

/// A power cut within a flash operation.
#[derive(Clone, PartialEq, Debug)]
pub struct Torn {
    /// The number of operations that are still complete.
    pub after: usize,
    /// The state that the next one leaves behind.
    pub tear: Tear,
    /// The seed of what it leaves to chance.
    pub seed: u64,
    /// The step in progress: a command or a key.
    pub during: Box<HistoryStep>,
}

/// A history.
pub type History = Vec<HistoryStep>;
