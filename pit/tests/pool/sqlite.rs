//! The SQLite file: one pool at a time, readers at any time, and damage that is found.

use std::fs;
use std::path::Path;

use pit::audit::PoolAudit;
use rusqlite::Connection;

use crate::prelude::*;

const GAME: Game = Game::Ml9;

/// A log of 40 rounds in blocks of one entry.
fn write_log(path: &Path) {
    let mut engine = SqliteEngine::open(path).expect("a file");
    let mut sequencer = Sequencer::new(keys(), founded(&mut engine, GAME));
    for round in 1..=40 {
        let number = 3 * (round - 1);
        for letter in [
            letter(3, number + 1, TableEntry::Open(round)),
            letter(3, number + 2, lock(round, START_MS + u64::from(round))),
            letter(3, number + 3, settled(GAME, round, None)),
        ] {
            sequencer.accept(&letter, START_MS).expect("a letter");
            drive::commit(&mut sequencer, &mut engine, START_MS).expect("an engine");
        }
    }
    assert_eq!(sequencer.state().head(), 121);
}

fn audit_file(path: &Path) -> Result<PoolAudit, EngineTrouble> {
    let mut engine = SqliteEngine::open_to_read(path)?;
    engine.check_structure()?;
    audit(&mut engine, Some(&keys()))
}

#[test]
fn a_second_pool_on_one_file_is_told_so() {
    let folder = TestFolder::new();
    let first = SqliteEngine::open(&folder.file()).expect("a file");
    let refused = SqliteEngine::open(&folder.file()).expect_err("a refusal");
    let words = format!("another pool works on {}", folder.file().display());
    assert_eq!(refused.to_string(), words);
    drop(first);
    SqliteEngine::open(&folder.file()).expect("a file");
}

#[test]
fn a_reader_sees_every_block_while_the_pool_runs() {
    let folder = TestFolder::new();
    let mut engine = SqliteEngine::open(&folder.file()).expect("a file");
    let mut reader = SqliteEngine::open_to_read(&folder.file()).expect("a file");
    for head in 0..5 {
        assert_eq!(engine.append(head, b"block"), Appended::Done);
        assert_eq!(reader.read(head + 1), Ok(Some(b"block".to_vec())));
    }
    assert!(matches!(reader.append(5, b"block"), Appended::Unknown(_)));
    assert_eq!(engine.read(6), Ok(None));
}

#[test]
fn commits_are_durable() {
    let folder = TestFolder::new();
    drop(SqliteEngine::open(&folder.file()).expect("a file"));
    let connection = Connection::open(folder.file()).expect("a file");
    let mode: String = connection
        .pragma_query_value(None, "journal_mode", |row| row.get(0))
        .expect("a pragma");
    assert_eq!(mode, "wal");
}

#[test]
fn files_of_others_are_left_alone() {
    let folder = TestFolder::new();
    let text = folder.path().join("text");
    fs::write(
        &text,
        "not a database, but long enough to be looked at ".repeat(100),
    )
    .expect("a file");
    let other = folder.path().join("other.db");
    let connection = Connection::open(&other).expect("a file");
    connection
        .execute_batch("CREATE TABLE t (x)")
        .expect("a table");
    drop(connection);
    let newer = folder.path().join("newer.db");
    drop(SqliteEngine::open(&newer).expect("a file"));
    let connection = Connection::open(&newer).expect("a file");
    connection
        .pragma_update(None, "user_version", 2)
        .expect("a pragma");
    drop(connection);
    for (path, words) in [
        (&text, "this is not a pool's log"),
        (&other, "this is not a pool's log"),
        (
            &newer,
            "the log has format 2, and this program knows format 1",
        ),
    ] {
        let before = fs::read(path).expect("a file");
        for refused in [SqliteEngine::open(path), SqliteEngine::open_to_read(path)] {
            let refused = refused.expect_err("a refusal").to_string();
            assert!(refused.starts_with(words), "{refused}");
        }
        assert_eq!(
            fs::read(path).expect("a file"),
            before,
            "{}",
            path.display()
        );
    }
    let missing = folder.path().join("missing.db");
    SqliteEngine::open_to_read(&missing).expect_err("no file");
    assert!(!missing.exists());
}

#[test]
fn a_truncated_file_does_not_pass_for_a_log() {
    let folder = TestFolder::new();
    write_log(&folder.file());
    let whole = fs::read(folder.file()).expect("a file");
    let clean = audit_file(&folder.file()).expect("a log");
    assert_eq!((clean.wrong.clone(), clean.blocks), (None, 121));
    let damaged = folder.path().join("damaged.db");
    for length in [
        0,
        50,
        100,
        4_096,
        whole.len() / 2,
        whole.len() - 4_096,
        whole.len() - 1,
    ] {
        fs::write(&damaged, &whole[..length]).expect("a file");
        match audit_file(&damaged) {
            Ok(audited) => assert!(audited.wrong.is_some(), "{length} of {} bytes", whole.len()),
            Err(trouble) => println!("{length} bytes: {trouble}"),
        }
    }
}

/// A byte may be one that SQLite does not use. Every other one is noticed.
#[test]
fn a_changed_byte_is_found_or_changes_nothing() {
    let folder = TestFolder::new();
    write_log(&folder.file());
    let whole = fs::read(folder.file()).expect("a file");
    let clean = audit_file(&folder.file()).expect("a log");
    let damaged = folder.path().join("damaged.db");
    let mut random = SeededRandom::new(3);
    let (mut found, mut unused) = (0, 0);
    for _ in 0..400 {
        let mut bytes = whole.clone();
        let index = usize::try_from(random.below(bytes.len() as u64)).expect("an index");
        bytes[index] ^= 1 << random.below(8);
        fs::write(&damaged, &bytes).expect("a file");
        match audit_file(&damaged) {
            Ok(audited) if audited == clean => unused += 1,
            Ok(audited) => {
                assert!(audited.wrong.is_some(), "byte {index} changed the result");
                found += 1;
            }
            Err(_) => found += 1,
        }
    }
    println!("{found} found, {unused} in unused space");
    assert!(found > 200, "{found} found, {unused} in unused space");
}

/// Every byte of a block counts, also in the last one.
#[test]
fn a_changed_byte_of_a_block_is_found_where_it_is() {
    let folder = TestFolder::new();
    write_log(&folder.file());
    for number in [1, 60, 121] {
        let mut reader = SqliteEngine::open_to_read(&folder.file()).expect("a log");
        let block = reader.read(number).expect("an engine").expect("a block");
        drop(reader);
        for index in 0..block.len() {
            let mut changed = block.clone();
            changed[index] ^= 0x10;
            store(&folder.file(), number, &changed);
            let audited = audit_file(&folder.file()).expect("a file");
            let wrong = audited.wrong.expect("a fault");
            assert_eq!(wrong.block, Some(number), "byte {index}: {wrong:?}");
        }
        store(&folder.file(), number, &block);
    }
    assert_eq!(audit_file(&folder.file()).expect("a log").wrong, None);
}

fn store(path: &Path, number: u64, bytes: &[u8]) {
    let connection = Connection::open(path).expect("a file");
    connection
        .pragma_update(None, "synchronous", "off")
        .expect("a pragma");
    let number = i64::try_from(number).expect("a number");
    let changed = connection.execute(
        "UPDATE block SET bytes = ?2 WHERE number = ?1",
        (number, bytes),
    );
    assert_eq!(changed, Ok(1));
}
