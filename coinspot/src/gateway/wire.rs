//! The two wires of a gateway: it is the console of the table, and the table of the dealer's console.
//!
//! Requests and reports pass through as they are: the dealer's console signs its own commands, over the gateway's
//! session with the table, and the gateway has no person's key. Its own key opens the table's wire and permits reading
//! and letters; with a key that both have, the dealer's console opens the wire to the gateway. One request is under way
//! at a time; letters of the pool and requests of the dealer's console take turns. No I/O and no clock in here.

use std::collections::VecDeque;

use link::frame::Encoded;
use link::to_console::{ToConsole, Turn};
use link::{Initiator, Link, LinkEvent, Seed};
use shared_rules::wire::key::{KeyEntry, KeyRing};
use shared_rules::wire::message::{Report, Request};
use shared_rules::wire::payload::{self, Payload};
use shared_rules::wire::role::WireKind;

/// Letters that wait for the table, about a second's worth on a serial wire. Older ones are lost: they come again.
const LETTERS_MAX: usize = 32;

/// Requests of the dealer's console that wait.
const REQUESTS_MAX: usize = 16;

/// Reports that wait for the dealer's console. A console so far behind has to connect again.
const REPORTS_MAX: usize = 4_096;

/// The author of the request that is under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Asker {
    /// The gateway itself, or a console that is gone: nobody waits for the answer.
    Nobody,
    /// The dealer's console.
    Console,
    /// The same, and it asks to follow the journal.
    Follower,
}

/// Both wires.
#[derive(Debug)]
pub struct TableWire {
    table: Link<Initiator>,
    console: ToConsole,
    under_way: Option<Asker>,
    requests: VecDeque<(Asker, Payload)>,
    letters: VecDeque<Payload>,
    reports: VecDeque<Payload>,
    to_pool: Vec<Payload>,
    /// The table is to be told that letters are relayed.
    asks_relay: bool,
    /// The dealer's console follows the journal.
    follows: bool,
    /// A letter has gone last: a request is next.
    is_console_next: bool,
}

impl TableWire {
    /// The wires of a gateway that starts now: the key with which it opens the table's wire, and those with which its
    /// own may be opened.
    #[must_use]
    pub fn new(opening: KeyEntry, keys: &KeyRing, seed: &Seed) -> TableWire {
        TableWire {
            table: Link::initiator(WireKind::Console, opening, seed),
            console: ToConsole::new(keys, Some(seed)),
            under_way: None,
            requests: VecDeque::new(),
            letters: VecDeque::new(),
            reports: VecDeque::new(),
            to_pool: Vec::new(),
            asks_relay: false,
            follows: false,
            is_console_next: false,
        }
    }

    /// True while the table answers.
    #[must_use]
    pub fn is_table_up(&self, now_ms: u64) -> bool {
        self.table.is_up(now_ms)
    }

    /// True while a dealer's console answers.
    #[must_use]
    pub fn is_console_up(&self, now_ms: u64) -> bool {
        self.console.is_up(now_ms)
    }

    /// True if the dealer's console is too far behind to catch up.
    #[must_use]
    pub fn is_console_lost(&self) -> bool {
        self.reports.len() >= REPORTS_MAX
    }

    /// Asks the table for its letters, now that there is a pool.
    pub fn relay(&mut self) {
        self.asks_relay = true;
    }

    /// Passes a letter of the pool on to the table. One that is too long for the wire is none.
    pub fn letter(&mut self, letter: &[u8]) {
        if let Ok(request) = payload::write(&Request::Letter(letter)) {
            if self.letters.len() == LETTERS_MAX {
                self.letters.pop_front();
            }
            self.letters.push_back(request);
        }
    }

    /// The table's letters since the last call.
    pub fn drain_letters(&mut self) -> Vec<Payload> {
        std::mem::take(&mut self.to_pool)
    }

    /// The wire to the table was opened again, and may lead to another table: nothing of the one before concerns it.
    pub fn reopen(&mut self) {
        self.table.reset();
        self.meet_table();
    }

