//! Linked tables: whole tables, each in its own virtual time, and one pool with the real sequencer.
//!
//! The pool's clock goes on with whichever table is being played. A table that is not being played stands still: it
//! neither hears nor misses anything.

use std::cell::{RefCell, RefMut};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

use parts::engine::FreshEngine;
use pit::drive;
use pit::keys::LinkKeys;
use pit::memory::MemoryEngine;
use pit::sequencer::Sequencer;
use pit::state::LinkState;
use shared_rules::games::Game;
use shared_rules::ledger::Configuration;
use shared_rules::pool::message::Membership;
use shared_rules::pool::{PoolTerms, TableNumber};
use shared_rules::round::{Event, Phase};
use shared_rules::wire::message::{Command, LinkCommand};
use shared_rules::wire::payload::Payload;

use crate::table::{LetterRelay, pool_key};
use crate::table_driver::{FeltKey, TableDriver, house};

/// The number of the link.
const LINK: u32 = 1;

/// The pool's time when the first table joins, in milliseconds since 1970.
const BEGINNING_MS: u64 = 1_785_542_400_000;

/// Letters that wait for a table. Older ones are lost, and the important ones come again.
const LETTERS_MAX: usize = 32;

/// A permit, a price or a confirmation is there within this time.
const HEARD_MS: u64 = 1_500;

/// The pool, and the letters that wait for its tables.
#[derive(Debug)]
pub struct PoolDesk {
    sequencer: Sequencer,
    engine: MemoryEngine,
    now_ms: u64,
    letters: BTreeMap<TableNumber, VecDeque<Payload>>,
    /// Tables whose way to the pool is cut.
    pub cut: BTreeSet<TableNumber>,
}

impl PoolDesk {
    fn new(terms: &PoolTerms, tables: u32) -> PoolDesk {
        let mut engine = MemoryEngine::default();
        let state = drive::open_or_found(&mut engine, LINK, terms, BEGINNING_MS);
        let mut keys = LinkKeys::new(LINK);
        (1..=tables).for_each(|table| keys.insert(table, 1, pool_key()));
        PoolDesk {
            sequencer: Sequencer::new(keys, state.expect("a new log")),
            engine,
            now_ms: BEGINNING_MS,
            letters: BTreeMap::new(),
            cut: BTreeSet::new(),
        }
    }

    /// The state of the log.
    pub fn state(&self) -> &LinkState {
        self.sequencer.state()
    }

    /// The log.
    pub fn engine(&self) -> MemoryEngine {
        self.engine.clone()
    }

    /// One millisecond in which a table says this.
    fn step(&mut self, table: TableNumber, letters: &[Payload]) -> Vec<Payload> {
        self.now_ms += 1;
        if self.cut.contains(&table) {
            return Vec::new();
        }
        for letter in letters {
            let accepted = self.sequencer.accept(letter, self.now_ms);
            assert_eq!(accepted, Ok(table), "a letter of table {table}");
        }
        let committed = drive::commit(&mut self.sequencer, &mut self.engine, self.now_ms);
        committed.expect("memory does not fail");
        self.sequencer.poll(self.now_ms);
        while let Some(envelope) = self.sequencer.pop_letter() {
            let waiting = self.letters.entry(envelope.table).or_default();
            if waiting.len() == LETTERS_MAX {
                waiting.pop_front();
            }
            waiting.push_back(envelope.letter);
        }
        let mine = self.letters.remove(&table).unwrap_or_default();
        mine.into()
    }
}

/// A table's way to the pool.
#[derive(Debug)]
struct PoolLine {
    table: TableNumber,
    desk: Rc<RefCell<PoolDesk>>,
}

impl LetterRelay for PoolLine {
    fn exchange(&mut self, letters: Vec<Payload>, _now_ms: u64) -> Vec<Payload> {
        self.desk.borrow_mut().step(self.table, &letters)
    }
}

