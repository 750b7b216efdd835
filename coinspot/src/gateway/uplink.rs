//! A gateway's connection to its pool: a WebSocket that is opened again whenever it is gone. Where several pools share
//! a log, one of them leads and the others refuse gateways: all are tried in turn.

use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use shared_rules::wire::payload::Payload;
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

use super::packet;
use crate::terminal::tell;

/// Letters and news that wait, in each direction.
pub const QUEUE_MAX: usize = 256;

/// The pauses between attempts double from the first to the last. A table takes no bets after a second without its
/// pool, so even the longest is short.
const PAUSE_MIN: Duration = Duration::from_millis(50);
const PAUSE_MAX: Duration = Duration::from_millis(500);

/// A connection has to open within this time, and a message to go out. A machine that is cut off costs this much before
/// the next pool is tried.
const PATIENCE: Duration = Duration::from_secs(1);

/// A connection that has held so long was a good one.
const HELD: Duration = Duration::from_secs(5);

/// The interval of pings; a pool that says nothing for this number of them is gone.
const PING: Duration = Duration::from_millis(500);
const PINGS: u32 = 4;

/// News of the pool.
#[derive(Clone, Debug)]
pub enum UplinkNews {
    /// There is a connection, and the table has to say hello.
    Connected,
    /// A letter to the table.
    Letter(Box<Payload>),
}

pub(super) type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Carries letters for ever, to whichever of these pools leads.
pub async fn run(
    urls: Vec<String>,
    mut letters: mpsc::Receiver<Payload>,
    to_table: mpsc::Sender<UplinkNews>,
) {
    let mut pools: Vec<(String, String)> =
        urls.into_iter().map(|url| (url, String::new())).collect();
    let mut pause = PAUSE_MIN;
    loop {
        for (url, told) in &mut pools {
            let opened = Instant::now();
            let why = meet(url, told, &mut letters, &to_table).await;
            if to_table.is_closed() {
                return;
            }
            if why != *told {
                tell(&format!("the pool at {url} is not there: {why}"));
                *told = why;
            }
            if opened.elapsed() >= HELD {
                pause = PAUSE_MIN;
            }
            // The table repeats those that matter.
            while letters.try_recv().is_ok() {}
        }
        tokio::time::sleep(pause).await;
        pause = (2 * pause).min(PAUSE_MAX);
    }
}

/// Connects to one pool and carries letters until it is gone; says why it is.
async fn meet(
    url: &str,
    told: &mut String,
    letters: &mut mpsc::Receiver<Payload>,
    to_table: &mpsc::Sender<UplinkNews>,
) -> String {
    let socket = match connect(url).await {
        Ok(socket) => socket,
        Err(why) => return why,
    };
    tell(&format!("the pool at {url} answers"));
    told.clear();
    if to_table.send(UplinkNews::Connected).await.is_err() {
        return "the gateway ends".to_owned();
    }
    talk(socket, letters, to_table).await
}

/// Opens a connection. The error is for a person.
pub(super) async fn connect(url: &str) -> Result<Socket, String> {
    let config = WebSocketConfig::default().max_message_size(Some(2 * packet::PACKET_MAX));
    let opened = connect_async_with_config(url, Some(config), true);
    match timeout(PATIENCE, opened).await {
        Ok(Ok((socket, _))) => Ok(socket),
        Ok(Err(error)) => Err(words_of(error)),
        Err(_) => Err("no answer".to_owned()),
    }
}

/// A pool that refuses gateways says why.
fn words_of(error: tungstenite::Error) -> String {
    match error {
        tungstenite::Error::Http(answer) => {
            let said = answer.body().as_deref().unwrap_or_default();
            let said = String::from_utf8_lossy(said).trim().to_owned();
            format!("{}: {said}", answer.status())
        }
        error => error.to_string(),
    }
}

/// Carries letters until the connection is gone, and says why it is.
async fn talk(
    mut socket: Socket,
    letters: &mut mpsc::Receiver<Payload>,
    to_table: &mpsc::Sender<UplinkNews>,
) -> String {
    let mut ping = tokio::time::interval(PING);
    let mut heard = Instant::now();
    let mut told = String::new();
    loop {
        tokio::select! {
            letter = letters.recv() => {
                let Some(letter) = letter else {
                    return "the gateway ends".to_owned();
                };
                let mut packet = Vec::new();
                let mut next = Some(letter);
                // A letter that finds no room, or is none, comes again.
                while let Some(letter) = next && packet::push(&mut packet, &letter) {
                    next = letters.try_recv().ok();
                }
                if let Err(why) = send(&mut socket, Message::Binary(packet.into())).await {
                    return why;
                }
            }
            message = socket.next() => {
                heard = Instant::now();
                match message {
                    Some(Ok(Message::Binary(packet))) => pass_on(&packet, to_table),
                    Some(Ok(Message::Text(words))) if told != words.as_str() => {
                        told = words.as_str().to_owned();
                        tell(&format!("the pool has ignored a letter: {words}"));
                    }
                    Some(Ok(Message::Close(_))) | None => return "it has closed the connection".to_owned(),
                    Some(Ok(_)) => {}
                    Some(Err(error)) => return error.to_string(),
                }
            }
            _ = ping.tick() => {
                if heard.elapsed() >= PINGS * PING {
                    return "it says nothing".to_owned();
                }
                if let Err(why) = send(&mut socket, Message::Ping(Vec::new().into())).await {
                    return why;
                }
            }
        }
    }
}

async fn send(socket: &mut Socket, message: Message) -> Result<(), String> {
    match timeout(PATIENCE, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(error)) => Err(error.to_string()),
        Err(_) => Err("it takes no messages".to_owned()),
    }
}

/// Letters for which there is no room are lost, and come again.
fn pass_on(bytes: &[u8], to_table: &mpsc::Sender<UplinkNews>) {
    let letters = packet::letters(bytes).unwrap_or_default();
    for letter in letters
        .iter()
        .filter_map(|letter| Payload::from_slice(letter).ok())
    {
        let _ = to_table.try_send(UplinkNews::Letter(Box::new(letter)));
    }
}
