//! Bad input and bad surroundings: clear words, and nothing is lost.

use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};

use coinspot::gateway::packet;
use shared_rules::pool::TableEntry;
use shared_rules::pool::message::{Direction, Letter, Membership, ToPool, ToTable};
use shared_rules::wire::key::SharedKey;
use shared_rules::wire::payload;
use simulator::table::pool_key;
use tokio_tungstenite::tungstenite::stream::MaybeTlsStream;
use tokio_tungstenite::tungstenite::{Message, WebSocket, connect};

use crate::processes::{
    LinkFolder, PATIENCE, free_port, hex, last_number, path, pool, run, state, until,
};

const TABLE: u32 = 101;

/// Runs `coinspot` with arguments in which `{log}`, `{keys}` and `{port}` stand for those of the link.
#[track_caller]
fn ends_with_words(folder: &LinkFolder, port: u16, arguments: &str, words: &str) {
    let arguments = arguments
        .replace("{log}", &path(&folder.log()))
        .replace("{keys}", &path(&folder.file("tables.keys")))
        .replace("{house}", &path(&folder.file("house.key")))
        .replace("{folder}", &path(&folder.file("")))
        .replace("{port}", &port.to_string());
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let (code, text, error) = run(&arguments);
    assert_eq!(code, Some(1), "{arguments:?}: {text}{error}");
    assert!(error.contains(words), "{arguments:?}: {error}");
}

#[test]
fn a_pool_that_cannot_start_says_why() {
    let folder = LinkFolder::new();
    let port = free_port();
    let serve = "pool serve --listen 127.0.0.1:0 --keys {keys} --file {log}";
    ends_with_words(&folder, port, serve, "there is no log in");
    let running = pool(&folder, port);
    let again = &format!("{serve} --game ml9");
    ends_with_words(&folder, port, again, "another pool works on");
    let taken =
        "pool serve --listen 127.0.0.1:{port} --keys {keys} --file {folder}other.db --game ml9";
    ends_with_words(&folder, port, taken, "cannot listen at 127.0.0.1");
    drop(running);
    let other = &format!("{serve} --game rws6");
    ends_with_words(&folder, port, other, "the log was founded on other terms");
    let other = &format!("{serve} --game ml9 --reset 12345.00");
    ends_with_words(&folder, port, other, "the log was founded on other terms");
    let other = &format!("{serve} --link 2");
    ends_with_words(&folder, port, other, "this is the log of link 1");
    let audit = "pool audit {log} --keys {keys} --link 2";
    ends_with_words(&folder, port, audit, "this is the log of link 1");
    fs::write(
        folder.file("no.db"),
        "this is no log, and long enough for a header of SQLite: it must be left alone, \
        whatever happens to it in the meantime",
    )
    .expect("a file");
    let foreign = "pool serve --listen 127.0.0.1:0 --keys {keys} --file {folder}no.db --game ml9";
    ends_with_words(&folder, port, foreign, "this is not a pool's log");
}

#[test]
fn a_file_of_keys_is_read_or_explained() {
    let folder = LinkFolder::new();
    let key = hex(&[0x5a; 32]);
    for (text, words) in [
        (String::new(), "it holds no key"),
        ("# nothing\n\n".to_owned(), "it holds no key"),
        (
            format!("1 {key}\n"),
            "line 1: table, generation and key are needed",
        ),
        (
            format!("# first\none 1 {key}\n"),
            "line 2: the table is no number",
        ),
        (
            format!("1 x {key}\n"),
            "line 1: the generation is no number",
        ),
        (
            format!("1 1 {key}0\n"),
            "line 1: a key has 64 hexadecimal digits",
        ),
        (
            format!("1 1 {key}\n1 1 {key}\n"),
            "line 2: this table and generation has a key already",
        ),
    ] {
        fs::write(folder.file("tables.keys"), text).expect("a file");
        let serve = "pool serve --listen 127.0.0.1:0 --keys {keys} --file {log} --game ml9";
        ends_with_words(&folder, 0, serve, words);
        assert!(
            !folder.log().exists(),
            "no log is founded before the keys are known"
        );
    }
    let missing = "pool serve --listen 127.0.0.1:0 --keys {folder}nothing --file {log} --game ml9";
    ends_with_words(&folder, 0, missing, "cannot read");
}

