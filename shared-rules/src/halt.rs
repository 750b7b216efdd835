//! The reasons of a halt: typed for the controller and on the wire, in words for a person.

use core::fmt;

use serde::{Deserialize, Serialize};

use crate::ledger::Contradiction;

/// The reason why the table accepts no events. A person has to look; only a start that succeeds ends a halt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Halt {
    /// The journal cannot be trusted.
    Journal(JournalError),
    /// The journal contradicts the ledger's rules.
    Contradiction(Contradiction),
    /// An entry of the journal cannot be decoded.
    Unreadable(u32),
    /// The ledger in memory has changed by itself.
    Memory,
}

/// One of the journal's two copies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum LogName {
    /// The first half of the flash; an entry is written here first.
    A,
    /// The second half; an entry is written here once log A holds it.
    B,
}

/// The reason why the journal did not do as asked.
///
/// The first group are refusals: nothing has been written, and the journal goes on. The others
/// are faults: the journal is stopped until it has been recovered.
/// Only [`Lost`](Self::Lost) and [`Disagreement`](Self::Disagreement) can also come from a read of old entries, and do
/// not stop the journal there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum JournalError {
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
    /// The flash holds a journal of another version, which this program does not read.
    Version {
        /// The version in the flash.
        found: u8,
        /// The version that this program reads.
        read: u8,
    },
    /// An entry that had been written can be read in neither log.
    Lost {
        /// The number of the entry.
        sequence: u32,
    },
    /// The logs hold different entries under one number, and both look sound.
    Disagreement {
        /// The number of the entry.
        sequence: u32,
    },
    /// A page could not be erased, or is not blank afterwards.
    Erase {
        /// The address in the flash.
        address: u32,
    },
    /// Bytes could not be programmed, or read back differently.
    Program {
        /// The address in the flash.
        address: u32,
    },
    /// The number of the next entry does not follow the last one in both logs: memory has changed.
    OutOfStep {
        /// The number.
        sequence: u32,
    },
    /// A log still misses entries after its repair.
    Repair {
        /// The log.
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

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => f.write_str("the payload is too long"),
            Self::CheckpointOverdue => f.write_str("a checkpoint is overdue"),
            Self::Exhausted => f.write_str("the journal has used up its numbers"),
            Self::Geometry => f.write_str("the flash does not fit the journal"),
            Self::Stopped => f.write_str("the journal is stopped"),
            Self::Blank => f.write_str("the journal is blank"),
            Self::NoCheckpoint => f.write_str("the journal holds no checkpoint"),
            Self::Version { found, read } => {
                write!(
                    f,
                    "the journal is of version {found}, this program reads version {read}"
                )
            }
            Self::Lost { sequence } => write!(f, "entry {sequence} is lost"),
            Self::Disagreement { sequence } => write!(f, "the logs disagree on entry {sequence}"),
            Self::Erase { address } => write!(f, "the page at {address:#x} does not erase"),
            Self::Program { address } => write!(f, "the bytes at {address:#x} do not read back"),
            Self::OutOfStep { sequence } => {
                write!(f, "entry {sequence} does not follow the last one")
            }
            Self::Repair { log } => write!(f, "{log} could not be repaired"),
        }
    }
}

impl core::error::Error for JournalError {}

impl fmt::Display for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Journal(error) => error.fmt(f),
            Self::Contradiction(contradiction) => {
                write!(f, "the journal contradicts itself: {contradiction}")
            }
            Self::Unreadable(sequence) => write!(f, "entry {sequence} cannot be understood"),
            Self::Memory => f.write_str("the ledger in memory has changed by itself"),
        }
    }
}
