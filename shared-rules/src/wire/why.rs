//! Why the table does not do what it is asked: typed on the wire, and in words where a person reads it.

use core::fmt;

use serde::{Deserialize, Serialize};

use super::auth::AuthError;
use crate::cite::Cite;
use crate::ledger::{Contradiction, Fault};

/// Why a command is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Why {
    /// Whoever sent it has not proved who that is.
    Auth(AuthError),
    /// The bytes are no command.
    NoCommand,
    /// The ledger refuses it, mostly under a paragraph of the game.
    Ledger(Contradiction),
    /// Something is broken that the round needs.
    Broken(Fault),
    /// The supervisor's key is not turned.
    KeyNotTurned,
    /// The table is halted.
    Halted,
}

impl From<Contradiction> for Why {
    fn from(contradiction: Contradiction) -> Why {
        Why::Ledger(contradiction)
    }
}

impl Why {
    /// The paragraph that says so, where a document speaks of it.
    pub const fn rule(&self) -> Option<Cite> {
        match self {
            Why::Ledger(Contradiction::Refused(refusal)) => Some(refusal.rule),
            _ => None,
        }
    }

    /// The words of what has no details.
    const fn text(&self) -> &'static str {
        match self {
            Why::Auth(AuthError::LockedOut { .. }) => "locked out after refused commands",
            Why::Auth(AuthError::NoKey) => "the table has no key",
            Why::Auth(AuthError::Forged) => "the signature is wrong",
            Why::Auth(AuthError::Replayed) => "the counter has been used",
            Why::NoCommand => "the bytes are no command",
            Why::Ledger(contradiction) => of_ledger(contradiction),
            Why::Broken(_) => "something is broken that a round needs",
            Why::KeyNotTurned => "the supervisor's key is not turned",
            Why::Halted => "the table is halted",
        }
    }
}

const fn of_ledger(contradiction: &Contradiction) -> &'static str {
    match contradiction {
        Contradiction::Refused(_) => "refused",
        Contradiction::NotConfigured => "the table has not been configured",
        Contradiction::Configuration => "no table can be run so, or a round is open",
        Contradiction::AlreadyConfirmed => "an award of the round has been confirmed",
        Contradiction::PlayersAreAsked => "players may still withdraw from the round",
        Contradiction::NotAnEntry => "this is not for the console",
        Contradiction::NothingWaits => "no award waits",
        Contradiction::Full => "too many awards wait for the supervisor",
        Contradiction::Money(_) | Contradiction::Meter => "an amount does not fit",
    }
}

/// The words without the paragraph, for which there is [`Why::rule`].
impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Why::Ledger(Contradiction::Refused(refusal)) = self else {
            return f.write_str(self.text());
        };
        if let Some(seat) = refusal.seat {
            write!(f, "seat {}: ", seat.number())?;
        }
        write!(f, "{}", refusal.reason)
    }
}
