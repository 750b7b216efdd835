//! Every hexadecimal example of `docs/protocol.md` is what the code reads and writes, and every tag on the page follows
//! from the keys and offers on the page.

use std::collections::BTreeMap;
use std::fmt::{Debug, Write};

use link::decoder::Decoder;
use link::frame::{self, Frame, FrameBody, Head, read_body};
use serde::{Deserialize, Serialize};
use shared_rules::ledger::Entry;
use shared_rules::round::Event;
use shared_rules::wire::auth::Signer;
use shared_rules::wire::key::{KeyEntry, SharedKey};
use shared_rules::wire::message::{Command, Report, Request};
use shared_rules::wire::payload;
use shared_rules::wire::role::{Role, WireKind};
use shared_rules::wire::session::{Greeting, SessionKeys, Speaker};
use shared_rules::wire::sign::{SignPicture, SignVersion};

const PAGE: &str = include_str!("../../docs/protocol.md");

/// A row of a table with a column of bytes: the table's heading, the cells before the bytes, the bytes.
#[derive(Debug)]
struct Row {
    heading: String,
    cells: Vec<String>,
    bytes: Vec<u8>,
}

/// The cells of a line of a table.
fn cells(line: &str) -> Option<Vec<String>> {
    let inner = line.trim().strip_prefix('|')?.strip_suffix('|')?;
    let cell = |text: &str| text.trim().trim_matches('`').to_owned();
    Some(inner.split(" | ").map(cell).collect())
}

fn bytes_of(text: &str) -> Vec<u8> {
    let digits: String = text.split_whitespace().collect();
    let pairs = digits.as_bytes().chunks(2);
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    pairs
        .map(|pair| byte(pair).unwrap_or_else(|| panic!("no bytes: {text}")))
        .collect()
}

/// Every row of every table that ends with a column of bytes.
fn rows() -> Vec<Row> {
    let mut heading: Option<String> = None;
    let mut rows = Vec::new();
    for line in PAGE.lines() {
        let Some(mut cells) = cells(line) else {
            heading = None;
            continue;
        };
        let last = cells.pop().expect("a cell");
        match &heading {
            None => heading = Some(format!("{} | {last}", cells.join(" | "))),
            Some(heading) if heading.ends_with("| hex") && !last.starts_with("---") => {
                rows.push(Row {
                    heading: heading.trim_end_matches(" | hex").to_owned(),
                    cells,
                    bytes: bytes_of(&last),
                });
            }
            Some(_) => {}
        }
    }
    rows
}

/// As the compiler prints it, with long lists of bytes in hexadecimal digits.
fn render(value: &impl Debug) -> String {
    let text = format!("{value:?}");
    let mut rendered = String::new();
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once('[') {
        let (list, behind) = after.split_once(']').expect("the end of a list");
        let bytes: Result<Vec<u8>, _> = list.split(", ").map(str::parse).collect();
        rendered.push_str(before);
        match bytes {
            Ok(bytes) => bytes.iter().for_each(|byte| {
                let _ = write!(rendered, "{byte:02x}");
            }),
            Err(_) => {
                let _ = write!(rendered, "[{list}]");
            }
        }
        rest = behind;
    }
    rendered + rest
}

/// The bytes are this message, and this message is these bytes.
fn check<'a, T: Serialize + Deserialize<'a> + Debug>(row: &'a Row) {
    let message: T = payload::read(&row.bytes).unwrap_or_else(|| panic!("{row:x?}"));
    assert_eq!(render(&message), row.cells[0]);
    let written = payload::write(&message).expect("a short message");
    assert_eq!(written, row.bytes.as_slice(), "{}", row.cells[0]);
}

/// The secrets and offers of the page.
struct Secrets(BTreeMap<String, Vec<u8>>);

impl Secrets {
    fn of(rows: &[Row]) -> Secrets {
        let values = rows.iter().filter(|row| row.heading == "value");
        Secrets(
            values
                .map(|row| (row.cells[0].clone(), row.bytes.clone()))
                .collect(),
        )
    }

