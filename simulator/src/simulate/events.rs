//! Carries a history out below the controller: the reference says which events reach the round, and a stage without
//! felt, cables and console takes them. No time passes there but that of the reference.

use std::hash::{DefaultHasher, Hash, Hasher};

use oracle::table::{Between, Reference, Verdict, words};
use shared_rules::round::Event;
use shared_rules::wire::message::Command;

use super::check::{Difference, agree};
use super::counts::{Counts, SaidCommand};
use super::dice::Dice;
use super::history::HistoryStep;
use super::stage::EventStage;
use super::translate::{self, Word};

/// The time of a step, in milliseconds.
const STEP_MS: u64 = 1_000;

/// The time that passes at once until everything is sure.
const UNSURE_MS: u64 = 100;

/// A layer below the controller and the reference, side by side.
#[derive(Debug)]
pub struct EventComparison<S> {
    /// The layer.
    pub stage: S,
    /// The reference model.
    pub reference: Reference,
    /// The events so far.
    pub counts: Counts,
    digest: DefaultHasher,
    pub(super) now_ms: u64,
}

impl<S: EventStage> EventComparison<S> {
    /// A new table.
    pub fn new(stage: S) -> EventComparison<S> {
        EventComparison {
            stage,
            reference: Reference::new(),
            counts: Counts::default(),
            digest: DefaultHasher::new(),
            now_ms: 0,
        }
    }

    /// A number that is equal for equal runs.
    pub fn digest(&self) -> u64 {
        self.digest.finish()
    }

    /// Plays random steps, and looks at the table after each.
    ///
    /// # Panics
    /// Something differs: [`super::run`] with the same seed shortens the history.
    #[track_caller]
    pub fn play(
        stage: S,
        mut dice: Dice,
        steps: usize,
        mut look: impl FnMut(&mut EventComparison<S>),
    ) -> EventComparison<S> {
        let mut comparison = EventComparison::new(stage);
        for number in 0..steps {
            let step = dice.step(&comparison.reference);
            if let Err(difference) = comparison.step(&step) {
                panic!("seed {}, step {number}, {step:?}: {difference}", dice.seed);
            }
            look(&mut comparison);
        }
        comparison
    }

    /// Takes a step, and checks everything that this layer shows.
    pub fn step(&mut self, step: &HistoryStep) -> Result<(), Difference> {
        let before = self.reference.account.round.phase;
        self.now_ms += STEP_MS;
        self.wait_until_sure()?;
        self.carry_out(step)?;
        self.play_told()?;
        self.wait_until_sure()?;
        let faults: Vec<_> = self.reference.faults().collect();
        self.stage.faults(&faults);
        self.counts.note(step, before, &self.reference);
        self.stage.agrees_with(&self.reference)
    }

    fn wait_until_sure(&mut self) -> Result<(), Difference> {
        self.reference.passes(self.now_ms);
        while self.reference.is_unsure(self.now_ms) {
            self.now_ms += UNSURE_MS;
            self.reference.passes(self.now_ms);
        }
        self.play_told()
    }

    /// Nothing is on its way here.
    fn at(&self) -> Between {
        (self.now_ms, self.now_ms)
    }

    fn carry_out(&mut self, step: &HistoryStep) -> Result<(), Difference> {
        let at = self.at();
        match step {
            HistoryStep::Lay(lays) => self.reference.lay(lays, at),
            HistoryStep::Press(key) => self.reference.press(*key, at),
            HistoryStep::Supervisor(turned) => self.reference.supervisor(*turned, at),
            HistoryStep::Say(command @ Command::Round(event)) => {
                let said = SaidCommand::of(command, &self.reference);
                // A refusal is among what the round was told.
                let is_taken = self.reference.event(&event.to_oracle(), at).is_ok();
                self.counts.answered(&said, is_taken);
            }
            // The round by itself knows of no awards to be taken back.
            HistoryStep::Say(Command::Overrule(_)) if !S::HAS_MEMORY => {}
            HistoryStep::Say(command) => return self.house(command),
            HistoryStep::Attack(_) => {}
            HistoryStep::Break(part) => self.reference.part(*part, true, at),
            HistoryStep::Mend(part) => self.reference.part(*part, false, at),
            HistoryStep::PowerCut(off_ms) => return self.power_cut(*off_ms),
            // The entry in progress is durable every second time.
            HistoryStep::Torn(torn) => {
                if torn.after.is_multiple_of(2) {
                    self.carry_out(&torn.during)?;
                }
                return self.power_cut(STEP_MS);
            }
            HistoryStep::Wait(wait_ms) => self.now_ms += wait_ms,
        }
        Ok(())
    }

    /// A command that is no event of the round. Without the supervisor's key, or too soon after the last clock, it gets
    /// no further than the controller.
    fn house(&mut self, command: &Command) -> Result<(), Difference> {
        let felt = &self.reference.felt;
        let key_is_turned = felt.supervisor && felt.cut.is_none();
        let said = SaidCommand::of(command, &self.reference);
        let is_taken = self
            .reference
            .say(&translate::command(command), self.at())
            .is_ok();
        self.counts.answered(&said, is_taken);
        let gets_through = match command {
            Command::Clock(_) => is_taken,
            _ => key_is_turned,
        };
        if !gets_through {
            return Ok(());
        }
        let got = self.stage.house(command, is_taken);
        self.house_holds();
        agree(&format!("{command:?} is taken"), &is_taken, &got)
    }

    fn house_holds(&mut self) {
        if let Some(house) = &self.reference.account.house {
            self.stage.holds(house);
        }
    }

    /// The start after a power cut is the power failure of the rules.
    fn power_cut(&mut self, off_ms: u64) -> Result<(), Difference> {
        self.play_told()?;
        if !S::HAS_MEMORY {
            // A refusal is among what the round was told.
            let _ = self.reference.event(&words::Event::PowerFailure, self.at());
            return self.play_told();
        }
        self.reference.loses_power();
        self.now_ms += off_ms;
        self.reference.has_power(self.at());
        let mut told = self.reference.take_told();
        if self.reference.account.house.is_some() {
            told.remove(0);
            self.stage.power_cut();
        }
        self.play_all(&told)
    }

    fn play_told(&mut self) -> Result<(), Difference> {
        let told = self.reference.take_told();
        self.play_all(&told)
    }

    fn play_all(&mut self, told: &[(words::Event, Verdict)]) -> Result<(), Difference> {
        for (event, verdict) in told {
            let event = Event::from_oracle(event);
            if event == Event::PlaceYourBets && verdict.is_accepted() {
                self.house_holds();
            }
            let got = self.stage.event(&event, *verdict)?;
            got.hash(&mut self.digest);
            agree(&format!("{event:?} is taken"), &verdict.is_accepted(), &got)?;
        }
        Ok(())
    }
}
