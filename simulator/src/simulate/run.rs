//! One random history of a seed, and what is left when it fails.

use oracle::table::Reference;
use shared_rules::games::Game;

use super::check::{Difference, Observed};
use super::compare::{Comparison, Tamper};
use super::counts::{CountKind, Counts};
use super::dice::{Dice, Luck};
use super::events::EventComparison;
use super::history::{History, HistoryStep};
use super::stage::{EventStage, Lean, LedgerStage, RoundStage, Stage, Whole};
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
    /// The layer that is under test, with all below it.
    pub layer: Layer,
    /// The lie that is told of the table: [`honest`] where none is.
    pub tamper: Tamper,
}

/// The layer under test; each has all those before it below it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layer {
    /// The round by itself.
    Round,
    /// The ledger, with its entries as bytes.
    Ledger,
    /// The controller with chain, sensors, journal and flash.
    Controller,
    /// The whole table, the bytes on both wires included.
    Table,
}

impl Layer {
    /// The layer of a seed: the controller, and once in [`WHOLE_EVERY`] the whole table.
    pub const fn of_seed(seed: u64) -> Layer {
        match seed % WHOLE_EVERY == WHOLE_EVERY - 1 {
            true => Layer::Table,
            false => Layer::Controller,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Layer::Round => "of the round alone",
            Layer::Ledger => "of the ledger",
            Layer::Controller => "without the bytes on the wires",
            Layer::Table => "with all layers",
        }
    }
}

impl RunPlan {
    fn playback(&self) -> Box<dyn Playback> {
        match self.layer {
            Layer::Round => Box::new(EventComparison::new(RoundStage::default())),
            Layer::Ledger => Box::new(EventComparison::new(LedgerStage::default())),
            Layer::Controller => {
                let lean = Lean::new(self.seed, self.pages());
                Box::new(Comparison::new(lean, self.tamper))
            }
            Layer::Table => Box::new(Comparison::new(Whole::new(self.seed), self.tamper)),
        }
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

impl RandomRun {
    fn new(digest: u64, counts: &Counts, now_ms: u64) -> RandomRun {
        let mut counts = counts.clone();
        counts.add(CountKind::Time, "virtual seconds", now_ms / 1_000);
        RandomRun { counts, digest }
    }
}

/// A run that did not.
#[derive(Clone, Debug)]
pub struct Failure<S = HistoryStep> {
    /// The steps up to the one after which something differed.
    pub history: Vec<S>,
    /// The difference.
    pub difference: Difference,
}

/// Plays a random history.
///
/// # Errors
/// The first difference, with the steps that led to it.
pub fn run(plan: &RunPlan) -> Result<RandomRun, Box<Failure>> {
    let mut dice = Dice::new(plan.seed, plan.luck, plan.game);
    let mut playback = plan.playback();
    let mut history = History::new();
    let steps_max = plan.rounds.saturating_mul(STEPS_A_ROUND_MAX);
    for _ in 0..steps_max {
        if is_over(playback.reference(), plan.rounds) {
            break;
        }
        let step = dice.step(playback.reference());
        history.push(step.clone());
        if let Err(difference) = playback.step(&step) {
            return Err(Box::new(Failure {
                history,
                difference,
            }));
        }
    }
    let mut ended = playback.end();
    let rounds = playback.reference().account.round.number;
    ended.counts.add(CountKind::Rounds, "opened", rounds.into());
    ended.counts.one(CountKind::Runs, plan.layer.name());
    Ok(ended)
}

fn is_over(reference: &Reference, rounds: u32) -> bool {
    reference.account.round.number >= rounds && reference.account.round.is_over()
}

/// Plays a history again, and says after which step something differs, and what.
pub fn replay(plan: &RunPlan, history: &History) -> Option<(usize, Difference)> {
    let mut playback = plan.playback();
    let mut steps = history.iter().enumerate();
    steps.find_map(|(number, step)| Some((number, playback.step(step).err()?)))
}

/// A layer under test and the reference, side by side.
trait Playback {
    fn step(&mut self, step: &HistoryStep) -> Result<(), Difference>;
    fn reference(&self) -> &Reference;
    fn end(&self) -> RandomRun;
}

impl<S: Stage> Playback for Comparison<S> {
    fn step(&mut self, step: &HistoryStep) -> Result<(), Difference> {
        Comparison::step(self, step)
    }

    fn reference(&self) -> &Reference {
        &self.reference
    }

    fn end(&self) -> RandomRun {
        RandomRun::new(self.digest(), &self.counts, self.stage.now_ms())
    }
}

impl<S: EventStage> Playback for EventComparison<S> {
    fn step(&mut self, step: &HistoryStep) -> Result<(), Difference> {
        EventComparison::step(self, step)
    }

    fn reference(&self) -> &Reference {
        &self.reference
    }

    fn end(&self) -> RandomRun {
        RandomRun::new(self.digest(), &self.counts, self.now_ms)
    }
}