/// The tables of one link.
#[derive(Debug)]
pub struct LinkedTables<E: FreshEngine> {
    tables: Vec<TableDriver<E>>,
    desk: Rc<RefCell<PoolDesk>>,
}

impl<E: FreshEngine> LinkedTables<E> {
    /// Tables 1, 2, 3 ... of one game, each of which has joined with its own meter.
    #[track_caller]
    pub fn of(game: Game, count: u32) -> LinkedTables<E> {
        let Configuration { unit, jackpot, .. } = house(game);
        let terms = PoolTerms {
            game,
            unit,
            jackpot,
        };
        let desk = Rc::new(RefCell::new(PoolDesk::new(&terms, count)));
        let tables = (1..=count).map(|table| join(game, table, &desk));
        LinkedTables {
            tables: tables.collect(),
            desk: Rc::clone(&desk),
        }
    }

    /// A table.
    pub fn at(&mut self, table: TableNumber) -> &mut TableDriver<E> {
        &mut self.tables[table as usize - 1]
    }

    /// The pool.
    pub fn desk(&self) -> RefMut<'_, PoolDesk> {
        self.desk.borrow_mut()
    }

    /// The shared meter, in cents.
    pub fn shown(&self) -> u64 {
        self.desk().state().pool().shown().get()
    }

    /// The dealer opens a round, which takes the pool's permit.
    #[track_caller]
    pub fn opens(&mut self, table: TableNumber) {
        let evening = self.at(table);
        evening.says([Event::PlaceYourBets]);
        for _ in 0..HEARD_MS {
            if evening.phase() == Phase::BetsOpen {
                return;
            }
            evening.wait_ms(1);
        }
        panic!("table {table}: no permit");
    }

    /// One unit at seat 1, and "No more bets".
    #[track_caller]
    pub fn locks(&mut self, table: TableNumber) {
        let evening = self.at(table);
        evening.bets(1, 1);
        evening.says([Event::NoMoreBets]);
        evening.wait_ms(50);
    }

    /// What happens in the round, up to its settlement.
    #[track_caller]
    pub fn settles(&mut self, table: TableNumber, events: &[Event]) {
        let evening = self.at(table);
        for event in events {
            evening.commands(Command::Round(event.clone()));
        }
        evening.says([Event::Settle]);
        evening.wait_ms(HEARD_MS);
    }

    /// The amounts that wait for the supervisor, in cents.
    pub fn waiting(&mut self, table: TableNumber) -> Vec<u64> {
        let evening = self.at(table);
        evening.wait_ms(HEARD_MS);
        let waiting = evening.ledger().waiting().iter();
        waiting.map(|award| award.amount.get()).collect()
    }

    /// The supervisor confirms, and the pool hears it.
    #[track_caller]
    pub fn confirms(&mut self, table: TableNumber) {
        let evening = self.at(table);
        evening.confirms();
        evening.wait_ms(HEARD_MS);
    }

    /// Every micro-cent of the pool is accounted for, and no table is in quarantine.
    #[track_caller]
    pub fn is_sound(&self) {
        let desk = self.desk();
        let sums = desk.state().pool().sums().expect("sums that fit");
        assert!(sums.balance(), "{sums:?}");
        for (table, member) in desk.state().members() {
            assert_eq!(member.quarantine(), None, "table {table}");
        }
    }
}

/// A table that has joined the link.
#[track_caller]
fn join<E: FreshEngine>(
    game: Game,
    table: TableNumber,
    desk: &Rc<RefCell<PoolDesk>>,
) -> TableDriver<E> {
    let mut evening = TableDriver::of(game);
    evening.table.relay = Some(Box::new(PoolLine {
        table,
        desk: Rc::clone(desk),
    }));
    evening.table.console.relay();
    evening.holds(FeltKey::Supervisor, true);
    evening.commands(Command::Link(LinkCommand::Join(Membership {
        link: LINK,
        table,
        generation: 1,
    })));
    evening.holds(FeltKey::Supervisor, false);
    evening.wait_ms(2 * HEARD_MS);
    evening
}
