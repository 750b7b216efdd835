//! Restarts of boards after a power cut.

use std::collections::BTreeMap;
use std::thread;

use board_sim::chip::flash::{Array, ArrayTear};
use board_sim::start::Watcher;
use board_sim::table::BoardEngine;
use board_sim::time::Span;
use firmware::controller::Controller;
use firmware::journal::Journal;
use parts::chain::SharedChain;
use parts::engine::{FreshEngine, TableEngine};
use parts::flash::{FlashChip, Socket};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use shared_rules::ledger::{ChipNumber, Entry};
use shared_rules::wire::payload;
use simulator::engine::key_ring;

use crate::evening::Story;
use crate::state::{State, journal, on_the_host};

/// A start takes 30 ms, half a second on an old journal, and 50 ms more where a page is erased.
const PATIENCE: Span = Span::ms(1_000);

/// Every start is watched for this long after the image says that it has started: twice as long as the watchdog waits.
const WATCHED: Span = Span::ms(2_000);

/// Starts that are cut one after the other.
const CUT_STARTS: usize = 5;

/// A start is cut at most a little beyond its last entry: this many instructions after the point at which a sound start
/// reports that it has started.
const BEYOND: u64 = 500_000;

/// The environment variable that selects a single case.
const CASE: &str = "COINSPOT_CASE";

/// The bench on which boards are restarted.
pub struct Bench<'s> {
    story: &'s Story,
    engine: BoardEngine,
    felt: SharedChain,
    /// The name of the test.
    name: &'static str,
}

/// Number of boards that start in parallel: the cores of a small machine.
const AT_ONCE: usize = 2;

/// Every state is survived, or only the one that the environment names.
pub fn survives_all(story: &Story, name: &'static str, states: &[State]) {
    let only: Option<usize> = std::env::var(CASE)
        .ok()
        .map(|case| case.parse().expect("a number"));
    thread::scope(|scope| {
        for first in 0..AT_ONCE {
            scope.spawn(move || {
                let mut bench = Bench::new(story, name);
                let cases = states.iter().enumerate().skip(first).step_by(AT_ONCE);
                cases
                    .filter(|(number, _)| only.is_none_or(|only| only == *number))
                    .for_each(|(number, state)| bench.survives(state, number));
            });
        }
    });
}

impl<'s> Bench<'s> {
    pub fn new(story: &'s Story, name: &'static str) -> Self {
        Self {
            story,
            engine: BoardEngine::fresh(),
            felt: SharedChain::new(1),
            name,
        }
    }

    /// The image and the portable controller come back to the same state, with all acknowledged entries.
    fn survives(&mut self, state: &State, number: usize) {
        let context = format!(
            "case {number}: {}\n{CASE}={number} cargo test -p board-sim --test power {} -- --exact",
            state.context, self.name
        );
        let left = self.restart(&state.flash, &context);
        let host = restart_on_the_host(on_the_host(&state.flash));
        let left_by_host = host.image().as_chunks::<8>().0;
        let words = journal(&left).as_chunks::<8>().0.to_vec();
        let differs = words
            .iter()
            .zip(left_by_host)
            .position(|(one, other)| one != other);
        assert_eq!(
            differs.map(|word| (word * 8, words[word], left_by_host[word])),
            None,
            "the host's controller has left something else; {context}\n{:?}\n{:?}",
            entries(on_the_host(&left)),
            entries(host.clone())
        );
        self.has_all_that_was_acknowledged(&left, state.at_ms, &context);
    }

    /// Cuts some starts from this state at random instructions, and returns the state after each cut.
    pub fn cut_starts(&mut self, state: &State, random: &mut ChaCha8Rng) -> Vec<State> {
        let mut flash = state.flash.clone();
        let most = self.start_instructions(&flash) + BEYOND;
        let cuts = (0..CUT_STARTS).map(|_| {
            let after = random.random_range(1..=most);
            let tear = ArrayTear::by_chance(random.random());
            flash = self.cut_start(&flash, after, tear);
            State {
                flash: flash.clone(),
                at_ms: state.at_ms,
                context: format!(
                    "{}, a start cut after {after} instructions, {tear:?}",
                    state.context
                ),
            }
        });
        cuts.collect()
    }

