//! The image on a given journal, at two cycles an instruction, with felt, sign and console around it.

use board_sim::start::{Start, Watcher, put_journal};
use board_sim::table::BoardEngine;
use board_sim::time::Span;
use console::Answer;
use parts::engine::FreshEngine;
use shared_rules::wire::message::Command;
use simulator::table::SimulatedTable;

const CYCLES_PER_INSTRUCTION: u32 = 2;

/// The longest time of a start.
const START_MAX: Span = Span::ms(500);

/// The time for which the image is watched.
const LIFE_MS: u64 = 10_000;

/// A command is answered within this time.
const ANSWER_MS: u64 = 500;

/// A journal to start from.
#[derive(Clone)]
pub struct Case {
    pub name: String,
    pub flash: Vec<u8>,
    pub known: Known,
}

/// The entries of the journal that the console already knows.
#[derive(Clone, Copy)]
pub enum Known {
    /// No entries: the console asks for all of them.
    Nothing,
    /// The entries below this number.
    Below(u32),
}

/// The outcome of a case.
pub struct Outcome {
    pub start: Start,
    pub table: SimulatedTable<BoardEngine>,
    /// True if the console's command at the end was carried out.
    is_heard: bool,
}

/// Starts the image on a journal, and runs it for its time or until it is reset.
pub fn live(case: &Case) -> Outcome {
    let mut engine = BoardEngine::fresh();
    put_journal(&mut engine.board, &case.flash).expect("a whole bank");
    engine
        .board
        .set_cycles_per_instruction(CYCLES_PER_INSTRUCTION);
    let mut table = SimulatedTable::with_engine(1, engine);
    if let Known::Below(next) = case.known {
        table.console.follow_from(next);
    }
    let mut watcher = Watcher::new(&mut table.engine.board);
    let mut run = |table: &mut SimulatedTable<BoardEngine>, ms: u64| {
        for _ in 0..ms {
            table.step();
            watcher.look(&mut table.engine.board);
            // The start after a reset reports the end of the life before.
            if watcher.seen().last_words.is_some() {
                break;
            }
        }
        watcher.seen().clone()
    };
    let start = run(&mut table, LIFE_MS);
    if start.resets > 0 || start.halted.is_some() {
        return Outcome {
            start,
            table,
            is_heard: false,
        };
    }
    let heard = table.console.answers.len();
    table.console.command(Command::Clock(1_700_000_000));
    let start = run(&mut table, ANSWER_MS);
    let answer = table.console.answers.get(heard);
    let is_heard = matches!(answer, Some(Answer::Done(_)));
    Outcome {
        start,
        table,
        is_heard,
    }
}

impl Outcome {
    /// The deviation from the expected outcome, if there is one.
    pub fn wrong(&self) -> Option<String> {
        let Start {
            started,
            resets,
            halted,
            last_words,
        } = &self.start;
        match (started, halted) {
            _ if *resets > 0 => Some(format!(
                "reset, {}",
                last_words.as_deref().unwrap_or("silent")
            )),
            (_, Some(reason)) => Some(format!("halts: {reason}")),
            (None, None) => Some("never starts".into()),
            (Some(started), None) if started.after > START_MAX => Some("starts late".into()),
            _ if !self.is_heard => Some("does not hear the console".into()),
            _ => None,
        }
    }

    pub fn row(&self, name: &str) -> String {
        let started = self.start.started;
        let ms = started.map(|started| started.after.as_us().div_ceil(1_000));
        let instructions = started.map(|started| started.instructions);
        let figure = |figure: Option<u64>| figure.map_or("-".into(), |figure| figure.to_string());
        let wrong = self.wrong().unwrap_or_default();
        let (instructions, ms) = (figure(instructions), figure(ms));
        format!("{name:<40} {instructions:>12} {ms:>6}  {wrong}\n")
    }
}

/// Runs all cases, prints a table, and fails if one deviates.
#[track_caller]
pub fn all_live(cases: &[Case]) {
    let mut rows = format!("{:<40} {:>12} {:>6}\n", "journal", "instructions", "ms");
    let mut wrong = Vec::new();
    for case in cases {
        let outcome = live(case);
        rows += &outcome.row(&case.name);
        wrong.extend(outcome.wrong().map(|what| format!("{}: {what}", case.name)));
    }
    println!("{rows}");
    assert!(wrong.is_empty(), "{wrong:#?}");
}
