//! The page's server: its files are part of the program, and the WebSocket. A pit has several tables under one
//! address, each with the same files under its own path.

use std::io::ErrorKind;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use anyhow::{Context, bail};
use axum::Router;
use axum::extract::{DefaultBodyLimit, Path, State, WebSocketUpgrade};
use axum::http::{StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::de::DeserializeOwned;
use serde_json::json;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use super::ask;
use super::connections::{self, Patience};
use super::guard::{Names, guard};
use super::socket::{self, PageChannels, PageParts, TableChannels};
use crate::settle::settle_line;
use crate::show::show;
use crate::terminal::Colours;

/// Pages that can be open at once.
const PAGES_MAX: usize = 16;

/// Bytes of the longest round that is settled for a page.
const ROUND_MAX: usize = 1 << 16;

/// Ports that are tried to name a free one.
const PORTS_TRIED: u16 = 100;

pub(crate) const HTML: &str = "text/html; charset=utf-8";
pub(crate) const CSS: &str = "text/css; charset=utf-8";
pub(crate) const JS: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

/// The files of a table's page.
pub(crate) const PAGE: [PageFile; 23] = [
    ("/", HTML, include_str!("page/index.html")),
    ("/style.css", CSS, include_str!("page/style.css")),
    ("/table.js", JS, include_str!("page/table.js")),
    ("/wire.js", JS, include_str!("page/wire.js")),
    ("/show.js", JS, include_str!("page/show.js")),
    ("/irregular.js", JS, include_str!("page/irregular.js")),
    ("/sign.js", JS, include_str!("page/sign.js")),
    ("/hands.js", JS, include_str!("page/hands.js")),
    ("/keyboard.js", JS, include_str!("page/keyboard.js")),
    ("/picker.js", JS, include_str!("page/picker.js")),
    ("/papers.js", JS, include_str!("page/papers.js")),
    ("/guide.js", JS, include_str!("page/guide.js")),
    ("/moves.js", JS, include_str!("page/moves.js")),
    ("/sound.js", JS, include_str!("page/sound.js")),
    ("/journal_tab.js", JS, include_str!("page/journal_tab.js")),
    ("/steps_file.js", JS, include_str!("page/steps_file.js")),
    ("/round_link.js", JS, include_str!("page/round_link.js")),
    ("/round.html", HTML, include_str!("page/round.html")),
    ("/round.css", CSS, include_str!("page/round.css")),
    ("/round.js", JS, include_str!("page/round.js")),
    ("/settings.js", JS, include_str!("page/settings.js")),
    ("/basics.js", JS, include_str!("page/basics.js")),
    ("/favicon.svg", SVG, include_str!("page/favicon.svg")),
];

/// A file of a page: path, kind and text.
pub(crate) type PageFile = (&'static str, &'static str, &'static str);

struct Socket<A, P> {
    channels: PageChannels<A, P>,
    pages: Arc<Semaphore>,
    patience: Patience,
}

impl<A, P> Clone for Socket<A, P> {
    fn clone(&self) -> Socket<A, P> {
        Socket {
            channels: self.channels.clone(),
            pages: self.pages.clone(),
            patience: self.patience,
        }
    }
}

/// Takes a port of this machine, which nobody else can reach; 0 takes any.
///
/// # Errors
/// If the port is taken, and then names one that is free.
pub async fn listen(port: u16) -> anyhow::Result<TcpListener> {
    match TcpListener::bind(at(port)).await {
        Ok(listener) => Ok(listener),
        Err(error) if error.kind() == ErrorKind::AddrInUse => {
            let free = next_free(port).await;
            let free = free.context(format!("port {port} is taken, and so are those after it"))?;
            bail!("port {port} is taken, perhaps by another table; {free} is free: --page {free}")
        }
        Err(error) => Err(error).context(format!("cannot listen at port {port}")),
    }
}

async fn next_free(port: u16) -> Option<u16> {
    for next in (port..=u16::MAX).skip(1).take(PORTS_TRIED.into()) {
        if TcpListener::bind(at(next)).await.is_ok() {
            return Some(next);
        }
    }
    None
}

fn at(port: u16) -> SocketAddr {
    SocketAddr::from((Ipv4Addr::LOCALHOST, port))
}

/// Serves until `end` comes.
///
/// # Errors
/// If the listener has no address.
pub async fn serve(
    listener: TcpListener,
    channels: TableChannels,
    patience: Patience,
    end: impl Future<Output = ()> + Send + 'static,
) -> anyhow::Result<()> {
    let router = page_routes("", &PAGE, channels, patience);
    serve_pages(listener, router, patience, end).await
}

/// The routes of a page's files and its socket, all of them under this path.
pub(crate) fn page_routes<A, P>(
    under: &str,
    files: &[PageFile],
    channels: PageChannels<A, P>,
    patience: Patience,
) -> Router
where
    A: DeserializeOwned + Send + 'static,
    P: PageParts + Send + Sync + 'static,
{
    let mut router = Router::new()
        .route(&format!("{under}/socket"), get(open_socket::<A, P>))
        .route(&format!("{under}/papers/{{name}}"), get(paper::<A, P>))
        .route(&format!("{under}/settle"), post(settle_round))
        .layer(DefaultBodyLimit::max(ROUND_MAX));
    for (path, kind, text) in files.iter().copied() {
        router = router.route(
            &format!("{under}{path}"),
            get(async move || ([(header::CONTENT_TYPE, kind)], text)),
        );
    }
    router.with_state(Socket {
        channels,
        pages: Arc::new(Semaphore::new(PAGES_MAX)),
        patience,
    })
}

/// Serves these routes until `end` comes.
///
/// # Errors
/// If the listener has no address.
pub(crate) async fn serve_pages(
    listener: TcpListener,
    router: Router,
    patience: Patience,
    end: impl Future<Output = ()> + Send + 'static,
) -> anyhow::Result<()> {
    let names = Names::of_port(listener.local_addr()?.port());
    let router = router.layer(from_fn_with_state(names, guard));
    tokio::select! {
        () = connections::serve(listener, router, patience) => {}
        () = end => {}
    }
    Ok(())
}

/// A paper of the table, for a file.
async fn paper<A, P: PageParts>(
    State(page): State<Socket<A, P>>,
    Path(name): Path<String>,
) -> Response {
    let parts = page.channels.parts.borrow().clone();
    match parts.paper(&name) {
        Some((kind, text)) => ([(header::CONTENT_TYPE, kind)], text).into_response(),
        None => (StatusCode::NOT_FOUND, "there is no such paper\n").into_response(),
    }
}

/// Settles a round that a page has in its address.
async fn settle_round(round: String) -> Response {
    let line = round.replace(['\r', '\n'], " ");
    let settled = show(&line, Colours::None).and_then(|shown| Ok((shown, settle_line(&line)?)));
    let answer = match settled {
        Ok((shown, settled)) => json!({ "shown": shown, "settled": settled }),
        Err(error) => json!({ "error": error }),
    };
    (
        [(header::CONTENT_TYPE, "application/json")],
        answer.to_string(),
    )
        .into_response()
}

async fn open_socket<A, P>(upgrade: WebSocketUpgrade, State(page): State<Socket<A, P>>) -> Response
where
    A: DeserializeOwned + Send + 'static,
    P: PageParts + Send + Sync + 'static,
{
    let Ok(permit) = page.pages.try_acquire_owned() else {
        let why = format!("{PAGES_MAX} pages are open already: close one\n");
        return (StatusCode::SERVICE_UNAVAILABLE, why).into_response();
    };
    upgrade
        .max_message_size(4 * ask::LONGEST)
        .max_frame_size(4 * ask::LONGEST)
        .on_upgrade(async move |socket| {
            socket::serve(socket, page.channels, page.patience.silence).await;
            drop(permit);
        })
}