    fn get<const N: usize>(&self, name: &str) -> [u8; N] {
        let value = self
            .0
            .get(name)
            .unwrap_or_else(|| panic!("the page names no {name}"));
        value.as_slice().try_into().expect("its length")
    }

    fn key(&self, wire: WireKind) -> (u8, SharedKey) {
        match wire {
            WireKind::Console => (3, SharedKey::new(self.get("key 3"))),
            WireKind::Sign => (8, SharedKey::new(self.get("key 8"))),
        }
    }

    fn greeting(&self, wire: WireKind) -> Greeting {
        Greeting {
            wire,
            number: self.key(wire).0,
            of_initiator: self.get("offer of the initiator"),
            of_responder: self.get("offer of the table"),
        }
    }

    fn session(&self, wire: WireKind) -> SessionKeys {
        self.greeting(wire).session(&self.key(wire).1)
    }
}

fn wire_of(name: &str) -> WireKind {
    match name {
        "console" => WireKind::Console,
        "sign" => WireKind::Sign,
        _ => panic!("no wire: {name}"),
    }
}

/// A frame is read as the page says, written as the page says, and its tag follows from keys and offers.
fn check_frame(row: &Row, secrets: &Secrets) {
    let [wire, from, text] = &row.cells[..] else {
        panic!("wire, sender and frame: {row:?}");
    };
    let wire = wire_of(wire);
    let speaker = match from.as_str() {
        "table" => Speaker::Responder,
        _ => Speaker::Initiator,
    };
    let mut decoder = Decoder::new();
    let (last, frame) = row.bytes.split_last().expect("a frame");
    for byte in frame {
        assert!(decoder.feed(*byte).is_none(), "one frame: {row:x?}");
    }
    let Some(Frame { head, body }) = decoder.feed(*last) else {
        panic!("no frame: {row:x?}");
    };
    let written = Frame { head, body }.encode().expect("a short frame");
    assert_eq!(written, row.bytes.as_slice());
    let (_, key) = secrets.key(wire);
    match head {
        Head::Knock => assert_eq!(render(&head), *text),
        Head::Hello { offer, .. } => {
            assert_eq!(render(&head), *text);
            assert_eq!(offer, secrets.greeting(wire).of_initiator);
        }
        Head::Welcome { offer, tag, .. } => {
            assert_eq!(render(&head), *text);
            let greeting = secrets.greeting(wire);
            assert_eq!(offer, greeting.of_responder);
            assert!(greeting.is_welcome(&key, &tag), "{text}");
        }
        Head::Sealed { counter, tag } => {
            let read = read_body(body).expect("a body");
            assert_eq!(format!("{counter}: {}", render(&read)), *text);
            let session = secrets.session(wire);
            assert_eq!(session.tag(speaker, counter, body), tag, "{text}");
            if let FrameBody::Data { payload, .. } = read {
                assert!(
                    is_on_the_page(payload),
                    "{text}: its message is on the page"
                );
            }
        }
    }
}

/// A payload in a frame is one of the messages that the page explains.
fn is_on_the_page(payload: &[u8]) -> bool {
    let messages = ["request", "report", "picture", "version"];
    let mut rows = rows().into_iter();
    rows.any(|row| messages.contains(&row.heading.as_str()) && row.bytes == payload)
}

/// The signature of a command follows from the session and the person's key.
fn check_signature(row: &Row, secrets: &Secrets) {
    let Some(Request::Command(signed)) = payload::read(&row.bytes) else {
        return;
    };
    let (number, key) = secrets.key(WireKind::Console);
    let person = KeyEntry {
        number,
        role: Role::ShiftManager,
        key,
    };
    let signer = Signer::new(secrets.session(WireKind::Console).id, signed.counter - 1);
    assert_eq!(signer.sign_next(&person, signed.command), signed);
    assert!(payload::read::<Command>(signed.command).is_some());
}