#[test]
fn a_gateway_that_cannot_start_says_why() {
    let folder = LinkFolder::new();
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("its address").port();
    let gateway = "gateway --table 127.0.0.1:1 --console 127.0.0.1:{port} --pool";
    ends_with_words(
        &folder,
        port,
        &format!("{gateway} ws://127.0.0.1:1"),
        "cannot listen at",
    );
    ends_with_words(
        &folder,
        port,
        &format!("{gateway} wss://127.0.0.1:1"),
        "ws://127.0.0.1:7480",
    );
    let join = "pool join --table 127.0.0.1:{port} --number 1";
    ends_with_words(
        &folder,
        port,
        join,
        "has not answered: check that a table runs",
    );
}

/// A gateway's end of a connection to the pool.
struct Line(WebSocket<MaybeTlsStream<TcpStream>>);

impl Line {
    fn open(port: u16) -> Line {
        let (socket, _) = connect(format!("ws://127.0.0.1:{port}")).expect("a pool");
        if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
            stream.set_read_timeout(Some(PATIENCE)).expect("a socket");
        }
        Line(socket)
    }

    fn send(&mut self, letter: &[u8]) {
        let mut packet = Vec::new();
        assert!(packet::push(&mut packet, letter));
        self.0.send(Message::Binary(packet.into())).expect("a pool");
    }

    /// Messages until one is found.
    fn find<T>(&mut self, mut is_meant: impl FnMut(&Message) -> Option<T>) -> T {
        loop {
            let message = self.0.read().expect("a message");
            if let Some(found) = is_meant(&message) {
                return found;
            }
        }
    }

    fn words(&mut self) -> String {
        self.find(|message| match message {
            Message::Text(words) => Some(words.to_string()),
            _ => None,
        })
    }

    fn hears(&mut self, expected: &ToTable) {
        self.find(|message| {
            let Message::Binary(packet) = message else {
                return None;
            };
            let letters = packet::letters(packet).expect("letters");
            let mut letters = letters.into_iter().map(|letter| {
                let letter: Letter = payload::read(letter).expect("a letter");
                letter.open::<ToTable>(&pool_key(), Direction::ToTable)
            });
            let is_there = letters.any(|message| message.as_ref() == Some(expected));
            is_there.then_some(())
        });
    }

    fn parting(&mut self) -> String {
        self.find(|message| match message {
            Message::Close(frame) => frame.as_ref().map(|frame| frame.reason.to_string()),
            _ => None,
        })
    }
}

fn letter(key: &SharedKey, table: u32, number: u32, entry: TableEntry) -> Vec<u8> {
    let message = ToPool::Entry {
        number,
        seen: None,
        entry,
    };
    let bytes = payload::write(&message).expect("a short message");
    let place = Membership {
        link: 1,
        table,
        generation: 1,
    };
    let letter = Letter::seal(key, Direction::ToPool, place, 1, 0, &bytes);
    payload::write(&letter).expect("a short letter").to_vec()
}

#[test]
fn letters_without_effect_are_explained_and_change_nothing() {
    let folder = LinkFolder::new();
    let port = free_port();
    let running = pool(&folder, port);
    let mut line = Line::open(port);
    let wrong = SharedKey::new([0x13; 32]);
    line.send(&letter(&wrong, TABLE, 1, TableEntry::Open(1)));
    assert_eq!(line.words(), "the table has not written it");
    line.send(&letter(&pool_key(), 999, 1, TableEntry::Open(1)));
    assert_eq!(
        line.words(),
        "the link has no key for this table and generation"
    );
    line.send(b"nonsense");
    assert_eq!(line.words(), "it is no letter");
    line.0
        .send(Message::Binary(vec![9, 1].into()))
        .expect("a pool");
    assert_eq!(line.parting(), "these are no letters");
    let mut line = Line::open(port);
    line.0.send(Message::Text("hello".into())).expect("a pool");
    assert_eq!(line.parting(), "letters only");
    let state = state(port).expect("a pool");
    assert_eq!((&state["ignored"], &state["head"]), (&3.into(), &1.into()));
    drop(running);
}

