//! What the table tells the jackpot sign: always the whole picture, so that a lost message is mended by the
//! next one.

use serde::{Deserialize, Serialize};

use crate::games::Award;
use crate::money::Cents;
use crate::seats::Seat;

/// Everything that the sign shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SignPicture {
    /// The jackpot; none where it is not known, because none is made up.
    pub amount: Option<Cents>,
    /// Whether bets are taken.
    pub phase: SignPhase,
    /// What else there is to say.
    pub banner: Banner,
    /// What is broken. It has its own page, so that it hides neither a win nor the amount.
    pub fault: Option<SignFault>,
}

/// Whether bets are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum SignPhase {
    /// Between rounds.
    Idle,
    /// Bets are open.
    Open,
    /// No more bets.
    Closed,
}

/// What else there is to say.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Banner {
    /// Nothing.
    None,
    /// An award waits for the supervisor's confirmation.
    Pending(Win),
    /// An award has been confirmed.
    Winner(Win),
    /// No progressive bets are taken: the notice of RWS6 5.17.2c.
    NoProgressiveBets,
}

/// Who won what.
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
}
