//! The entries of the journal: one for every event that moves money, locks a bet, or changes what the table may do.
//! Entries are short, because flash wears: most events of a round take at most four bytes.
//!
//! The order of the variants is the format: new ones go to the end.

use core::fmt::{self, Write};

use heapless::Vec;
use serde::{Deserialize, Serialize};

use super::{ChainLink, ChipNumber, Configuration, LinkEntry};
use crate::money::Cents;
use crate::round::{Event, LockedBets};
use crate::seats::Seat;

/// One entry of the ledger.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Entry {
    /// The controller started; the number counts the starts. A round that was going on suffered a power failure.
    Boot(u32),
    /// Something happened in the round.
    Round(Event),
    /// Bets are closed as they are: the contributions go on the meter.
    Locked(LockedBets),
    /// The round is settled, and this is the meter after it: a check for every later reader.
    Settled(Cents),
    /// The supervisor confirmed the first of the awards that wait for it.
    Confirmed,
    /// The house configured the table.
    Configured(Configuration),
    /// The console told the time of day, in seconds since 1970.
    Clock(u64),
    /// A fault began.
    Fault(Fault),
    /// A fault has been gone for long enough.
    Healed(Fault),
    /// Chips were moved after the close; the number is the chips that lie there now.
    Moved(Seat, u8),
    /// The number of refusals of a kind since the last such entry.
    Refused(RefusedKind, u16),
    /// The controller's last words before it was reset.
    LastWords(LastWords),
    /// The service door was opened, or closed.
    Door(bool),
    /// The shift manager voids the round with this number, whose awards may have been confirmed: they go back on the
    /// meter (THB6 6.1, RWS6 5.23).
    Overruled(u32),
    /// Something about the link that the table shares its jackpot with.
    Link(LinkEntry),
    /// Seconds since the time that was stated last: the time of the next entries.
    Time(u16),
    /// The time of the next entries by the table's own clock, in seconds since 1970.
    TimeOfDay(u64),
    /// The number of the person whose commands follow.
    Person(u8),
    /// The supervisor's key was turned, or turned back.
    Supervisor(bool),
    /// The unique number of the chip that writes this journal.
    Chip(ChipNumber),
    /// A link of the [chain](super::JournalChain) over the entries before it.
    Chain(ChainLink),
    /// The Ante of a seat was moved after the close: true if something lies on its spot now.
    AnteMoved(Seat, bool),
}

impl Entry {
    /// True if the entry says something about the entries around it: when, by whom and where they were written.
    pub const fn is_note(&self) -> bool {
        matches!(
            self,
            Entry::Time(_)
                | Entry::TimeOfDay(_)
                | Entry::Person(_)
                | Entry::Supervisor(_)
                | Entry::Chip(_)
                | Entry::Chain(_)
        )
    }

    /// True if the entry decides about money, or about a round that does. The others report events of the table: one of
    /// them may be missing, and the table goes on. A start decides about money: it is a power failure to the round, and
    /// the wires count on its number.
    pub const fn decides_money(&self) -> bool {
        match self {
            Entry::Boot(_)
            | Entry::Round(_)
            | Entry::Locked(_)
            | Entry::Settled(_)
            | Entry::Confirmed
            | Entry::Configured(_)
            | Entry::Overruled(_)
            | Entry::Link(_) => true,
            Entry::Clock(_)
            | Entry::Fault(_)
            | Entry::Healed(_)
            | Entry::Moved(..)
            | Entry::AnteMoved(..)
            | Entry::Refused(..)
            | Entry::LastWords(_)
            | Entry::Door(_)
            | Entry::Time(_)
            | Entry::TimeOfDay(_)
            | Entry::Person(_)
            | Entry::Supervisor(_)
            | Entry::Chip(_)
            | Entry::Chain(_) => false,
        }
    }
}

/// The tail of a panic's message, in ASCII. Bytes, because a check for UTF-8 would be in the image for this alone.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastWords(Vec<u8, LAST_WORDS_MAX>);

/// The most bytes of [`LastWords`].
pub const LAST_WORDS_MAX: usize = 64;

/// More than [`LAST_WORDS_MAX`] bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooManyWords;

impl LastWords {
    /// The bytes, unchanged.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

impl TryFrom<&[u8]> for LastWords {
    type Error = TooManyWords;

    fn try_from(text: &[u8]) -> Result<LastWords, TooManyWords> {
        let text = Vec::from_slice(text).map_err(|_| TooManyWords)?;
        Ok(LastWords(text))
    }
}

impl TryFrom<&str> for LastWords {
    type Error = TooManyWords;

    fn try_from(text: &str) -> Result<LastWords, TooManyWords> {
        LastWords::try_from(text.as_bytes())
    }
}

/// Bytes that are not printable ASCII are written as `\x0a`, and a backslash as `\x5c`: a table's words can neither end
/// a line of a log nor command the terminal that shows it.
impl fmt::Display for LastWords {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.iter().try_for_each(|byte| match byte {
            b' '..=b'~' if *byte != b'\\' => f.write_char(char::from(*byte)),
            _ => write!(f, "\\x{byte:02x}"),
        })
    }
}

impl fmt::Debug for LastWords {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Parts that can be broken. A fault in the ledger outlives a power cut until it is healed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
pub enum Fault {
    /// The sensors of a seat.
    Seat(Seat),
    /// The chain under the felt.
    Chain,
    /// The link to the sign.
    Sign,
    /// The link to the console.
    Console,
    /// The journal's two logs did not agree, or something in them could not be read.
    Journal,
    /// The program does not match its checksum.
    Image,
    /// The pool that the table shares its jackpot with is not heard.
    Pool,
}

/// Kinds of refusals, which are counted rather than written down one by one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
pub enum RefusedKind {
    /// Commands with a wrong signature or an old counter.
    Unauthentic,
    /// Commands that the rules do not allow at the time.
    AgainstTheRules,
}