#[test]
fn a_repeated_message_is_booked_once_and_a_contradiction_closes_its_table_only() {
    let folder = LinkFolder::new();
    let port = free_port();
    let running = pool(&folder, port);
    let mut line = Line::open(port);
    let open = letter(&pool_key(), TABLE, 1, TableEntry::Open(1));
    for _ in 0..3 {
        line.send(&open);
        line.hears(&ToTable::Ack(1));
    }
    assert_eq!(state(port).expect("a pool")["entries"], 1);
    line.send(&letter(&pool_key(), TABLE, 1, TableEntry::Open(2)));
    line.hears(&ToTable::Quarantined);
    line.send(&letter(&pool_key(), TABLE, 2, TableEntry::Void(1)));
    line.hears(&ToTable::Quarantined);
    line.send(&letter(&pool_key(), TABLE + 1, 1, TableEntry::Open(1)));
    line.hears(&ToTable::Ack(1));
    assert_eq!(last_number(port, TABLE), Some(1));

    // Only the key of the house lifts it.
    let url = format!("ws://127.0.0.1:{port}");
    fs::write(folder.file("wrong.key"), hex(&[0x13; 32])).expect("a file");
    let rule = format!("pool rule --pool {url} --lift {TABLE} --key");
    ends_with_words(
        &folder,
        port,
        &format!("{rule} {{folder}}wrong.key"),
        "not signed with the key",
    );
    ends_with_words(
        &folder,
        port,
        &format!("{rule} {{folder}}none.key"),
        "cannot read",
    );
    let strike = format!("pool rule --pool {url} --key {{house}} --strike {TABLE}:1");
    ends_with_words(
        &folder,
        port,
        &strike,
        "cannot rule: strike the claim of table 101, round 1",
    );
    let lift = ["pool", "rule", "--pool", &url, "--lift", "101", "--key"];
    let house = path(&folder.file("house.key"));
    let (code, text, error) = run(&[&lift[..], &[&house]].concat());
    assert_eq!(code, Some(0), "{error}");
    assert_eq!(text.trim(), "ruled: lift the quarantine of table 101");
    line.send(&letter(&pool_key(), TABLE, 2, TableEntry::Void(1)));
    line.hears(&ToTable::Ack(2));
    drop(running);
    let (code, text, error) = run(&["pool", "audit", &path(&folder.log())]);
    assert_eq!(code, Some(0), "{error}");
    assert!(
        text.contains("table 101 is quarantined: message 1"),
        "{text}"
    );
}

#[test]
fn pages_of_a_browser_are_turned_away() {
    let folder = LinkFolder::new();
    let port = free_port();
    let _running = pool(&folder, port);
    for path in ["/", "/state", "/rulings"] {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("a pool");
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://example.com\r\nConnection: close\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).expect("a request");
        let mut text = String::new();
        stream.read_to_string(&mut text).expect("an answer");
        assert!(text.starts_with("HTTP/1.1 403"), "{path}: {text}");
    }
}

/// A pool that may not write any further acknowledges nothing, says so, and goes on once there is room.
#[cfg(unix)]
#[test]
fn a_pool_without_room_is_silent_and_loses_nothing() {
    let folder = LinkFolder::new();
    let port = free_port();
    drop(pool(&folder, port));
    let (log, keys) = (path(&folder.log()), path(&folder.file("tables.keys")));
    // The shell bounds the size of every file, and lets a write beyond it fail instead of killing the writer.
    let script = format!(
        "trap '' XFSZ; ulimit -f 128; exec {} pool serve --file {log} --keys {keys} --listen 127.0.0.1:{port}",
        env!("CARGO_BIN_EXE_coinspot")
    );
    let mut child = std::process::Command::new("sh")
        .args(["-c", &script])
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("a shell");
    until("the pool is open", || state(port).is_some());
    let mut line = Line::open(port);
    let mut acknowledged = 0;
    let trouble = (1..2_000).find_map(|number| {
        let entry = match (number - 1) % 2 {
            0 => TableEntry::Open(number / 2 + 1),
            _ => TableEntry::Void(number / 2),
        };
        line.send(&letter(&pool_key(), TABLE, number, entry));
        until("an answer, or a reason why there is none", || {
            let state = state(port).expect("a pool");
            !state["trouble"].is_null() || last_number(port, TABLE) == Some(u64::from(number))
        });
        acknowledged = last_number(port, TABLE).unwrap_or(0);
        let state = state(port).expect("a pool");
        state["trouble"].as_str().map(str::to_owned)
    });
    println!("after {acknowledged} messages: {trouble:?}");
    assert!(
        trouble.is_some() && acknowledged > 1,
        "{acknowledged}: {trouble:?}"
    );
    child.kill().expect("a process");
    child.wait().expect("an end");
    let running = pool(&folder, port);
    let last = last_number(port, TABLE).expect("a table");
    assert!(
        (acknowledged..=acknowledged + 1).contains(&last),
        "{last} after {acknowledged}"
    );
    drop(running);
    let (code, _, error) = run(&["pool", "audit", &path(&folder.log())]);
    assert_eq!(code, Some(0), "{error}");
}
