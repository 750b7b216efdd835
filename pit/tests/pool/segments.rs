//! Segments that were damaged, exchanged or lost, and a reader that shares no code with the writer.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use pit::archive::segment::{Segment, SegmentFault};
use pit::archive::{FolderFault, JoinFault, JoinedLog, check_chain};

use crate::month::{HOUSE_KEY, LINK};
use crate::prelude::*;

const READER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/examples/segment.py");

/// Some segments of a short minute each, and the log behind them.
fn segments_of(tables: u32, nights: usize) -> (TestFolder, Vec<Segment>, MemoryEngine) {
    let folder = TestFolder::new();
    let mut engine = MemoryEngine::default();
    let mut casino = Casino::open(&mut engine, tables, 10);
    for _ in 0..nights {
        casino.night(&mut engine, 1, folder.path());
    }
    let segments = open_folder(folder.path(), &house_key()).expect("segments");
    assert_eq!(segments.len(), nights);
    (folder, segments, engine)
}

fn words(folder: &TestFolder) -> String {
    let opened = open_folder(folder.path(), &house_key());
    opened.expect_err("a fault").to_string()
}

#[test]
fn every_byte_of_a_segment_counts() {
    let (folder, segments, _) = segments_of(1, 1);
    let path = &segments[0].path;
    let sound = fs::read(path).expect("a segment");
    assert!(sound.len() < 2_000, "{} bytes take too long", sound.len());
    for index in 0..sound.len() {
        for bit in [0, 7] {
            let mut changed = sound.clone();
            changed[index] ^= 1 << bit;
            fs::write(path, &changed).expect("a file");
            let fault = Segment::open(path, &house_key()).expect_err("a changed segment");
            let expected = match index {
                0..8 => matches!(fault, SegmentFault::Foreign),
                8..12 => matches!(fault, SegmentFault::Version(_)),
                32..40 => matches!(fault, SegmentFault::Size { .. }),
                _ if index + 16 >= sound.len() => fault == SegmentFault::Key,
                _ => fault == SegmentFault::Changed,
            };
            assert!(expected, "byte {index}: {fault}");
        }
    }
    let name = path.display();
    fs::write(path, sound).expect("a file");
    let other = open_folder(folder.path(), &SharedKey::new([1; 32])).expect_err("another key");
    assert_eq!(
        other.to_string(),
        format!("{name}: it was not signed with this key")
    );
}

#[test]
fn a_segment_that_was_cut_off_says_so() {
    let (_folder, segments, _) = segments_of(1, 1);
    let path = &segments[0].path;
    let sound = fs::read(path).expect("a segment");
    for length in 0..sound.len() {
        fs::write(path, &sound[..length]).expect("a file");
        let fault = Segment::open(path, &house_key()).expect_err("a part of a segment");
        match length {
            0..8 => assert_eq!(fault, SegmentFault::Foreign),
            _ => assert!(
                fault.to_string().starts_with("it was cut off: it has "),
                "{fault}"
            ),
        }
    }
    let longer = [sound.as_slice(), b"x"].concat();
    fs::write(path, longer).expect("a file");
    let fault = Segment::open(path, &house_key()).expect_err("a longer segment");
    let count = sound.len();
    assert_eq!(
        fault.to_string(),
        format!("it has {} bytes, and should have {count}", count + 1)
    );
}

#[test]
fn missing_segments_are_named() {
    let (folder, segments, engine) = segments_of(2, 3);
    let lasts: Vec<u64> = segments.iter().map(|segment| segment.header.last).collect();
    let away = folder.path().join("away");
    let without = |index: usize| -> String {
        let path: &Path = &segments[index].path;
        fs::rename(path, &away).expect("a file");
        let fault = match open_folder(folder.path(), &house_key()) {
            Err(fault) => fault.to_string(),
            Ok(left) => {
                let joined = JoinedLog::new(left, engine.clone());
                joined.expect_err("a gap").to_string()
            }
        };
        fs::rename(&away, path).expect("a file");
        fault
    };
    let named = |index: usize| segments[index].path.display().to_string();
    assert_eq!(
        without(0),
        format!(
            "{} begins with block {}: the segments before it are missing",
            named(1),
            lasts[0]
        )
    );
    assert_eq!(
        without(1),
        format!(
            "{} begins with block {}: the segment from block {} to there is missing",
            named(2),
            lasts[1],
            lasts[0]
        )
    );
    assert_eq!(
        without(2),
        format!(
            "the segments end with block {}, and the log begins with block {}: segments are missing",
            lasts[1], lasts[2]
        )
    );
}

