//! The program in a pipeline: rounds on standard input, readers that leave, and nothing to read at all.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Output, Stdio};

use super::commands::{coinspot, ends, printed, stderr, stdout};

/// The program with a pipe at each of its ends.
fn piped(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_coinspot"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program")
}

/// Starts the program with `input` on its standard input, and waits for its end.
fn with_input(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = piped(arguments);
    let mut stdin = child.stdin.take().expect("its input");
    // A program that has seen enough may have ended.
    let _ = stdin.write_all(input);
    drop(stdin);
    child.wait_with_output().expect("an end")
}

#[test]
fn a_round_on_standard_input_is_shown() {
    let rounds = coinspot(&["rounds", "--game", "thb6", "--count", "3"]);
    let file = std::env::temp_dir().join(format!("coinspot-show-{}.jsonl", std::process::id()));
    std::fs::write(&file, &rounds.stdout).expect("a file");
    let expected = printed(&["show", file.to_str().expect("a path")]);
    std::fs::remove_file(&file).expect("it was there");
    assert!(expected.contains("THB6, version"), "{expected}");
    for arguments in [&["show"][..], &["show", "-"]] {
        let shown = with_input(arguments, &rounds.stdout);
        assert!(shown.status.success(), "{}", stderr(&shown));
        assert_eq!(stdout(&shown), expected, "{arguments:?}");
    }
}

/// A random round has to be asked for where standard input is no terminal.
#[test]
fn a_game_or_a_seed_shows_a_random_round() {
    for arguments in [&["show", "--seed", "5"][..], &["show", "--game", "ml9"]] {
        let shown = with_input(arguments, b"");
        assert!(shown.status.success(), "{}", stderr(&shown));
        assert!(stdout(&shown).contains("The same round again: coinspot show --game ml9 --seed"));
    }
}

#[test]
fn rounds_on_standard_input_are_settled() {
    let rounds = coinspot(&["rounds", "--count", "5"]).stdout;
    let settled = with_input(&["settle"], &rounds);
    assert_eq!(stdout(&settled).lines().count(), 5);
    let again = with_input(&["settle", "-"], &rounds);
    assert_eq!(stdout(&again), stdout(&settled));
}

#[test]
fn input_that_is_no_round_is_explained() {
    let long = vec![b'x'; 1 << 21];
    for (input, words) in [
        (&b""[..], "error: standard input: the line is empty"),
        (b"\n", "error: standard input: the line is empty"),
        (b"dealer wins\n", "not JSON"),
        (b"\xff\xfe\n", "the line is not UTF-8 text"),
        (&long, "the line is longer than 1048576 bytes"),
    ] {
        let shown = with_input(&["show"], input);
        assert_eq!(shown.status.code(), Some(1), "{words}");
        assert!(stderr(&shown).contains(words), "{}", stderr(&shown));
        assert_eq!(stdout(&shown), "");
    }
    for command in ["show", "settle"] {
        ends(&[command, "/"], 1, "error: / is a folder\n");
    }
    let nothing = with_input(&["settle"], b"");
    assert_eq!((nothing.status.code(), nothing.stdout.len()), (Some(0), 0));
}

/// A reader that leaves after the first line, like `| head -1`: no failure, and nothing to say about it.
#[test]
fn a_reader_may_leave() {
    for arguments in [
        &["rounds", "--count", "100000"][..],
        &["demo", "--fast", "--game", "tcp5"],
        &["completions", "bash"],
    ] {
        let mut child = piped(arguments);
        let mut line = String::new();
        let mut output = BufReader::with_capacity(16, child.stdout.take().expect("its output"));
        output.read_line(&mut line).expect("a line");
        drop(output);
        let ended = child.wait_with_output().expect("an end");
        assert_eq!(ended.status.code(), Some(0), "{arguments:?}");
        assert_eq!(stderr(&ended), "", "{arguments:?}");
    }
}

/// Nobody may read standard error either, like `2>&1 | head -1`: the exit code says what happened.
#[test]
fn closed_standard_error_changes_no_exit_code() {
    for (arguments, code) in [
        (&["journal", "/nothing/here"][..], 1),
        (&["settle", "--stats", "/dev/null"], 0),
    ] {
        let mut child = piped(arguments);
        drop(child.stderr.take());
        let ended = child.wait().expect("an end");
        assert_eq!(ended.code(), Some(code), "{arguments:?}");
    }
}
