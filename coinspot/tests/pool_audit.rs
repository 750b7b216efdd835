//! `coinspot pool audit`: the order of wins, the verdict and the exit code.

mod pool_log;

use std::fs;
use std::path::Path;

use coinspot::pool::audit::utc;
use pool_log::{Folder, START_MS, pool, write_log};
use serde_json::Value;

/// The exit code, standard output and standard error.
fn audit(arguments: &[&str], file: &Path) -> (Option<i32>, String, String) {
    let file = file.to_str().expect("a path");
    pool(&[&["audit"], arguments, &[file]].concat())
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
