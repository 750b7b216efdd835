//! The engine that is elsewhere: a real board over its console's wire. It shows what the console is told, and sends
//! signed commands; chips, keys and lamps are the board's own.

use std::time::{Duration, Instant};

use console::{ByteLine, Console, News};
use shared_rules::wire::key::{KEY_BYTES, SharedKey};
use shared_rules::wire::message::{Command, Request};

use super::engine::LiveEngine;
use super::line::Address;
use crate::gateway::relay::session_of_now;

/// The interval at which a wire that is gone is opened again.
const AGAIN: Duration = Duration::from_secs(1);

/// A table at the other end of a wire.
pub struct Remote {
    address: Address,
    line: Option<Box<dyn ByteLine + Send>>,
    tried: Instant,
    started: Instant,
    console: Console,
    has_key: bool,
}

impl std::fmt::Debug for Remote {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Remote").field(&self.address).finish()
    }
}

impl Remote {
    /// Opens the wire. Without a key the table can be watched, and not be told anything.
    ///
    /// # Errors
    /// If the wire cannot be opened.
    pub fn open(address: Address, key: Option<SharedKey>) -> anyhow::Result<Remote> {
        let line = address.open()?;
        let now = Instant::now();
        let has_key = key.is_some();
        let key = key.unwrap_or(SharedKey::new([0; KEY_BYTES]));
        Ok(Remote {
            address,
            line: Some(line),
            tried: now,
            started: now,
            console: Console::of_session(key, session_of_now()),
            has_key,
        })
    }

    /// Asks for the meters; the answer comes like any other.
    pub fn ask_meters(&mut self) {
        self.console.ask(Request::Meters);
    }

    /// Asks for the disturbed samples of the felt; the answer comes like any other.
    pub fn ask_noise(&mut self) {
        self.console.ask(Request::Noise);
    }

    fn now_ms(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    fn open_again(&mut self) {
        if self.tried.elapsed() >= AGAIN {
            self.tried = Instant::now();
            self.line = self.address.open().ok();
        }
    }
}

impl LiveEngine for Remote {
    /// The board has a clock of its own: whatever has passed has passed.
    fn run_ms(&mut self, count: u64) -> u64 {
        match self.line.take() {
            Some(mut line) => {
                let now_ms = self.now_ms();
                if self.console.exchange(line.as_mut(), now_ms).is_ok() {
                    self.line = Some(line);
                }
            }
            None => self.open_again(),
        }
        count
    }

    fn is_linked(&self) -> bool {
        self.line.is_some() && self.console.is_up(self.now_ms())
    }

    fn command(&mut self, command: Command) -> Result<(), String> {
        if !self.has_key {
            return Err("commands need the table's key: --key FILE".into());
        }
        self.console.queue(command).map_err(|busy| busy.to_string())
    }

    fn is_idle(&self) -> bool {
        self.console.is_idle()
    }

    fn hear(&mut self) -> Vec<News> {
        self.console.drain_news()
    }
}
