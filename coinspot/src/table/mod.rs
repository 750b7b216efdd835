//! The live table: the controller in real time, and a page that shows it and takes a hand's place.
//!
//! ```text
//! page -- asks --> socket -> clock -> play -> engine: felt, keys, cables, console commands
//! page <- parts -- socket <- clock <- view <- replica <- entries that the console is sent
//!                                     lamps and sign <- the engine's 48 bits and dots
//! ```
//! The page has no rules in it, and neither has anything here: what is shown comes out of the journal's entries,
//! and what can be done next is what the ledger would accept.

pub mod ask;
pub mod board;
mod chip_watch;
pub mod clock;
pub mod connections;
pub mod engine;
pub mod flash_file;
pub mod glance;
mod guard;
mod guide;
mod hand_names;
pub mod host;
mod irregular;
pub mod line;
pub mod log;
pub mod papers;
pub mod parts;
mod paytable;
pub mod play;
pub mod remote;
mod round_json;
pub mod server;
mod settled;
mod shoe;
pub mod simulated;
pub mod socket;
mod spots;
pub mod stage;
mod status;
pub mod steps;
pub mod troubles;
mod view;
pub mod words;
