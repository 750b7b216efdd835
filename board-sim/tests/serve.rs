//! The program that serves a board: a client sees it start, live through a power cut, and end with whoever started it.

use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use board_sim::table::image_path;
use parts::chain::Change;
use parts::served::{self, FromBoard, Moment, ToBoard};

/// Longer than a slow machine takes for a start.
const PATIENCE: Duration = Duration::from_secs(30);

/// The line of the fault lamp, which a table without a sign lights.
const FAULT_LAMP: u32 = 46;

struct Client {
    program: Child,
    stream: TcpStream,
    told: Receiver<Result<FromBoard, String>>,
}

impl Drop for Client {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

fn program() -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_board-sim"));
    program.arg("serve");
    program
}

impl Client {
    fn start() -> Client {
        let mut program = program()
            .arg("--attended")
            .arg("--image")
            .arg(image_path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program");
        let mut address = String::new();
        let stdout = program.stdout.take().expect("its output");
        let read = BufReader::new(stdout).read_line(&mut address);
        read.expect("an address");
        let stream = TcpStream::connect(address.trim()).expect("a board");
        let told = served::read(stream.try_clone().expect("a socket"));
        Client {
            program,
            stream,
            told,
        }
    }

    fn says(&mut self, ask: &ToBoard) {
        served::write(&mut self.stream, ask).expect("the board hears it");
    }

    fn hears(&self) -> FromBoard {
        let told = self.told.recv_timeout(PATIENCE).expect("the board answers");
        told.expect("a message")
    }

    /// Waits for a moment like this.
    fn until(&self, what: &str, is_it: impl Fn(&Moment) -> bool) -> Moment {
        let started = Instant::now();
        while started.elapsed() < PATIENCE {
            match self.hears() {
                FromBoard::Lived(moment) if is_it(&moment) => return moment,
                FromBoard::Lived(_) => {}
                FromBoard::Failed(why) => panic!("{what}: {why}"),
            }
        }
        panic!("never: {what}");
    }

    fn logs(&self, words: &str) -> Moment {
        self.until(words, |moment| {
            moment.log.iter().any(|line| line.contains(words))
        })
    }
}

#[test]
fn the_flash_keeps_what_it_holds_when_power_goes() {
    let mut client = Client::start();
    assert!(!client.until("a moment", |_| true).on, "not asked yet");
    client.says(&ToBoard::Power(true));
    client.logs("start 1");
    client.until("a lamp", |moment| moment.lit >> FAULT_LAMP & 1 == 1);
    client.until("a word on both wires", |moment| !moment.sign.is_empty());
    client.until("a word on both wires", |moment| !moment.console.is_empty());
    client.says(&ToBoard::Power(false));
    client.until("darkness", |moment| !moment.on && moment.lit == 0);
    client.says(&ToBoard::Power(true));
    client.logs("start 2");
    client.says(&ToBoard::Reset);
    client.logs("start 3");
}

#[test]
fn a_second_of_the_board_takes_a_second() {
    let client = Client::start();
    let first = client.until("a moment", |_| true);
    let started = Instant::now();
    client.until("a second", |moment| moment.ms >= first.ms + 1_000);
    let took = started.elapsed();
    assert!(took > Duration::from_millis(700), "{took:?}");
}

#[test]
fn what_the_table_does_not_have_is_refused_in_words() {
    for (line, words) in [
        (r#"{"felt":{"Chips":[99,1]}}"#, "no place for Chips(99, 1)"),
        (r#"{"felt":{"Key":[5,true]}}"#, "no place for Key(5, true)"),
        (r#"{"coffee":1}"#, "not understood"),
    ] {
        let mut client = Client::start();
        let ask: serde_json::Value = serde_json::from_str(line).expect("JSON");
        served::write(&mut client.stream, &ask).expect("the board hears it");
        let why = loop {
            if let FromBoard::Failed(why) = client.hears() {
                break why;
            }
        };
        assert!(why.contains(words), "{why}");
        assert!(client.told.recv_timeout(PATIENCE).is_err(), "the end");
    }
}

#[test]
fn the_next_client_gets_a_new_board() {
    let mut client = Client::start();
    client.says(&ToBoard::Felt(Change::Chips(3, 2)));
    client.until("half a second", |moment| moment.ms > 500);
    let address = client.stream.peer_addr().expect("an address");
    client
        .stream
        .shutdown(std::net::Shutdown::Both)
        .expect("the end");
    client.stream = TcpStream::connect(address).expect("a board");
    client.told = served::read(client.stream.try_clone().expect("a socket"));
    assert!(client.until("a moment", |_| true).ms < 500);
}

#[test]
fn it_ends_with_its_input() {
    let mut client = Client::start();
    drop(client.program.stdin.take());
    assert!(client.program.wait().expect("an end").success());
}

fn fails(arguments: &[&str]) -> String {
    let Output { status, stderr, .. } = program().args(arguments).output().expect("the program");
    assert_eq!(status.code(), Some(1), "{arguments:?}");
    String::from_utf8_lossy(&stderr).into_owned()
}

#[test]
fn bad_arguments_are_explained() {
    let text = fails(&["--image", "/nothing/here"]);
    assert!(text.contains("cannot read /nothing/here"), "{text}");
    let text = fails(&[
        "--image",
        concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"),
    ]);
    assert!(text.contains("is not an image for this chip"), "{text}");
    let text = fails(&["--listen", "0.0.0.0:0"]);
    assert!(text.contains("can be reached from elsewhere"), "{text}");
}
