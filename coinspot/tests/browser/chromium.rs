//! A table of our own and a headless Chromium that looks at it, both gone when the test ends.

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use axum::http::Method;
use fantoccini::wd::{Capabilities, WebDriverCompatibleCommand};
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use url::{ParseError, Url};

/// Chromium as it runs without a screen, as root too, and talking to nobody but us.
const FLAGS: [&str; 11] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--force-device-scale-factor=1",
    "--hide-scrollbars",
    "--window-size=1280,800",
];

/// A program that ends with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A page of a table.
pub struct Browser {
    /// The page.
    pub page: Client,
    _table: Running,
    _driver: Running,
    profile: PathBuf,
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.profile);
    }
}

impl Browser {
    /// Opens a table with these arguments and looks at its page.
    pub async fn open(name: &str, arguments: &[&str]) -> Browser {
        Browser::open_command(name, "table", arguments).await
    }

    /// Opens the page of this command.
    pub async fn open_command(name: &str, command: &str, arguments: &[&str]) -> Browser {
        let (table, url) = open_page(command, arguments);
        let port = free_port();
        let driver = Running(
            Command::new("chromedriver")
                .arg(format!("--port={port}"))
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .expect("chromedriver; `cargo xtask browser` installs it"),
        );
        let profile = std::env::temp_dir().join(format!("coinspot-{name}-{}", std::process::id()));
        let page = connect(port, &profile).await;
        page.goto(&url).await.expect("the page");
        let browser = Browser {
            page,
            _table: table,
            _driver: driver,
            profile,
        };
        browser.resize(1280, 800).await;
        browser
    }

    /// Gives the page itself this size: the window's frame comes on top.
    pub async fn resize(&self, width: u32, height: u32) {
        self.page
            .set_window_size(width, height)
            .await
            .expect("a window");
        let frame = self.script("return outerHeight - innerHeight").await;
        let frame = u32::try_from(frame.as_u64().expect("a height")).expect("a small one");
        let resized = self.page.set_window_size(width, height + frame).await;
        resized.expect("a window");
    }

    /// Keeps what the page looks like.
    pub async fn picture(&self, name: &str) {
        let folder = artefacts();
        std::fs::create_dir_all(&folder).expect("a folder for pictures");
        let png = self.page.screenshot().await.expect("a picture");
        std::fs::write(folder.join(format!("{name}.png")), png).expect("a picture on disk");
    }

    /// The same of the whole page, however long it is.
    pub async fn whole_picture(&self, name: &str) {
        let size = "return [innerWidth, document.documentElement.scrollHeight]";
        let size = self.script(size).await;
        let side = |at: usize| size[at].as_u64().and_then(|side| u32::try_from(side).ok());
        let (width, height) = (side(0).expect("a width"), side(1).expect("a height"));
        self.resize(width, height).await;
        self.picture(name).await;
    }

    /// The page has had nothing to complain about.
    pub async fn has_no_errors(&self) {
        let log = self.page.issue_cmd(BrowserLog).await.expect("the log");
        let lines = log.as_array().expect("lines");
        let errors: Vec<&Value> = lines
            .iter()
            .filter(|line| line["level"] == "SEVERE")
            .collect();
        assert!(errors.is_empty(), "{errors:#?}");
    }

    /// Closes everything, after a last look for errors.
    pub async fn close(self) {
        self.has_no_errors().await;
        self.page.clone().close().await.expect("the browser ends");
    }
}

/// Where pictures are kept.
fn artefacts() -> PathBuf {
    target().join("browser")
}

/// The folder of everything that is built or installed for the tests.
pub fn target() -> PathBuf {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    workspace.expect("a workspace").join("target")
}

fn open_page(command: &str, arguments: &[&str]) -> (Running, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_coinspot"))
        .args([command, "--page", "0", "--seed", "1"])
        .args(arguments)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program");
    let stdout = child.stdout.take().expect("its output");
    let mut line = String::new();
    BufReader::new(stdout).read_line(&mut line).expect("a line");
    let url = line
        .trim()
        .rsplit(' ')
        .next()
        .expect("its address")
        .to_owned();
    (Running(child), url)
}

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("its number").port()
}

async fn connect(port: u16, profile: &Path) -> Client {
    let mut flags: Vec<String> = FLAGS.map(str::to_owned).into();
    flags.push(format!("--user-data-dir={}", profile.display()));
    let mut capabilities = Capabilities::new();
    capabilities.insert("goog:chromeOptions".into(), json!({ "args": flags }));
    capabilities.insert("goog:loggingPrefs".into(), json!({ "browser": "ALL" }));
    let mut builder = ClientBuilder::new(HttpConnector::new());
    builder.capabilities(capabilities);
    let url = format!("http://127.0.0.1:{port}");
    for _ in 0..100 {
        if let Ok(client) = builder.connect(&url).await {
            return client;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("chromedriver does not answer");
}

/// Asks Chromium's driver for what the page wrote to its console.
#[derive(Debug)]
struct BrowserLog;

impl WebDriverCompatibleCommand for BrowserLog {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        base.join(&format!("session/{}/se/log", session.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        (Method::POST, Some(json!({ "type": "browser" }).to_string()))
    }
}
