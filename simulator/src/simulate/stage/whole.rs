//! The table with every layer: bytes on both wires, frames, retries and heartbeats, and the sign's and the console's
//! own ends. Where nothing is on its way time is skipped up to the next heartbeat.

use firmware::journal::Journal;
use shared_rules::ledger::{Entry, Table as LedgerTable};
use shared_rules::settle::Settlement;
use shared_rules::wire::message::{Command, Meters, Request};
use shared_rules::wire::payload::{self, Payload};

use super::{CommandAnswer, Cutting, Stage, meters_of, pages_of};
use crate::engine::HostEngine;
use crate::table::SimulatedTable;
use console;
use parts::chain::{Change, Cut};
use parts::engine::TableEngine;
use parts::flash::{FlashChip, Socket};
use parts::wire::Faults;

/// The longest that is skipped at once: a heartbeat is late by at most this.
const SKIP_MS: u64 = 20;

/// Every request is answered within this time, on a bad wire too.
const ANSWER_MS: u64 = 5_000;

/// A wire on which one exchange in thirty goes wrong, so that commands take longer.
const NOISE: Faults = Faults {
    lost: 5,
    repeated: 20,
    late: 10,
    noisy: 5,
    cut_off: 3,
    flipped: 1,
    missing: 1,
    inserted: 1,
};

/// Noise comes in bursts of this length, and a quiet time of the same length follows. A link is down after a second of
/// silence, so that noise never takes one down: in millions of rounds five heartbeats in a row would go wrong by
/// chance, and the reference model does not know when.
const BURST_MS: u64 = 400;

/// A table with all its layers.
#[derive(Debug)]
pub struct Whole {
    table: SimulatedTable<HostEngine>,
    console_is_out: bool,
    sign_is_out: bool,
    is_noisy: bool,
}

impl Whole {
    /// A new table, with power.
    pub fn new(seed: u64) -> Whole {
        Whole {
            table: SimulatedTable::new(seed),
            console_is_out: false,
            sign_is_out: false,
            is_noisy: false,
        }
    }

    /// One millisecond, with noise on the wires in its time.
    fn step(&mut self) {
        let in_burst = (self.table.now_ms() / BURST_MS).is_multiple_of(2);
        let rates = match self.is_noisy && in_burst {
            true => NOISE,
            false => Faults::NONE,
        };
        self.table.sign_cable.set_rates(rates);
        self.table.console_cable.set_rates(rates);
        self.table.step();
    }

    /// The journal as it is in the flash: a console whose cable is out does not know it.
    fn journal(&self) -> Journal<Socket> {
        let chip = self.table.engine.flash.chip().clone();
        let mut journal = Journal::new(Socket::new(chip)).expect("a flash that fits");
        journal.recover().expect("a sound journal");
        journal
    }

    /// Waits for the answer to what the console has been given to send.
    fn answer(&mut self) -> Option<console::Answer> {
        let heard = self.table.console.answers.len();
        for _ in 0..ANSWER_MS {
            self.step();
            if !self.table.is_powered() {
                return None;
            }
            if let Some(answer) = self.table.console.answers.get(heard) {
                return Some(answer.clone());
            }
        }
        None
    }

    /// The console greets a table by itself, and follows its entries.
    fn is_greeted(&self) -> bool {
        let console = &self.table.console;
        self.table.is_powered() && !self.console_is_out && console.is_up(self.table.now_ms())
    }
}

impl Stage for Whole {
    fn now_ms(&self) -> u64 {
        self.table.now_ms()
    }

    fn scan_ms(&mut self, count: u64) {
        (0..count).for_each(|_| self.step());
    }

    fn skip_ms(&mut self, count: u64) {
        let end_ms = self.table.now_ms() + count;
        while self.table.now_ms() < end_ms {
            let left_ms = end_ms - self.table.now_ms();
            if !self.table.is_busy() {
                self.table.skip_ms(left_ms.min(SKIP_MS) - 1);
            }
            self.step();
        }
    }

    fn change(&mut self, change: Change) {
        self.table.change(change);
    }

    fn cut_chain(&mut self, cut: Option<Cut>) {
        self.table.cut_chain(cut);
    }

    fn sign_cable(&mut self, is_out: bool) {
        self.sign_is_out = is_out;
        self.table.sign_cable.cut(is_out);
    }

    fn console_cable(&mut self, is_out: bool) {
        self.console_is_out = is_out;
        self.table.console_cable.cut(is_out);
    }

    fn noise(&mut self, is_noisy: bool) {
        self.is_noisy = is_noisy;
    }

    fn signed(&mut self, command: &Command) -> Option<Payload> {
        let is_greeted = self.is_greeted() && self.table.console.has_signer();
        is_greeted.then(|| self.table.console.signed(command))
    }

    fn send(&mut self, request: &Payload) -> Option<CommandAnswer> {
        if !self.is_greeted() {
            return None;
        }
        self.table.console.send_raw(request);
        match self.answer()? {
            console::Answer::Done(_) => Some(CommandAnswer::Done),
            console::Answer::Refused(_) => Some(CommandAnswer::Refused),
            console::Answer::Meters(_)
            | console::Answer::Noise(_)
            | console::Answer::Hits(..)
            | console::Answer::Sign(_) => None,
        }
    }

    /// Over the wire, or where its cable is out, as the ledger has them.
    fn meters(&mut self) -> Option<Meters> {
        if self.is_greeted() {
            self.table.console.ask(Request::Meters);
            return match self.answer()? {
                console::Answer::Meters(meters) => Some(meters),
                _ => None,
            };
        }
        if !self.table.is_powered() {
            return None;
        }
        meters_of(self.table.engine.controller().ledger())
    }

    fn settlement(&self) -> Option<Settlement> {
        let is_powered = self.table.is_powered();
        let ledger = is_powered.then(|| self.table.engine.controller().ledger());
        ledger?.table().and_then(LedgerTable::settlement)
    }

    fn lit(&self) -> u64 {
        self.table.lit()
    }

    fn pages(&self, from_ms: u64, count: usize) -> Vec<String> {
        let is_heard = self.table.is_powered() && !self.sign_is_out;
        pages_of(self.table.sign.sign(), is_heard, from_ms, count)
    }

    fn is_halted(&self) -> bool {
        self.table.is_powered() && self.table.engine.is_halted()
    }

    fn is_powered(&self) -> bool {
        self.table.is_powered()
    }

    fn power_off(&mut self) {
        self.table.power_off();
    }

    /// A cut while it starts is for the lean table: this one starts in one go.
    fn power_on(&mut self, _cutting: Option<Cutting>) {
        self.table.power_on();
    }

    fn next_entry(&mut self) -> u32 {
        self.journal().next_sequence().unwrap_or_default()
    }

    fn entries(&mut self, from: u32) -> Vec<Entry> {
        let mut journal = self.journal();
        let mut reader = journal.read_from(from);
        let mut entries = Vec::new();
        while let Some(entry) = reader.next().expect("a sound journal") {
            let bytes = [&[entry.kind.code()], entry.payload].concat();
            entries.push(payload::read(&bytes).expect("an entry"));
        }
        entries
    }

    fn with_flash<T>(&self, visit: impl FnOnce(&mut FlashChip) -> T) -> T {
        visit(&mut self.table.engine.flash.chip())
    }
}
