//! Pages of every kind: one that plays, one that sends rubbish, one that floods, one that never reads.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::server::Open;

/// Long, because a busy machine may give a table little time; a test that passes does not wait for it.
pub const PATIENCE: Duration = Duration::from_secs(60);

pub struct Page(pub WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Page {
    pub async fn open(table: &Open) -> Page {
        Page::at(table.at, "").await
    }

    /// The page under this path of a server.
    pub async fn at(server: SocketAddr, path: &str) -> Page {
        let url = format!("ws://{server}{path}/socket");
        let (socket, _) = connect_async(url).await.expect("a socket");
        Page(socket)
    }

    pub async fn send(&mut self, ask: &Value) {
        let message = Message::text(ask.to_string());
        self.0.send(message).await.expect("a message is taken");
    }

    /// The next message.
    pub async fn next(&mut self) -> Value {
        loop {
            let message = self.0.next().await.expect("an open socket");
            // Pings are answered by the library, as by a browser.
            if let Message::Text(text) = message.expect("a message") {
                return serde_json::from_str(&text).expect("JSON");
            }
        }
    }

    /// Reads until a message is what is wanted.
    pub async fn until(&mut self, what: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        let search = async {
            loop {
                let value = self.next().await;
                if wanted(&value) {
                    return value;
                }
            }
        };
        let found = timeout(PATIENCE, search).await;
        found.unwrap_or_else(|_| panic!("never: {what}"))
    }

    pub async fn error(&mut self, words: &str) {
        let error = |value: &Value| value["error"].as_str().unwrap_or_default().to_owned();
        self.until(words, |value| error(value).contains(words))
            .await;
    }

    /// A round opens; a table that is busy with what others ask is asked again.
    async fn opens(&mut self) {
        let is_busy = |value: &Value| value["error"] == "the table is busy: try again";
        let is_open = |value: &Value| value["view"]["phase_key"] == "open";
        loop {
            self.send(&json!({"do": "press", "key": "place_your_bets"}))
                .await;
            let answer = self.until("bets open", |value| is_busy(value) || is_open(value));
            if is_open(&answer.await) {
                return;
            }
        }
    }

    /// A round opens and a chip is lit: the table plays.
    pub async fn plays(&mut self) {
        self.opens().await;
        self.send(&json!({"do": "ante", "seat": 3, "on": true}))
            .await;
        self.send(&json!({"do": "chips", "seat": 3, "count": 1}))
            .await;
        let lit = |value: &Value| value["lamps"].as_u64().unwrap_or(0) >> 10 & 1 == 1;
        self.until("the lamp of seat 3", lit).await;
    }
}

#[tokio::test]
async fn a_page_gets_every_part_and_plays() {
    let table = Open::table();
    let mut page = Page::open(&table).await;
    let view = page
        .until("the view", |value| value["view"].is_object())
        .await;
    assert_eq!(view["view"]["game"]["tag"], "ML9");
    assert_eq!(view["view"]["seats"].as_array().map(Vec::len), Some(7));
    let sign = page
        .until("the sign", |value| value["sign"].is_object())
        .await;
    let dots = sign["sign"]["dots"].as_str().map(str::len);
    assert_eq!(dots, Some(128 * 32 / 2));
    assert_eq!(sign["sign"]["text"], "JACKPOT\n$10,000.00");
    page.plays().await;
}

/// Messages that are no asks, and words of the answers.
const RUBBISH: &str = r#" => not understood
{ => not understood
[1, 2, 3] => not understood
{"do":"rob_the_bank"} => rob_the_bank
{"do":"chips","seat":8,"count":1} => seats are numbered 1 to 7
{"do":"chips","seat":3,"count":6} => sixth chip
{"do":"chips","seat":3,"count":-1} => not understood
{"do":"chip","seat":3,"on":false} => o chip lies there
{"do":"chips","seat":3,"count":1,"more":2} => unknown field
{"do":"configure","game":"poker"} => no game "poker"
{"do":"pick","place":"dealer","index":0,"card":"Xx"} => is not a card
{"do":"pick","place":"dealer","index":9,"card":"As"} => so many cards
{"do":"trouble","name":"chip_moved","on":true} => chips are locked"#;

#[tokio::test]
async fn rubbish_is_answered_and_changes_nothing() {
    let table = Open::table();
    let mut page = Page::open(&table).await;
    let long = format!(r#"{{"do":"configure","game":"{}"}}"#, "x".repeat(2_000));
    let rows = RUBBISH.lines().filter_map(|row| row.split_once(" => "));
    for (rubbish, words) in rows.chain([(long.as_str(), "more than 1024 bytes")]) {
        let message = Message::text(rubbish);
        page.0.send(message).await.expect("a message");
        page.error(words).await;
    }
    page.plays().await;
}

/// Larger than any ask, or no text at all: the connection ends, the table does not.
#[tokio::test]
async fn what_no_page_sends_ends_the_connection() {
    let table = Open::table();
    for message in [
        Message::text("x".repeat(1 << 20)),
        Message::binary(vec![0; 9]),
    ] {
        let mut page = Page::open(&table).await;
        // The server may hang up while this is still on its way.
        let _ = page.0.send(message).await;
        let code = close_code(&mut page).await;
        assert!(code.is_none_or(|code| code == CloseCode::Unsupported));
    }
    Page::open(&table).await.plays().await;
}

#[tokio::test]
async fn a_million_messages_are_too_many() {
    let table = Open::table();
    let mut flood = Page::open(&table).await;
    let mut player = Page::open(&table).await;
    let mut sent = 0;
    while sent < 1_000_000 {
        let deal = Message::text(r#"{"do":"deal"}"#);
        if flood.0.feed(deal).await.is_err() {
            break;
        }
        sent += 1;
    }
    assert!(sent < 1_000_000, "the flood was let in");
    player.plays().await;
    // Other pages are as welcome as before.
    Page::open(&table)
        .await
        .until("the view", |value| value["view"].is_object())
        .await;
}

/// A page that floods is told why it has to leave.
#[tokio::test]
async fn a_flood_is_told_why() {
    let table = Open::table();
    let mut flood = Page::open(&table).await;
    for _ in 0..300 {
        if flood.0.send(Message::text("?")).await.is_err() {
            break;
        }
    }
    assert_eq!(close_code(&mut flood).await, Some(CloseCode::Policy));
}

/// Pages that never read hold nobody up, and there cannot be too many of them.
#[tokio::test]
async fn pages_that_never_read_hold_nobody_up() {
    let table = Open::table();
    let mut player = Page::open(&table).await;
    let mut idle = Vec::new();
    for _ in 0..15 {
        idle.push(Page::open(&table).await);
    }
    let url = format!("ws://{}/socket", table.at);
    let refused = connect_async(&url).await.expect_err("one too many");
    assert!(refused.to_string().contains("503"), "{refused}");
    player.plays().await;
    idle.clear();
    tokio::time::sleep(Duration::from_millis(200)).await;
    Page::open(&table).await;
}

async fn close_code(page: &mut Page) -> Option<CloseCode> {
    let search = async {
        while let Some(Ok(message)) = page.0.next().await {
            if let Message::Close(frame) = message {
                return frame.map(|frame| frame.code);
            }
        }
        None
    };
    let found = timeout(PATIENCE, search).await;
    found.expect("the connection ends")
}
