//! A whole table in virtual time: what runs it, with simulated chain, sign and console, one millisecond a step. One
//! seed reproduces a run.

use std::fmt::Debug;

use console::Console;
use parts::chain::{Change, Cut, SharedChain};
use parts::engine::{FreshEngine, Lanes, TableEngine};
use parts::flash::FlashChip;
use shared_rules::wire::key::KeyEntry;
use shared_rules::wire::payload::Payload;
use shared_rules::wire::role::Role;

use crate::engine::HostEngine;
use crate::sign::SignBoard;

pub use crate::engine::{
    JOURNAL_PAGES, SeedOwner, fresh_seed, key_of, key_ring, persons, pool_key,
};

/// Nanoseconds in a millisecond.
const MS: u64 = 1_000_000;

/// The end of the console's wire where another console is: another program, by a serial port or a socket.
#[derive(Debug, Default)]
pub struct Elsewhere {
    /// Bytes from the table.
    pub heard: Vec<u8>,
    /// Bytes to the table.
    pub said: Vec<u8>,
}

/// A console that opens the wire as this role, and has every person's key.
pub fn console_of(role: Role, seed: u64) -> Console {
    let seed = fresh_seed(SeedOwner::Console, seed, 0);
    Console::new(key_of(role), persons(), &seed)
}

/// The way of letters between a table's console and its pool.
pub trait LetterRelay: Debug {
    /// Passes the table's letters on, and returns those of the pool.
    fn exchange(&mut self, letters: Vec<Payload>, now_ms: u64) -> Vec<Payload>;
}

/// A table and what is connected to it.
#[derive(Debug)]
pub struct SimulatedTable<E = HostEngine> {
    /// What runs it.
    pub engine: E,
    /// The felt and its chain.
    pub chain: SharedChain,
    /// The sign on its wall.
    pub sign: SignBoard,
    /// The dealer's console.
    pub console: Console,
    /// Another console in its place.
    pub elsewhere: Option<Elsewhere>,
    /// The way to the pool, where tables are linked.
    pub relay: Option<Box<dyn LetterRelay>>,
    /// The wire to the sign.
    pub sign_cable: Lanes,
    /// The wire to the console.
    pub console_cable: Lanes,
    now_ms: u64,
    seed: u64,
    starts: u64,
}

impl SimulatedTable<HostEngine> {
    /// A table run by the host whose flash holds what it holds, with power.
    pub fn with_flash(seed: u64, chip: FlashChip) -> SimulatedTable {
        SimulatedTable::with_engine(seed, HostEngine::with_flash(chip))
    }
}

impl<E: FreshEngine> SimulatedTable<E> {
    /// A new table, its flash blank, with power.
    pub fn new(seed: u64) -> SimulatedTable<E> {
        SimulatedTable::with_engine(seed, E::fresh())
    }
}

impl<E: TableEngine> SimulatedTable<E> {
    /// A table that is run so, with power.
    pub fn with_engine(seed: u64, engine: E) -> SimulatedTable<E> {
        let mut table = SimulatedTable {
            engine,
            chain: SharedChain::new(seed),
            sign: SignBoard::new(&fresh_seed(SeedOwner::Sign, seed, 0), 0),
            console: console_of(Role::ShiftManager, seed),
            seed,
            starts: 0,
            elsewhere: None,
            relay: None,
            sign_cable: Lanes::new(seed.wrapping_mul(3)),
            console_cable: Lanes::new(seed.wrapping_mul(5)),
            now_ms: 0,
        };
        table.power_on();
        table
    }

    /// Milliseconds since the beginning; the controller's own clock starts anew with it.
    pub fn now_ms(&self) -> u64 {
        self.now_ms
    }

    /// Whether there is power.
    pub fn is_powered(&self) -> bool {
        self.engine.is_powered()
    }

    /// Power comes.
    pub fn power_on(&mut self) {
        self.engine.power_on(&self.chain);
    }

    /// Power goes: everything in RAM is gone.
    pub fn power_off(&mut self) {
        self.engine.power_off(&self.chain);
    }

    /// The sign loses power and starts again: it has forgotten everything.
    pub fn restart_sign(&mut self) {
        self.replace_sign(key_of(Role::Sign));
    }

