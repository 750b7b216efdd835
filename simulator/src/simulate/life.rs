//! The life of one table, for its journal: ordinary rounds at a full table, one a minute, with few troubles. The flash
//! can be taken at any age, so that one life gives journals of many ages.

use shared_rules::games::Game;
use shared_rules::wire::message::Meters;

use super::check::Difference;
use super::compare::Comparison;
use super::dice::{Dice, Luck};
use super::run::honest;
use super::stage::{Lean, Stage};
use crate::engine::JOURNAL_PAGES;
use parts::flash::FlashChip;

/// One round a minute.
const ROUND_MS: u64 = 60_000;

/// A table that grows old.
#[allow(
    missing_debug_implementations,
    reason = "a deck does not show its cards"
)]
pub struct Life {
    pub(super) play: Comparison<Lean>,
    dice: Dice,
    /// When the next round begins.
    due_ms: u64,
}

impl Life {
    /// A new table: always of one game, or of the one that the seed leads to.
    pub fn new(seed: u64, game: Option<Game>) -> Life {
        Life::with(seed, Luck::FULL, game)
    }

    /// The same with other luck.
    pub(super) fn with(seed: u64, luck: Luck, game: Option<Game>) -> Life {
        Life {
            play: Comparison::new(Lean::new(seed, JOURNAL_PAGES), honest),
            dice: Dice::new(seed, luck, game),
            due_ms: 0,
        }
    }

    /// Rounds that have been opened.
    pub fn rounds(&self) -> u32 {
        self.play.reference.account.round.number
    }

    /// Plays until so many rounds are over, and says after each how many have been opened. The next round is then open,
    /// unless this is a table that has played none.
    ///
    /// # Errors
    /// The difference from the reference, and in which round.
    pub fn play_to(
        &mut self,
        rounds: u32,
        mut played: impl FnMut(u32),
    ) -> Result<(), (u32, Difference)> {
        let opened = if rounds == 0 {
            0
        } else {
            rounds.saturating_add(1)
        };
        while self.rounds() < opened {
            let number = self.rounds();
            let round = self.steps_to_next_round(|_| {});
            round.map_err(|difference| (number, difference))?;
            played(self.rounds());
        }
        Ok(())
    }

    /// Plays up to the opening of the next round, and looks at the table after each step.
    pub(super) fn steps_to_next_round(
        &mut self,
        mut look: impl FnMut(&mut Lean),
    ) -> Result<(), Difference> {
        let wait_ms = self.due_ms.saturating_sub(self.play.stage.now_ms());
        self.play.stage.skip_ms(wait_ms);
        self.due_ms += ROUND_MS;
        let number = self.rounds();
        while self.rounds() == number {
            let step = self.dice.step(&self.play.reference);
            self.play.carry_on(&step)?;
            look(&mut self.play.stage);
        }
        self.play.stage.with_flash(FlashChip::clear_history);
        Ok(())
    }

    /// The journal as the flash holds it now: all of its bank.
    pub fn flash(&self) -> Vec<u8> {
        self.play.stage.with_flash(|chip| chip.image().to_vec())
    }

    /// The number of the journal's next entry.
    pub fn next_entry(&mut self) -> u32 {
        self.play.stage.next_entry()
    }

    /// The meters, as the table reports them once it is configured.
    pub fn meters(&mut self) -> Option<Meters> {
        self.play.stage.meters()
    }
}
