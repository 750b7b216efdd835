//! A pit of our own, and a page of it that remembers what it was shown.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::JoinHandle;

use coinspot::pit_page::desk::{OpenPit, PitSetup};
use coinspot::pit_page::server;
use coinspot::table::connections::Patience;
use coinspot::table::server::listen;
use serde_json::{Value, json};
use shared_rules::games::Game;
use tokio::runtime::Builder;
use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::sockets::{PATIENCE, Page};

/// A pit on a port of its own, until the test ends.
pub struct Pit {
    pub at: SocketAddr,
    folder: PathBuf,
    end: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Pit {
    fn drop(&mut self) {
        drop(self.end.take());
        let closed = self.thread.take().map(JoinHandle::join);
        let _ = std::fs::remove_dir_all(&self.folder);
        if !std::thread::panicking() {
            closed.expect("a thread").expect("a pit that closes");
        }
    }
}

/// A folder of this test alone.
pub fn folder() -> PathBuf {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let name = format!("coinspot-pit-test-{}-{number}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    std::fs::create_dir(&folder).expect("a folder");
    folder
}

impl Pit {
    pub fn open(game: Game, tables: u32) -> Pit {
        let folder = folder();
        let log = folder.join("pool.db");
        let (opened, is_open) = std::sync::mpsc::channel();
        let (end, ended) = oneshot::channel();
        let thread = std::thread::spawn(move || {
            let pit = OpenPit::open(&PitSetup {
                tables,
                game: Some(game),
                seed: 1,
                log: &log,
                is_kept: false,
            });
            let pit = pit.expect("a pit");
            let runtime = Builder::new_current_thread().enable_all().build();
            let runtime = runtime.expect("a runtime");
            runtime.block_on(async {
                let listener = listen(0).await.expect("a port");
                opened.send(listener.local_addr()).expect("a test");
                let end = async { drop(ended.await) };
                let served = server::serve(listener, &pit, Patience::default(), end);
                served.await.expect("served");
            });
            drop(runtime);
            pit.close().expect("every thread ends well");
        });
        let at = is_open.recv().expect("a server").expect("its address");
        Pit {
            at,
            folder,
            end: Some(end),
            thread: Some(thread),
        }
    }

    pub async fn page(&self) -> Watcher {
        Watcher::at(self.at, "").await
    }

    pub async fn table(&self, number: u32) -> Watcher {
        Watcher::at(self.at, &format!("/table/{number}")).await
    }
}

/// The claims in their order: table, first amount, standing.
fn queue(value: &Value) -> Vec<(u64, String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let claims = value["pit"]["queue"].as_array().cloned();
    let claims = claims.unwrap_or_default();
    let row = |claim: &Value| {
        let table = claim["table"].as_u64().unwrap_or_default();
        (
            table,
            text(&claim["awards"][0]["amount"]),
            text(&claim["stands"]),
        )
    };
    claims.iter().map(row).collect()
}

/// A page that remembers every part as it came last.
pub struct Watcher {
    page: Page,
    seen: Value,
}

impl Watcher {
    /// The page under this path of a server.
    pub async fn at(server: SocketAddr, path: &str) -> Watcher {
        let page = Page::at(server, path).await;
        let seen = json!({});
        Watcher { page, seen }
    }

    pub async fn send(&mut self, ask: &Value) {
        self.page.send(ask).await;
    }

    /// Waits until the page as a whole is what is wanted.
    pub async fn until(&mut self, what: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        let search = async {
            while !wanted(&self.seen) {
                let message = self.page.next().await;
                for (part, value) in message.as_object().into_iter().flatten() {
                    self.seen[part] = value.clone();
                }
            }
        };
        let found = timeout(PATIENCE, search).await;
        let seen = &self.seen;
        found.unwrap_or_else(|_| panic!("never: {what}; {:#}", seen["pit"]["status"]));
        seen.clone()
    }

    /// Waits for these claims, and gives the whole page.
    pub async fn claims(&mut self, wanted: &[(u64, &str, &str)]) -> Value {
        let wanted: Vec<(u64, String, String)> = wanted
            .iter()
            .map(|(table, amount, stands)| (*table, (*amount).into(), (*stands).into()))
            .collect();
        let what = format!("the claims {wanted:?}");
        let fits = |value: &Value| value["pit"].is_object() && queue(value) == wanted;
        self.until(&what, fits).await
    }

    /// The supervisor confirms the first claim, once it is this table's and no script plays.
    pub async fn confirms(&mut self, table: u32) {
        let is_free = |value: &Value| {
            let confirm = &value["pit"]["queue"][0]["confirm"];
            confirm["ask"]["table"] == table && confirm["refused"].is_null()
        };
        self.until("a final claim and a free desk", is_free).await;
        self.send(&json!({"do": "confirm", "table": table})).await;
    }

    /// Waits for a line of the log: the pool's, or the table's own.
    pub async fn log_says(&mut self, words: &str) -> Value {
        let has = |value: &Value| {
            let lines = value["log"].as_array().into_iter().flatten();
            let mut texts = lines.filter_map(|line| line["text"].as_str());
            texts.any(|text| text.contains(words))
        };
        self.until(words, has).await
    }

    pub async fn error(&mut self, words: &str) {
        let error = |value: &Value| value["error"].to_string();
        self.until(words, |value| error(value).contains(words))
            .await;
    }

    pub async fn waits(&mut self, words: &str) -> Value {
        let status = |value: &Value| value["pit"]["status"]["waits"].to_string();
        self.until(words, |value| status(value).contains(words))
            .await
    }

    pub async fn link(&mut self, table: usize, state: &str) {
        let what = format!("table {table}: {state}");
        let link = |value: &Value| value["pit"]["tables"][table - 1]["link"] == state;
        self.until(&what, link).await;
    }

    pub async fn sign(&mut self, words: &str) {
        let text = |value: &Value| value["sign"]["text"].to_string();
        self.until(words, |value| text(value).contains(words)).await;
    }

    pub async fn phase(&mut self, key: &str) {
        let phase = |value: &Value| value["view"]["phase_key"] == key;
        self.until(key, phase).await;
    }

    /// A round opens, and a chip is seen.
    pub async fn plays(&mut self) {
        self.page.plays().await;
    }
}
