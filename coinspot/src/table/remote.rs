//! The engine that is elsewhere: a real board over its console's wire. It shows what the console is told, and sends
//! signed commands; chips, keys and lamps are the board's own.

use std::time::{Duration, Instant};

use console::{ByteLine, Console, News};
use shared_rules::wire::message::{Command, Request, VERSION};
use shared_rules::wire::role::Action;

use super::engine::LiveEngine;
use super::line::Address;
use crate::date::now;
use crate::keys::{TableKeys, fresh_seed};

/// The interval at which a wire that is gone is opened again.
const AGAIN: Duration = Duration::from_secs(1);

/// A table at the other end of a wire.
pub struct Remote {
    address: Address,
    line: Option<Box<dyn ByteLine + Send>>,
    tried: Instant,
    started: Instant,
    console: Console,
    gives_commands: bool,
    /// Somebody here may set the table's clock.
    sets_clock: bool,
    /// The start of the table at which its clock was set last.
    clock_set_at: Option<u32>,
    /// Why the table cannot be understood.
    failure: Option<String>,
}

impl std::fmt::Debug for Remote {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Remote").field(&self.address).finish()
    }
}

impl Remote {
    /// Opens the wire with the first of these keys. Without the key of a person the table can be watched, and not be told
    /// anything.
    ///
    /// # Errors
    /// If the wire cannot be opened, or no key opens it.
    pub fn open(address: Address, keys: &TableKeys) -> anyhow::Result<Remote> {
        let line = address.open()?;
        let now = Instant::now();
        let persons = keys.persons();
        Ok(Remote {
            address,
            line: Some(line),
            tried: now,
            started: now,
            gives_commands: !persons.is_empty(),
            sets_clock: false,
            clock_set_at: None,
            console: Console::new(keys.opening()?, persons, &fresh_seed()?),
            failure: None,
        })
    }

    /// The same for the dealer's console, which also sets the table's clock at each of its starts if it may: after a power
    /// cut the table does not know the time of day.
    #[must_use]
    pub fn that_sets_the_clock(self, keys: &TableKeys) -> Remote {
        let sets_clock = keys
            .persons()
            .iter()
            .any(|person| person.role.may(Action::Clock));
        Remote { sets_clock, ..self }
    }

    fn set_clock(&mut self) {
        let boot = self.console.boot;
        if !self.sets_clock || boot == self.clock_set_at || !self.console.is_idle() {
            return;
        }
        // A machine that does not know the time has none to tell.
        if let Some(seconds) = now() {
            self.console.command(Command::Clock(seconds));
            self.clock_set_at = boot;
        }
    }

    /// Asks for the jackpot's hits from this number on; the answer comes like any other.
    pub fn ask_hits(&mut self, from: u32) {
        self.console.ask(Request::Hits(from));
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
        if self.is_linked() {
            self.set_clock();
        }
        if let Some(version) = self.console.other_version {
            self.failure.get_or_insert_with(|| {
                format!(
                    "the table speaks version {version} of its messages, and this program {VERSION}"
                )
            });
        }
        count
    }

    fn is_linked(&self) -> bool {
        self.line.is_some() && self.console.is_up(self.now_ms())
    }

    fn command(&mut self, command: Command) -> Result<(), String> {
        if !self.gives_commands {
            return Err("commands need the table's key: --key FILE".into());
        }
        self.console.queue(command).map_err(|busy| busy.to_string())
    }

    fn ask_sign(&mut self) {
        self.console.ask(Request::Sign);
    }

    fn is_idle(&self) -> bool {
        self.console.is_idle()
    }

    fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    fn hear(&mut self) -> Vec<News> {
        self.console.drain_news()
    }
}
