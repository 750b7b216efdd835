//! The words in which the table is told what happens: plain data of this crate's own, so that no type is shared with
//! the program under test. Seats count from 0, amounts are in cents.
#![allow(
    missing_docs,
    reason = "named as in the documents, in settlement files and on the table"
)]

use super::round::SEATS;
use crate::referee::naive;

/// A card, as the naive evaluator has it.
pub type Card = naive::Card;

/// The games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Game {
    Thb6,
    Rws6,
    Ml6,
    Ml9,
    Tcp5,
}

/// The wagers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wager {
    Ante,
    Bonus,
    Flop,
    Turn,
    River,
    Play,
    PairPlus,
    AnteBonus,
    Progressive,
}

/// The command of a console that has the key.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// Something happens in the round.
    Round(Event),
    /// The supervisor confirms the award that has waited longest.
    Confirm,
    /// The shift manager voids the round of this number, confirmed awards included.
    Overrule(u32),
    /// The house configures the table.
    Configure(House),
    /// The console tells the time of day.
    Clock,
}

/// An event of the round.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    PlaceYourBets,
    /// A count of chips on a coin spot.
    Chips(usize, u8),
    Stake(usize, Wager, u64),
    Player(usize, u8),
    NoMoreBets,
    Hand(usize, Vec<Card>),
    Dealer(Vec<Card>),
    Community(Vec<Card>),
    Viewed(usize),
    Raise(Wager, Vec<usize>),
    Fold(usize),
    Absent(usize),
    Unexposed(usize),
    Settle,
    Paid,
    /// The number of the round comes first.
    Void(u32, VoidCause),
    /// The number of the round comes first.
    Invalidate(u32, usize, HandFault),
    SeveralHands(u8),
    DealingError(DealingError, Vec<usize>),
    Choose(usize, Choice),
    DeviceFault,
    DeviceRepaired,
    NextRounds(NextRounds, Vec<usize>),
    PowerFailure,
    ShiftManager(Ruling),
    /// The complete hands of two seats change places.
    MoveHand(usize, usize),
    Reconstruct(usize, Vec<Card>),
    HoldPlayer(u8, PlayerHold),
    PermitWithdrawal(Vec<usize>),
}

/// Causes for a void round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VoidCause {
    ForeignCard,
    CardsMissingOrExtra,
    Unshuffled,
    TooFewCards,
    DealtIncorrectly,
    CommunityCount,
    DealerCount,
    TwoCardsExposed,
    CountInDoubt,
    BurntCardKept,
    ShiftManager,
}

/// Causes for an invalid hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HandFault {
    WrongCount,
    NotConfidential,
    ShiftManager,
}

/// The house's restriction of a player, until it is lifted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayerHold {
    Barred,
    OneSeat,
    Lifted,
}

/// Dealing errors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DealingError {
    BurntCardKept,
    DrawnTogether,
    Other,
}

/// The house's decision about the rounds after a fault (RWS6 5.17.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NextRounds {
    CloseTable,
    BlockBox,
    WithoutProgressive,
}

/// The choice of a player who may withdraw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    PlayOn,
    Withdraw,
}

/// The shift manager's decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ruling {
    PlayOn,
    Void,
}

/// The player's decision after seeing the cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    Play,
    Fold,
    Absent,
}

/// The house's configuration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct House {
    pub game: Game,
    pub readings: Readings,
    pub unit: u64,
    pub ante: Limit,
    pub bonus: Limit,
    pub pair_plus: Limit,
    /// The seats in use.
    pub seats: [bool; SEATS],
    pub jackpot: JackpotTerms,
    /// More than this is no reasonable contribution of a round.
    pub contribution_max: Option<u64>,
    /// The jackpot is won under the game and the unit that it grew with: others wait.
    pub waits_for_win: bool,
}

/// The house's readings of what the documents leave open; without any, the letter holds.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Readings {
    /// Bonus is settled on the hole cards alone.
    pub bonus_on_hole_cards: bool,
    /// A dealer's low pair qualifies in Three Card Poker.
    pub low_pair_qualifies: bool,
    /// A hand that is not exposed keeps the community award.
    pub unexposed_community_is_paid: bool,
    /// The meter pays the awards of fixed amount, as far as it goes.
    pub meter_pays_fixed_awards: bool,
    /// A player with several wagers receives the envy for a hand once.
    pub envy_once_a_player: bool,
    /// A top hand with Pair Plus and without an Ante leaves no other player any envy.
    pub pair_plus_cancels_envy: bool,
    /// A dealer who does not qualify pays the Ante of a hand that is not exposed.
    pub unexposed_ante_is_paid: bool,
}

/// The smallest and the largest wager.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Limit {
    pub min: u64,
    pub max: Option<u64>,
}

/// The jackpot's parameters: amounts, and shares of a stake in basis points.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct JackpotTerms {
    pub reset: u64,
    pub contribution: u16,
    pub reserve: u16,
    pub limit: Option<u64>,
}

/// The chips on one coin spot, and the state of its Ante spot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lay {
    pub seat: usize,
    pub chips: u8,
    pub ante: bool,
}

/// The keys that are pressed and let go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Key {
    PlaceYourBets,
    NoMoreBets,
    Void,
}

/// The parts that can break, and be mended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// A data line of the chain.
    Chain(Cut),
    /// The cable of a seat.
    SeatCable(usize),
    /// A gate of a seat; mending one mends all.
    Gate(usize, usize, Trouble),
    /// The sign's cable.
    Sign,
    /// The console's cable.
    Console,
    /// Both wires, which now damage and lose some of their frames.
    Wires,
}

/// A break in a data line of the chain, with the level of the stump.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cut {
    /// Before the data input of this 595.
    Into595(usize, bool),
    /// After the data output of this 165.
    OutOf165(usize, bool),
}

/// Faults of a gate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// Something is in the way of its beam.
    Blocked,
    /// Its beam gets past a chip.
    Leaking,
    /// It sees light that is not its own.
    Light,
}