    /// Accepts bytes from the table.
    pub fn receive_from_table(&mut self, bytes: &[u8], now_ms: u64) {
        for byte in bytes {
            match self.table.receive(*byte, now_ms) {
                Some(LinkEvent::Payload(report)) => {
                    if let Ok(report) = Payload::from_slice(report) {
                        self.hear(report);
                    }
                }
                Some(LinkEvent::NewPeer { .. }) => self.meet_table(),
                None => {}
            }
        }
    }

    /// Accepts bytes from the dealer's console.
    pub fn receive_from_console(&mut self, bytes: &[u8], now_ms: u64) {
        for byte in bytes {
            self.console.receive(*byte, now_ms);
        }
    }

    /// The table has started: it remembers nothing, and its console has to greet it again.
    fn meet_table(&mut self) {
        self.under_way = None;
        self.letters.clear();
        self.asks_relay = true;
        self.console.reset();
        self.meet_console();
    }

    /// The dealer's console has started: nothing that was meant for the one before concerns it.
    fn meet_console(&mut self) {
        self.requests.clear();
        self.reports.clear();
        self.follows = false;
        self.under_way = self.under_way.map(|_| Asker::Nobody);
    }

    fn hear(&mut self, bytes: Payload) {
        match payload::read(&bytes) {
            Some(Report::Letter(letter)) => self.to_pool.extend(Payload::from_slice(letter)),
            Some(Report::Entry(..) | Report::Halted(_)) if self.follows => self.report(bytes),
            // Nobody follows, or no table says it.
            Some(Report::Entry(..) | Report::Halted(_)) | None => {}
            Some(_) => self.hear_answer(bytes),
        }
    }

    fn hear_answer(&mut self, answer: Payload) {
        match self.under_way.take() {
            Some(Asker::Nobody) | None => return,
            Some(Asker::Console) => {}
            Some(Asker::Follower) => self.follows = true,
        }
        self.report(answer);
    }

    fn report(&mut self, report: Payload) {
        if !self.is_console_lost() {
            self.reports.push_back(report);
        }
    }

    /// Moves everything whose turn has come.
    pub fn step(&mut self) {
        self.serve_console();
        if self.under_way.is_none()
            && self.table.is_free()
            && let Some((asker, request)) = self.next_request()
        {
            // The wire is free.
            let _ = self.table.send(request);
            self.under_way = Some(asker);
        }
    }

    fn serve_console(&mut self) {
        while let Some(turn) = self.console.turn() {
            match turn {
                Turn::NewConsole(_) => self.meet_console(),
                Turn::Request(request) => self.line_up(request),
                Turn::Free => match self.reports.pop_front() {
                    Some(report) => self.console.say(report),
                    None => return,
                },
            }
        }
    }

    /// A request of the dealer's console waits. Letters are the gateway's own: nobody else relays them, and whoever
    /// tries is answered and has no effect.
    fn line_up(&mut self, request: Payload) {
        let asker = match payload::read(&request) {
            Some(Request::Follow(_)) => {
                self.follows = false;
                Asker::Follower
            }
            Some(Request::Relay | Request::Letter(_)) => {
                let done = payload::write(&Report::Done(None));
                return done.into_iter().for_each(|done| self.report(done));
            }
            _ => Asker::Console,
        };
        if self.requests.len() < REQUESTS_MAX {
            self.requests.push_back((asker, request));
        }
    }

    fn next_request(&mut self) -> Option<(Asker, Payload)> {
        if self.asks_relay {
            self.asks_relay = false;
            let request = payload::write(&Request::Relay).ok()?;
            return Some((Asker::Nobody, request));
        }
        let is_console_next = std::mem::replace(&mut self.is_console_next, false);
        if is_console_next && let Some(request) = self.requests.pop_front() {
            return Some(request);
        }
        if let Some(letter) = self.letters.pop_front() {
            self.is_console_next = true;
            return Some((Asker::Nobody, letter));
        }
        self.requests.pop_front()
    }

    /// The next frame for the table.
    pub fn transmit_to_table(&mut self, now_ms: u64) -> Option<Encoded> {
        self.table.transmit(now_ms)
    }

    /// The next frame for the dealer's console. Without a table there is none: the console sees that nobody answers.
    pub fn transmit_to_console(&mut self, now_ms: u64) -> Option<Encoded> {
        if !self.is_table_up(now_ms) {
            return None;
        }
        self.console.transmit(now_ms)
    }
}
