//! The reasons why the table refuses a request: typed on the wire, and in words for a person.

use core::fmt;

use serde::{Deserialize, Serialize};

use super::auth::AuthError;
use crate::cite::Cite;
use crate::halt::Halt;
use crate::ledger::{Fault, LedgerRefusal};

/// The reason why a command is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Why {
    /// The sender has not authenticated the command.
    Auth(AuthError),
    /// The bytes are no command.
    NoCommand,
    /// The ledger refuses it, mostly under a paragraph of the game.
    Ledger(LedgerRefusal),
    /// A part is broken that the round needs.
    Broken(Fault),
    /// The supervisor's key is not turned.
    KeyNotTurned,
    /// The table is halted.
    Halted(Halt),
    /// The same was written down too short a time ago.
    TooSoon,
    /// The journal has no room for it at present.
    NoRoom,
    /// The controller has not read its journal yet.
    NotStarted,
    /// The pool has been asked for the round: it opens with the permit.
    AskedPool,
    /// The pool has not been heard since the start: neither its time nor its meter is known.
    PoolUnknown,
    /// The supply voltage is low: no entry is begun.
    SupplyLow,
    /// The role of the person or device does not allow it.
    NotAllowed,
}

impl From<LedgerRefusal> for Why {
    fn from(refusal: LedgerRefusal) -> Why {
        Why::Ledger(refusal)
    }
}

impl Why {
    /// The paragraph that decides it, if a document does.
    pub const fn rule(&self) -> Option<Cite> {
        match self {
            Why::Ledger(LedgerRefusal::Rules(refusal)) => Some(refusal.rule),
            _ => None,
        }
    }

    /// The words of a reason without details.
    const fn text(&self) -> &'static str {
        match self {
            Why::Auth(AuthError::UnknownPerson) => "the table has no such person",
            Why::Auth(AuthError::Forged) => "the signature is wrong",
            Why::Auth(AuthError::OutOfTurn) => "the counter is not the next one",
            Why::Auth(AuthError::NoSession) => "there is no session",
            Why::NotAllowed => "the role does not allow it",
            Why::NoCommand => "the bytes are no command",
            Why::Ledger(refusal) => refusal.text(),
            Why::Broken(_) => "something is broken that a round needs",
            Why::KeyNotTurned => "the supervisor's key is not turned",
            Why::Halted(_) => "the table is halted",
            Why::TooSoon => "too soon after the last time",
            Why::NoRoom => "the journal has no room for it at present",
            Why::NotStarted => "the controller has not started",
            Why::AskedPool => "the pool has been asked, and has not answered yet",
            Why::PoolUnknown => "the pool has not been heard since the start",
            Why::SupplyLow => "the supply voltage is low",
        }
    }
}

/// The words, without the paragraph, which [`Why::rule`] returns.
impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Why::Ledger(refusal) => refusal.fmt(f),
            Why::Halted(halt) => write!(f, "{}: {halt}", self.text()),
            _ => f.write_str(self.text()),
        }
    }
}
