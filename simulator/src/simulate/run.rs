//! One random history of a seed, and what is left when it fails.

use oracle::table::Reference;
use shared_rules::games::Game;

use super::check::{Difference, Observed};
use super::compare::{Comparison, Tamper};
use super::counts::{CountKind, Counts};
use super::dice::{Dice, Luck};
use super::history::History;
use super::stage::{Lean, Stage, Whole};
use crate::engine::JOURNAL_PAGES;

/// One seed in so many is played with every layer, the bytes on the wires included.
pub const WHOLE_EVERY: u64 = 20;

/// A run that does not end by itself ends after so many steps per round.
const STEPS_A_ROUND_MAX: u32 = 200;

/// The seed and the terms of a random history.
#[derive(Clone, Copy, Debug)]
pub struct RunPlan {
    /// The seed.
    pub seed: u64,
    /// The number of rounds.
    pub rounds: u32,
    /// The game; all of them without one.
    pub game: Option<Game>,
    /// The rate of troubles and mistakes.
    pub luck: Luck,
    /// The lie that is told of the table: [`honest`] where none is.
    pub tamper: Tamper,
}

impl RunPlan {
    /// Every layer is there.
    pub const fn is_whole(&self) -> bool {
        self.seed % WHOLE_EVERY == WHOLE_EVERY - 1
    }

    /// Every second run has a journal that is as small as it may be.
    const fn pages(&self) -> usize {
        if self.seed.is_multiple_of(2) {
            FEW_PAGES
        } else {
            JOURNAL_PAGES
        }
    }
}

/// Pages of a small journal, which comes round, with its checkpoints, in one run.
const FEW_PAGES: usize = 32;

/// A table that shows what it does.
pub fn honest(_seen: &mut Observed) {}

/// A run that went as it should.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RandomRun {
    /// The events that were counted.
    pub counts: Counts,
    /// Equal for equal runs.
    pub digest: u64,
}

/// A run that did not.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The steps up to the one after which something differed.
    pub history: History,
    /// The difference.
    pub difference: Difference,
}

/// Plays a random history.
///
/// # Errors
/// The first difference, with the steps that led to it.
pub fn run(plan: &RunPlan) -> Result<RandomRun, Box<Failure>> {
    match plan.is_whole() {
        true => on(Whole::new(plan.seed), plan),
        false => on(Lean::new(plan.seed, plan.pages()), plan),
    }
}

fn on<S: Stage>(stage: S, plan: &RunPlan) -> Result<RandomRun, Box<Failure>> {
    let mut dice = Dice::new(plan.seed, plan.luck, plan.game);
    let mut play = Comparison::new(stage, plan.tamper);
    let mut history = History::new();
    let steps_max = plan.rounds.saturating_mul(STEPS_A_ROUND_MAX);
    for _ in 0..steps_max {
        if is_over(&play.reference, plan.rounds) {
            break;
        }
        let step = dice.step(&play.reference);
        history.push(step.clone());
        if let Err(difference) = play.step(&step) {
            return Err(Box::new(Failure {
                history,
                difference,
            }));
        }
    }
    let rounds = play.reference.round.number;
    play.counts.add(CountKind::Rounds, "opened", rounds.into());
    play.counts.add(
        CountKind::Time,
        "virtual seconds",
        play.stage.now_ms() / 1_000,
    );
    let layers = if plan.is_whole() {
        "with all layers"
    } else {
        "without the bytes on the wires"
    };
    play.counts.one(CountKind::Runs, layers);
    Ok(RandomRun {
        digest: play.digest(),
        counts: play.counts,
    })
}

fn is_over(reference: &Reference, rounds: u32) -> bool {
    reference.round.number >= rounds && reference.round.is_over()
}

/// Plays a history again, and says after which step something differs, and what.
pub fn replay(plan: &RunPlan, history: &History) -> Option<(usize, Difference)> {
    match plan.is_whole() {
        true => again(Whole::new(plan.seed), plan, history),
        false => again(Lean::new(plan.seed, plan.pages()), plan, history),
    }
}

fn again<S: Stage>(stage: S, plan: &RunPlan, history: &History) -> Option<(usize, Difference)> {
    let mut play = Comparison::new(stage, plan.tamper);
    let mut steps = history.iter().enumerate();
    steps.find_map(|(number, step)| Some((number, play.step(step).err()?)))
}