    fn cut_start(&mut self, flash: &Array, after: u64, tear: ArrayTear) -> Array {
        self.power_on(flash);
        let board = &mut self.engine.board;
        let until = board.instructions() + after;
        board.run_to_instruction(until).expect("what is modelled");
        board.power_off(tear);
        board.flash().array().clone()
    }

    /// Puts these contents into the flash, and switches the board on.
    fn power_on(&mut self, flash: &Array) -> Watcher {
        self.engine.board.flash_contents_mut().clone_from(flash);
        self.engine.power_on(&self.felt);
        Watcher::new(&mut self.engine.board)
    }

    /// Number of instructions of a start.
    fn start_instructions(&mut self, flash: &Array) -> u64 {
        let mut watcher = self.power_on(flash);
        self.run(&mut watcher, PATIENCE, true);
        self.engine.board.power_off(ArrayTear::Before);
        let started = watcher.seen().started;
        started.map_or(0, |started| started.instructions)
    }

    /// The contents of the flash when the image reports that it has started. The start is watched for longer.
    fn restart(&mut self, flash: &Array, context: &str) -> Array {
        let mut watcher = self.power_on(flash);
        self.run(&mut watcher, PATIENCE, true);
        let mut left = self.engine.board.flash().clone();
        left.cut(ArrayTear::Before);
        self.run(&mut watcher, WATCHED, false);
        self.engine.board.power_off(ArrayTear::Before);
        let start = watcher.seen();
        assert!(start.started.is_some(), "{start:?}; {context}");
        assert_eq!((start.resets, &start.halted), (0, &None), "{context}");
        left.array().clone()
    }

    /// Runs for some time, or until the image has started.
    fn run(&mut self, watcher: &mut Watcher, time: Span, until_started: bool) {
        let board = &mut self.engine.board;
        let end = board.now() + time;
        while board.now() < end && !(until_started && watcher.seen().started.is_some()) {
            board.run_for(Span::ms(1)).expect("what is modelled");
            watcher.look(board);
        }
    }

    fn has_all_that_was_acknowledged(&self, flash: &Array, at_ms: u64, context: &str) {
        let found = entries(on_the_host(flash));
        let acknowledged = self.story.acknowledged(at_ms);
        for (number, entry) in self.story.entries.range(..acknowledged) {
            let found = found
                .get(number)
                .unwrap_or_else(|| panic!("entry {number} is lost; {context}"));
            assert_eq!(found, entry, "entry {number}; {context}");
        }
        let last = found.values().next_back();
        let is_of_a_start = matches!(last, Some(Entry::Boot(_) | Entry::Chip(_)));
        assert!(is_of_a_start, "{last:?}; {context}");
    }
}

/// The unique number of every simulated chip.
const CHIP_NUMBER: ChipNumber = [
    0x27, 0, 0x31, 0, 0x0B, 0x51, 0x38, 0x34, 0x31, 0x35, 0x37, 0x20,
];

/// The flash after a start of the portable controller on it.
fn restart_on_the_host(chip: FlashChip) -> FlashChip {
    let socket = Socket::new(chip);
    let mut controller = Controller::new(socket.clone()).expect("a flash that fits");
    controller.set_identity(CHIP_NUMBER);
    controller.start(&key_ring(), None);
    drop(controller);
    socket.chip().clone()
}

/// Every entry of a journal.
pub fn entries(chip: FlashChip) -> BTreeMap<u32, Entry> {
    let mut journal = Journal::new(Socket::new(chip)).expect("a flash that fits");
    journal.recover().expect("a sound journal");
    let mut reader = journal.read_from(0);
    let mut entries = BTreeMap::new();
    while let Some(entry) = reader.next().expect("a sound journal") {
        let bytes = [&[entry.kind.code()], entry.payload].concat();
        entries.insert(entry.sequence, payload::read(&bytes).expect("an entry"));
    }
    entries
}