    /// Another sign takes its place, with this key.
    pub fn replace_sign(&mut self, key: KeyEntry) {
        self.starts += 1;
        let seed = fresh_seed(SeedOwner::Sign, self.seed, self.starts);
        self.sign = SignBoard::with_key(key, &seed, self.now_ms);
    }

    /// Another console takes the place of the present one.
    pub fn replace_console(&mut self, opening: KeyEntry, persons: Vec<KeyEntry>) {
        self.starts += 1;
        let seed = fresh_seed(SeedOwner::Console, self.seed, self.starts);
        self.console = Console::new(opening, persons, &seed);
    }

    /// One millisecond.
    pub fn step(&mut self) {
        self.now_ms += 1;
        self.chain.with(|chain| chain.advance_to(self.now_ms * MS));
        self.deliver();
        let (sign, console) = (&mut self.sign_cable, &mut self.console_cable);
        self.engine.step(self.now_ms, &self.chain, sign, console);
        self.send();
        self.sign.step(self.now_ms);
        self.relay_letters();
        self.console.step(self.now_ms);
    }

    /// Letters of the pool for which there is no room are lost, and come again.
    fn relay_letters(&mut self) {
        let Some(relay) = &mut self.relay else {
            return;
        };
        let letters = std::mem::take(&mut self.console.letters);
        for letter in relay.exchange(letters, self.now_ms) {
            let _ = self.console.letter(&letter);
        }
    }

    /// So many milliseconds.
    pub fn run_ms(&mut self, count: u64) {
        (0..count).for_each(|_| self.step());
    }

    /// Whether something is on its way on a wire.
    pub fn is_busy(&self) -> bool {
        let cables = [&self.sign_cable, &self.console_cable];
        let mut lanes = cables.iter().flat_map(|cable| [&cable.out, &cable.back]);
        lanes.any(|lane| lane.arrives_at_us().is_some())
    }

    /// So many milliseconds without a scan: nothing on the felt may change, and nothing be on its way.
    pub fn skip_ms(&mut self, count: u64) {
        self.now_ms += count;
    }

    /// Something happens on the felt.
    pub fn change(&mut self, change: Change) {
        self.engine.change(&self.chain, change);
    }

    /// A data line of the chain is cut, or mended.
    pub fn cut_chain(&mut self, cut: Option<Cut>) {
        self.engine.cut(&self.chain, cut);
    }

    /// The lamps that the 48 bits of the chain light.
    pub fn lit(&self) -> u64 {
        self.engine.lit(&self.chain)
    }

    /// To sign and console. What comes for a table without power is lost.
    fn deliver(&mut self) {
        let (now_ms, now_us) = (self.now_ms, self.now_ms * 1_000);
        while let Some(bytes) = self.sign_cable.out.arrived(now_us) {
            self.sign.receive(&bytes, now_ms);
        }
        while let Some(bytes) = self.console_cable.out.arrived(now_us) {
            match &mut self.elsewhere {
                Some(elsewhere) => elsewhere.heard.extend(bytes),
                None => self.console.receive(&bytes, now_ms),
            }
        }
        if E::SPEAKS_THE_PROTOCOL {
            assert_eq!(self.console.misread, 0, "the table speaks the protocol");
        }
        if !self.is_powered() {
            while self.sign_cable.back.arrived(now_us).is_some() {}
            while self.console_cable.back.arrived(now_us).is_some() {}
        }
    }

    /// From sign and console.
    fn send(&mut self) {
        let (now_ms, now_us) = (self.now_ms, self.now_ms * 1_000);
        let sign = &mut self.sign;
        let back = &mut self.sign_cable.back;
        back.send_all(now_us, || sign.transmit(now_ms));
        let back = &mut self.console_cable.back;
        match &mut self.elsewhere {
            Some(elsewhere) if elsewhere.said.is_empty() => {}
            Some(elsewhere) => back.send(now_us, &std::mem::take(&mut elsewhere.said)),
            None => {
                let console = &mut self.console;
                back.send_all(now_us, || console.transmit(now_ms));
            }
        }
    }
}
