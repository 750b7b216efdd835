//! The archive: a crash after each step, a pool that runs meanwhile, engines with faults, and folders that do not fit.

use std::fs;
use std::path::Path;

use pit::archive::segment::Segment;
use pit::archive::{ArchiveFault, ArchiveOrder, ArchiveStep, archive, archive_in_steps};
use pit::digest::Digest;

use crate::prelude::*;

const STEPS: [ArchiveStep; 8] = [
    ArchiveStep::Compared,
    ArchiveStep::PrunedBefore,
    ArchiveStep::Checkpoint,
    ArchiveStep::Written,
    ArchiveStep::Verified,
    ArchiveStep::Named,
    ArchiveStep::Synced,
    ArchiveStep::Pruned,
];

fn order<'a>(folder: &'a Path, key: &'a SharedKey, now_ms: u64) -> ArchiveOrder<'a> {
    ArchiveOrder {
        folder,
        key,
        now_ms,
        until_ms: None,
    }
}

fn digest_of_all(folder: &TestFolder, tail: impl LogEngine) -> Digest {
    let segments = open_folder(folder.path(), &house_key()).expect("segments");
    let rebuilt = rebuild(segments, tail, None).expect("a log that holds");
    rebuilt.state.digest().expect("a digest")
}

/// Two nights, the second of which ends in the middle of its archive.
fn stops_after<E: LogEngine>(step: ArchiveStep, engine: &mut E, again: &dyn Fn() -> E) {
    let folder = TestFolder::new();
    let mut casino = Casino::open(engine, 3, 4);
    casino.night(engine, 3, folder.path());
    for _ in 0..3 {
        casino.minute(engine);
    }
    let state = casino.state().digest().expect("a digest");
    let key = house_key();
    let order = order(folder.path(), &key, casino.now_ms);
    let stopped = archive_in_steps(engine, &order, &mut |done| done != step);
    assert_eq!(stopped, Err(ArchiveFault::Stopped(step)));
    assert_eq!(digest_of_all(&folder, again()), state, "after {step:?}");
    // The pool may start again before the archive does, and go on.
    casino.start_again(engine);
    assert_eq!(casino.state().digest(), Ok(state));
    casino.minute(engine);
    let state = casino.state().digest().expect("a digest");
    assert_eq!(digest_of_all(&folder, again()), state, "after {step:?}");
    casino.night(engine, 1, folder.path());
    let state = casino.state().digest().expect("a digest");
    assert_eq!(digest_of_all(&folder, again()), state, "after {step:?}");
    let extent = engine.extent().expect("an engine");
    assert_eq!(extent.first, extent.head, "the checkpoint alone is left");
}

#[test]
fn a_crash_after_any_step_leaves_log_or_segment_whole_in_memory() {
    for step in STEPS {
        let mut engine = MemoryEngine::default();
        let other = engine.clone();
        stops_after(step, &mut engine, &|| other.clone());
    }
}

#[test]
fn a_crash_after_any_step_leaves_log_or_segment_whole_in_sqlite() {
    for step in STEPS {
        let folder = TestFolder::new();
        let mut engine = SqliteEngine::open(&folder.file()).expect("a file");
        let other = || SqliteEngine::open_to_read(&folder.file()).expect("a log");
        stops_after(step, &mut engine, &other);
    }
}

/// The file is changed between the steps of an archive: nothing is pruned that cannot be read back.
#[test]
fn nothing_is_pruned_that_was_not_verified() {
    for (step, name) in [
        (ArchiveStep::Written, "unfinished"),
        (ArchiveStep::Named, "segment"),
    ] {
        let folder = TestFolder::new();
        let mut engine = MemoryEngine::default();
        let mut casino = Casino::open(&mut engine, 2, 4);
        casino.minute(&mut engine);
        let key = house_key();
        let order = order(folder.path(), &key, casino.now_ms);
        let mut change = |done: ArchiveStep| {
            if done == step {
                flip_a_byte(folder.path(), name);
            }
            done != ArchiveStep::Named
        };
        let fault = archive_in_steps(&mut engine, &order, &mut change).expect_err("a fault");
        if step == ArchiveStep::Written {
            let expected = "the segment that was written cannot be trusted: \
                            its bytes have been changed: they do not have its digest";
            assert_eq!(fault.to_string(), expected);
        }
        let fault = archive(&mut engine, &order);
        match step {
            ArchiveStep::Named => {
                let words = fault.expect_err("a changed segment").to_string();
                assert!(words.contains("its bytes have been changed"), "{words}");
                assert_eq!(engine.extent().map(|extent| extent.first), Ok(1));
            }
            _ => {
                // The unfinished file is worth nothing, and written anew.
                fault.expect("an archive");
            }
        }
    }
}

