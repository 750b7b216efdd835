//! A table that is elsewhere: over a socket and over a serial port, watched and commanded.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::process::{Command, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use coinspot::date;
use coinspot::keys::TableKeys;
use coinspot::table::ask::{self, Ask};
use coinspot::table::line::Address;
use coinspot::table::log::LogLine;
use coinspot::table::play::TablePlay;
use coinspot::table::remote::Remote;
use parts::chain::Change;
use shared_rules::ledger::JournalTime;
use shared_rules::round::Phase;
use shared_rules::wire::message::VERSION;
use simulator::table::{Elsewhere, SimulatedTable};
use simulator::table_driver::START_MS;

use crate::commands::{coinspot, ends, interrupt, printed, stderr};

/// The supervisor's switch in the order of the keys.
const SUPERVISOR: usize = 3;

/// A simulated board whose console's wire ends in `wire`, in real time, until the test ends.
struct Board(Arc<AtomicBool>);

impl Drop for Board {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn board(mut wire: impl Read + Write + Send + 'static) -> Board {
    let end = Arc::new(AtomicBool::new(false));
    let ended = end.clone();
    thread::spawn(move || {
        let mut table = SimulatedTable::new(1);
        table.elsewhere = Some(Elsewhere::default());
        table.change(Change::Key(SUPERVISOR, true));
        // It has been running for a while without a console.
        table.run_ms(START_MS);
        let started = Instant::now();
        while !ended.load(Ordering::Relaxed) {
            while u128::from(table.now_ms() - START_MS) < started.elapsed().as_millis() {
                table.step();
            }
            exchange(&mut table, &mut wire);
            thread::sleep(Duration::from_millis(1));
        }
    });
    Board(end)
}

fn exchange(table: &mut SimulatedTable, wire: &mut (impl Read + Write)) {
    let elsewhere = table.elsewhere.as_mut().expect("a wire");
    let mut buffer = [0; 512];
    // Nothing there, or nobody: either way there is nothing to hear.
    if let Ok(count) = wire.read(&mut buffer) {
        elsewhere.said.extend(&buffer[..count]);
    }
    // A console that has gone away hears nothing.
    let _ = wire.write_all(&std::mem::take(&mut elsewhere.heard));
}

/// A board behind a socket: it comes up when a console connects.
fn on_a_socket() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let at = listener.local_addr().expect("its address");
    thread::spawn(move || {
        let (stream, _) = listener.accept().expect("a console");
        stream.set_nonblocking(true).expect("a socket");
        let _board = board(stream);
        thread::sleep(Duration::from_secs(60));
    });
    at
}

fn until(play: &mut TablePlay, what: &str, reached: impl Fn(&TablePlay) -> bool) {
    let started = Instant::now();
    while !reached(play) {
        assert!(started.elapsed() < Duration::from_secs(15), "never: {what}");
        play.run_ms(1);
        thread::sleep(Duration::from_millis(1));
    }
}

fn does(play: &mut TablePlay, text: &str) -> Result<(), String> {
    let ask: Ask = ask::read(text)?;
    play.ask(&ask)
}

/// It has started, and no longer misses its console.
fn is_ready(play: &TablePlay) -> bool {
    let ledger = play.replica.ledger();
    ledger.boots() > 0 && ledger.faults().is_empty()
}

