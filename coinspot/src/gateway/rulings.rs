//! Rulings of the house over the pool's socket: the pool gives a challenge, the house answers with a signed ruling, and
//! the pool tells the outcome in words.

use axum::extract::ws::{Message, WebSocket};
use futures_util::{SinkExt, StreamExt};
use pit::block::HouseRuling;
use pit::notice::HouseNotice;
use pit::ruling::{RulingChallenge, SignedRuling};
use pit::service::PoolDoor;
use serde::{Deserialize, Serialize};
use shared_rules::wire::key::SharedKey;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite;

use super::server::SLOW;
use super::uplink;

/// The outcome of a ruling.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RulingOutcome {
    /// It is in the log.
    pub is_done: bool,
    /// In words.
    pub words: String,
}

impl RulingOutcome {
    fn refused(words: &str) -> RulingOutcome {
        RulingOutcome {
            is_done: false,
            words: words.to_owned(),
        }
    }
}

/// The pool's end.
pub(super) async fn hear(mut socket: WebSocket, door: PoolDoor, link: u32, key: Option<SharedKey>) {
    let mut random = [0; 16];
    if getrandom::fill(&mut random).is_err() {
        return;
    }
    let challenge = RulingChallenge { link, random };
    let outcome = match ask(&mut socket, challenge).await {
        None => return,
        Some(signed) => decide(door, key, challenge, signed).await,
    };
    if let Ok(text) = serde_json::to_string(&outcome) {
        // Whoever has gone does not want to know.
        let _ = timeout(SLOW, socket.send(Message::Text(text.into()))).await;
    }
}

async fn ask(socket: &mut WebSocket, challenge: RulingChallenge) -> Option<SignedRuling> {
    let text = serde_json::to_string(&challenge).ok()?;
    timeout(SLOW, socket.send(Message::Text(text.into())))
        .await
        .ok()?
        .ok()?;
    match timeout(SLOW, socket.recv()).await.ok()?? {
        Ok(Message::Text(text)) => serde_json::from_str(text.as_str()).ok(),
        _ => None,
    }
}

async fn decide(
    door: PoolDoor,
    key: Option<SharedKey>,
    challenge: RulingChallenge,
    signed: SignedRuling,
) -> RulingOutcome {
    let Some(key) = key else {
        return RulingOutcome::refused("this pool has no key of the house: --house-key FILE");
    };
    let Some(given) = signed.verify(&key, challenge) else {
        return RulingOutcome::refused("the ruling is not signed with the key of the house");
    };
    let asked = tokio::task::spawn_blocking(move || door.rule_and_wait(given)).await;
    match asked {
        Ok(Ok(notice)) => RulingOutcome {
            is_done: matches!(notice, HouseNotice::Ruled { .. }),
            words: notice.to_string(),
        },
        _ => RulingOutcome::refused("the pool has not decided: ask again"),
    }
}

/// The house's end: sends a ruling to the pool at `url`.
///
/// # Errors
/// The pool is not there or does not answer, in words.
pub async fn send(
    url: &str,
    key: &SharedKey,
    ruling: HouseRuling,
) -> Result<RulingOutcome, String> {
    let url = format!("{}/rulings", url.trim_end_matches('/'));
    let mut socket = uplink::connect(&url).await?;
    let gone = || "the pool has closed the connection".to_owned();
    let challenge = next_text(&mut socket).await.ok_or_else(gone)?;
    let challenge = serde_json::from_str(&challenge).map_err(|error| error.to_string())?;
    let signed = SignedRuling::sign(key, challenge, ruling).ok_or_else(gone)?;
    let text = serde_json::to_string(&signed).map_err(|error| error.to_string())?;
    let sent = socket.send(tungstenite::Message::Text(text.into())).await;
    sent.map_err(|error| error.to_string())?;
    let outcome = next_text(&mut socket).await.ok_or_else(gone)?;
    serde_json::from_str(&outcome).map_err(|error| error.to_string())
}

async fn next_text(socket: &mut uplink::Socket) -> Option<String> {
    loop {
        match timeout(SLOW, socket.next()).await.ok()?? {
            Ok(tungstenite::Message::Text(text)) => return Some(text.as_str().to_owned()),
            Ok(tungstenite::Message::Ping(_) | tungstenite::Message::Pong(_)) => {}
            _ => return None,
        }
    }
}
