//! Files that the program is given: journals, flashes and keys, sound ones and all the others.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::commands::{coinspot, stderr, stdout};

/// Runs a program that might not end: it is killed after a while, which is no success.
#[cfg(unix)]
fn within(patience: Duration, arguments: &[&str]) -> Output {
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
        if started.elapsed() > patience {
            child.kill().expect("an end");
        }
        thread::sleep(Duration::from_millis(20));
    }
    child.wait_with_output().expect("its output")
}

/// A path of this test's own.
fn temporary(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("coinspot-{name}-{}", std::process::id()))
}

#[test]
fn a_journal_is_dumped_and_verified() {
    let file = std::env::temp_dir().join(format!("coinspot-journal-{}", std::process::id()));
    let path = file.to_str().expect("a path");
    assert!(
        coinspot(&["demo", "--fast", "--json", "--game", "ml6", "--flash", path])
            .status
            .success()
    );
    let text = coinspot(&["journal", path]);
    assert!(text.status.success(), "{}", stderr(&text));
    assert!(
        stdout(&text).contains("The house configured Megalink"),
        "{}",
        stdout(&text)
    );
    let csv = stdout(&coinspot(&["journal", "--format", "csv", path]));
    assert!(
        csv.starts_with("number,kind,text\n1,entry,\"The controller started"),
        "{csv}"
    );
    let dump: Value =
        serde_json::from_str(&stdout(&coinspot(&["journal", "--json", path]))).expect("JSON");
    assert_eq!(dump["wrong"], Value::Null);
    // Bits lost all over both logs: nothing can be trusted any more.
    let mut image = std::fs::read(&file).expect("the image");
    image
        .iter_mut()
        .skip(16)
        .step_by(64)
        .for_each(|byte| *byte &= 0x5a);
    std::fs::write(&file, image).expect("the image");
    let spoiled = coinspot(&["journal", path]);
    assert_eq!(spoiled.status.code(), Some(1));
    assert!(
        stderr(&spoiled).contains("NOT TO BE TRUSTED"),
        "{}",
        stderr(&spoiled)
    );
    std::fs::remove_file(&file).expect("it was there");
    assert!(stderr(&coinspot(&["journal", path])).contains("cannot read"));
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
        let output = within(Duration::from_secs(20), &["journal", path]);
        assert_eq!(output.status.code(), Some(1), "{path}");
        let text = stderr(&output);
        assert!(text.contains(path) && text.contains(words), "{text}");
    }
    std::fs::remove_file(huge).expect("it was there");
    std::fs::remove_file(pipe).expect("it was there");
}

/// A key's file may be any file by mistake, also one without an end.
#[cfg(unix)]
#[test]
fn a_key_without_an_end_is_refused() {
    let arguments = [
        "table",
        "--engine",
        "serial",
        "--port",
        "/dev/nothing",
        "--key",
        "/dev/zero",
        "--page",
        "0",
    ];
    let output = within(Duration::from_secs(20), &arguments);
    assert_eq!(output.status.code(), Some(1));
    let text = stderr(&output);
    assert!(text.contains("/dev/zero holds no key"), "{text}");
}

#[test]
fn a_file_that_is_no_flash_is_refused() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let output = coinspot(&["table", "--port", "0", "--flash", file]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr(&output).contains("is no flash of a table"),
        "{}",
        stderr(&output)
    );
}
