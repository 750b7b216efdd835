//! The vocabulary of these tests: the rules, the dealer, and the events of a round.

pub use shared_rules::closed::Player;
pub use shared_rules::games::{Game, HandFault, VoidCause};
pub use shared_rules::money::Cents;
pub use shared_rules::refusal::Reason;
pub use shared_rules::round::{Bet, Event, Phase, Transition};
pub use shared_rules::seats::{Seat, SeatSet};
pub use shared_rules::settle::Outcome;
pub use shared_rules::wagers::Wager;
pub use simulator::round_driver::{
    HOLDEM, JACKPOT, MBS, MBS_HOLDEM, RoundDriver, UNIT, absent, ante, bonus, chips, community,
    dealer_hand, flop, fold, hand, pair_plus, play, play_on, player, river, seat, seats, turn,
    viewed, withdraw,
};
