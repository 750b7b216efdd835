//! The reasons why an entry cannot be: the pool refuses it and changes nothing.

use core::fmt;

use super::entry::{RoundNumber, TableNumber};
use crate::money::MoneyError;
use crate::seats::Seat;

/// The reason why an entry cannot be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PoolRefusal {
    /// The log has its terms already.
    TermsTwice,
    /// No pool can be run on these terms.
    UnsoundTerms,
    /// The table's last round is neither settled nor void.
    RoundUnfinished(RoundNumber),
    /// The number of a round is not above the table's last.
    NumberNotAbove(RoundNumber),
    /// The round is not the one that the table has opened.
    NotOpen(TableNumber, RoundNumber),
    /// The hole cards were dealt no later than in the table's round before.
    DealtNotAbove,
    /// Units below 1 or above the game's maximum.
    Units(Seat),
    /// A seat beyond the positions of the game.
    NoSuchPosition(Seat),
    /// The round is not the one that the table has locked.
    NotLocked(TableNumber, RoundNumber),
    /// The seat has no unit, or its wager went back before.
    NoUnit(Seat),
    /// The seat has made an award and is returned.
    MadeAndReturned(Seat),
    /// A row that the pay table of the game does not have.
    NoSuchAward(Seat),
    /// Only the first claim of the queue can be confirmed, once its price is final.
    NotFinal(TableNumber, RoundNumber),
    /// Only the table's last round can be void or have an invalid hand.
    NotTheLastRound(TableNumber, RoundNumber),
    /// The round is void already.
    VoidAlready,
    /// The round has been confirmed, and so paid.
    Confirmed,
    /// Bets are still open.
    NotYetLocked,
    /// The round is neither open nor locked.
    NothingToWaitFor(TableNumber, RoundNumber),
    /// The house has ruled about the round before.
    RuledTwice,
    /// There is no such unpaid claim.
    NoClaim(TableNumber, RoundNumber),
    /// The table has opened a round.
    JoinAfterOpen,
    /// The table has joined.
    JoinedTwice,
    /// The pool has no room for another table or claim.
    Full,
    /// An amount is too large.
    Money(MoneyError),
}

impl From<MoneyError> for PoolRefusal {
    fn from(error: MoneyError) -> PoolRefusal {
        PoolRefusal::Money(error)
    }
}

impl fmt::Display for PoolRefusal {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        use PoolRefusal as R;
        f.write_str(match self {
            R::RoundUnfinished(round) => {
                return write!(f, "round {round} of the table is neither settled nor void");
            }
            R::NumberNotAbove(last) => {
                return write!(f, "the number of the round is not above {last}");
            }
            R::NotOpen(table, round) => {
                return write!(
                    f,
                    "table {table} has not opened round {round}, or has locked it"
                );
            }
            R::NotLocked(table, round) => {
                return write!(
                    f,
                    "table {table} has not locked round {round}, or has settled it"
                );
            }
            R::Units(seat) => {
                return write!(
                    f,
                    "seat {}: not a number of units of this game",
                    seat.number()
                );
            }
            R::NoSuchPosition(seat) => {
                return write!(f, "seat {}: the game has no such position", seat.number());
            }
            R::NoUnit(seat) => {
                return write!(f, "seat {}: no unit is left on it", seat.number());
            }
            R::MadeAndReturned(seat) => {
                return write!(f, "seat {}: in `made` and in `returned`", seat.number());
            }
            R::NoSuchAward(seat) => {
                return write!(
                    f,
                    "seat {}: an award that the game does not have",
                    seat.number()
                );
            }
            R::NotFinal(table, round) => {
                return write!(f, "the claim of table {table}, round {round} is not final");
            }
            R::NotTheLastRound(table, round) => {
                return write!(f, "round {round} is not the last round of table {table}");
            }
            R::NothingToWaitFor(table, round) => {
                return write!(
                    f,
                    "round {round} of table {table} is neither open nor locked"
                );
            }
            R::NoClaim(table, round) => {
                return write!(f, "round {round} of table {table} has no unpaid claim");
            }
            R::Money(error) => return error.fmt(f),
            R::TermsTwice => "the terms are given already",
            R::UnsoundTerms => "no pool can be run on these terms",
            R::DealtNotAbove => "`dealt` is not above the table's last",
            R::VoidAlready => "the round is void already",
            R::Confirmed => "the round has been confirmed",
            R::NotYetLocked => "the bets of the round are not locked",
            R::RuledTwice => "the house has ruled about this round before",
            R::JoinAfterOpen => "the table has opened a round: it is too late to join",
            R::JoinedTwice => "the table has joined before",
            R::Full => "the pool has no room for another table or claim",
        })
    }
}