fn flip_a_byte(folder: &Path, name: &str) {
    let files = fs::read_dir(folder).expect("a folder");
    let mut paths = files.map(|file| file.expect("a file").path());
    let path = paths.find(|path| path.display().to_string().ends_with(name));
    let path = path.expect("the file");
    let mut bytes = fs::read(&path).expect("a file");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    fs::write(&path, bytes).expect("a file");
}

/// Another desk on the same log sends its entries between the steps of the archive.
#[test]
fn the_pool_plays_on_while_its_log_is_archived() {
    let folder = TestFolder::new();
    let mut desk = Desk::new(Game::Ml9);
    let mut standby = desk.second();
    desk.entry(1, 1, TableEntry::Open(1));
    desk.entry(1, 2, TableEntry::Void(1));
    let mut number = 2;
    let key = house_key();
    let mut engine = desk.engine.clone();
    for round in 0..3 {
        let order = order(folder.path(), &key, START_MS + round);
        let mut plays = |_| {
            number += 1;
            let entry = match number % 2 {
                1 => TableEntry::Open(number / 2 + 1),
                _ => TableEntry::Void(number / 2),
            };
            desk.entry(1, number, entry);
            true
        };
        let archived = archive_in_steps(&mut engine, &order, &mut plays).expect("an archive");
        assert!(archived.head > archived.first, "{archived:?}");
    }
    assert_eq!(desk.sequencer.halted(), None);
    let state = desk.sequencer.state().digest().expect("a digest");
    assert_eq!(digest_of_all(&folder, engine.clone()), state);
    // A standby that has not read since the founding goes on behind the checkpoint, and knows the numbers.
    let open = letter(1, number + 1, TableEntry::Open(number));
    let early = standby
        .sequencer
        .accept(&letter(1, 1, TableEntry::Open(1)), START_MS);
    assert_eq!(early, Ok(1));
    standby.commit();
    standby.send(&open);
    assert_eq!(standby.sequencer.halted(), None);
    let member = standby.sequencer.state().member(1).expect("a table");
    assert_eq!(member.last_number(), number + 1);
    assert_eq!(
        standby.sequencer.state().head(),
        engine.extent().expect("an engine").head
    );
    assert_eq!(
        digest_of_all(&folder, engine),
        standby.sequencer.state().digest().expect("a digest")
    );
}

#[test]
fn an_archive_on_a_faulty_engine_ends_whole() {
    let faults = EngineFaults {
        lost: 20,
        late: 20,
        answer_lost: 20,
        twice: 20,
        read_failed: 5,
    };
    let (mut runs, mut failed) = (0, 0);
    for seed in 0..200 {
        let folder = TestFolder::new();
        let mut engine = FaultyEngine::new(seed, EngineFaults::default());
        let mut casino = Casino::open(&mut engine, 2, 4);
        let key = house_key();
        for _ in 0..2 {
            casino.minute(&mut engine);
            let state = casino.state().digest();
            let order = order(folder.path(), &key, casino.now_ms);
            engine.faults = faults;
            loop {
                runs += 1;
                match archive(&mut engine, &order) {
                    Ok(_) => break,
                    Err(_) => failed += 1,
                }
                assert_eq!(
                    Ok(digest_of_all(&folder, engine.reliable())),
                    state,
                    "seed {seed}"
                );
            }
            engine.faults = EngineFaults::default();
            assert_eq!(
                Ok(digest_of_all(&folder, engine.reliable())),
                state,
                "seed {seed}"
            );
        }
    }
    println!("{runs} archives, {failed} failed and were tried again");
    assert!(failed > 100 && runs - failed == 400, "{failed} of {runs}");
}

