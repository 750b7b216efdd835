//! An evening of all five games on the image, which a test can stop at any point to look at the flash.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::mem;

use board_sim::board::Board;
use board_sim::chip::flash::{Array, ArrayOperation, ArrayTear};
use board_sim::table::{BoardEngine, TableWires};
use board_sim::time::Time;
use parts::chain::SharedChain;
use parts::engine::{FreshEngine, Lanes, TableEngine};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use shared_rules::ledger::Entry;
use simulator::scenarios::games::play_five_games;
use simulator::table::SimulatedTable;

use crate::state::State;

type TableBoard = Board<TableWires>;

/// The entries that the console learned during the evening.
pub struct Story {
    pub entries: BTreeMap<u32, Entry>,
    known: Vec<(u64, u32)>,
}

impl Story {
    /// Entries below this number were acknowledged at this time.
    pub fn acknowledged(&self, at_ms: u64) -> u32 {
        let until_then = self
            .known
            .iter()
            .take_while(|(known_ms, _)| *known_ms <= at_ms);
        until_then.map(|(_, next)| *next).max().unwrap_or(0)
    }
}

/// Plays the evening.
pub fn record<W: Watch>() -> (W, Story) {
    let mut evening = play_five_games::<Watched<W>>();
    story_of(&mut evening.table)
}

/// The watcher's record and the console's knowledge, at the end of the evening.
pub fn story_of<W: Watch>(table: &mut SimulatedTable<Watched<W>>) -> (W, Story) {
    let story = Story {
        entries: mem::take(&mut table.console.entries),
        known: mem::take(&mut table.console.known),
    };
    (mem::take(&mut table.engine.watch), story)
}

/// Watches a board while it runs.
pub trait Watch: Debug + Default + 'static {
    /// Runs the board up to a time, and records.
    fn run(&mut self, board: &mut TableBoard, until: Time, now_ms: u64);
}

/// A board that is watched.
#[derive(Debug)]
pub struct Watched<W> {
    engine: BoardEngine,
    watch: W,
}

impl<W: Watch> Watched<W> {
    pub fn new(engine: BoardEngine) -> Self {
        Self {
            engine,
            watch: W::default(),
        }
    }
}

impl<W: Watch> FreshEngine for Watched<W> {
    fn fresh() -> Self {
        Self::new(BoardEngine::fresh())
    }
}

impl<W: Watch> TableEngine for Watched<W> {
    fn power_on(&mut self, chain: &SharedChain) {
        self.engine.power_on(chain);
    }

    fn power_off(&mut self, chain: &SharedChain) {
        self.engine.power_off(chain);
    }

    fn is_powered(&self) -> bool {
        self.engine.is_powered()
    }

    fn step(&mut self, now_ms: u64, _: &SharedChain, sign: &mut Lanes, console: &mut Lanes) {
        let watch = &mut self.watch;
        self.engine
            .step_with(now_ms, (sign, console), |board, until| {
                watch.run(board, until, now_ms);
            });
    }
}

/// Keeps every change of the flash.
#[derive(Debug, Default)]
pub struct Changes {
    pub all: Vec<Change>,
}

/// A change of the flash.
#[derive(Debug)]
pub struct Change {
    pub before: Array,
    pub operation: ArrayOperation,
    pub at_ms: u64,
}

impl Watch for Changes {
    fn run(&mut self, board: &mut TableBoard, until: Time, at_ms: u64) {
        loop {
            let before = board.flash().array().clone();
            let change = board.run_to_flash_change(until).expect("what is modelled");
            let Some(change) = change else { break };
            self.all.push(Change {
                before,
                operation: change.operation,
                at_ms,
            });
        }
    }
}

/// Cuts power at random instructions, and then continues as if nothing had happened.
#[derive(Debug)]
pub struct Pauses {
    random: ChaCha8Rng,
    next: u64,
    pub cuts: Vec<State>,
    /// The cuts among them during an operation of the flash.
    pub within: usize,
}

/// The longest distance between two cuts, in instructions.
const STRIDE: u64 = 5_000;

impl Default for Pauses {
    fn default() -> Self {
        Self {
            random: ChaCha8Rng::seed_from_u64(crate::SEED),
            next: 1,
            cuts: Vec::new(),
            within: 0,
        }
    }
}

impl Watch for Pauses {
    fn run(&mut self, board: &mut TableBoard, until: Time, at_ms: u64) {
        while board.now() < until {
            board
                .run_at_most(until, self.next)
                .expect("what is modelled");
            if board.instructions() >= self.next {
                self.cut(board, at_ms);
                self.next = board.instructions() + self.random.random_range(1..=STRIDE);
            }
        }
    }
}

impl Pauses {
    fn cut(&mut self, board: &TableBoard, at_ms: u64) {
        let tear = ArrayTear::by_chance(self.random.random());
        let mut flash = board.flash().clone();
        let operation = flash.cut(tear);
        self.within += usize::from(operation.is_some());
        let at = board.instructions();
        self.cuts.push(State {
            flash: flash.array().clone(),
            at_ms,
            context: format!("instruction {at}, {operation:?}, {tear:?}"),
        });
    }
}
