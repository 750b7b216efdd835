//! The vocabulary of these tests: a pool, its engines, and the letters of its tables.

pub use pit::archive::{open_folder, rebuild};
pub use pit::audit::audit;
pub use pit::block::HouseRuling;
pub use pit::drive;
pub use pit::engine::{Appended, EngineTrouble, LogEngine};
pub use pit::faulty::{EngineFaults, FaultyEngine, SeededRandom};
pub use pit::keys::LinkKeys;
pub use pit::memory::MemoryEngine;
pub use pit::notice::HouseNotice;
pub use pit::sequencer::{Ignored, Sequencer};
pub use pit::sqlite::SqliteEngine;
pub use pit::state::Member;
pub use shared_rules::games::{Award, Game};
pub use shared_rules::pool::message::ToTable;
pub use shared_rules::pool::{TableEntry, TableNumber};
pub use shared_rules::wire::key::SharedKey;

pub use crate::month::{Casino, house_key};
pub use crate::support::{
    Desk, START_MS, TestFolder, founded, hello, keys, letter, lock, membership, message,
    read_letter, seal, settled,
};
