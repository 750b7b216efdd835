//! The page's server: its files are part of the program, and the WebSocket.

use std::io::ErrorKind;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use anyhow::{Context, bail};
use axum::Router;
use axum::extract::{State, WebSocketUpgrade};
use axum::http::{StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use super::ask;
use super::connections::{self, Patience};
use super::guard::{Names, guard};
use super::socket::{self, TableChannels};

/// Pages that can be open at once.
const PAGES_MAX: usize = 16;

/// Ports that are tried to name a free one.
const PORTS_TRIED: u16 = 100;

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const JS: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

/// Path, kind and text of every file of the page.
const PAGE: [(&str, &str, &str); 10] = [
    ("/", HTML, include_str!("page/index.html")),
    ("/style.css", CSS, include_str!("page/style.css")),
    ("/table.js", JS, include_str!("page/table.js")),
    ("/wire.js", JS, include_str!("page/wire.js")),
    ("/show.js", JS, include_str!("page/show.js")),
    ("/irregular.js", JS, include_str!("page/irregular.js")),
    ("/sign.js", JS, include_str!("page/sign.js")),
    ("/hands.js", JS, include_str!("page/hands.js")),
    ("/basics.js", JS, include_str!("page/basics.js")),
    ("/favicon.svg", SVG, include_str!("page/favicon.svg")),
];

#[derive(Clone)]
struct Table {
    channels: TableChannels,
    pages: Arc<Semaphore>,
    patience: Patience,
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
    let names = Names::of_port(listener.local_addr()?.port());
    let table = Table {
        channels,
        pages: Arc::new(Semaphore::new(PAGES_MAX)),
        patience,
    };
    let mut router = Router::new().route("/socket", get(open_socket));
    for (path, kind, text) in PAGE {
        router = router.route(
            path,
            get(async move || ([(header::CONTENT_TYPE, kind)], text)),
        );
    }
    let router = router
        .with_state(table)
        .layer(from_fn_with_state(names, guard));
    tokio::select! {
        () = connections::serve(listener, router, patience) => {}
        () = end => {}
    }
    Ok(())
}

async fn open_socket(upgrade: WebSocketUpgrade, State(table): State<Table>) -> Response {
    let Ok(permit) = table.pages.try_acquire_owned() else {
        let why = format!("{PAGES_MAX} pages are open already: close one\n");
        return (StatusCode::SERVICE_UNAVAILABLE, why).into_response();
    };
    upgrade
        .max_message_size(4 * ask::LONGEST)
        .max_frame_size(4 * ask::LONGEST)
        .on_upgrade(async move |socket| {
            socket::serve(socket, table.channels, table.patience.silence).await;
            drop(permit);
        })
}