/// Configures the board over its wire and opens a round.
fn is_played(play: &mut TablePlay) {
    until(play, "the link", |play| play.engine().is_linked());
    until(play, "a start", is_ready);
    does(play, r#"{"do":"configure","game":"ml9"}"#).expect("a command");
    until(play, "a game", |play| play.replica.table().is_some());
    until(play, "a console", is_ready);
    does(play, r#"{"do":"press","key":"place_your_bets"}"#).expect("a command");
    until(play, "bets", |play| play.replica.phase() == Phase::BetsOpen);
    let chips = does(play, r#"{"do":"chips","seat":1,"count":1}"#);
    assert!(chips.is_err_and(|why| why.contains("use its own chips")));
    let trouble = does(play, r#"{"do":"trouble","name":"power_cut","on":true}"#);
    assert!(trouble.is_err());
}

#[test]
fn a_board_is_played_over_a_socket() {
    let address = Address::Socket(on_a_socket().to_string());
    let remote = Remote::open(address, &TableKeys::of_simulated_tables()).expect("a board");
    is_played(&mut TablePlay::new(Box::new(remote), 1));
}

/// A pair of pseudo terminals stands for the cable: one end is the board's, the other has a path.
#[cfg(unix)]
#[test]
fn a_board_is_played_over_a_serial_port() {
    use serialport::{SerialPort, TTYPort};
    let (mut wire, port) = TTYPort::pair().expect("pseudo terminals");
    wire.set_timeout(Duration::from_millis(1))
        .expect("a timeout");
    let path = port.name().expect("a path");
    // Its one user is the program.
    drop(port);
    let board = board(wire);
    let remote =
        Remote::open(Address::Serial(path), &TableKeys::of_simulated_tables()).expect("a port");
    is_played(&mut TablePlay::new(Box::new(remote), 1));
    drop(board);
}

/// Whoever has no person's key can watch, and is told what is missing.
#[test]
fn with_a_readers_key_a_board_is_only_watched() {
    let address = Address::Socket(on_a_socket().to_string());
    let remote = Remote::open(address, &TableKeys::of_simulated_reader()).expect("a board");
    let mut play = TablePlay::new(Box::new(remote), 1);
    until(&mut play, "the first entry", |play| play.log.written() > 0);
    let refused = does(&mut play, r#"{"do":"configure","game":"ml9"}"#);
    let why = "commands need the table's key: --key FILE";
    assert_eq!(refused, Err(why.into()));
}

#[test]
fn the_monitor_tells_what_happens() {
    let at = on_a_socket().to_string();
    let text = printed(&["monitor", "--json", "--seconds=2", "--socket", &at]);
    for words in [
        r#"{"linked":true}"#,
        "The controller started for the 1st time",
        r#"{"status":"Waits for the house: turn the key switch"#,
        &format!(r#""sign":{{"messages":{VERSION},"program":[0,1,0]}}"#),
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
}

/// The time that the table's journal states last is that of this machine.
fn knows_the_time(play: &TablePlay) -> bool {
    let now = date::now().expect("a time");
    let moment = play.replica.ledger().moment();
    matches!(moment, JournalTime::TimeOfDay(seconds) if now.abs_diff(seconds) < 60)
}

#[test]
fn the_dealers_console_sets_the_clock() {
    let keys = TableKeys::of_simulated_tables();
    let address = Address::Socket(on_a_socket().to_string());
    let remote = Remote::open(address, &keys).expect("a board");
    let mut play = TablePlay::new(Box::new(remote.that_sets_the_clock(&keys)), 1);
    until(&mut play, "the time", knows_the_time);
    // Once for each start of the table, however long it is watched.
    for _ in 0..1_000 {
        play.run_ms(1);
        thread::sleep(Duration::from_millis(1));
    }
    let is_time = |line: &&LogLine| line.text.starts_with("The time of day was set");
    let times = play.log.lines().filter(is_time);
    assert_eq!(times.count(), 1);
}

#[test]
fn the_clock_is_set_by_a_command() {
    let at = on_a_socket().to_string();
    let text = printed(&["clock", "--table", &at]);
    assert!(text.starts_with("The table's clock says 20"), "{text}");
    let (_listener, silent) = silent_socket();
    ends(&["clock", "--table", &silent], 1, "has not answered");
}

/// Somebody who takes the connection and says nothing.
fn silent_socket() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let at = listener.local_addr().expect("its address").to_string();
    (listener, at)
}

fn has_not_answered(output: &Output, address: &str, seconds: u64) {
    let text = stderr(output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    let words = format!("error: the table at {address} has not answered within {seconds} s: check");
    assert!(text.starts_with(&words), "{text}");
}

#[test]
fn the_monitor_ends_where_nobody_answers() {
    let (_listener, at) = silent_socket();
    let started = Instant::now();
    let output = coinspot(&["monitor", "--timeout=1", "--socket", &at]);
    assert!(started.elapsed() >= Duration::from_secs(1));
    has_not_answered(&output, &at, 1);
    // It is no success either to end before that.
    let output = coinspot(&["monitor", "--timeout=60", "--seconds=1", "--socket", &at]);
    has_not_answered(&output, &at, 1);
}

#[cfg(unix)]
#[test]
fn a_silent_serial_port_is_named() {
    use serialport::{SerialPort, TTYPort};
    let (_wire, port) = TTYPort::pair().expect("pseudo terminals");
    let path = port.name().expect("a path");
    let output = coinspot(&["monitor", "--timeout=1", "--port", &path]);
    has_not_answered(&output, &format!("the serial port {path}"), 1);
    assert!(stderr(&output).contains("power"));
}

/// A table that has answered once may be silent for longer than the time-out: it is still watched.
#[test]
fn the_monitor_outlasts_a_silence() {
    let (listener, at) = silent_socket();
    thread::spawn(move || {
        let (stream, _) = listener.accept().expect("a console");
        stream.set_nonblocking(true).expect("a socket");
        let board = board(stream);
        thread::sleep(Duration::from_secs(2));
        drop((board, listener));
    });
    let text = printed(&[
        "monitor",
        "--json",
        "--timeout=2",
        "--seconds=5",
        "--socket",
        &at,
    ]);
    let linked = text.lines().filter(|line| line.contains("linked"));
    let expected = ["false", "true", "false"].map(|is| format!(r#"{{"linked":{is}}}"#));
    assert_eq!(Vec::from_iter(linked), expected);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_monitor() {
    let (_listener, at) = silent_socket();
    let mut child = Command::new(env!("CARGO_BIN_EXE_coinspot"))
        .args(["monitor", "--timeout", "60", "--socket", &at])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program");
    let mut output = BufReader::new(child.stdout.take().expect("its output"));
    output.read_line(&mut String::new()).expect("a line");
    interrupt(&mut child);
}

#[test]
fn a_missing_port_is_named() {
    for arguments in [
        &["monitor", "--port=/dev/nothing"][..],
        &[
            "table",
            "--engine=serial",
            "--port=/dev/nothing",
            "--page=0",
        ],
    ] {
        ends(arguments, 1, "cannot open the serial port /dev/nothing");
        ends(arguments, 1, "this machine has");
    }
}
