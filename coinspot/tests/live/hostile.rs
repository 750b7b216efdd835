//! A table that has the key and lies: `coinspot monitor` neither stops nor writes lines that are not the program's own.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::thread;
use std::time::{Duration, Instant};

use coinspot::journal;
use coinspot::table::words;
use firmware::controller::Controller;
use parts::flash::{FlashChip, Socket};
use shared_rules::ledger::{Entry, LastWords};
use shared_rules::wire::key::KeyRing;
use shared_rules::wire::message::{Report, VERSION};
use shared_rules::wire::payload::{self, Payload};
use simulator::linked::EitherLink;
use simulator::table::JOURNAL_PAGES;

use crate::commands::printed;

fn written(report: &Report) -> Payload {
    payload::write(report).expect("a short report")
}

fn entry(number: u32, entry: &Entry) -> Payload {
    let bytes = payload::write(entry).expect("a short entry");
    written(&Report::Entry(number, &bytes))
}

/// Its messages, in their order.
fn lies() -> Vec<Payload> {
    let forged = LastWords::try_from("oh\n       9  Settled\r\x1b[2K").expect("few words");
    let hello = Report::Hello {
        version: VERSION,
        boot: u32::MAX,
        session: [0xFF; 16],
        last_counter: u64::MAX,
        next_entry: u32::MAX,
        chip: None,
    };
    vec![
        written(&hello),
        entry(1, &Entry::LastWords(forged)),
        entry(u32::MAX, &Entry::Boot(1)),
        entry(u32::MAX, &Entry::Boot(2)),
        Payload::from_slice(&[0xFF; 240]).expect("it fits"),
        written(&Report::Done(Some(u32::MAX))),
        entry(u32::MAX - 1, &Entry::Boot(u32::MAX)),
    ]
}

/// Listens for one console, tells it the lies, and noise in between.
fn on_a_socket() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let at = listener.local_addr().expect("its address");
    thread::spawn(move || {
        let (mut wire, _) = listener.accept().expect("a console");
        wire.set_nonblocking(true).expect("a socket");
        let mut link = EitherLink::of(0, u32::MAX);
        let mut lies = lies().into_iter();
        let started = Instant::now();
        while started.elapsed() < Duration::from_secs(60) {
            let now_ms = u64::try_from(started.elapsed().as_millis()).expect("a minute");
            let mut buffer = [0; 512];
            let count = wire.read(&mut buffer).unwrap_or(0);
            for byte in &buffer[..count] {
                // It listens only to be acknowledged.
                let _ = link.receive(*byte, now_ms);
            }
            if now_ms > 300
                && link.is_free()
                && let Some(lie) = lies.next()
            {
                link.send(lie).expect("a free wire");
            }
            while let Some(frame) = link.transmit(now_ms) {
                // The console may have left.
                let _ = wire.write_all(&frame);
                let _ = wire.write_all(&[0xA5; 7]);
            }
            thread::sleep(Duration::from_millis(1));
        }
    });
    at
}

#[test]
fn the_monitor_outlives_a_hostile_table() {
    let at = on_a_socket().to_string();
    let text = printed(&["monitor", "--seconds=3", "--socket", &at]);
    assert!(!text.contains('\x1b') && !text.contains('\r'), "{text:?}");
    let is_entry = |line: &&str| !line.contains("answer") && !line.starts_with("  status");
    let expected = [
        r"       1  Last words before a reset: oh\x0a       9  Settled\x0d\x1b[2K",
        "4294967294  The controller started for the 4294967295th time",
    ];
    assert_eq!(Vec::from_iter(text.lines().filter(is_entry)), expected);
}

/// The same words in the journal of a table that has started after them.
#[test]
fn the_journal_keeps_each_entry_to_its_line() {
    let flash = Socket::new(FlashChip::new(JOURNAL_PAGES));
    let mut controller = Controller::new(flash.clone()).expect("a flash that fits");
    let forged = LastWords::try_from("oh\n       9  Settled").expect("few words");
    controller.start(&KeyRing::new(), Some(forged));
    let dump = journal::dump(flash.chip().image()).expect("a journal");
    let texts: Vec<&str> = dump.entries.iter().map(|read| read.text.as_str()).collect();
    let words = r"Last words before a reset: oh\x0a       9  Settled";
    assert!(texts.contains(&words), "{texts:?}");
}

/// The log of a simulated board goes to the terminal line by line.
#[test]
fn a_boards_log_is_printed_without_its_control_characters() {
    let text = words::printable("a\n\x1b[2Kb \u{9b}1A – é");
    assert_eq!(text, r"a\n\u{1b}[2Kb \u{9b}1A – é");
}
