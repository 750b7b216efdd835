//! One page's WebSocket: the newest parts go out, asks come in, and what cannot be done is answered in words.
//!
//! Everything is bounded: a page that asks faster than a hand can is told to leave, one that reads slowly gets fewer
//! frames, and neither holds the table up. A browser answers pings by itself; a page that no longer does is gone, and
//! its place is free.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use serde::de::DeserializeOwned;
use serde_json::json;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, watch};
use tokio::time::timeout;

use super::ask::{self, Ask};
use super::clock::Asked;
use super::parts::Parts;

/// Asks that a page may send at once, and how many come back to it a second. A hand needs ten.
const ASKS_MAX: u32 = 100;
const ASKS_A_SECOND: u32 = 50;

/// Answers that wait to be sent.
const ANSWERS: usize = 16;

/// A page that takes no message for so long is gone.
const SLOW: Duration = Duration::from_secs(10);

/// Pings in the time after which a page that answers none of them is gone.
const PINGS: u32 = 4;

/// A page that has to leave is still listened to for this time, and for this number of messages.
const PARTING: Duration = Duration::from_secs(1);
const READ_ON_MAX: usize = 1_000;

/// The newest messages of a page's parts.
pub trait PageParts: Clone {
    /// One message for each part, always in this order.
    fn messages(&self) -> Vec<&Arc<str>>;

    /// A paper to take away, with its kind.
    fn paper(&self, _name: &str) -> Option<(&'static str, String)> {
        None
    }
}

/// The two ways between a page and the thread behind it.
#[derive(Debug)]
pub struct PageChannels<A, P> {
    /// Takes asks.
    pub asks: mpsc::Sender<Asked<A>>,
    /// Gives the newest parts.
    pub parts: watch::Receiver<P>,
}

/// The two ways to a table.
pub type TableChannels = PageChannels<Ask, Parts>;

impl<A, P> Clone for PageChannels<A, P> {
    fn clone(&self) -> PageChannels<A, P> {
        PageChannels {
            asks: self.asks.clone(),
            parts: self.parts.clone(),
        }
    }
}

/// Serves a page until either side leaves, or nothing has been heard from it for the time of `silence`.
pub async fn serve<A: DeserializeOwned, P: PageParts>(
    mut socket: WebSocket,
    channels: PageChannels<A, P>,
    silence: Duration,
) {
    let (answer, answers) = mpsc::channel(ANSWERS);
    let page = Page {
        channels,
        answer,
        allowance: Allowance::new(),
        sent: Vec::new(),
        heard: Instant::now(),
        silence,
    };
    let parting = page.run(&mut socket, answers).await;
    if let Some(frame) = parting {
        // The page may be gone already.
        let _ = timeout(SLOW, socket.send(Message::Close(Some(frame)))).await;
        // A connection that ends with unread messages would lose these words.
        let _ = timeout(PARTING, read_on(&mut socket)).await;
    }
}

/// Reads what is still on its way, up to a bound.
async fn read_on(socket: &mut WebSocket) {
    for _ in 0..READ_ON_MAX {
        if !matches!(socket.recv().await, Some(Ok(_))) {
            return;
        }
    }
}

struct Page<A, P> {
    channels: PageChannels<A, P>,
    answer: mpsc::Sender<String>,
    allowance: Allowance,
    sent: Vec<Arc<str>>,
    /// When the page said anything last.
    heard: Instant,
    silence: Duration,
}

impl<A: DeserializeOwned, P: PageParts> Page<A, P> {
    /// Says with which words to part.
    async fn run(
        mut self,
        socket: &mut WebSocket,
        mut answers: mpsc::Receiver<String>,
    ) -> Option<CloseFrame> {
        let mut ping = tokio::time::interval(self.silence / PINGS);
        self.send_news(socket).await?;
        loop {
            tokio::select! {
                changed = self.channels.parts.changed() => match changed {
                    Ok(()) => self.send_news(socket).await?,
                    Err(_) => return Some(frame(close_code::AWAY, "the table is closed")),
                },
                why = answers.recv() => {
                    let text = json!({ "error": why? }).to_string();
                    send(socket, Message::Text(text.into())).await?;
                }
                _ = ping.tick() => {
                    if self.heard.elapsed() >= self.silence {
                        return None;
                    }
                    send(socket, Message::Ping(Bytes::new())).await?;
                }
                message = socket.recv() => match self.hear(&message?.ok()?) {
                    Ok(()) => {}
                    Err(parting) => return parting,
                },
            }
        }
    }

    /// Takes a message, or says with which words to part.
    fn hear(&mut self, message: &Message) -> Result<(), Option<CloseFrame>> {
        self.heard = Instant::now();
        let parting = match message {
            Message::Close(_) => return Err(None),
            Message::Binary(_) => frame(close_code::UNSUPPORTED, "text messages only"),
            _ if !self.allowance.take() => frame(close_code::POLICY, "too many messages"),
            Message::Text(text) => {
                self.take(text);
                return Ok(());
            }
            Message::Ping(_) | Message::Pong(_) => return Ok(()),
        };
        Err(Some(parting))
    }

    fn take(&mut self, text: &str) {
        let why = match ask::read(text) {
            Err(why) => why,
            Ok(ask) => {
                let answer = self.answer.clone();
                match self.channels.asks.try_send(Asked { ask, answer }) {
                    Ok(()) => return,
                    Err(TrySendError::Full(_)) => "the table is busy: try again".into(),
                    Err(TrySendError::Closed(_)) => "the table is closed".into(),
                }
            }
        };
        // With so many answers waiting one more tells nothing new.
        let _ = self.answer.try_send(why);
    }

    /// Sends the parts that have changed since they were sent last.
    async fn send_news(&mut self, socket: &mut WebSocket) -> Option<()> {
        let parts = self.channels.parts.borrow_and_update().clone();
        for (place, part) in parts.messages().into_iter().enumerate() {
            if self.sent.get(place) == Some(part) {
                continue;
            }
            send(socket, Message::Text(part.as_ref().into())).await?;
            self.sent
                .resize(self.sent.len().max(place + 1), Arc::default());
            self.sent[place] = part.clone();
        }
        Some(())
    }
}

async fn send(socket: &mut WebSocket, message: Message) -> Option<()> {
    timeout(SLOW, socket.send(message)).await.ok()?.ok()
}

fn frame(code: u16, reason: &'static str) -> CloseFrame {
    CloseFrame {
        code,
        reason: reason.into(),
    }
}

/// A bucket of asks that fills up again with time.
struct Allowance {
    left: u32,
    since: Instant,
}

impl Allowance {
    fn new() -> Allowance {
        Allowance {
            left: ASKS_MAX,
            since: Instant::now(),
        }
    }

    fn take(&mut self) -> bool {
        let each = Duration::from_secs(1) / ASKS_A_SECOND;
        let earned = self.since.elapsed().as_millis() / each.as_millis();
        let earned = u32::try_from(earned).unwrap_or(ASKS_MAX).min(ASKS_MAX);
        self.since += each * earned;
        self.left = self.left.saturating_add(earned).min(ASKS_MAX);
        let granted = self.left > 0;
        self.left = self.left.saturating_sub(1);
        granted
    }
}
