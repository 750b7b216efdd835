//! The vocabulary of these tests: a ledger and its entries, and the events of its rounds.

pub use shared_rules::evaluate::Category;
pub use shared_rules::games::{Award, Game, HandFault, NextRounds, VoidCause};
pub use shared_rules::ledger::{
    Configuration, Contradiction, Entry, JournalTime, Ledger, LedgerRefusal, LinkEntry,
};
pub use shared_rules::money::Cents;
pub use shared_rules::pool::TableEntry;
pub use shared_rules::round::{Event, Phase};
pub use shared_rules::seats::{Seat, SeatSet};
pub use shared_rules::wagers::Wager;
pub use simulator::ledger_driver::{
    LedgerDriver, RESET, assert_same, bytes, checkpoint, dealt, house,
};
pub use simulator::round_driver::{
    HOLDEM, absent, ante, chips, community, dealer_hand, hand, player, seats, withdraw,
};
