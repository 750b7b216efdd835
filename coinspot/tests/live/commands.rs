//! The program itself: what it prints, and how it ends.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Output, Stdio};
use std::time::Instant;

use serde_json::Value;

pub fn coinspot(arguments: &[&str]) -> Output {
    let program = Command::new(env!("CARGO_BIN_EXE_coinspot"))
        .args(arguments)
        .output();
    program.expect("the program")
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn the_demo_plays_all_five_games() {
    let output = coinspot(&["demo", "--fast"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let text = stdout(&output);
    for game in ["thb6", "rws6", "ml6", "ml9", "tcp5"] {
        assert!(text.contains(&format!("{game} round ")), "{game}:\n{text}");
    }
    assert!(text.contains("for a royal flush (ML9 4.2)"), "{text}");
    assert!(
        text.contains('█') && !text.contains('\x1b'),
        "the sign, without colours"
    );
}

#[test]
fn the_demo_is_the_same_again_and_can_be_read_by_programs() {
    let arguments = ["demo", "--fast", "--json", "--game", "ml9", "--seed", "5"];
    let (first, again) = (coinspot(&arguments), coinspot(&arguments));
    assert_eq!(stdout(&first), stdout(&again));
    let text = stdout(&first);
    let rounds: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(rounds.len(), 3);
    assert_eq!(rounds[2]["awards"][0]["award"], "royal flush");
    assert_ne!(
        stdout(&coinspot(&[
            "demo", "--fast", "--json", "--game", "ml9", "--seed", "6"
        ])),
        text
    );
}

#[test]
fn a_taken_port_names_a_free_one() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("its number").port();
    let output = coinspot(&["table", "--page", &port.to_string()]);
    assert_eq!(output.status.code(), Some(1));
    let text = stderr(&output);
    assert!(text.contains(&format!("port {port} is taken")), "{text}");
    let free = text
        .trim()
        .rsplit(' ')
        .next()
        .and_then(|word| word.parse::<u16>().ok());
    let free = free.unwrap_or_else(|| panic!("no port is named: {text}"));
    assert!(
        free > port && TcpListener::bind(("127.0.0.1", free)).is_ok(),
        "{text}"
    );
}

#[test]
fn bad_arguments_are_explained() {
    for (arguments, words) in [
        (&["table", "--colour"][..], "--colour"),
        (
            &["table", "--game", "poker"],
            "[possible values: thb6, rws6, ml6, ml9, tcp5]",
        ),
        (&["demo", "--slow"], "--slow"),
        (&["tabel"], "tabel"),
        (&["--prot", "7"], "--prot"),
        (&["monitor"], "<--port <PATH>|--socket <HOST:PORT>>"),
    ] {
        let output = coinspot(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(
            stderr(&output).contains(words),
            "{arguments:?}: {}",
            stderr(&output)
        );
    }
}

#[test]
fn ports_that_do_not_fit_are_explained() {
    for (arguments, words) in [
        (&["table", "--port", "99999"][..], "there is no port 99999"),
        (
            &["table", "--port", "/dev/tty", "--page", "0"],
            "goes with --engine serial",
        ),
        (
            &["table", "--engine", "serial", "--port", "0"],
            "needs the board's port",
        ),
        (
            &["table", "--port", "1", "--page", "2"],
            "the page has one port",
        ),
        (
            &["table", "--engine", "board", "--flash", "journal.bin"],
            "--flash goes with --engine host",
        ),
        (
            &["table", "--image", "firmware"],
            "--image goes with --engine board",
        ),
    ] {
        let output = coinspot(arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(
            stderr(&output).contains(words),
            "{arguments:?}: {}",
            stderr(&output)
        );
    }
}

/// The simulated board is another program: it may be missing, or not start.
#[test]
fn a_simulator_that_is_missing_or_ends_is_explained() {
    for (simulator, words) in [
        ("/nothing/here", "cannot start /nothing/here"),
        (
            env!("CARGO_BIN_EXE_coinspot"),
            "the simulated board has not started",
        ),
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
    let text = stdout(&coinspot(&[
        "sign", "--json", "--amount", "12345.67", "--phase", "open",
    ]));
    assert_eq!(text.trim(), r#"{"lines":["BETS OPEN","$12,345.67"]}"#);
    let limits = ["--unit", "2.50", "--units", "5", "--ante", "10-500"];
    let pages = [
        ("6000", r#"["ANTE","MIN $10","MAX $500"]"#),
        ("14000", r#"["PROGRESSIVE BET","1 TO 5 UNITS","OF $2.50"]"#),
    ];
    for (at, lines) in pages {
        let page = [&["sign", "--json", "--at", at], &limits[..]].concat();
        assert_eq!(
            stdout(&coinspot(&page)).trim(),
            format!(r#"{{"lines":{lines}}}"#)
        );
    }
    let file = std::env::temp_dir().join(format!("coinspot-sign-{}.png", std::process::id()));
    let path = file.to_str().expect("a path");
    let drawn = coinspot(&["sign", "--say", "winner", "--seat", "3", "--png", path]);
    assert!(drawn.status.success(), "{}", stderr(&drawn));
    let png = std::fs::read(&file).expect("a picture");
    assert!(png.starts_with(b"\x89PNG\r\n"));
    std::fs::remove_file(&file).expect("it was there");
    assert_eq!(
        coinspot(&["sign", "--amount", "12.3"]).status.code(),
        Some(2)
    );
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
    let address = first
        .trim_start_matches("The table is open: http://")
        .trim_end_matches('/')
        .to_owned();
    let mut page = TcpStream::connect(&address).unwrap_or_else(|error| panic!("{first}: {error}"));
    write!(
        page,
        "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"
    )
    .expect("a request");
    let mut text = String::new();
    page.read_to_string(&mut text).expect("the page");
    println!(
        "the page answered {} ms after the start",
        started.elapsed().as_millis()
    );
    assert!(text.starts_with("HTTP/1.1 200"), "{text}");
    let interrupted = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(interrupted.expect("kill").success());
    assert!(child.wait().expect("an end").success());
    let rest: Vec<String> = lines.map_while(Result::ok).collect();
    assert_eq!(
        rest.last().map(String::as_str),
        Some("The table is closed.")
    );
}
