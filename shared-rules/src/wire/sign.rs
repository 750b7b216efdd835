//! The message to the jackpot sign: always the whole picture, so that the next message repairs the loss of one.

use serde::{Deserialize, Serialize};

use crate::games::Award;
use crate::money::Cents;
use crate::pool::message::LinkWin;
use crate::seats::Seat;
use crate::wagers::Limits;

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
