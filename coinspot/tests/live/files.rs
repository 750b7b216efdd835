//! Files that the program is given: journals, flashes and keys, sound ones and all the others.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use coinspot::table::flash_file;
use coinspot::table::host::Host;
use coinspot::table::play::TablePlay;
use serde_json::Value;
use shared_rules::games::Game;

use crate::commands::{ends, printed, stderr, stdout};

/// Runs a program that might not end: it is killed after a while, which is no success. It has to refuse, in all of these
/// words, before it prints anything.
#[cfg(unix)]
#[track_caller]
fn is_refused(arguments: &[&str], words: &[&str]) {
    let child = Command::new("sh")
        // One that takes memory without an end is stopped as well.
        .args(["-c", "ulimit -v 8000000; exec \"$@\"", "sh"])
        .arg(env!("CARGO_BIN_EXE_coinspot"))
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = child.expect("the program");
    let started = Instant::now();
    while child.try_wait().expect("a state").is_none() {
        if started.elapsed() > Duration::from_secs(20) {
            child.kill().expect("an end");
        }
        thread::sleep(Duration::from_millis(20));
    }
    let output = child.wait_with_output().expect("its output");
    assert_eq!(output.status.code(), Some(1), "{arguments:?}");
    assert_eq!(stdout(&output), "", "{arguments:?}");
    let text = stderr(&output);
    assert!(words.iter().all(|words| text.contains(words)), "{text}");
}

/// A path of this test's own.
fn temporary(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("coinspot-{name}-{}", std::process::id()))
}

#[test]
fn a_journal_is_dumped_and_verified() {
    let file = temporary("journal");
    let path = file.to_str().expect("a path");
    printed(&["demo", "--fast", "--json", "--game=ml6", "--flash", path]);
    let text = printed(&["journal", path]);
    assert!(text.contains("The house configured Megalink"), "{text}");
    let csv = printed(&["journal", "--format", "csv", path]);
    let beginning = "number,kind,event,time,boot,seconds_since_start,person,round,amount,wins,unreasonable\n\
                     1,entry,boot,,1,0,,,,,false\n";
    assert!(csv.starts_with(beginning), "{csv}");
    let dump = printed(&["journal", "--json", path]);
    let dump: Value = serde_json::from_str(&dump).expect("JSON");
    assert_eq!(dump["wrong"], Value::Null);
    // Bits lost all over both logs: nothing can be trusted any more.
    let mut image = std::fs::read(&file).expect("the image");
    let bytes = image.iter_mut().skip(16).step_by(64);
    bytes.for_each(|byte| *byte &= 0x5a);
    std::fs::write(&file, image).expect("the image");
    ends(&["journal", path], 1, "NOT TO BE TRUSTED");
    std::fs::remove_file(&file).expect("it was there");
    ends(&["journal", path], 1, "cannot read");
}

/// Whatever is no file with an end in sight is refused instead of being read for ever.
#[cfg(unix)]
#[test]
fn a_journal_without_an_end_is_refused() {
    let (huge, pipe) = (temporary("huge"), temporary("pipe"));
    let file = std::fs::File::create(&huge).expect("a file");
    file.set_len((1 << 20) + 1).expect("a long file");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo").success());
    for (path, words) in [
        (Path::new("/dev/zero"), "not a regular file"),
        (&pipe, "not a regular file"),
        (&huge, "more than the 1048576 bytes of the largest flash"),
    ] {
        let path = path.to_str().expect("a path");
        is_refused(&["journal", path], &[path, words]);
    }
    std::fs::remove_file(huge).expect("it was there");
    std::fs::remove_file(pipe).expect("it was there");
}

/// A key's file may be any file by mistake, also one without an end.
#[cfg(unix)]
#[test]
fn a_key_without_an_end_is_refused() {
    let board = [
        "table",
        "--engine=serial",
        "--port=/dev/nothing",
        "--page=0",
    ];
    let arguments = [&board[..], &["--key=/dev/zero"]].concat();
    is_refused(&arguments, &["/dev/zero holds no key"]);
}

#[test]
fn a_file_that_is_no_flash_is_refused() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let arguments = ["table", "--port", "0", "--flash", file];
    ends(&arguments, 1, "is no flash of a table");
}

/// A table whose flash is in a file, on a port of its own.
#[cfg(unix)]
struct Kept(Child);

#[cfg(unix)]
impl Kept {
    fn open(flash: &Path) -> Kept {
        let child = Command::new(env!("CARGO_BIN_EXE_coinspot"))
            .args(["table", "--page", "0", "--flash"])
            .arg(flash)
            .stdout(Stdio::piped())
            .spawn();
        let mut child = child.expect("the program");
        let mut first = String::new();
        let stdout = child.stdout.as_mut().expect("its output");
        BufReader::new(stdout).read_line(&mut first).expect("text");
        assert!(first.contains("The table is open"), "{first}");
        Kept(child)
    }
}