/// The values that follow from others.
fn check_value(name: &str, bytes: &[u8], secrets: &Secrets) {
    let id = |wire| secrets.session(wire).id.to_vec();
    let expected = match name {
        "key 3" | "key 8" => return assert_eq!(bytes.len(), 32),
        "offer of the initiator" | "offer of the table" => return assert_eq!(bytes.len(), 16),
        "id of the console's session" => id(WireKind::Console),
        "id of the sign's session" => id(WireKind::Sign),
        "welcome on the console's wire" => {
            let greeting = secrets.greeting(WireKind::Console);
            greeting.welcome(&secrets.key(WireKind::Console).1).to_vec()
        }
        "knock: version and head" => vec![frame::VERSION, 0],
        "knock: its check" => frame::check(&[&[frame::VERSION, 0]]).to_le_bytes().to_vec(),
        "check of the text 123456789" => frame::check(&[b"123456789"]).to_le_bytes().to_vec(),
        "key of the console's session" => return check_session_key(bytes, secrets),
        _ => panic!("nobody knows what {name} is"),
    };
    assert_eq!(bytes, expected, "{name}");
}

/// No side gives the key of a session away; what it tags does.
fn check_session_key(bytes: &[u8], secrets: &Secrets) {
    let key = SharedKey::new(bytes.try_into().expect("32 bytes"));
    let tag: [u8; 8] = key.ready().tag(&[&[1], &1_u64.to_le_bytes(), &[2]]);
    let session = secrets.session(WireKind::Console);
    assert_eq!(tag, session.tag(Speaker::Initiator, 1, &[2]));
}

#[test]
fn every_example_is_what_the_code_reads_and_writes() {
    let rows = rows();
    let secrets = Secrets::of(&rows);
    for row in &rows {
        match row.heading.as_str() {
            "value" => check_value(&row.cells[0], &row.bytes, &secrets),
            "wire | from | frame" => check_frame(row, &secrets),
            "request" => {
                check::<Request<'_>>(row);
                check_signature(row, &secrets);
            }
            "command" => check::<Command>(row),
            "event" => check::<Event>(row),
            "report" => check::<Report<'_>>(row),
            "entry" => check::<Entry>(row),
            "picture" => check::<SignPicture>(row),
            "version" => check::<SignVersion>(row),
            other => panic!("a table of {other} that nobody checks"),
        }
    }
}

/// Every kind of frame and every message of the protocol has an example.
#[test]
fn every_kind_has_an_example() {
    let rows = rows();
    let of = |heading: &str| -> Vec<u8> {
        let of_heading = rows.iter().filter(|row| row.heading == heading);
        of_heading.map(|row| row.bytes[0]).collect()
    };
    for (heading, count) in [("request", 9), ("command", 6), ("report", 10)] {
        let codes = of(heading);
        let missing: Vec<u8> = (0..count).filter(|code| !codes.contains(code)).collect();
        assert_eq!(missing, Vec::<u8>::new(), "{heading}");
    }
    let frames = rows
        .iter()
        .filter(|row| row.heading == "wire | from | frame");
    let texts: Vec<&str> = frames.map(|row| row.cells[2].as_str()).collect();
    for kind in ["Knock", "Hello", "Welcome", "Data", "Ack", "Heartbeat"] {
        assert!(texts.iter().any(|text| text.contains(kind)), "{kind}");
    }
}

/// Outside of the tables there is no hexadecimal example that nothing checks.
#[test]
fn no_example_is_outside_of_a_table() {
    for line in PAGE.lines().filter(|line| cells(line).is_none()) {
        let is_byte = |word: &&str| word.len() == 2 && u8::from_str_radix(word, 16).is_ok();
        let run = line.split(' ').filter(is_byte).count();
        assert!(run < 4, "{line}");
    }
}