#[test]
fn a_folder_that_does_not_fit_is_refused() {
    let (folder, other_folder, empty) = (TestFolder::new(), TestFolder::new(), TestFolder::new());
    let mut engine = MemoryEngine::default();
    let mut casino = Casino::open(&mut engine, 2, 4);
    let mut copy = MemoryEngine::default();
    casino.minute(&mut engine);
    for number in 1..=engine.extent().expect("an engine").head {
        let block = engine.read(number).expect("an engine").expect("a block");
        assert_eq!(copy.append(number - 1, &block), Appended::Done);
    }
    casino.night(&mut engine, 2, folder.path());
    let mut other = MemoryEngine::default();
    Casino::open(&mut other, 3, 4).night(&mut other, 9, other_folder.path());
    let key = house_key();
    let refusal = |engine: &mut MemoryEngine, folder: &TestFolder, key: &SharedKey| {
        let first = engine.extent().expect("an engine").first;
        let fault = archive(engine, &order(folder.path(), key, 0)).expect_err("a refusal");
        let unchanged = engine.extent().expect("an engine").first;
        assert_eq!(first, unchanged, "nothing is pruned");
        fault.to_string()
    };
    let begins = engine.extent().expect("an engine").first;
    let words = refusal(&mut engine, &empty, &key);
    let expected = format!(
        "the folder does not fit the log: the log begins with block {begins}, \
         and the folder has no segment of what was before"
    );
    assert_eq!(words, expected);
    let words = refusal(&mut other, &folder, &key);
    assert!(words.contains("segments are missing"), "{words}");
    // A log that lost its end, as one from an old backup.
    let words = refusal(&mut copy, &folder, &key);
    assert!(
        words.contains("this log has lost its end, or is another one"),
        "{words}"
    );
    let words = refusal(&mut engine, &folder, &SharedKey::new([7; 32]));
    assert!(words.contains("it was not signed with this key"), "{words}");
    let words = refusal(&mut MemoryEngine::default(), &empty, &key);
    assert_eq!(words, "there is no log yet");
    let nowhere = folder.path().join("nowhere");
    let fault = archive(&mut engine, &order(&nowhere, &key, 0)).expect_err("no folder");
    assert!(fault.to_string().contains("nowhere"), "{fault}");
}

#[test]
fn a_log_with_another_block_at_the_segments_end_is_refused() {
    let folder = TestFolder::new();
    let mut engine = MemoryEngine::default();
    let mut casino = Casino::open(&mut engine, 2, 4);
    casino.minute(&mut engine);
    let key = house_key();
    let order = order(folder.path(), &key, casino.now_ms);
    let named = archive_in_steps(&mut engine, &order, &mut |done| done != ArchiveStep::Synced);
    assert_eq!(named, Err(ArchiveFault::Stopped(ArchiveStep::Synced)));
    let head = engine.extent().expect("an engine").head;
    let mut forked = MemoryEngine::default();
    for number in 1..=head {
        let block = match number == head {
            false => engine.read(number).expect("an engine").expect("a block"),
            true => b"another block".to_vec(),
        };
        assert_eq!(forked.append(number - 1, &block), Appended::Done);
    }
    let fault = archive(&mut forked, &order)
        .expect_err("a refusal")
        .to_string();
    let expected = format!(
        "the folder does not fit the log: block {head} of the log is not the one of the segments: \
         they are those of another log"
    );
    assert_eq!(fault, expected);
    assert_eq!(forked.extent().map(|extent| extent.first), Ok(1));
}

#[test]
fn two_archives_do_not_share_a_folder() {
    let folder = TestFolder::new();
    let mut engine = MemoryEngine::default();
    let mut casino = Casino::open(&mut engine, 2, 4);
    casino.minute(&mut engine);
    let key = house_key();
    let order = order(folder.path(), &key, casino.now_ms);
    let mut second = engine.clone();
    let mut words = String::new();
    let archived = archive_in_steps(&mut engine, &order, &mut |step| {
        if step == ArchiveStep::Written {
            let refused = archive(&mut second, &order).expect_err("a refusal");
            words = refused.to_string();
        }
        true
    });
    archived.expect("an archive");
    assert!(
        words.ends_with("another archive writes into this folder"),
        "{words}"
    );
}

