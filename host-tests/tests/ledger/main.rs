//! The ledger: nothing lost, nothing made, and recovery as the live path.

mod config;
mod frozen;
mod hits;
pub(crate) mod identity;
mod increments;
mod last_words;
mod link;
mod moments;
mod pit;
mod prelude;
mod priced;
mod recovery;
mod returned;
mod sizes;
mod strangers;
mod undo;
mod waiting;
