//! One evening of a seed, and what is left when it fails.

use shared_rules::games::Game;

use super::check::{Difference, Observed};
use super::counts::{Counts, Kind};
use super::dice::{Dice, Luck};
use super::history::History;
use super::play::{Play, Tamper};
use super::reference::Reference;
use super::stage::{Lean, Stage, Whole};
use crate::engine::JOURNAL_PAGES;

/// One seed in so many is played with every layer, the bytes on the wires included.
pub const WHOLE_EVERY: u64 = 20;

/// An evening that does not end by itself ends after so many steps a round.
const STEPS_A_ROUND_MAX: u32 = 200;

/// What is to be played.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The seed.
    pub seed: u64,
    /// How many rounds.
    pub rounds: u32,
    /// The game; all of them without one.
    pub game: Option<Game>,
    /// How much goes wrong.
    pub luck: Luck,
    /// What makes the table lie: [`honest`] where nothing does.
    pub tamper: Tamper,
}

impl Plan {
    /// Whether every layer is there.
    pub const fn is_whole(&self) -> bool {
        self.seed % WHOLE_EVERY == WHOLE_EVERY - 1
    }

    /// Every second evening has a journal that is as small as it may be.
    const fn pages(&self) -> usize {
        if self.seed.is_multiple_of(2) {
            FEW_PAGES
        } else {
            JOURNAL_PAGES
        }
    }
}

/// Pages of a small journal, which comes round, with its checkpoints, in one evening.
const FEW_PAGES: usize = 32;

/// A table that shows what it does.
pub fn honest(_seen: &mut Observed) {}

/// An evening that went as it should.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evening {
    /// What happened.
    pub counts: Counts,
    /// Another evening with the same number was the same.
    pub digest: u64,
}

/// An evening that did not.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The steps up to the one after which something differed.
    pub history: History,
    /// What differed.
    pub difference: Difference,
}

/// Plays an evening.
///
/// # Errors
/// What differs, with the steps that led to it.
pub fn evening(plan: &Plan) -> Result<Evening, Box<Failure>> {
    match plan.is_whole() {
        true => on(Whole::new(plan.seed), plan),
        false => on(Lean::new(plan.seed, plan.pages()), plan),
    }
}

fn on<S: Stage>(stage: S, plan: &Plan) -> Result<Evening, Box<Failure>> {
    let mut dice = Dice::new(plan.seed, plan.luck, plan.game);
    let mut play = Play::new(stage, plan.tamper);
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
    play.counts.add(Kind::Rounds, "opened", rounds.into());
    play.counts
        .add(Kind::Time, "virtual seconds", play.stage.now_ms() / 1_000);
    let layers = if plan.is_whole() {
        "with all layers"
    } else {
        "without the bytes on the wires"
    };
    play.counts.one(Kind::Evenings, layers);
    Ok(Evening {
        digest: play.digest(),
        counts: play.counts,
    })
}

fn is_over(reference: &Reference, rounds: u32) -> bool {
    reference.round.number >= rounds && reference.round.is_over()
}

/// Plays a history again, and says after which step something differs, and what.
pub fn replay(plan: &Plan, history: &History) -> Option<(usize, Difference)> {
    match plan.is_whole() {
        true => again(Whole::new(plan.seed), plan, history),
        false => again(Lean::new(plan.seed, plan.pages()), plan, history),
    }
}

fn again<S: Stage>(stage: S, plan: &Plan, history: &History) -> Option<(usize, Difference)> {
    let mut play = Play::new(stage, plan.tamper);
    let mut steps = history.iter().enumerate();
    steps.find_map(|(number, step)| Some((number, play.step(step).err()?)))
}
