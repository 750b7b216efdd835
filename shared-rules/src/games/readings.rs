//! The points that a document leaves open, each with the letter of the document as the default.

use serde::{Deserialize, Serialize};

/// The house's readings of the points that the documents leave open.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Hash, Serialize, Deserialize)]
pub struct RuleReadings {
    /// Does Bonus survive losing to the dealer?
    pub bonus_on_loss: BonusOnLoss,
    /// Does a dealer's low pair qualify in Three Card Poker?
    pub dealer_qualifies: DealerQualifies,
    /// Does a hand that is not exposed keep the community award?
    pub unexposed_community: UnexposedCommunity,
    /// Does the house or the meter pay the awards of fixed amount?
    pub fixed_awards: FixedAwards,
    /// Does a player with several seats receive envy at each of them?
    pub envy_for: EnvyFor,
    /// Does a top hand with Pair Plus and without an Ante cancel the envy for other hands?
    pub envy_pair_plus: EnvyPairPlus,
    /// Is the Ante of a hand that is not exposed paid if the dealer does not qualify?
    pub unexposed_unqualified: UnexposedUnqualified,
}

/// Does Bonus survive losing to the dealer?
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Hash, Serialize, Deserialize)]
pub enum BonusOnLoss {
    /// The MBS games lose "all wagers except" the progressive (THB6 3.10.3): no.
    /// RWS6 3.14 names Ante, Flop, Turn and River only: yes.
    #[default]
    Letter,
    /// Bonus is settled on the hole cards alone.
    HoleCards,
}

/// Does a dealer's low pair qualify in Three Card Poker?
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Hash, Serialize, Deserialize)]
pub enum DealerQualifies {
    /// The hand must contain a queen or higher (TCP5 3.11): no.
    #[default]
    Letter,
    /// Queen-high or any better hand: yes.
    QueenHighOrBetter,
}

/// Does a hand that is not exposed keep the community award?
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Hash, Serialize, Deserialize)]
pub enum UnexposedCommunity {
    /// THB6 3.10.1: no progressive combination at all. RWS6 4.3 is silent: it stands.
    #[default]
    Letter,
    /// It stands, as it does for a hand that folded (THB6 3.9.1).
    Paid,
}

/// Does the house or the meter pay the awards of fixed amount?
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Hash, Serialize, Deserialize)]
pub enum FixedAwards {
    /// The house pays and the meter stands.
    #[default]
    House,
    /// The meter pays in turn as far as it goes, and the house the rest.
    Meter,
}

/// Does a player with several seats receive envy at each of them?
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Hash, Serialize, Deserialize)]
pub enum EnvyFor {
    /// Each progressive wager receives it.
    #[default]
    Seat,
    /// TCP5 3.14 gives it to "all Players": once a hand, at the player's first seat with a progressive wager.
    Player,
}

/// Does a top hand with Pair Plus and without an Ante cancel the envy for other hands?
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Hash, Serialize, Deserialize)]
pub enum EnvyPairPlus {
    /// TCP5 3.15 is about that hand alone: there is no envy for it.
    #[default]
    ThatHand,
    /// All envy of the round is cancelled, except for the player who holds the hand.
    All,
}

/// Is the Ante of a hand that is not exposed paid if the dealer does not qualify?
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Hash, Serialize, Deserialize)]
pub enum UnexposedUnqualified {
    /// The hand ranks below the dealer's (TCP5 3.10.1): it loses.
    #[default]
    Loses,
    /// The dealer compares no hand and pays every Ante (TCP5 3.11): the Ante wins, and Play stands off.
    Paid,
}
