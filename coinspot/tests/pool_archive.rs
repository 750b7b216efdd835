//! `coinspot pool archive`, `rebuild` and `export`, and the audit over segments.

mod pool_log;

use std::fs;

use coinspot::pool::archive::day_ms;
use pool_log::{Folder, START_MS, pool, write_log};
use serde_json::Value;

const KEY: &str = "4848484848484848484848484848484848484848484848484848484848484848";

/// A folder with a log, a key for its segments and another one.
fn years(name: &str) -> Folder {
    let folder = Folder::new(name);
    write_log(&folder.file());
    fs::write(folder.path("house.key"), KEY).expect("a file");
    fs::write(folder.path("other.key"), KEY.replace('4', "5")).expect("a file");
    fs::write(folder.path("no.key"), "no key").expect("a file");
    folder
}

/// Runs a command in which `{}` stands for the folder.
fn run(folder: &Folder, command: &str) -> (Option<i32>, String, String) {
    let path = folder.path("");
    let path = path.to_str().expect("a path").trim_end_matches('/');
    let command = command.replace("{}", path);
    pool(&command.split(' ').collect::<Vec<_>>())
}

#[track_caller]
fn succeeds(folder: &Folder, command: &str) -> (String, String) {
    let (code, output, error) = run(folder, command);
    assert_eq!(code, Some(0), "{command}: {error}");
    (output, error)
}

#[track_caller]
fn refuses(folder: &Folder, command: &str, words: &str) {
    let (code, output, error) = run(folder, command);
    assert_eq!(code, Some(1), "{command}: {output}");
    assert!(error.contains(words), "{command}: {error}");
}

const ARCHIVE: &str = "archive --file {}/pool.db --to {}/segments --key {}/house.key";
const OVER_SEGMENTS: &str = "--segments {}/segments --segment-key {}/house.key";

#[test]
fn an_archived_log_is_audited_exported_and_rebuilt_like_a_whole_one() {
    let folder = years("archive-all");
    let (claims, _) = succeeds(&folder, "audit {}/pool.db");
    let (rows, _) = succeeds(&folder, "export {}/pool.db --format csv");
    let (said, _) = succeeds(&folder, ARCHIVE);
    assert!(said.starts_with("the blocks 1 to 6 are in "), "{said}");
    assert!(
        said.ends_with("the log now has the blocks 6 to 6\n"),
        "{said}"
    );
    let (said, _) = succeeds(&folder, ARCHIVE);
    assert_eq!(
        said,
        "there is nothing to archive; the log now has the blocks 6 to 6\n"
    );

    let (output, verdict) = succeeds(&folder, "audit {}/pool.db");
    assert_eq!(output, "");
    let late = "block 6 is the first: what was before it needs the segments; the log holds";
    assert!(verdict.contains(late), "{verdict}");
    let (output, verdict) = succeeds(&folder, &format!("audit {{}}/pool.db {OVER_SEGMENTS}"));
    assert_eq!(output, claims);
    assert!(
        verdict.starts_with("link 7: 4 entries in 6 blocks"),
        "{verdict}"
    );
    assert!(!verdict.contains("is the first"), "{verdict}");
    let over = format!("export {{}}/pool.db --format csv {OVER_SEGMENTS}");
    let (output, _) = succeeds(&folder, &over);
    assert!(output.starts_with(&rows), "{output}");
    let [checkpoint] = output[rows.len()..].lines().collect::<Vec<_>>()[..] else {
        panic!("{output}");
    };
    assert!(checkpoint.starts_with("6,1,4,"), "{checkpoint}");
    assert!(checkpoint.contains(",checkpoint,,,,"), "{checkpoint}");

    let rebuild = format!("rebuild {OVER_SEGMENTS}");
    let (alone, _) = succeeds(&folder, &format!("{rebuild} --file {{}}/new.db"));
    let (with_tail, _) = succeeds(&folder, &format!("{rebuild} --tail {{}}/pool.db"));
    assert_eq!(alone, with_tail);
    assert!(
        alone.starts_with("link 7: 6 records up to block 6, the last is "),
        "{alone}"
    );
    let (_, of_new) = succeeds(&folder, "audit {}/new.db");
    let (_, of_old) = succeeds(&folder, "audit {}/pool.db");
    assert_eq!(of_new, of_old);
    let again = format!("{rebuild} --file {{}}/new.db");
    refuses(&folder, &again, "new.db is there already");
}

