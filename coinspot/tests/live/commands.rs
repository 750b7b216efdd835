//! The program itself: what it prints, and how it ends.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Output, Stdio};
use std::time::Instant;

use serde_json::Value;

pub fn coinspot(arguments: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_coinspot"));
    program.args(arguments).output().expect("the program")
}

/// The program ends with this code, and says these words about it.
#[track_caller]
pub fn ends(arguments: &[&str], code: i32, words: &str) {
    let output = coinspot(arguments);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}");
    let text = stderr(&output);
    assert!(text.contains(words), "{arguments:?}: {text}");
}

/// The program succeeds, and this is its output.
#[track_caller]
pub fn printed(arguments: &[&str]) -> String {
    let output = coinspot(arguments);
    assert!(
        output.status.success(),
        "{arguments:?}: {}",
        stderr(&output)
    );
    stdout(&output)
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn the_demo_plays_all_five_games() {
    let text = printed(&["demo", "--fast"]);
    for game in ["thb6", "rws6", "ml6", "ml9", "tcp5"] {
        assert!(text.contains(&format!("{game} round ")), "{game}:\n{text}");
    }
    assert!(text.contains("for a royal flush (ML9 4.2)"), "{text}");
    // The sign, without colours.
    assert!(text.contains('█') && !text.contains('\x1b'));
}

#[test]
fn the_demo_is_the_same_again_and_can_be_read_by_programs() {
    let played = |seed| printed(&["demo", "--fast", "--json", "--game=ml9", "--seed", seed]);
    let text = played("5");
    assert_eq!(text, played("5"));
    assert_ne!(text, played("6"));
    let rounds = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"));
    let rounds: Vec<Value> = rounds.collect();
    assert_eq!(rounds.len(), 3);
    assert_eq!(rounds[2]["awards"][0]["award"], "royal flush");
}

#[test]
fn a_taken_port_names_a_free_one() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("its number").port();
    let output = coinspot(&["table", "--page", &port.to_string()]);
    assert_eq!(output.status.code(), Some(1));
    let text = stderr(&output);
    assert!(text.contains(&format!("port {port} is taken")), "{text}");
    let free = text.trim().rsplit(' ').next().map(str::parse::<u16>);
    let Some(Ok(free)) = free else {
        panic!("no port is named: {text}");
    };
    let is_free = TcpListener::bind(("127.0.0.1", free)).is_ok();
    assert!(free > port && is_free, "{text}");
}

#[test]
fn bad_arguments_are_explained() {
    for (arguments, code, words) in [
        ("table --colour", 2, "--colour"),
        (
            "table --game poker",
            2,
            "[possible values: thb6, rws6, ml6, ml9, tcp5]",
        ),
        ("demo --slow", 2, "--slow"),
        ("tabel", 2, "tabel"),
        ("--prot 7", 2, "--prot"),
        ("monitor", 2, "<--port <PATH>|--socket <HOST:PORT>>"),
        ("sign --amount 12.3", 2, "12.3"),
        ("table --port 99999", 1, "there is no port 99999"),
        (
            "table --port /dev/tty --page 0",
            1,
            "goes with --engine serial",
        ),
        (
            "table --engine serial --port 0",
            1,
            "needs the board's port",
        ),
        ("table --port 1 --page 2", 1, "the page has one port"),
        (
            "table --engine board --flash f.bin",
            1,
            "--flash goes with --engine host",
        ),
        (
            "table --image firmware",
            1,
            "--image goes with --engine board",
        ),
    ] {
        ends(&Vec::from_iter(arguments.split(' ')), code, words);
    }
}

/// The simulated board is another program: it may be missing, or not start.
#[test]
fn a_simulator_that_is_missing_or_ends_is_explained() {
    let other_program = env!("CARGO_BIN_EXE_coinspot");
    for (simulator, words) in [
        ("/nothing/here", "cannot start /nothing/here"),
        (other_program, "the simulated board has not started"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_coinspot"))
            .args(["table", "--engine", "board", "--page", "0"])
            .env("COINSPOT_BOARD_SIM", simulator)
            .output()
            .expect("the program");
        assert_eq!(output.status.code(), Some(1), "{simulator}");
        let text = stderr(&output);
        assert!(text.contains(words), "{text}");
    }
}

#[test]
fn the_sign_is_drawn() {
    let text = printed(&["sign", "--json", "--amount=12345.67", "--phase=open"]);
    assert_eq!(text.trim(), r#"{"lines":["BETS OPEN","$12,345.67"]}"#);
    let limits = ["--unit", "2.50", "--units", "5", "--ante", "10-500"];
    let pages = [
        ("6000", r#"["ANTE","MIN $10","MAX $500"]"#),
        ("14000", r#"["PROGRESSIVE BET","1 TO 5 UNITS","OF $2.50"]"#),
    ];
    for (at, lines) in pages {
        let page = printed(&[&["sign", "--json", "--at", at], &limits[..]].concat());
        assert_eq!(page.trim(), format!(r#"{{"lines":{lines}}}"#));
    }
    let file = std::env::temp_dir().join(format!("coinspot-sign-{}.png", std::process::id()));
    let path = file.to_str().expect("a path");
    printed(&["sign", "--say=winner", "--seat=3", "--png", path]);
    let png = std::fs::read(&file).expect("a picture");
    assert!(png.starts_with(b"\x89PNG\r\n"));
    std::fs::remove_file(&file).expect("it was there");
}

/// Without a command the table opens, answers, and ends when it is asked to.
#[cfg(unix)]
#[test]
fn the_table_is_what_opens_by_itself() {
    let started = Instant::now();
    let mut child = Command::new(env!("CARGO_BIN_EXE_coinspot"))
        .args(["--port", "0"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program");
    let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
    let first = lines.next().expect("a line").expect("text");
    let address = first.trim_start_matches("The table is open: http://");
    let address = address.trim_end_matches('/');
    let mut page = TcpStream::connect(address).unwrap_or_else(|error| panic!("{first}: {error}"));
    let request = format!("GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    page.write_all(request.as_bytes()).expect("a request");
    let mut text = String::new();
    page.read_to_string(&mut text).expect("the page");
    let took_ms = started.elapsed().as_millis();
    println!("the page answered {took_ms} ms after the start");
    assert!(text.starts_with("HTTP/1.1 200"), "{text}");
    interrupt(&mut child);
    let last = lines.map_while(Result::ok).last();
    assert_eq!(last.as_deref(), Some("The table is closed."));
}

/// Presses Ctrl-C, on which the program ends with success.
#[cfg(unix)]
pub fn interrupt(child: &mut Child) {
    let pid = child.id().to_string();
    let interrupted = Command::new("kill").args(["-INT", &pid]).status();
    assert!(interrupted.expect("kill").success());
    assert!(child.wait().expect("an end").success());
}
