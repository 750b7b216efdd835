//! What can go wrong with the journal, in words that tell the controller what to do.

use core::fmt;

/// One of the two copies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LogName {
    /// The first half of the flash; an entry is written here first.
    A,
    /// The second half; an entry is written here once log A holds it.
    B,
}

/// Why the journal did not do what it was asked.
///
/// The first group are refusals: nothing has been written, and the journal goes on. The others
/// are faults: the journal is stopped until [`recover`](super::Journal::recover) succeeds.
/// Only [`Lost`](Self::Lost) and [`Disagreement`](Self::Disagreement) can also come from a read
/// of old entries, and do not stop it there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Error {
    /// The payload is longer than an entry or a checkpoint may be.
    TooLong,
    /// The rest of the ring is kept for a checkpoint: write one.
    CheckpointOverdue,
    /// Sequence numbers or laps have run out; the flash has worn out long before.
    Exhausted,
    /// The flash does not hold two logs of 16 to 128 pages.
    Geometry,

    /// Not recovered yet, or stopped by an earlier fault.
    Stopped,
    /// Nothing has ever been written, as on a new board.
    Blank,
    /// There is something in the flash, ours or not, but no checkpoint to start from.
    NoCheckpoint,
    /// An entry that had been written can be read in neither log.
    Lost {
        /// Which one.
        sequence: u32,
    },
    /// The logs hold different entries under one number, and both look sound.
    Disagreement {
        /// Which one.
        sequence: u32,
    },
    /// A page could not be erased, or is not blank afterwards.
    Erase {
        /// Where in the flash.
        address: u32,
    },
    /// Bytes could not be programmed, or read back differently.
    Program {
        /// Where in the flash.
        address: u32,
    },
    /// A log still misses entries after its repair.
    Repair {
        /// Which log.
        log: LogName,
    },
}

impl fmt::Display for LogName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::A => "log A",
            Self::B => "log B",
        })
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => f.write_str("the payload is too long"),
            Self::CheckpointOverdue => f.write_str("a checkpoint is overdue"),
            Self::Exhausted => f.write_str("the journal has used up its numbers"),
            Self::Geometry => f.write_str("the flash does not fit the journal"),
            Self::Stopped => f.write_str("the journal is stopped"),
            Self::Blank => f.write_str("the journal is blank"),
            Self::NoCheckpoint => f.write_str("the journal holds no checkpoint"),
            Self::Lost { sequence } => write!(f, "entry {sequence} is lost"),
            Self::Disagreement { sequence } => write!(f, "the logs disagree on entry {sequence}"),
            Self::Erase { address } => write!(f, "the page at {address:#x} does not erase"),
            Self::Program { address } => write!(f, "the bytes at {address:#x} do not read back"),
            Self::Repair { log } => write!(f, "{log} could not be repaired"),
        }
    }
}

impl core::error::Error for Error {}
