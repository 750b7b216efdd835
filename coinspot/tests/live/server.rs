//! Access to the page: programs on this machine and the table's own page are let in, nobody else.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use coinspot::table::clock::{self, Running};
use coinspot::table::connections::Patience;
use coinspot::table::host::Host;
use coinspot::table::play::TablePlay;
use coinspot::table::server;
use coinspot::table::socket::TableChannels;
use shared_rules::games::Game;
use tokio::runtime::Builder;
use tokio::sync::oneshot;

/// An answer has to come within this time.
const PATIENCE: Duration = Duration::from_secs(20);

/// A table on a port of its own, until the test ends.
pub struct Open {
    pub at: SocketAddr,
    _end: oneshot::Sender<()>,
}

impl Open {
    /// Opens a table of Megalink 9.
    pub fn table() -> Open {
        Open::with(Patience::default())
    }

    /// The same with another patience.
    pub fn with(patience: Patience) -> Open {
        let running = clock::start(|| {
            let mut play = TablePlay::new(Box::new(Host::new(1, None)), 1);
            play.run_until_idle();
            play.configure(Game::Ml9).expect("a game");
            Ok(play)
        });
        let Running { asks, parts, .. } = running.expect("a table");
        let channels = TableChannels { asks, parts };
        let (opened, is_open) = std::sync::mpsc::channel();
        let (end, ended) = oneshot::channel();
        std::thread::spawn(move || {
            let runtime = Builder::new_current_thread().enable_all().build();
            runtime.expect("a runtime").block_on(async {
                let listener = server::listen(0).await.expect("a port");
                opened.send(listener.local_addr()).expect("a test");
                // It ends when the test lets go of the other half.
                let end = async { drop(ended.await) };
                let served = server::serve(listener, channels, patience, end);
                served.await.expect("served");
            });
        });
        let at = is_open.recv().expect("a server").expect("its address");
        Open { at, _end: end }
    }

    /// Sends a request as it is, and gives the answer.
    pub fn ask(&self, path: &str, headers: &[&str]) -> String {
        ask(self.at, path, headers)
    }

    pub fn host(&self) -> String {
        format!("Host: {}", self.at)
    }
}

/// Sends a request as it is to a server, and gives the answer.
pub fn ask(server: SocketAddr, path: &str, headers: &[&str]) -> String {
    let mut stream = TcpStream::connect(server).expect("the server");
    stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
    let headers = headers.join("\r\n");
    let request = format!("GET {path} HTTP/1.1\r\nConnection: close\r\n{headers}\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("a request");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer
}

pub const UPGRADE: [&str; 4] = [
    "Upgrade: websocket",
    "Connection: Upgrade",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
];

#[test]
fn the_page_is_part_of_the_program() {
    let table = Open::table();
    assert!(table.at.ip().is_loopback());
    for (path, kind, piece) in [
        ("/", "text/html", "<title>Coinspot"),
        ("/style.css", "text/css", "--felt"),
        ("/wire.js", "text/javascript", "WebSocket"),
        ("/favicon.svg", "image/svg+xml", "<svg"),
    ] {
        let answer = table.ask(path, &[&table.host()]);
        assert!(answer.starts_with("HTTP/1.1 200"), "{path}: {answer}");
        assert!(answer.contains(kind) && answer.contains(piece), "{path}");
        assert!(answer.contains("content-security-policy: default-src 'self'"));
    }
    let answer = table.ask("/elsewhere", &[&table.host()]);
    assert!(answer.starts_with("HTTP/1.1 404"), "{answer}");
}

/// A name that its owner lets point to this machine is not ours (DNS rebinding).
#[test]
fn foreign_names_are_refused() {
    let table = Open::table();
    let port = table.at.port();
    for host in [
        "evil.example".to_owned(),
        format!("evil.example:{port}"),
        "127.0.0.1".to_owned(),
        format!("127.0.0.1:{}", port ^ 1),
        format!("127.0.0.1:{port}.evil.example"),
        String::new(),
    ] {
        let answer = table.ask("/", &[&format!("Host: {host}")]);
        assert!(answer.starts_with("HTTP/1.1 403"), "{host:?}: {answer}");
        assert!(answer.contains("127.0.0.1 and localhost only"), "{answer}");
    }
    let answer = table.ask("/", &[&format!("Host: localhost:{port}")]);
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

/// Browsers let any page open a WebSocket to this machine; the table looks where the page came from.
#[test]
fn foreign_pages_are_refused() {
    let table = Open::table();
    let host = table.host();
    let port = table.at.port();
    for origin in [
        "https://evil.example".to_owned(),
        "null".to_owned(),
        format!("https://127.0.0.1:{port}"),
        format!("http://127.0.0.1:{}", port ^ 1),
        format!("http://127.0.0.1:{port}.evil.example"),
    ] {
        let origin = format!("Origin: {origin}");
        let mut headers = vec![host.as_str(), origin.as_str()];
        headers.extend(UPGRADE);
        let answer = table.ask("/socket", &headers);
        assert!(answer.starts_with("HTTP/1.1 403"), "{origin}: {answer}");
    }
}
