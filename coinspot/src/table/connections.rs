//! The connections to the page's server. Their number is limited, and each has to get on: one that says nothing, says
//! it slowly or does not read gives its place up to the next.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

/// Connections at once, WebSockets not counted. A browser opens six; further ones wait for a place.
const CONNECTIONS_MAX: usize = 64;

/// A machine that has no more sockets may have some again after this time.
const ACCEPT_AGAIN: Duration = Duration::from_millis(200);

/// The server's time-outs.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// For the headers of a request, the first or the next one.
    pub headers: Duration,
    /// For everything that is asked over one connection. Browsers open another one when they need it.
    pub connection: Duration,
    /// For any sign of life from a page's WebSocket.
    pub silence: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            headers: Duration::from_secs(5),
            connection: Duration::from_secs(60),
            silence: Duration::from_secs(20),
        }
    }
}

/// Serves whoever connects, for ever.
pub(crate) async fn serve(listener: TcpListener, router: Router, patience: Patience) {
    let places = Arc::new(Semaphore::new(CONNECTIONS_MAX));
    // Nobody closes the semaphore.
    while let Ok(place) = places.clone().acquire_owned().await {
        let Ok((stream, _)) = listener.accept().await else {
            sleep(ACCEPT_AGAIN).await;
            continue;
        };
        let router = router.clone();
        tokio::spawn(async move {
            connect(stream, router, patience).await;
            drop(place);
        });
    }
}

/// Ends when the connection does, or when it has become a WebSocket.
async fn connect(stream: TcpStream, router: Router, patience: Patience) {
    // Lamps are small messages that must not wait for a larger one. A connection that cannot be told so is slower.
    let _ = stream.set_nodelay(true);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience.headers)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router))
        .with_upgrades();
    // Whoever is too slow, or sends what is no HTTP, is not told more than that.
    let _ = timeout(patience.connection, connection).await;
}
