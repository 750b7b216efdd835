//! The vocabulary of these tests: a table, its flash, and what people do at it.

pub use console::Answer;
pub use firmware::keys::TableKey;
pub use parts::flash::{FlashChip, Operation, Socket, Tear};
pub use shared_rules::games::{Game, VoidCause};
pub use shared_rules::ledger::{Configuration, Entry, Ledger};
pub use shared_rules::money::Cents;
pub use shared_rules::round::{Event, Phase, Ruling};
pub use shared_rules::wire::message::{Command, Request};
pub use shared_rules::wire::sign::SignFault;
pub use simulator::round_driver::seat;
pub use simulator::table::JOURNAL_PAGES;

pub use crate::cuts::plays_on;
pub use crate::desk::{Desk, entry};
pub use crate::evening::{closes, house, plain_round, positions};
pub use crate::record::{Record, SMALL, lines_in, on_a_new_table};
pub use crate::step::{Felt, Step, configures, confirms, decides, says};
