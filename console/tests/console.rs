//! A console over a line of bytes, its backlog, and the news that its owner is given.
#![allow(missing_docs, reason = "tests")]

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};

use console::{Answer, Busy, Console, News, Replica};
use link::{Link, LinkEvent, Responder, Seed};
use shared_rules::ledger::Entry;
use shared_rules::wire::key::{KEY_BYTES, KeyEntry, KeyRing, SharedKey};
use shared_rules::wire::message::{Command, Report, Request, VERSION};
use shared_rules::wire::payload;
use shared_rules::wire::role::{Role, WireKind};

fn new_console() -> Console {
    Console::new(dealer(), vec![dealer()], &Seed::new([1; KEY_BYTES]))
}

fn dealer() -> KeyEntry {
    KeyEntry {
        number: 1,
        role: Role::Dealer,
        key: SharedKey::new([7; KEY_BYTES]),
    }
}

fn new_table() -> Link<Responder> {
    let mut keys = KeyRing::new();
    keys.add(dealer()).expect("room");
    Link::responder(WireKind::Console, &keys, Some(&Seed::new([2; KEY_BYTES])))
}

/// Both ends of a socket, of which reading never waits.
fn line() -> (TcpStream, TcpStream) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let near = TcpStream::connect(listener.local_addr().expect("its address"));
    let (near, (far, _)) = (
        near.expect("a socket"),
        listener.accept().expect("a socket"),
    );
    for end in [&near, &far] {
        end.set_nonblocking(true).expect("a socket");
        end.set_nodelay(true).expect("a socket");
    }
    (near, far)
}

/// A table that answers a Hello and nothing else.
fn answer_hello(table: &mut Link<Responder>, far: &mut TcpStream, now_ms: u64) {
    let hello = Report::Hello {
        version: VERSION,
        boot: 3,
        session: [3; 16],
        last_counter: 9,
        next_entry: 1,
        chip: None,
    };
    let mut buffer = [0; 512];
    let count = far.read(&mut buffer).unwrap_or(0);
    for byte in &buffer[..count] {
        let event = table.receive(*byte, now_ms);
        let is_hello = matches!(event, Some(LinkEvent::Payload(request))
            if matches!(payload::read(request), Some(Request::Hello)));
        if is_hello {
            let report = payload::write(&hello).expect("a short report");
            table.send(report).expect("a free wire");
        }
    }
    while let Some(frame) = table.transmit(now_ms) {
        far.write_all(&frame).expect("an open line");
    }
}

#[test]
fn a_console_and_its_table_meet_on_a_line() {
    let (mut near, mut far) = line();
    let mut console = new_console();
    let mut table = new_table();
    for now_ms in 0..1_000 {
        console.exchange(&mut near, now_ms).expect("an open line");
        answer_hello(&mut table, &mut far, now_ms);
        std::thread::yield_now();
    }
    assert!(console.is_up(1_000));
    assert!(console.has_signer());
    assert_eq!(console.boot, Some(3));
}

#[test]
fn a_line_whose_other_end_is_closed_is_gone() {
    let (mut near, far) = line();
    let mut console = new_console();
    console.exchange(&mut near, 0).expect("an open line");
    drop(far);
    let gone = (1..10_000).find_map(|now_ms| {
        std::thread::yield_now();
        console.exchange(&mut near, now_ms).err()
    });
    assert!(gone.is_some(), "nobody is there any more");
}

#[test]
fn only_so_many_commands_wait() {
    let mut console = new_console();
    let queued = (0..100).filter(|_| console.queue(Command::Confirm).is_ok());
    assert_eq!(queued.count(), 64);
    assert!(console.is_busy());
    assert_eq!(console.queue(Command::Confirm), Err(Busy));
}

/// Entries are given once, in the order of their numbers; the last one stays, so that the journal can be followed on.
#[test]
fn news_are_given_once() {
    let mut console = new_console();
    assert_eq!(console.drain_news(), []);
    console.entries.insert(2, Entry::Boot(2));
    console.entries.insert(1, Entry::Boot(1));
    console.answers.push(Answer::Done(Some(2)));
    let expected = [
        News::Entry(1, Entry::Boot(1)),
        News::Entry(2, Entry::Boot(2)),
        News::Answer(Answer::Done(Some(2))),
    ];
    assert_eq!(console.drain_news(), expected);
    assert_eq!(console.drain_news(), []);
    assert_eq!(console.entries.keys().collect::<Vec<_>>(), [&2]);
    console.entries.insert(3, Entry::Boot(3));
    assert_eq!(console.drain_news(), [News::Entry(3, Entry::Boot(3))]);
}

#[test]
fn a_replica_knows_that_its_beginning_is_missing() {
    let mut whole = Replica::default();
    whole.apply(1, &Entry::Boot(1));
    assert!(!whole.is_partial());
    let mut late = Replica::default();
    late.apply(812, &Entry::Boot(3));
    assert!(late.is_partial());
}
