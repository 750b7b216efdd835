//! The consequences of irregularities, as data: tables of causes, each with its paragraph and its condition.

use crate::cite::{Paragraph, p};
use serde::{Deserialize, Serialize};

/// The consequences of a game's irregularities.
#[derive(Debug)]
pub struct Irregular {
    /// The player is absent while a decision is open.
    pub absent: Absent,
    /// A wager is under the minimum and nobody noticed before the close.
    pub under_minimum: UnderMinimum,
    /// The power fails.
    pub power_failure: PowerFailure,
    /// The betting device or the progressive system fails.
    pub device_fault: DeviceFault,
    /// A player controls several hands.
    pub several_hands: SeveralHands,
    /// Causes that void the round.
    pub voids: &'static [VoidRule],
    /// Causes that invalidate one hand.
    pub hand_faults: &'static [HandFaultRule],
    /// Dealing errors that leave the affected players a choice. One that is not here goes to the shift manager.
    pub dealing_errors: &'static [DealingErrorRule],
}

/// The player is absent while a decision is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Absent {
    /// Without the Flop or Play wager the hand is invalid and its wagers are returned; with it the hand
    /// plays on and checks (THB6 5.11, TCP5 5.11).
    InvalidUnlessRaised,
    /// The hand is folded, and whatever was placed loses (RWS6 5.5).
    Folds,
}

/// A wager is under the minimum and nobody noticed before the close.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnderMinimum {
    /// It is settled the first time and returned from then on (THB6 5.13).
    SettledOnce,
    /// It is settled (RWS6 5.2.1).
    Settled,
}

/// The power fails before any wager has been decided; after that, play continues.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PowerFailure {
    /// Every player may withdraw, all wagers or none (THB6 5.16.1).
    OfferWithdrawal,
    /// The round is void (RWS6 5.7.2).
    Void,
}

/// The betting device or the progressive system fails during a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeviceFault {
    /// The shift manager decides (THB6 6.1).
    ShiftManager,
    /// Void while nobody has seen cards; otherwise play goes on at the amount registered before the fault, and the
    /// house decides about the rounds after it.
    VoidUnlessSeen {
        /// The paragraph about the void round (RWS6 5.16).
        unseen: Paragraph,
        /// The paragraph about playing on (RWS6 5.17.1).
        seen: Paragraph,
        /// The paragraph about the choices for the next rounds (RWS6 5.17.2).
        next_rounds: Paragraph,
    },
}

/// The house's choices after a device fault (RWS6 5.17.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum NextRounds {
    /// Close the table (RWS6 5.17.2a).
    CloseTable,
    /// Take no bets on the affected box (RWS6 5.17.2b).
    BlockBox,
    /// Play without progressive bets, with a notice on the sign (RWS6 5.17.2c).
    WithoutProgressive,
}

impl NextRounds {
    /// The paragraph of the choice.
    pub const fn paragraph(self) -> Paragraph {
        match self {
            NextRounds::CloseTable => p("5.17.2a"),
            NextRounds::BlockBox => p("5.17.2b"),
            NextRounds::WithoutProgressive => p("5.17.2c"),
        }
    }
}

/// A player controls several hands by mistake.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeveralHands {
    /// Viewed hands are kept; if none was viewed, the first one dealt is kept; the others are invalid.
    KeepViewedElseFirst {
        /// The paragraph about viewed hands (THB6 5.10.1).
        viewed: Paragraph,
        /// The paragraph for the case that no hand was viewed (THB6 5.10.2).
        unviewed: Paragraph,
    },
    /// The hand viewed first is kept; further viewed hands are invalid (RWS6 5.18).
    KeepFirstViewed {
        /// The paragraph.
        paragraph: Paragraph,
    },
}

/// A cause that voids the round.
#[derive(Debug)]
pub struct VoidRule {
    /// The cause.
    pub cause: VoidCause,
    /// The paragraph.
    pub paragraph: Paragraph,
    /// The condition under which the cause voids the round.
    pub when: VoidWhen,
    /// The time until which the paragraph reaches the round.
    pub reach: Reach,
}

/// The time until which a paragraph reaches a round that has been settled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// Until it is paid: the paragraph speaks of the course of the round (THB6 5.1, RWS6 5.9).
    Payment,
    /// Until the next round commences: the paragraph says so (THB6 5.3, 5.7, RWS6 5.8.7, 5.15).
    NextRound,
}

/// The causes for which a dealer or supervisor voids a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
pub enum VoidCause {
    /// A card that does not belong to the deck.
    ForeignCard,
    /// Cards missing or too many, counted or noticed.
    CardsMissingOrExtra,
    /// The cards were not shuffled.
    Unshuffled,
    /// Too few cards to finish the round.
    TooFewCards,
    /// The cards were dealt incorrectly and cannot be put right by moving whole hands.
    DealtIncorrectly,
    /// A wrong number of community cards that cannot be reconstructed.
    CommunityCount,
    /// A wrong number of cards in the dealer's hand that cannot be reconstructed.
    DealerCount,
    /// Two or more cards incorrectly exposed during the deal.
    TwoCardsExposed,
    /// The count of cards after a doubt was wrong.
    CountInDoubt,
    /// The burnt card was not discarded and the cards cannot be reconstructed.
    BurntCardKept,
    /// The shift manager's decision on something the document does not cover.
    ShiftManager,
}

impl VoidCause {
    /// Every cause.
    pub const ALL: [VoidCause; 11] = [
        VoidCause::ForeignCard,
        VoidCause::CardsMissingOrExtra,
        VoidCause::Unshuffled,
        VoidCause::TooFewCards,
        VoidCause::DealtIncorrectly,
        VoidCause::CommunityCount,
        VoidCause::DealerCount,
        VoidCause::TwoCardsExposed,
        VoidCause::CountInDoubt,
        VoidCause::BurntCardKept,
        VoidCause::ShiftManager,
    ];
}

/// The condition under which a cause voids the round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VoidWhen {
    /// Always.
    Always,
    /// Only while no player has seen or handled cards; after that the given paragraph holds.
    Unseen {
        /// The paragraph that holds once cards have been seen.
        otherwise: Paragraph,
    },
}

/// A cause that invalidates one hand, whose wagers are returned.
#[derive(Debug)]
pub struct HandFaultRule {
    /// The cause.
    pub fault: HandFault,
    /// The paragraph.
    pub paragraph: Paragraph,
    /// The time until which the paragraph reaches the round.
    pub reach: Reach,
    /// Every hand of the player goes back with it.
    pub every_hand: bool,
    /// The paragraph under which the house may then permit other players to withdraw, if there is one.
    pub others_may_withdraw: Option<Paragraph>,
}

/// The causes for which a hand is invalidated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
pub enum HandFault {
    /// A wrong number of cards in the hand that cannot be reconstructed.
    WrongCount,
    /// The player showed the hand or looked at another player's.
    NotConfidential,
    /// The shift manager's decision on something the document does not cover.
    ShiftManager,
}

/// A dealing error that leaves the affected players a choice.
#[derive(Debug)]
pub struct DealingErrorRule {
    /// The error.
    pub error: DealingError,
    /// The paragraph.
    pub paragraph: Paragraph,
    /// The round is void instead, once a player has seen cards.
    pub void_if_seen: bool,
}

/// Dealing errors that do not void the round by themselves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
pub enum DealingError {
    /// The burnt card was not discarded, and the cards were reconstructed.
    BurntCardKept,
    /// Several cards were drawn at once and their order is not known.
    DrawnTogether,
    /// Any other.
    Other,
}