#[test]
fn segments_are_read_in_the_order_of_their_blocks() {
    let (folder, segments, _) = segments_of(2, 3);
    // Names do not decide.
    let aside = folder.path().join("aside");
    let (first, last) = (&segments[0].path, &segments[2].path);
    for (from, to) in [(first, &aside), (last, first), (&aside, last)] {
        fs::rename(from, to).expect("a file");
    }
    let renamed = open_folder(folder.path(), &house_key()).expect("segments");
    let digests = |segments: &[Segment]| segments.iter().map(|one| one.digest).collect::<Vec<_>>();
    assert_eq!(digests(&renamed), digests(&segments));
    let mut out_of_order = segments.clone();
    out_of_order.swap(1, 2);
    assert!(matches!(
        check_chain(&out_of_order),
        Err(FolderFault::Gap { .. })
    ));
    let twice = [&segments[..2], &segments[1..]].concat();
    let fault = check_chain(&twice).expect_err("a segment twice");
    assert!(
        fault.to_string().ends_with("they are out of order"),
        "{fault}"
    );
}

#[test]
fn segments_of_another_log_are_turned_away() {
    let (folder, segments, mut engine) = segments_of(2, 2);
    // The same blocks under the same names, of a log with other bets.
    let (other_folder, others, other_engine) = segments_of(3, 2);
    fs::copy(&others[0].path, &segments[0].path).expect("a file");
    let fault = words(&folder);
    assert!(
        fault.contains("begins with block") || fault.contains("was replaced"),
        "{fault}"
    );
    let foreign = JoinedLog::new(others.clone(), engine.clone()).expect_err("another log");
    let expected = [
        matches!(foreign, JoinFault::OtherLog { .. }),
        matches!(foreign, JoinFault::Gap { .. } | JoinFault::Shorter { .. }),
    ];
    assert!(expected.contains(&true), "{foreign}");
    let mut restored = MemoryEngine::default();
    let full = engine.extent().expect("an engine").head;
    let occupied = rebuild(others, other_engine, Some(&mut engine)).expect_err("blocks");
    assert_eq!(occupied.to_string(), "the new log has blocks already");
    assert_eq!(engine.extent().expect("an engine").head, full);
    assert_eq!(restored.extent().expect("an engine").head, 0);
    drop(other_folder);
}

#[test]
fn a_segment_of_another_link_is_named() {
    let (_folder, mut segments, _) = segments_of(1, 2);
    segments[1].header.link += 1;
    let fault = check_chain(&segments)
        .expect_err("another link")
        .to_string();
    let name = segments[1].path.display().to_string();
    let expected = format!(
        "{name} is a segment of link {}, the others are of link {LINK}",
        LINK + 1
    );
    assert_eq!(fault, expected);
    segments[1].header.link = LINK;
    segments[1].header.previous = segments[1].digest;
    let fault = check_chain(&segments)
        .expect_err("another chain")
        .to_string();
    let expected =
        format!("{name} does not follow the segment before it: one of them was replaced");
    assert_eq!(fault, expected);
}

/// Standard output, or the words of a refusal.
fn read_by_python(folder: &TestFolder, segments: &[&Path]) -> Result<String, String> {
    let key: String = HOUSE_KEY.iter().map(|byte| format!("{byte:02x}")).collect();
    let key_file: PathBuf = folder.path().join("house.key");
    fs::write(&key_file, key).expect("a file");
    let output = Command::new("python3")
        .arg(READER)
        .arg(&key_file)
        .args(segments)
        .output()
        .expect("python3 is needed to run docs/examples/segment.py");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    match output.status.success() {
        true => Ok(text(&output.stdout)),
        false => Err(text(&output.stderr)),
    }
}

#[test]
fn a_program_of_its_own_reads_segments() {
    let (folder, segments, _) = segments_of(3, 2);
    let paths: Vec<&Path> = segments.iter().map(|one| one.path.as_path()).collect();
    let printed = read_by_python(&folder, &paths).expect("segments that hold");
    let count = |kind: &str| printed.lines().filter(|line| line.contains(kind)).count();
    assert_eq!(
        (count(" founded link=3 "), count(" checkpoint at=")),
        (1, 2)
    );
    assert_eq!(
        (count(" open round="), count(" lock round=")),
        (6, 6),
        "{printed}"
    );
    assert!(
        count(" settled round=") + count(" void round=") >= 6,
        "{printed}"
    );
    assert!(
        printed
            .contains("accepted table=3 generation=1 received=1800000000015 number=1 open round=1")
    );

    let backwards = [paths[1], paths[0]];
    let refused = read_by_python(&folder, &backwards).expect_err("segments out of order");
    assert!(
        refused.contains("does not follow the segment before it"),
        "{refused}"
    );
    let sound = fs::read(paths[0]).expect("a segment");
    for index in [4, 9, 100, 300, sound.len() - 40, sound.len() - 1] {
        let mut changed = sound.clone();
        changed[index] ^= 1;
        fs::write(paths[0], changed).expect("a file");
        let refused = read_by_python(&folder, &paths[..1]).expect_err("a changed segment");
        assert!(refused.contains(".segment: "), "{refused}");
    }
    fs::write(paths[0], &sound[..sound.len() - 1]).expect("a file");
    let refused = read_by_python(&folder, &paths[..1]).expect_err("a part of a segment");
    assert!(refused.contains("another size"), "{refused}");
}
