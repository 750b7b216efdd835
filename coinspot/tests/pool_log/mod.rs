//! A log of one round for the tests of `coinspot pool`, and the program.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, process};

use pit::drive;
use pit::example::example_terms;
use pit::keys::LinkKeys;
use pit::sequencer::Sequencer;
use pit::sqlite::SqliteEngine;
use shared_rules::evaluate::Category;
use shared_rules::games::{Award, Game};
use shared_rules::pool::message::{Direction, Membership, ToPool, write_letter};
use shared_rules::pool::{Rows, TableEntry};
use shared_rules::seats::{Seat, SeatMap, SeatSet};
use shared_rules::wire::key::SharedKey;

const GAME: Game = Game::Ml9;
const LINK: u32 = 7;

/// 2027-01-15 08:00:00 UTC.
pub const START_MS: u64 = 1_800_000_000_000;

/// A folder that is removed at the end.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let folder = env::temp_dir().join(format!("coinspot-{name}-{}", process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        Folder(folder)
    }

    pub fn file(&self) -> PathBuf {
        self.path("pool.db")
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A round of table 3 whose seat 1 makes a straight flush, which is confirmed.
fn round() -> [TableEntry; 4] {
    let mut made = SeatMap::<Rows>::default();
    let award = Award::Hand(Category::StraightFlush);
    assert!(made.get_mut(Seat::One).insert(GAME.rules(), award));
    [
        TableEntry::Open(1),
        TableEntry::Lock {
            round: 1,
            units: SeatMap::from_fn(|seat| u8::from(seat == Seat::One)),
            dealt: START_MS + 1_500,
        },
        TableEntry::Settled {
            round: 1,
            made,
            returned: SeatSet::EMPTY,
            registered: None,
        },
        TableEntry::Confirmed(1),
    ]
}

pub fn write_log(path: &Path) {
    let key = SharedKey::new([9; 32]);
    let mut keys = LinkKeys::new(LINK);
    keys.insert(3, 1, key.clone());
    let mut engine = SqliteEngine::open(path).expect("a file");
    let state =
        drive::open_or_found(&mut engine, LINK, &example_terms(GAME), START_MS).expect("a log");
    let mut sequencer = Sequencer::new(keys, state);
    let place = Membership {
        link: LINK,
        table: 3,
        generation: 1,
    };
    for (number, entry) in (1..).zip(round()) {
        let message = ToPool::Entry {
            number,
            seen: None,
            entry,
        };
        let letter = write_letter(&key, Direction::ToPool, place, 1, 0, &message);
        let now_ms = START_MS + u64::from(number) * 1_000;
        let accepted = sequencer.accept(&letter.expect("a letter"), now_ms);
        accepted.expect("a letter with an effect");
        drive::commit(&mut sequencer, &mut engine, now_ms).expect("an engine");
    }
}

/// Runs `coinspot pool` with these arguments: exit code, standard output and standard error.
pub fn pool(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_coinspot"))
        .arg("pool")
        .args(arguments)
        .output()
        .expect("coinspot");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}
