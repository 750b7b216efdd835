//! The messages between table and jackpot sign. The table always sends the whole picture, so that the next message
//! repairs the loss of one. The sign sends its version, once in each session.

use serde::{Deserialize, Serialize};

use super::message::VERSION;
use crate::games::Award;
use crate::money::Cents;
use crate::pool::message::LinkWin;
use crate::seats::Seat;
use crate::wagers::Limits;

/// The version of a sign: its first payload in every session. These bytes keep their places in every version.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SignVersion {
    /// The [`VERSION`] of its messages.
    pub messages: u8,
    /// The version of its program.
    pub program: [u8; 3],
}

impl SignVersion {
    /// The version of this build.
    pub const OURS: Self = Self {
        messages: VERSION,
        program: [
            number(env!("CARGO_PKG_VERSION_MAJOR")),
            number(env!("CARGO_PKG_VERSION_MINOR")),
            number(env!("CARGO_PKG_VERSION_PATCH")),
        ],
    };

    /// Reads a payload of a sign of any version.
    #[must_use]
    pub const fn read(payload: &[u8]) -> Option<Self> {
        match *payload {
            [messages, major, minor, patch, ..] => Some(Self {
                messages,
                program: [major, minor, patch],
            }),
            _ => None,
        }
    }

    /// True if the sign reads pictures as the table means them.
    #[must_use]
    pub const fn fits(self) -> bool {
        self.messages == VERSION
    }
}

const fn number(digits: &str) -> u8 {
    match u8::from_str_radix(digits, 10) {
        Ok(number) => number,
        Err(_) => u8::MAX,
    }
}

/// The content of the sign.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SignPicture {
    /// The jackpot; none if it is not known, because no amount is made up.
    pub amount: Option<Cents>,
    /// The betting phase.
    pub phase: SignPhase,
    /// The award besides the jackpot.
    pub banner: Banner,
    /// The fault. It has its own page, so that it hides neither a win nor the amount.
    pub fault: Option<SignFault>,
    /// No progressive bets are taken: the notice of RWS6 5.17.2c. It has its own page, so that no win hides it.
    pub no_progressive_bets: bool,
    /// The limits; none if they are not known, because the table is not configured.
    pub limits: Option<BetLimits>,
}

/// The betting phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum SignPhase {
    /// Between rounds.
    Idle,
    /// Bets are open.
    Open,
    /// No more bets.
    Closed,
}

/// The award besides the jackpot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Banner {
    /// No award.
    None,
    /// An award waits for the supervisor's confirmation.
    Pending(Win),
    /// An award has been confirmed.
    Winner(Win),
    /// An award of the jackpot that linked tables share, of which the pool has not said the amount.
    Unpriced(Seat, Award),
    /// An award that was confirmed at a table of the link.
    LinkWinner(LinkWin),
}

/// The limits and the prescribed progressive bet, which are displayed at the table (RWS6 3.3, THB6 3.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BetLimits {
    /// The limits of the wagers that the game has; the default where the house has set none.
    pub wagers: Limits,
    /// One progressive unit.
    pub unit: Cents,
    /// The most progressive units that one seat may wager.
    pub units_max: u8,
}

/// An award of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Win {
    /// The seat.
    pub seat: Seat,
    /// The award.
    pub award: Award,
    /// The amount.
    pub amount: Cents,
}

/// Faults that the sign names.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum SignFault {
    /// The sensors of a seat.
    Seat(Seat),
    /// The chain under the felt.
    Chain,
    /// The journal.
    Journal,
    /// The dealer's console.
    Console,
    /// The controller's own check.
    Controller,
    /// The pool that the jackpot is shared with.
    Pool,
}
