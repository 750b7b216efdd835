//! Refusals: a typed reason, the seat that it is about, and the paragraph that decides it.

use core::fmt;

use crate::cards::Card;
use crate::cite::Cite;
use crate::seats::Seat;
use crate::wagers::Wager;
use serde::{Deserialize, Serialize};

/// A refusal. A refused request has changed nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Refusal {
    /// The reason.
    pub reason: Reason,
    /// The seat that it is about, if it is about one.
    pub seat: Option<Seat>,
    /// The paragraph.
    pub rule: Cite,
}

/// The reason of a refusal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[allow(missing_docs, reason = "the texts below say what each one means")]
pub enum Reason {
    // Wagers.
    NoSuchPosition,
    NoSuchWager(Wager),
    TooManyUnits { units: u8, most: u8 },
    WrongRaise(Wager),
    RaiseAfterFold(Wager),
    RaiseMissing(Wager),
    RaiseWithoutFirst { wager: Wager, first: Wager },
    WagerNeedsAnte(Wager),
    UnitMissing,
    OverMaximum(Wager),
    BetsNotOpen,
    BetAfterClose,
    WithdrawalAfterClose,
    RaiseNotNow(Wager),
    UnderMinimum(Wager),
    BaseMissing,
    NothingPlaced,
    AmountTooLarge,
    // Cards.
    CardTwice(Card),
    CardCount { place: Place, expected: u8, got: u8 },
    CardsMissing(Place),
    CardsBeforeClose,
    NoCommunityCards,
    // The course of the round.
    RoundNotOver,
    NoRound,
    EarlierRound,
    NotInRound,
    DecisionOpen,
    DecisionMade,
    NothingToDecide,
    OptionOpen,
    NoOption,
    NotSettled,
    AlreadySettled,
    Voided,
    ShiftManagerDecides,
    NothingToRule,
    CardsSeen,
    OnlyOneHand,
    ProgressiveSuspended,
    BoxBlocked,
    TableClosed,
    NotProvided,
    RoundConcluded,
    NotExposed,
    PlayerBarred,
    HeldToOneSeat,
    TooManyHeld,
}

/// A place for cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[allow(missing_docs, reason = "the names of the places say it all")]
pub enum Place {
    Player,
    Dealer,
    Community,
    Flop,
    Turn,
    River,
}

impl Reason {
    /// The number of cards differs from the place's.
    pub fn card_count(place: Place, expected: usize, got: usize) -> Reason {
        let few = |count| u8::try_from(count).unwrap_or(u8::MAX);
        Reason::CardCount {
            place,
            expected: few(expected),
            got: few(got),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Place::Player => "the player's hand",
            Place::Dealer => "the dealer's hand",
            Place::Community => "the community cards",
            Place::Flop => "the flop",
            Place::Turn => "the turn",
            Place::River => "the river",
        })
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if let Some(seat) = self.seat {
            write!(f, "seat {}: ", seat.number())?;
        }
        write!(f, "{} ({})", self.reason, self.rule)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        use Reason::*;
        match self {
            TooManyUnits { units, most } => {
                write!(
                    f,
                    "{units} progressive units, where at most {most} may be wagered"
                )
            }
            NoSuchWager(wager) => write!(f, "this game has no {} wager", wager.name()),
            WrongRaise(wager) => {
                let (name, antes) = (wager.name(), wager.antes());
                write!(f, "{name} must be exactly {antes} times the ante")
            }
            RaiseAfterFold(wager) => write!(f, "a folded hand has no {} wager", wager.name()),
            RaiseMissing(wager) => {
                write!(f, "a hand that plays on needs its {} wager", wager.name())
            }
            RaiseWithoutFirst { wager, first } => {
                write!(f, "{} without {}", wager.name(), first.name())
            }
            WagerNeedsAnte(wager) => write!(f, "{} without an ante", wager.name()),
            OverMaximum(wager) => write!(f, "{} is over the maximum", wager.name()),
            RaiseNotNow(wager) => write!(f, "this is not the time for the {} wager", wager.name()),
            UnderMinimum(wager) => write!(f, "{} is under the minimum", wager.name()),
            CardTwice(card) => write!(f, "the card {card} is there twice"),
            CardCount {
                place,
                expected,
                got,
            } => {
                write!(f, "{place}: {expected} cards expected, {got} found")
            }
            CardsMissing(place) => write!(f, "{place}: the cards are missing"),
            other => f.write_str(other.text()),
        }
    }
}

impl Reason {
    /// The text of a reason that has no details.
    const fn text(&self) -> &'static str {
        use Reason::*;
        match self {
            NoSuchPosition => "the game has no such position",
            UnitMissing => "a progressive wager needs the amount of one unit",
            BetsNotOpen => "bets are not open",
            BetAfterClose => "no wager is placed or increased after \"No more bets\"",
            WithdrawalAfterClose => "no wager is withdrawn after \"No more bets\"",
            AmountTooLarge => "an amount is too large to be settled",
            CardsBeforeClose => "no cards before \"No more bets\"",
            NoCommunityCards => "this game has no community cards",
            RoundNotOver => "the round is not over",
            NoRound => "there is no round to do this in",
            EarlierRound => "the next round has commenced: earlier rounds stand",
            NotInRound => "the seat has no hand in this round",
            DecisionOpen => "the seat has not decided",
            DecisionMade => "the seat has decided already",
            NothingToDecide => "the seat has nothing to decide",
            OptionOpen => "the player has not said whether to play on or to withdraw",
            NoOption => "the player has no such option",
            NotSettled => "the round has not been settled",
            AlreadySettled => "the round has been settled",
            Voided => "the round is void",
            ShiftManagerDecides => "the shift manager has to decide first",
            NothingToRule => "nothing waits for the shift manager",
            BaseMissing => "a progressive wager without its base wager",
            NothingPlaced => "no hand takes part",
            CardsSeen => "a player has seen cards: the round is not void for this",
            OnlyOneHand => "the player does not control several hands",
            ProgressiveSuspended => "no progressive bets are taken",
            BoxBlocked => "this box takes no bets",
            TableClosed => "the table is closed",
            RoundConcluded => "the round is paid, and the paragraph reaches it no longer",
            NotExposed => "a hand that is not exposed takes no further wager",
            PlayerBarred => "the player is barred",
            HeldToOneSeat => "the player is held to one position",
            TooManyHeld => "no more players can be barred or held to one position",
            NotProvided => "the rules do not provide for this: it is the shift manager's decision",
            _ => "refused",
        }
    }
}