#[test]
fn what_is_newer_than_a_time_stays_in_the_log() {
    let folder = TestFolder::new();
    let mut engine = MemoryEngine::default();
    let mut casino = Casino::open(&mut engine, 2, 4);
    let key = house_key();
    let mut ends = Vec::new();
    let mut heads = Vec::new();
    for _ in 0..3 {
        casino.minute(&mut engine);
        let order = ArchiveOrder {
            until_ms: Some(casino.now_ms - 1),
            ..order(folder.path(), &key, casino.now_ms)
        };
        let archived = archive(&mut engine, &order).expect("an archive");
        ends.push(archived.segment.map(|segment: Segment| segment.header.last));
        heads.push(archived.head);
        casino.read_on(&mut engine);
    }
    // Each run leaves what is newer than the checkpoint of the run before.
    assert_eq!(ends, [None, Some(heads[0]), Some(heads[1])]);
    let state = casino.state().digest().expect("a digest");
    assert_eq!(digest_of_all(&folder, engine.clone()), state);
    casino.start_again(&mut engine);
    assert_eq!(casino.state().digest(), Ok(state));
}

#[test]
fn a_checkpoint_with_another_state_is_refused_by_everybody() {
    let mut desk = Desk::new(Game::Ml9);
    let before = drive::open(&mut desk.engine).expect("a log");
    desk.entry(1, 1, TableEntry::Open(1));
    // Made for the founding, and sealed for this place.
    let block = before.checkpoint_block(START_MS).expect("a block");
    let (mut opened, _) = pit::block::Block::open(&block).expect("a block");
    opened.number = 3;
    opened.previous = desk.sequencer.state().head_digest();
    opened.state = desk.sequencer.state().digest().expect("a digest");
    let (bytes, _) = opened.seal().expect("a block");
    assert_eq!(desk.engine.append(2, &bytes), Appended::Done);
    let words = "block 3, record 1: the checkpoint has another state than the one that was reached";
    let refused = drive::open(&mut desk.engine)
        .expect_err("a broken log")
        .to_string();
    assert_eq!(refused, format!("the log does not hold: {words}"));
    desk.send(&letter(1, 2, TableEntry::Void(1)));
    assert_eq!(
        desk.sequencer.halted().map(ToString::to_string),
        Some(words.to_owned())
    );
    // A log that begins with it does not hold either: it has not the state that its block names.
    desk.engine.prune(3).expect("an engine");
    let refused = drive::open(&mut desk.engine)
        .expect_err("a broken log")
        .to_string();
    assert!(
        refused.contains("the state after it is not the one"),
        "{refused}"
    );
}

/// A message that is as old as a table can repeat is known behind a checkpoint too, and its contradiction is found.
#[test]
fn old_messages_are_known_behind_a_checkpoint() {
    let folder = TestFolder::new();
    let mut desk = Desk::new(Game::Ml9);
    for number in 1..=40 {
        let entry = match number % 2 {
            1 => TableEntry::Open(number / 2 + 1),
            _ => TableEntry::Void(number / 2),
        };
        desk.entry(1, number, entry);
    }
    let key = house_key();
    archive(&mut desk.engine, &order(folder.path(), &key, START_MS)).expect("an archive");
    let mut again = desk.second();
    let entries = again.sequencer.state().pool().entries();
    again.send(&letter(1, 21, TableEntry::Open(11)));
    assert_eq!(again.sequencer.state().pool().entries(), entries);
    again.send(&letter(1, 22, TableEntry::Open(99)));
    assert!(again.notices().len() == 1, "a contradiction");
    assert_ne!(
        message(22, TableEntry::Void(11)),
        message(22, TableEntry::Open(99))
    );
    let audited = pit::audit::audit(&mut again.engine, None).expect("an engine");
    assert_eq!(audited.wrong, None);
    assert_eq!(
        again.engine.read(1),
        Err(EngineTrouble::Pruned {
            first: audited.first
        })
    );
}