/// A flash that begins with a page of version 1: `journal` and the live table name the version, and leave it alone.
#[test]
fn a_flash_of_another_version_is_named() {
    let file = temporary("version");
    let path = file.to_str().expect("a path");
    let mut flash = vec![0xFF; 512 * 1024];
    flash[..8].copy_from_slice(&[0, 0, 0, 0, 0, 0, 0x77, 0x66]);
    let log_b = 256 * 1024;
    flash[log_b..log_b + 8].copy_from_slice(&[0, 0, 0, 0, 0, 0, 0x8D, 0x1E]);
    std::fs::write(&file, &flash).expect("a file");
    let why = "the journal is of version 1, this program reads version 5";
    ends(&["journal", path], 1, why);

    let kept = flash_file::open(&file).expect("a flash");
    let mut play = TablePlay::new(Box::new(Host::new(1, Some(kept))), 1);
    play.run_ms(3_000);
    let halted = format!("The table is halted: {why}");
    assert_eq!(play.halted, Some(halted));
    drop(play);
    assert_eq!(std::fs::read(&file).expect("the file"), flash);
    std::fs::remove_file(file).expect("it was there");
}

/// Ends it as `kill -9` does: nothing can be saved any more.
#[cfg(unix)]
impl Drop for Kept {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[cfg(unix)]
#[test]
fn a_table_that_is_killed_loses_nothing() {
    let flash = temporary("killed");
    let path = flash.to_str().expect("a path");
    for starts in ["1st", "2nd"] {
        drop(Kept::open(&flash));
        let text = printed(&["journal", path]);
        assert!(text.contains(&format!("for the {starts} time")), "{text}");
        assert!(text.contains("The house configured"), "{text}");
    }
    std::fs::remove_file(flash).expect("it was there");
}

#[cfg(unix)]
#[test]
fn a_flash_belongs_to_one_table_at_a_time() {
    let flash = temporary("shared");
    let path = flash.to_str().expect("a path");
    let table = Kept::open(&flash);
    for arguments in [
        &["table", "--page", "0", "--flash", path][..],
        &["demo", "--fast", "--json", "--game", "ml6", "--flash", path],
    ] {
        let words = format!("{path} is in use by another table");
        is_refused(arguments, &[&words]);
    }
    drop(table);
    drop(Kept::open(&flash));
    std::fs::remove_file(flash).expect("it was there");
}

/// Before the table opens, and before a round of the demo is played.
#[cfg(unix)]
#[test]
fn a_flash_that_cannot_be_kept_is_refused_at_the_start() {
    let folder = std::env::temp_dir();
    let nowhere = temporary("nowhere").join("flash");
    for (path, words) in [
        (folder.as_path(), "is not a regular file"),
        (Path::new("/dev/full"), "is not a regular file"),
        (&nowhere, "cannot open"),
    ] {
        let path = path.to_str().expect("a path");
        for command in [&["table", "--page", "0"][..], &["demo", "--fast"]] {
            let arguments = [command, &["--flash", path]].concat();
            is_refused(&arguments, &[path, words]);
        }
    }
}

/// A program that was killed while it made the file leaves the beginning of a blank one.
#[test]
fn an_unfinished_blank_flash_is_finished() {
    let file = temporary("unfinished");
    for length in [0, 1_000] {
        std::fs::write(&file, vec![0xFF; length]).expect("a file");
        let flash = flash_file::open(&file).expect("a blank flash");
        assert_eq!(flash.chip().image().len(), 512 * 1024);
        drop(flash);
        let kept = std::fs::read(&file).expect("the file");
        assert!(kept == vec![0xFF; 512 * 1024], "{length}");
    }
    std::fs::remove_file(file).expect("it was there");
}

/// Byte for byte, after everything that an evening does to a flash.
#[test]
fn the_file_is_what_the_chip_holds() {
    let file = temporary("same");
    let flash = flash_file::open_erased(&file).expect("a blank flash");
    let mut play = TablePlay::new(Box::new(Host::new(1, Some(flash.clone()))), 1);
    for game in [Game::Ml9, Game::Tcp5] {
        play.configure(game).expect("a game");
    }
    let kept = std::fs::read(&file).expect("the file");
    assert!(kept == flash.chip().image(), "the file differs");
    assert!(kept.iter().any(|byte| *byte != 0xFF), "nothing was written");
    std::fs::remove_file(file).expect("it was there");
}
