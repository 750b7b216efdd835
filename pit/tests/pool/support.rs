//! Letters, keys and files for the tests.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fs, process};

pub use pit::example::example_terms as terms;
use pit::state::LinkState;
use shared_rules::pool::message::{Direction, Letter, Membership, ToPool, write_letter};
use shared_rules::pool::{RoundNumber, Rows};
use shared_rules::seats::{Seat, SeatMap, SeatSet};
use shared_rules::wire::payload;

use crate::prelude::*;

pub const LINK: u32 = 7;

/// The tables that have keys.
pub const TABLES: u32 = 256;

/// The time at which every test starts.
pub const START_MS: u64 = 1_800_000_000_000;

pub const fn membership(table: TableNumber, generation: u32) -> Membership {
    Membership {
        link: LINK,
        table,
        generation,
    }
}

pub fn key(table: TableNumber, generation: u32) -> SharedKey {
    let mut bytes = [0x5a; 32];
    bytes[..4].copy_from_slice(&table.to_le_bytes());
    bytes[4..8].copy_from_slice(&generation.to_le_bytes());
    SharedKey::new(bytes)
}

/// The keys of two generations of every table.
pub fn keys() -> LinkKeys {
    let mut keys = LinkKeys::new(LINK);
    for table in 1..=TABLES {
        for generation in 1..=2 {
            keys.insert(table, generation, key(table, generation));
        }
    }
    keys
}

/// The bytes of a message.
pub fn message(number: u32, entry: TableEntry) -> Vec<u8> {
    let message = ToPool::Entry {
        number,
        seen: None,
        entry,
    };
    payload::write(&message).expect("a short message").to_vec()
}

/// A letter around the bytes of a message.
pub fn seal(membership: Membership, boot: u32, bytes: &[u8]) -> Vec<u8> {
    let key = key(membership.table, membership.generation);
    let letter = Letter::seal(&key, Direction::ToPool, membership, boot, 0, bytes);
    payload::write(&letter).expect("a short letter").to_vec()
}

/// A letter of the first generation in the first start.
pub fn letter(table: TableNumber, number: u32, entry: TableEntry) -> Vec<u8> {
    seal(membership(table, 1), 1, &message(number, entry))
}

pub fn hello(table: TableNumber, boot: u32) -> Vec<u8> {
    let place = membership(table, 1);
    let letter = write_letter(
        &key(table, 1),
        Direction::ToPool,
        place,
        boot,
        0,
        &ToPool::Hello,
    );
    letter.expect("a short letter").to_vec()
}

/// A letter to a table, opened with its key.
pub fn read_letter(bytes: &[u8]) -> (Membership, u32, u64, ToTable) {
    let letter: Letter = payload::read(bytes).expect("a letter");
    let Membership {
        table, generation, ..
    } = letter.membership;
    let message = letter.open(&key(table, generation), Direction::ToTable);
    let message = message.expect("a genuine letter");
    (letter.membership, letter.boot, letter.counter, message)
}

/// Units on the first seats.
pub fn units(counts: &[u8]) -> SeatMap<u8> {
    let mut units = SeatMap::default();
    for (seat, count) in Seat::ALL.iter().zip(counts) {
        *units.get_mut(*seat) = *count;
    }
    units
}

pub fn lock(round: RoundNumber, dealt: u64) -> TableEntry {
    TableEntry::Lock {
        round,
        units: units(&[1, 1]),
        dealt,
    }
}

/// The first seat makes an award, or nobody does.
pub fn settled(game: Game, round: RoundNumber, award: Option<Award>) -> TableEntry {
    let mut made = SeatMap::<Rows>::default();
    if let Some(award) = award {
        let is_known = made.get_mut(Seat::One).insert(game.rules(), award);
        assert!(is_known, "the game has no {award:?}");
    }
    TableEntry::Settled {
        round,
        made,
        returned: SeatSet::EMPTY,
        registered: None,
    }
}

pub fn founded(engine: &mut impl LogEngine, game: Game) -> LinkState {
    drive::open_or_found(engine, LINK, &terms(game), START_MS).expect("a log")
}

/// A sequencer on an engine of its own.
pub struct Desk {
    pub sequencer: Sequencer,
    pub engine: MemoryEngine,
    pub now_ms: u64,
}

impl Desk {
    pub fn new(game: Game) -> Desk {
        let mut engine = MemoryEngine::default();
        let state = founded(&mut engine, game);
        Desk {
            sequencer: Sequencer::new(keys(), state),
            engine,
            now_ms: START_MS,
        }
    }

    /// Another sequencer on the same engine.
    pub fn second(&self) -> Desk {
        let mut engine = self.engine.clone();
        let state = drive::open(&mut engine).expect("a log");
        Desk {
            sequencer: Sequencer::new(keys(), state),
            engine,
            now_ms: self.now_ms,
        }
    }

    /// Accepts a letter and commits it.
    pub fn send(&mut self, letter: &[u8]) {
        let accepted = self.sequencer.accept(letter, self.now_ms);
        accepted.expect("a letter with an effect");
        self.commit();
    }

    /// Sends an entry of a table with this number.
    pub fn entry(&mut self, table: TableNumber, number: u32, entry: TableEntry) {
        self.send(&letter(table, number, entry));
    }

    pub fn commit(&mut self) {
        drive::commit(&mut self.sequencer, &mut self.engine, self.now_ms).expect("an engine");
    }

    /// All letters so far.
    pub fn letters(&mut self) -> Vec<(TableNumber, ToTable)> {
        let letters = std::iter::from_fn(|| self.sequencer.pop_letter());
        let letters = letters.map(|envelope| {
            let (membership, .., message) = read_letter(&envelope.letter);
            assert_eq!(membership.table, envelope.table);
            (envelope.table, message)
        });
        letters.collect()
    }

    pub fn notices(&mut self) -> Vec<HouseNotice> {
        std::iter::from_fn(|| self.sequencer.pop_notice()).collect()
    }
}

/// A folder that is removed at the end.
pub struct TestFolder(PathBuf);

impl TestFolder {
    pub fn new() -> TestFolder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = env::temp_dir().join(format!("coinspot-pit-{}-{count}", process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        TestFolder(folder)
    }

    pub fn file(&self) -> PathBuf {
        self.0.join("pool.db")
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TestFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
