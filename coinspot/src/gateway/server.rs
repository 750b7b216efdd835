//! The pool's server: a WebSocket for each gateway, one for rulings of the house, and the pool's state as JSON and as
//! measurements.
//!
//! Letters are verified by the pool itself, so that a stranger at this socket can only be ignored. Everything is
//! bounded: a gateway that sends faster than the pool commits has to wait, and one that reads slowly loses letters.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context;
use axum::Router;
use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use axum::extract::{Request, State, WebSocketUpgrade};
use axum::http::{StatusCode, header};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use pit::service::{GatewayLine, NotOffered, PoolDoor, PoolNews, PoolSnapshot};
use shared_rules::wire::key::SharedKey;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::sync::mpsc::{self, error::TrySendError};
use tokio::time::timeout;

use super::{packet, rulings, watching};
use crate::table::connections::{self, Patience};

/// Gateways at once: one for each table of the largest link, and as many that are being replaced.
const GATEWAYS_MAX: usize = 2_048;

/// News that wait for a gateway: several seconds' worth of one table.
const NEWS_MAX: usize = 256;

/// A gateway whose letters find the pool busy waits this long.
const BUSY: Duration = Duration::from_millis(1);

/// A gateway that takes no message for so long is gone.
pub(super) const SLOW: Duration = Duration::from_secs(10);

/// The interval at which a connection looks if its pool still leads.
const LOOK: Duration = Duration::from_millis(200);

/// Pings in the time after which a gateway that answers none of them is gone.
const PINGS: u32 = 4;

#[derive(Clone)]
struct Gate {
    door: PoolDoor,
    house: RulingDesk,
    places: Arc<Semaphore>,
    silence: Duration,
}

/// The house's side of a pool.
#[derive(Clone, Debug)]
pub struct RulingDesk {
    /// The number of the link.
    pub link: u32,
    /// The key of the house; without it nobody can make a ruling.
    pub key: Option<SharedKey>,
}

/// Takes the address for gateways.
///
/// # Errors
/// It is taken, or not of this machine.
pub async fn listen(address: SocketAddr) -> anyhow::Result<TcpListener> {
    let listener = TcpListener::bind(address).await;
    listener.with_context(|| format!("cannot listen at {address}"))
}

/// Serves whoever connects, for ever.
pub async fn serve(listener: TcpListener, door: PoolDoor, house: RulingDesk, patience: Patience) {
    let gate = Gate {
        door,
        house,
        places: Arc::new(Semaphore::new(GATEWAYS_MAX)),
        silence: patience.silence,
    };
    let router = Router::new()
        .route("/", get(open_gateway))
        .route("/state", get(state))
        .route("/health", get(health))
        .route("/metrics", get(metrics))
        .route("/rulings", get(open_rulings))
        .with_state(gate)
        .layer(from_fn(refuse_pages));
    connections::serve(listener, router, patience).await;
}

/// Gateways are programs. A request from a page of some browser is a mistake, or an attack.
async fn refuse_pages(request: Request, next: Next) -> Response {
    if request.headers().contains_key(header::ORIGIN) {
        let why = "a pool answers to gateways, not to pages\n";
        return (StatusCode::FORBIDDEN, why).into_response();
    }
    next.run(request).await
}

/// The pool answers between two commits, so that nobody else waits for it.
async fn ask(gate: Gate) -> Option<PoolSnapshot> {
    let asked = tokio::task::spawn_blocking(move || gate.door.snapshot()).await;
    asked.ok()?.ok()
}

fn does_not_answer() -> Response {
    let why = "the pool does not answer\n";
    (StatusCode::SERVICE_UNAVAILABLE, why).into_response()
}

