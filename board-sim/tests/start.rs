//! `board-sim start`: one object on one line, and plain words for what is wrong with its arguments.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use board_sim::table::image_path;
use serde_json::Value;

/// A file of this length in the build's own folder for such things, full of erased flash.
fn erased(name: &str, bytes: usize) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, vec![0xFF; bytes]).expect("a file");
    path
}

fn start(flash: &Path, image: &Path, more: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_board-sim"));
    program.arg("start").arg("--flash").arg(flash);
    program.arg("--image").arg(image).args(more);
    program.output().expect("the program")
}

fn object(output: &Output) -> Value {
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(text.lines().count(), 1, "{text}");
    serde_json::from_str(&text).expect("an object")
}

#[test]
fn a_new_board_starts_and_is_slower_with_more_cycles() {
    let flash = erased("new.bin", 512 * 1024);
    let [one, two] = ["1", "2"].map(|cycles| {
        let more = ["--seconds", "1", "--cycles-per-instruction", cycles];
        object(&start(&flash, &image_path(), &more))
    });
    for started in [&one, &two] {
        assert_eq!(started["resets"], 0, "{started}");
        assert_eq!(started["halted"], Value::Null, "{started}");
        assert_eq!(started["last_words"], Value::Null, "{started}");
    }
    let ms = |started: &Value| started["started_ms"].as_u64().expect("it starts");
    assert!(ms(&one) < ms(&two), "{one} {two}");
    assert!(one["instructions"].as_u64() > Some(100_000), "{one}");
}

#[track_caller]
fn is_refused(output: &Output, words: &str) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success(), "{output:?}");
    assert!(said.contains(words), "{said}");
    assert!(output.stdout.is_empty(), "{output:?}");
}

#[test]
fn what_is_wrong_is_said() {
    let (image, flash) = (image_path(), erased("whole.bin", 512 * 1024));
    let short = erased("short.bin", 2048);
    let nothing = Path::new("no such file");
    is_refused(&start(nothing, &image, &[]), "cannot read no such file");
    is_refused(
        &start(&short, &image, &[]),
        "2048 bytes, where the journal's bank has 524288",
    );
    is_refused(&start(&flash, nothing, &[]), "cargo xtask image");
    is_refused(&start(&flash, &flash, &[]), "not an image for this chip");
    for wrong in ["--seconds=0", "--cycles-per-instruction=0", "--seconds=x"] {
        is_refused(&start(&flash, &image, &[wrong]), "invalid value");
    }
}
