//! Years at one table: ordinary rounds, few troubles, one round a minute. Time between the steps is skipped, and all of
//! the table is looked at once in a while only; the meters after each round, and the wear of the flash at the end.

use std::mem::size_of;

use firmware::controller::Controller;
use shared_rules::games::Game;
use shared_rules::money::MicroCents;

use super::check::{Difference, agree};
use super::compare::Comparison;
use super::dice::{Dice, Luck};
use super::run::honest;
use super::stage::{Lean, Stage};
use crate::engine::JOURNAL_PAGES;
use parts::flash::{Chip, Socket};

/// One round a minute.
const ROUND_MS: u64 = 60_000;
const ROUNDS_AN_HOUR: u64 = 60;

/// Everything is looked at once in so many rounds.
const LOOK_EVERY: u32 = 100;

/// The results of years at a table.
#[derive(Clone, Debug, Default)]
pub struct Soak {
    /// Rounds that were played.
    pub rounds: u32,
    /// Steps that were taken.
    pub steps: u64,
    /// Entries of the journal, parts of checkpoints included.
    pub entries: u32,
    /// Checkpoints.
    pub checkpoints: u32,
    /// Erasures of the page that was erased least often, and of the one most often.
    pub erasures: (u32, u32),
    /// The reference's meter, reserve and overflow less the table's, in micro-cents.
    pub drift: i128,
    /// Milliseconds that have passed at the table.
    pub passed_ms: u64,
    /// Bytes of the controller, on this machine.
    pub controller_bytes: usize,
}

/// Plays so many hours, and says after each round how many have been played.
///
/// # Errors
/// The difference, and in which round.
pub fn soak(
    hours: u32,
    seed: u64,
    game: Option<Game>,
    mut played: impl FnMut(u32),
) -> Result<Soak, (u32, Difference)> {
    let rounds = u64::from(hours) * ROUNDS_AN_HOUR;
    let mut years = Years::new(seed, game);
    while u64::from(years.play.reference.account.round.number) < rounds {
        let round = years.play.reference.account.round.number;
        years.round().map_err(|difference| (round, difference))?;
        played(round);
    }
    Ok(years.end())
}

struct Years {
    play: Comparison<Lean>,
    dice: Dice,
    soak: Soak,
    /// When the next round begins.
    due_ms: u64,
}

impl Years {
    fn new(seed: u64, game: Option<Game>) -> Years {
        Years {
            play: Comparison::new(Lean::new(seed, JOURNAL_PAGES), honest),
            dice: Dice::new(seed, Luck::GOOD, game),
            soak: Soak::default(),
            due_ms: 0,
        }
    }

    /// Up to the opening of the next round.
    fn round(&mut self) -> Result<(), Difference> {
        let wait_ms = self.due_ms.saturating_sub(self.play.stage.now_ms());
        self.play.stage.skip_ms(wait_ms);
        self.due_ms += ROUND_MS;
        let number = self.play.reference.account.round.number;
        while self.play.reference.account.round.number == number {
            let entries = self.play.stage.next_entry();
            let step = self.dice.step(&self.play.reference);
            self.play.carry_on(&step)?;
            self.soak.steps += 1;
            self.count_checkpoint(entries);
        }
        self.play.stage.with_flash(Chip::clear_history);
        self.meters_agree()?;
        if number.is_multiple_of(LOOK_EVERY) {
            self.play.check()?;
        }
        Ok(())
    }

    /// A checkpoint's parts have numbers, but are no entries to be followed.
    fn count_checkpoint(&mut self, from: u32) {
        let numbers = self.play.stage.next_entry() - from;
        if numbers > 1 {
            let entries = self.play.stage.entries(from).len();
            self.soak.checkpoints += u32::from(entries < numbers as usize);
        }
    }

    fn meters_agree(&mut self) -> Result<(), Difference> {
        let drift = self.drift();
        agree("drift in micro-cents", &0, &drift)
    }

    fn drift(&mut self) -> i128 {
        let (Some(meters), Some(money)) =
            (self.play.stage.meters(), &self.play.reference.account.money)
        else {
            return 0;
        };
        let held = [meters.meter, meters.reserve, meters.overflow].map(MicroCents::get);
        let held: u128 = held.into_iter().map(u128::from).sum();
        let sums = money.sums();
        let due = sums.meter + sums.reserve + sums.overflow;
        due.cast_signed() - held.cast_signed()
    }

    fn end(mut self) -> Soak {
        let least_and_most = self.play.stage.with_flash(|chip| {
            let erasures = chip.erasures();
            let least = erasures.iter().min().copied().unwrap_or_default();
            (least, erasures.iter().max().copied().unwrap_or_default())
        });
        Soak {
            rounds: self.play.reference.account.round.number,
            entries: self.play.stage.next_entry(),
            erasures: least_and_most,
            drift: self.drift(),
            passed_ms: self.play.stage.now_ms(),
            controller_bytes: size_of::<Controller<Socket>>(),
            ..self.soak
        }
    }
}