async fn state(State(gate): State<Gate>) -> Response {
    let Some(snapshot) = ask(gate).await else {
        return does_not_answer();
    };
    match serde_json::to_string(&snapshot) {
        Ok(text) => ([(header::CONTENT_TYPE, "application/json")], text).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

async fn health(State(gate): State<Gate>) -> Response {
    let Some(snapshot) = ask(gate).await else {
        return does_not_answer();
    };
    match watching::health(&snapshot) {
        (true, words) => words.into_response(),
        (false, words) => (StatusCode::SERVICE_UNAVAILABLE, words).into_response(),
    }
}

async fn metrics(State(gate): State<Gate>) -> Response {
    let Some(snapshot) = ask(gate).await else {
        return does_not_answer();
    };
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4")];
    (kind, watching::metrics(&snapshot)).into_response()
}

async fn open_gateway(upgrade: WebSocketUpgrade, State(gate): State<Gate>) -> Response {
    if !gate.door.leadership().is_leading() {
        return refuse_standing_by(&gate.door);
    }
    let Ok(permit) = gate.places.try_acquire_owned() else {
        let why = format!("{GATEWAYS_MAX} gateways are connected already\n");
        return (StatusCode::SERVICE_UNAVAILABLE, why).into_response();
    };
    upgrade
        .max_message_size(2 * packet::PACKET_MAX)
        .max_frame_size(2 * packet::PACKET_MAX)
        .on_upgrade(async move |mut socket| {
            if let Some(parting) = carry(&mut socket, &gate.door, gate.silence).await {
                // The gateway may be gone already.
                let _ = timeout(SLOW, socket.send(Message::Close(Some(parting)))).await;
            }
            drop(permit);
        })
}

/// The gateway tries another pool.
fn refuse_standing_by(door: &PoolDoor) -> Response {
    let leader = door.leadership().leader();
    let leader = leader.map_or_else(
        || "no pool leads".to_owned(),
        |name| format!("{name} leads"),
    );
    let why = format!("this pool stands by: {leader}\n");
    (StatusCode::SERVICE_UNAVAILABLE, why).into_response()
}

async fn open_rulings(upgrade: WebSocketUpgrade, State(gate): State<Gate>) -> Response {
    if !gate.door.leadership().is_leading() {
        return refuse_standing_by(&gate.door);
    }
    let upgrade = upgrade.max_message_size(packet::PACKET_MAX);
    upgrade.on_upgrade(async move |socket| {
        rulings::hear(socket, gate.door, gate.house.link, gate.house.key).await;
    })
}

/// Carries letters until either side leaves; says with which words to part.
async fn carry(socket: &mut WebSocket, door: &PoolDoor, silence: Duration) -> Option<CloseFrame> {
    let (to_socket, mut news) = mpsc::channel(NEWS_MAX);
    let sink = move |news| !matches!(to_socket.try_send(news), Err(TrySendError::Closed(_)));
    let Ok(line) = door.attach(Box::new(sink)) else {
        return Some(stopped());
    };
    let mut ping = tokio::time::interval(silence / PINGS);
    let mut look = tokio::time::interval(LOOK);
    let mut heard = Instant::now();
    loop {
        tokio::select! {
            first = news.recv() => match first {
                Some(first) => tell(socket, first, &mut news).await?,
                None => return Some(stopped()),
            },
            message = socket.recv() => {
                heard = Instant::now();
                match message?.ok()? {
                    Message::Binary(bytes) => match packet::letters(&bytes) {
                        Some(letters) => offer(&line, letters).await?,
                        None => return Some(frame(close_code::INVALID, "these are no letters")),
                    },
                    Message::Text(_) => return Some(frame(close_code::UNSUPPORTED, "letters only")),
                    Message::Close(_) => return None,
                    Message::Ping(_) | Message::Pong(_) => {}
                }
            }
            _ = look.tick() => {
                if !door.leadership().is_leading() {
                    return Some(frame(close_code::AWAY, "the pool stands by"));
                }
            }
            _ = ping.tick() => {
                if heard.elapsed() >= silence {
                    return None;
                }
                send(socket, Message::Ping(Bytes::new())).await?;
            }
        }
    }
}

/// Sends everything that waits, as few messages as possible.
async fn tell(
    socket: &mut WebSocket,
    first: PoolNews,
    news: &mut mpsc::Receiver<PoolNews>,
) -> Option<()> {
    let mut packet = Vec::new();
    let mut next = Some(first);
    while let Some(one) = next {
        match one {
            PoolNews::Letter(letter) => {
                if !packet::push(&mut packet, &letter) {
                    let full = std::mem::take(&mut packet);
                    send(socket, Message::Binary(full.into())).await?;
                    // An empty packet has room for every letter.
                    let _ = packet::push(&mut packet, &letter);
                }
            }
            PoolNews::Ignored(why) => send(socket, Message::Text(why.to_string().into())).await?,
        }
        next = news.try_recv().ok();
    }
    if packet.is_empty() {
        return Some(());
    }
    send(socket, Message::Binary(packet.into())).await
}

/// Offers letters to the pool, and waits where it is busy; none if it has stopped.
async fn offer(line: &GatewayLine, letters: Vec<&[u8]>) -> Option<()> {
    for letter in letters {
        let mut offered = line.offer(letter.to_vec());
        while let Err(NotOffered::Later(letter)) = offered {
            tokio::time::sleep(BUSY).await;
            offered = line.offer(letter);
        }
        offered.ok()?;
    }
    Some(())
}

async fn send(socket: &mut WebSocket, message: Message) -> Option<()> {
    timeout(SLOW, socket.send(message)).await.ok()?.ok()
}

fn stopped() -> CloseFrame {
    frame(close_code::AWAY, "the pool has stopped")
}

fn frame(code: u16, reason: &'static str) -> CloseFrame {
    CloseFrame {
        code,
        reason: reason.into(),
    }
}
