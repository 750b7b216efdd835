//! Connections that do not get on: none of them keeps a browser out for long.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use coinspot::table::connections::Patience;
use futures_util::StreamExt;
use tokio::time::timeout;
use tokio_tungstenite::connect_async;

use crate::server::Open;
use crate::sockets::Page;

/// Long enough for a busy machine, short enough for a test.
const SHORT: Duration = Duration::from_millis(800);
const LONG: Duration = Duration::from_secs(60);

/// More connections than the server has places for.
const TOO_MANY: usize = 80;

fn impatient() -> Patience {
    Patience {
        headers: SHORT,
        connection: LONG,
        silence: SHORT,
    }
}

/// Waits until the server hangs up.
fn is_hung_up(stream: &mut TcpStream) -> bool {
    stream.set_read_timeout(Some(LONG / 4)).expect("a timeout");
    let mut rest = Vec::new();
    match stream.read_to_end(&mut rest) {
        Ok(_) => true,
        Err(error) => error.kind() == std::io::ErrorKind::ConnectionReset,
    }
}

#[test]
fn slow_headers_time_out() {
    let table = Open::with(impatient());
    let mut slow = TcpStream::connect(table.at).expect("the server");
    slow.write_all(b"GET / HTTP/1.1\r\nHos")
        .expect("a beginning");
    let mut idle = TcpStream::connect(table.at).expect("the server");
    assert!(is_hung_up(&mut slow), "half a request");
    assert!(is_hung_up(&mut idle), "no request");
}

/// The next request may come as slowly as the first.
#[test]
fn a_connection_that_is_kept_alive_times_out_too() {
    let table = Open::with(impatient());
    let mut kept = TcpStream::connect(table.at).expect("the server");
    let request = format!("GET /favicon.svg HTTP/1.1\r\n{}\r\n\r\n", table.host());
    kept.write_all(request.as_bytes()).expect("a request");
    assert!(is_hung_up(&mut kept));
}

/// Requests without an end, whose answers are not read.
#[test]
fn a_connection_does_not_last_for_ever() {
    let table = Open::with(Patience {
        headers: LONG,
        connection: SHORT,
        silence: LONG,
    });
    let mut stream = TcpStream::connect(table.at).expect("the server");
    stream
        .set_write_timeout(Some(SHORT / 4))
        .expect("a timeout");
    let request = format!("GET /style.css HTTP/1.1\r\n{}\r\n\r\n", table.host());
    let started = Instant::now();
    while started.elapsed() < LONG / 4 {
        match stream.write_all(request.as_bytes()) {
            Err(error) if error.kind() != std::io::ErrorKind::WouldBlock => return,
            _ => {}
        }
    }
    panic!("it was served for ever");
}

#[test]
fn idle_connections_keep_nobody_out() {
    let table = Open::with(impatient());
    let connect = |_| TcpStream::connect(table.at).expect("the server");
    let idle: Vec<TcpStream> = (0..TOO_MANY).map(connect).collect();
    let answer = table.ask("/", &[&table.host()]);
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    drop(idle);
}

/// Sixteen pages that never answer take every place, but not for long.
#[tokio::test]
async fn silent_pages_keep_nobody_out() {
    let table = Open::with(impatient());
    let mut silent = Vec::new();
    for _ in 0..16 {
        silent.push(Page::open(&table).await);
    }
    let url = format!("ws://{}/socket", table.at);
    let enters = async {
        while connect_async(&url).await.is_err() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(LONG / 4, enters).await.expect("a place");
    drop(silent);
}

/// A page that only looks on answers pings, as every browser does by itself.
#[tokio::test]
async fn a_page_that_listens_may_stay() {
    let table = Open::with(impatient());
    let mut page = Page::open(&table).await;
    let listens = async { while let Some(Ok(_)) = page.0.next().await {} };
    let left = timeout(4 * SHORT, listens).await;
    assert!(left.is_err(), "the page was told to leave");
    page.plays().await;
}