#[test]
fn entries_are_exported_with_times_and_amounts() {
    let folder = years("archive-export");
    let (output, _) = succeeds(&folder, "export {}/pool.db");
    let rows: Vec<Value> = output
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let kinds: Vec<&str> = rows.iter().filter_map(|row| row["kind"].as_str()).collect();
    assert_eq!(kinds, ["founded", "open", "lock", "settled", "confirmed"]);
    let lock = &rows[2];
    assert_eq!((&lock["table"], &lock["round"]), (&3.into(), &1.into()));
    assert_eq!(lock["units"]["1"], 1);
    assert_eq!(lock["received_ms"], START_MS + 2_000);
    assert_eq!(lock["received"], "2027-01-15 08:00:02.000");
    // A fifth and a twentieth of $5, in micro-cents.
    assert_eq!(lock["contributed"], 125_000_000);
    assert_eq!(lock["meter"], 5_000_100);
    let confirmed = &rows[4];
    assert_eq!(confirmed["paid"], 500_010);
    assert_eq!(confirmed["awards"][0]["award"], "straight_flush");
    assert_eq!(confirmed["meter"], 4_500_090);

    let (output, _) = succeeds(&folder, "export {}/pool.db --format csv");
    let lines: Vec<&str> = output.lines().collect();
    let columns = lines[0].split(',').count();
    assert_eq!((lines.len(), columns), (6, 21));
    assert!(
        lines.iter().all(|line| line.split(',').count() == columns),
        "{output}"
    );
    let expected = "3,1,2,2027-01-15 08:00:02.000,1800000002000,lock,3,1,2,1,,1:1,1800000001500,,,,,125000000,,,5000100";
    assert_eq!(lines[3], expected);
    let expected = "5,1,4,2027-01-15 08:00:04.000,1800000004000,confirmed,3,1,4,1,,,,,,,,,500010,1:straight_flush:500010,4500090";
    assert_eq!(lines[5], expected);
}

#[test]
fn wrong_input_has_clear_words() {
    let folder = years("archive-words");
    let nowhere = "archive --file {}/none.db --to {}/segments --key {}/house.key";
    refuses(&folder, nowhere, "cannot open");
    let no_key = "archive --file {}/pool.db --to {}/segments --key {}/no.key";
    refuses(&folder, no_key, "holds no key");
    succeeds(&folder, ARCHIVE);
    let over = |key: &str, end: &str| {
        format!("{end} --segments {{}}/segments --segment-key {{}}/{key}.key")
    };
    for command in [
        "audit {}/pool.db".to_owned(),
        "export {}/pool.db".to_owned(),
        "rebuild".to_owned(),
    ] {
        refuses(
            &folder,
            &over("other", &command),
            "it was not signed with this key",
        );
    }
    let other = "archive --file {}/pool.db --to {}/segments --key {}/other.key";
    refuses(&folder, other, "it was not signed with this key");
    let elsewhere = "archive --file {}/pool.db --to {}/elsewhere --key {}/house.key";
    let words = "the log begins with block 6, and the folder has no segment of what was before";
    refuses(&folder, elsewhere, words);
    let empty = "rebuild --segments {}/elsewhere --segment-key {}/house.key";
    refuses(&folder, empty, "elsewhere has no segment");
    let journal = "audit {}/pool.db --journal 3={}/house.key";
    refuses(
        &folder,
        journal,
        "a journal can be compared with --segments only",
    );
    let (code, _, error) = run(&folder, "audit {}/pool.db --segments {}/segments");
    assert_eq!(code, Some(2), "{error}");
    let (code, _, error) = run(&folder, &format!("{ARCHIVE} --until 2027-02-29"));
    assert_eq!(code, Some(2), "{error}");
    assert!(error.contains("\"2027-02-29\" is no day"), "{error}");
    let segment = fs::read_dir(folder.path("segments")).expect("a folder");
    let mut segment = segment.map(|file| file.expect("a file").path());
    let segment = segment
        .find(|path| path.extension().is_some())
        .expect("a segment");
    let bytes = fs::read(&segment).expect("a segment");
    fs::write(&segment, &bytes[..bytes.len() - 7]).expect("a file");
    refuses(
        &folder,
        &over("house", "audit {}/pool.db"),
        "it was cut off",
    );
    refuses(&folder, ARCHIVE, "it was cut off");
}

#[test]
fn a_running_pool_keeps_what_is_newer_than_a_day() {
    let folder = years("archive-until");
    let (said, _) = succeeds(&folder, &format!("{ARCHIVE} --until 1970-01-02"));
    // The checkpoint of today is newer than that day, and there is none before it.
    assert_eq!(
        said,
        "there is nothing to archive; the log now has the blocks 1 to 6\n"
    );
    let (said, _) = succeeds(&folder, &format!("{ARCHIVE} --until 9999-12-31"));
    assert!(
        said.ends_with("the log now has the blocks 6 to 6\n"),
        "{said}"
    );
}

#[test]
fn days_are_utc() {
    for (text, expected) in [
        ("1970-01-01", Ok(0)),
        ("2000-02-29", Ok(951_782_400_000)),
        ("2027-01-15", Ok(START_MS - 8 * 3_600_000)),
        ("2027-02-29", Err(())),
        ("2027-13-01", Err(())),
        ("2027-1-15", Err(())),
        ("2027-01", Err(())),
        ("yesterday", Err(())),
        ("0-01-01", Err(())),
    ] {
        assert_eq!(day_ms(text).map_err(drop), expected, "{text}");
    }
}
