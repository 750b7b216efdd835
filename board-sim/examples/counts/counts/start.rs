//! The start of the image on the journal that takes the longest to read back.

#[path = "../../../tests/aged/abuse.rs"]
mod abuse;

use abuse::{Habit, cut_between_logs, worst};
use anyhow::{Context, Result};
use board_sim::start::{put_journal, watch};
use board_sim::table::BoardEngine;
use board_sim::time::Span;
use parts::engine::FreshEngine;
use shared_rules::games::Game;

use super::probe::Count;

/// A start is over after this time.
const START: Span = Span::ms(500);

/// Instructions from power-on to the log line that reports the start: with both logs whole, and with an entry to repair.
///
/// # Errors
/// The image does not start.
pub fn start() -> Result<Count> {
    let found = worst(Habit::Withdrawal(Game::Thb6));
    let journals = [cut_between_logs(&found.flash), found.flash];
    journals.iter().try_fold(Count::default(), |sum, journal| {
        let mut engine = BoardEngine::fresh();
        put_journal(&mut engine.board, journal)?;
        let started = watch(&mut engine, START)?.started;
        Ok(sum.and(started.context("it does not start")?.instructions))
    })
}
