//! The gateway's loop: carries bytes between the table, the dealer's console and the pool.

use std::io;
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use console::{ByteLine, read_arrived};
use link::frame::Encoded;
use shared_rules::wire::payload::Payload;
use tokio::sync::mpsc;

use super::uplink::UplinkNews;
use super::wire::TableWire;
use crate::keys::{TableKeys, fresh_seed};
use crate::table::line::Address;
use crate::terminal::tell;

/// The interval at which the wires are read: a few bytes of a serial wire.
const TICK: Duration = Duration::from_millis(2);

/// The interval at which a wire that is gone is opened again.
const AGAIN: Duration = Duration::from_millis(500);

/// The ways to the pool.
#[derive(Debug)]
pub struct UplinkChannels {
    /// Letters of the table.
    pub letters: mpsc::Sender<Payload>,
    /// News of the pool.
    pub news: mpsc::Receiver<UplinkNews>,
}

/// A gateway in front of one table.
pub struct Relay {
    address: Address,
    listener: TcpListener,
    uplink: UplinkChannels,
    wire: TableWire,
    line: Option<Box<dyn ByteLine + Send>>,
    console: Option<TcpStream>,
    tried: Option<Instant>,
    started: Instant,
    /// The state of the table that was told last, in words.
    told: String,
}

impl std::fmt::Debug for Relay {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Relay").field(&self.address).finish()
    }
}

impl Relay {
    /// A gateway to the table at this address, whose console connects to `listener`.
    ///
    /// # Errors
    /// The listener cannot be read without waiting, or no key opens the table's wire.
    pub fn new(
        address: Address,
        listener: TcpListener,
        uplink: UplinkChannels,
        keys: &TableKeys,
    ) -> anyhow::Result<Relay> {
        listener.set_nonblocking(true)?;
        Ok(Relay {
            address,
            listener,
            uplink,
            wire: TableWire::new(keys.of_gateway()?, &keys.ring(), &fresh_seed()?),
            line: None,
            console: None,
            tried: None,
            started: Instant::now(),
            told: String::new(),
        })
    }

    /// Carries bytes until the uplink is gone.
    pub fn run(mut self) {
        while !self.uplink.letters.is_closed() {
            self.step();
            thread::sleep(TICK);
        }
    }

    fn step(&mut self) {
        let now_ms = u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.hear_pool();
        self.exchange_with_table(now_ms);
        self.welcome_console(now_ms);
        self.exchange_with_console(now_ms);
        for letter in self.wire.drain_letters() {
            // One for which there is no room comes again.
            let _ = self.uplink.letters.try_send(letter);
        }
        if self.line.is_some() {
            let answers = self.wire.is_table_up(now_ms);
            self.tell_table(if answers {
                "answers"
            } else {
                "does not answer"
            });
        }
    }

    fn hear_pool(&mut self) {
        while let Ok(news) = self.uplink.news.try_recv() {
            match news {
                UplinkNews::Connected => self.wire.relay(),
                UplinkNews::Letter(letter) => self.wire.letter(&letter),
            }
        }
    }

    fn exchange_with_table(&mut self, now_ms: u64) {
        let Some(mut line) = self.line.take() else {
            return self.open_again();
        };
        match self.carry_to_table(line.as_mut(), now_ms) {
            Ok(()) => self.line = Some(line),
            Err(error) => self.tell_table(&format!("is not there: {error}")),
        }
    }

    fn carry_to_table(&mut self, line: &mut dyn ByteLine, now_ms: u64) -> io::Result<()> {
        self.wire.receive_from_table(&read_arrived(line)?, now_ms);
        self.wire.step();
        write_frames(line, || self.wire.transmit_to_table(now_ms))
    }

    fn open_again(&mut self) {
        if self.tried.is_some_and(|tried| tried.elapsed() < AGAIN) {
            return;
        }
        self.tried = Some(Instant::now());
        match self.address.open() {
            Ok(line) => {
                self.wire.reopen();
                self.line = Some(line);
            }
            Err(error) => self.tell_table(&format!("is not there: {error:#}")),
        }
    }

    /// One console at a time: another one takes the place of one that no longer answers.
    fn welcome_console(&mut self, now_ms: u64) {
        let Ok((stream, _)) = self.listener.accept() else {
            return;
        };
        let is_taken = self.console.is_some() && self.wire.is_console_up(now_ms);
        let is_ready = stream.set_nonblocking(true).and(stream.set_nodelay(true));
        if !is_taken && is_ready.is_ok() {
            self.console = Some(stream);
        }
    }

    fn exchange_with_console(&mut self, now_ms: u64) {
        let Some(mut stream) = self.console.take() else {
            return;
        };
        let carried = read_arrived(&mut stream).and_then(|bytes| {
            self.wire.receive_from_console(&bytes, now_ms);
            self.wire.step();
            write_frames(&mut stream, || self.wire.transmit_to_console(now_ms))
        });
        if carried.is_ok() && !self.wire.is_console_lost() {
            self.console = Some(stream);
        }
    }

    fn tell_table(&mut self, state: &str) {
        if self.told != state {
            self.told = state.to_owned();
            tell(&format!("the table at {} {state}", self.address));
        }
    }
}

fn write_frames(
    line: &mut dyn ByteLine,
    mut next: impl FnMut() -> Option<Encoded>,
) -> io::Result<()> {
    while let Some(frame) = next() {
        line.write_all(&frame)?;
    }
    Ok(())
}
