//! `coinspot pool audit`: the order of wins, the verdict and the exit code.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, process};

use coinspot::pool::audit::utc;
use pit::drive;
use pit::example::example_terms;
use pit::keys::KeyRing;
use pit::sequencer::Sequencer;
use pit::sqlite::SqliteEngine;
use serde_json::Value;
use shared_rules::evaluate::Category;
use shared_rules::games::{Award, Game};
use shared_rules::pool::message::{Direction, Membership, ToPool, write_letter};
use shared_rules::pool::{Rows, TableEntry};
use shared_rules::seats::{Seat, SeatMap, SeatSet};
use shared_rules::wire::key::SharedKey;

const GAME: Game = Game::Ml9;
const LINK: u32 = 7;

/// 2027-01-15 08:00:00 UTC.
const START_MS: u64 = 1_800_000_000_000;

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = env::temp_dir().join(format!("coinspot-{name}-{}", process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        Folder(folder)
    }

    fn file(&self) -> PathBuf {
        self.0.join("pool.db")
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

fn write_log(path: &Path) {
    let key = SharedKey::new([9; 32]);
    let mut keys = KeyRing::new(LINK);
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

/// The exit code, standard output and standard error.
fn audit(arguments: &[&str], file: &Path) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_coinspot"))
        .args(["pool", "audit"])
        .args(arguments)
        .arg(file)
        .output()
        .expect("coinspot");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

#[test]
fn wins_are_told_with_places_and_times() {
    let folder = Folder::new("audit-text");
    write_log(&folder.file());
    let (code, output, verdict) = audit(&[], &folder.file());
    assert_eq!(code, Some(0), "{verdict}");
    let expected = "\
table 3, round 1: paid, $5000.10 from the pool
    seat 1: straight_flush $5000.10
    opened   entry 1, block 2, 2027-01-15 08:00:01.000
    locked   entry 2, block 3, 2027-01-15 08:00:02.000, dealt 2027-01-15 08:00:01.500
    settled  entry 3, block 4, 2027-01-15 08:00:03.000
    final    entry 3, block 4, 2027-01-15 08:00:03.000
    ended    entry 4, block 5, 2027-01-15 08:00:04.000
";
    assert_eq!(output, expected);
    let start = "link 7: 4 entries in 5 blocks, the last is ";
    assert!(verdict.starts_with(start), "{verdict}");
    assert!(verdict.ends_with("; the log holds\n"), "{verdict}");
}

#[test]
fn the_same_as_json() {
    let folder = Folder::new("audit-json");
    write_log(&folder.file());
    let (code, output, _) = audit(&["--format", "json"], &folder.file());
    assert_eq!(code, Some(0));
    let audited: Value = serde_json::from_str(&output).expect("JSON");
    assert_eq!(audited["wrong"], Value::Null);
    assert_eq!(audited["entries"], 4);
    let claim = &audited["claims"][0];
    assert_eq!(claim["fate"], "paid");
    assert_eq!(claim["awards"][0]["award"], "straight_flush");
    assert_eq!(claim["awards"][0]["amount"], 500_010);
    assert_eq!(claim["settled"]["place"], 3);
    assert_eq!(claim["settled"]["at_ms"], START_MS + 3_000);
    assert_eq!(audited["head"].as_str().map(str::len), Some(64));
}

#[test]
fn a_log_that_does_not_hold_fails() {
    let folder = Folder::new("audit-damaged");
    write_log(&folder.file());
    let mut bytes = fs::read(folder.file()).expect("a file");
    // SQLite fills a page from its end: the last byte is the first block's.
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(folder.file(), &bytes).expect("a file");
    let (code, _, verdict) = audit(&[], &folder.file());
    assert_eq!(code, Some(1), "{verdict}");
    assert!(verdict.contains("NOT TO BE TRUSTED: block "), "{verdict}");
    let (code, output, _) = audit(&["--format", "json"], &folder.file());
    assert_eq!(code, Some(1));
    let audited: Value = serde_json::from_str(&output).expect("JSON");
    assert!(audited["wrong"]["why"].is_string(), "{output}");
    fs::write(folder.file(), &bytes[..bytes.len() - 4_096]).expect("a file");
    let (code, _, verdict) = audit(&[], &folder.file());
    assert_eq!(code, Some(1), "{verdict}");
    assert!(verdict.contains("the stored log is damaged"), "{verdict}");
}

#[test]
fn no_log_is_an_error_in_words() {
    let folder = Folder::new("audit-none");
    let (code, output, error) = audit(&[], &folder.file());
    assert_eq!((code, output.as_str()), (Some(1), ""));
    assert!(error.starts_with("error: cannot read "), "{error}");
    fs::write(folder.file(), "not a log").expect("a file");
    let (code, _, error) = audit(&[], &folder.file());
    assert_eq!(code, Some(1));
    assert!(error.contains("this is not a pool's log"), "{error}");
}

#[test]
fn times_are_utc() {
    for (ms, expected) in [
        (0, "1970-01-01 00:00:00.000"),
        (951_782_400_000, "2000-02-29 00:00:00.000"),
        (1_709_251_199_999, "2024-02-29 23:59:59.999"),
        (1_709_251_200_000, "2024-03-01 00:00:00.000"),
        (1_798_761_599_001, "2026-12-31 23:59:59.001"),
    ] {
        assert_eq!(utc(ms), expected);
    }
}
