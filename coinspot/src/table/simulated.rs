//! The engine with a simulated table around it: felt, sign, console and cables, whatever runs the controller.

use std::cell::Cell;
use std::rc::Rc;

use console::News;
use parts::chain::{Change, Cut};
use parts::engine::TableEngine;
use parts::wire::Faults;
use shared_rules::wire::key::{KeyEntry, SharedKey};
use shared_rules::wire::message::{Command, Request};
use shared_rules::wire::payload::Payload;
use shared_rules::wire::role::Role;
use simulator::table::{LetterRelay, SimulatedTable, key_of};
use simulator::table_driver::START_MS;

use super::engine::{Cable, CableState, FeltWires, LiveEngine, SignNow};

/// Half way along the chain, where the stump reads as nothing.
const BREAK: Cut = Cut::OutOf165(3, false);

/// An engine that can run a table in front of people.
pub trait PacedEngine: TableEngine {
    /// Lets `count` milliseconds pass at the table. Returns those that the engine has lived through.
    fn pass(table: &mut SimulatedTable<Self>, count: u64) -> u64;

    /// A simulated table remembers everything for its tests; one that runs for days must not.
    fn forget(&mut self) {}

    /// Why it has stopped for good, if it has.
    fn failure(&self) -> Option<&str> {
        None
    }
}

/// A whole table around what runs it.
#[derive(Debug)]
pub struct Simulated<E> {
    table: SimulatedTable<E>,
    /// True while the cable to the pool is out; none without a pool.
    pool_is_out: Option<Rc<Cell<bool>>>,
}

/// The cable to the pool. Letters on a cable that is out are lost, and the important ones come again.
#[derive(Debug)]
struct PoolCable<R> {
    relay: R,
    is_out: Rc<Cell<bool>>,
}

impl<R: LetterRelay> LetterRelay for PoolCable<R> {
    fn exchange(&mut self, mut letters: Vec<Payload>, now_ms: u64) -> Vec<Payload> {
        if self.is_out.get() {
            letters.clear();
        }
        let mut answers = self.relay.exchange(letters, now_ms);
        if self.is_out.get() {
            answers.clear();
        }
        answers
    }
}

impl<E: PacedEngine> Simulated<E> {
    /// A table that has just come up, its links answered.
    pub fn start(seed: u64, engine: E) -> Simulated<E> {
        let mut table = SimulatedTable::with_engine(seed, engine);
        E::pass(&mut table, START_MS);
        Simulated {
            table,
            pool_is_out: None,
        }
    }

    /// Connects the table's console to a pool.
    pub fn connect_pool(&mut self, relay: impl LetterRelay + 'static) {
        let is_out = Rc::new(Cell::new(false));
        self.pool_is_out = Some(Rc::clone(&is_out));
        self.table.relay = Some(Box::new(PoolCable { relay, is_out }));
        self.table.console.relay();
    }
}

impl<E: PacedEngine> LiveEngine for Simulated<E> {
    fn run_ms(&mut self, count: u64) -> u64 {
        E::pass(&mut self.table, count)
    }

    fn has_felt(&self) -> bool {
        true
    }

    fn has_pool(&self) -> bool {
        self.pool_is_out.is_some()
    }

    fn felt(&mut self) -> Option<&mut dyn FeltWires> {
        Some(self)
    }

    fn lit(&self) -> Option<u64> {
        Some(self.table.lit())
    }

    fn sign(&self) -> Option<SignNow> {
        let now_ms = self.table.now_ms();
        Some(SignNow {
            screen: self.table.sign.screen(now_ms),
            text: self.table.sign.lines(now_ms).to_string(),
        })
    }

    fn is_powered(&self) -> bool {
        self.table.is_powered()
    }

    fn is_linked(&self) -> bool {
        self.table.console.is_up(self.table.now_ms())
    }

    fn command(&mut self, command: Command) -> Result<(), String> {
        if let Some(why) = self.failure() {
            return Err(why.into());
        }
        if !self.table.is_powered() {
            return Err("the table has no power".into());
        }
        let queued = self.table.console.queue(command);
        queued.map_err(|busy| busy.to_string())
    }

    fn ask_sign(&mut self) {
        self.table.console.ask(Request::Sign);
    }

    fn is_idle(&self) -> bool {
        self.table.console.is_idle()
    }

    fn hear(&mut self) -> Vec<News> {
        self.table.sign.heard.clear();
        self.table.engine.forget();
        self.table.console.drain_news()
    }

    fn failure(&self) -> Option<&str> {
        self.table.engine.failure()
    }
}

impl<E: PacedEngine> FeltWires for Simulated<E> {
    fn change(&mut self, change: Change) {
        self.table.change(change);
    }

    fn cable(&mut self, cable: Cable, state: CableState) {
        let cable = match cable {
            Cable::Sign => &mut self.table.sign_cable,
            Cable::Console => &mut self.table.console_cable,
            Cable::Pool => {
                let is_out = self.pool_is_out.iter();
                return is_out.for_each(|is_out| is_out.set(state == CableState::Out));
            }
        };
        cable.cut(state == CableState::Out);
        cable.set_rates(match state {
            CableState::Noisy => Faults::HARSH,
            CableState::Sound | CableState::Out => Faults::NONE,
        });
    }

    fn break_chain(&mut self, broken: bool) {
        self.table.cut_chain(broken.then_some(BREAK));
    }

    fn power(&mut self, on: bool) {
        match on {
            true if !self.table.is_powered() => self.table.power_on(),
            true => {}
            false => self.table.power_off(),
        }
    }

    /// Signed with a key that is not the table's: exactly what a thief on the wire could send.
    fn forge(&mut self) {
        let thief = KeyEntry {
            key: SharedKey::new([0x13; 32]),
            ..key_of(Role::Supervisor)
        };
        // A thief's wire is no faster than ours.
        if self.table.console.is_busy() {
            return;
        }
        let console = &mut self.table.console;
        if let Some(bytes) = console.signed_by(&thief, &Command::Confirm) {
            console.send_raw(&bytes);
        }
    }
}
