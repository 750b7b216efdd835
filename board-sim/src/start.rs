//! The outcome of a start of the image, read from its log: the time at which it has started, the reason if it halts,
//! and its resets.

use anyhow::{Result, ensure};
use parts::chain::SharedChain;
use parts::engine::TableEngine;

use crate::board::Board;
use crate::chip::flash::BANK_BYTES;
use crate::chip::wires::Wires;
use crate::log::LoggedLine;
use crate::table::BoardEngine;
use crate::time::{Span, Time};

/// Interval at which the log is read.
const LOOK_EVERY: Span = Span::ms(1);

/// The outcome of a start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// When the image first said that it had started.
    pub started: Option<Started>,
    /// Resets after power came.
    pub resets: usize,
    /// Why the image takes no events, if it said that it halts.
    pub halted: Option<String>,
    /// The last words that it reported of the life before a reset.
    pub last_words: Option<String>,
}

/// The start-up, from power-on to the log line that reports it, which is read at most a millisecond late.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Started {
    /// Time from power-on.
    pub after: Span,
    /// Instructions from power-on.
    pub instructions: u64,
}

/// Watches a board from power-on.
#[derive(Clone, Debug)]
pub struct Watcher {
    power: Time,
    issued: u64,
    resets: usize,
    start: Start,
}

impl Watcher {
    /// Watches a board that has just been switched on.
    pub fn new<W: Wires>(board: &mut Board<W>) -> Self {
        // Earlier lines of the log do not belong to this start.
        board.take_log();
        Self {
            power: board.now(),
            issued: board.instructions(),
            resets: board.resets().len(),
            start: Start::default(),
        }
    }

    /// Reads the board's log. For an exact count of instructions, call it once per millisecond.
    pub fn look<W: Wires>(&mut self, board: &mut Board<W>) {
        let instructions = board.instructions() - self.issued;
        for line in board.take_log() {
            self.hear(&line, instructions);
        }
        self.start.resets = board.resets().len() - self.resets;
    }

    /// The outcome so far.
    #[must_use]
    pub const fn seen(&self) -> &Start {
        &self.start
    }

    fn hear(&mut self, line: &LoggedLine, instructions: u64) {
        let text = &line.text;
        if let Some(words) = text.strip_prefix("last words: ") {
            self.start.last_words = Some(plain(words));
        } else if text.starts_with("start ") {
            let after = line.at.since(self.power);
            self.start.started.get_or_insert(Started {
                after,
                instructions,
            });
        }
        if let Some(reason) = text.strip_prefix("halted: ") {
            self.start.halted.get_or_insert(reason.to_owned());
        }
    }
}

/// Removes the `b"..."` around bytes, which defmt prints that way.
fn plain(words: &str) -> String {
    let bare = words.strip_prefix("b\"").and_then(|w| w.strip_suffix('"'));
    bare.unwrap_or(words).to_owned()
}

/// Puts a journal into a board: the whole of its bank.
///
/// # Errors
/// It has another size.
pub fn put_journal<W: Wires>(board: &mut Board<W>, journal: &[u8]) -> Result<()> {
    ensure!(
        journal.len() == BANK_BYTES as usize,
        "{} bytes, where the journal's bank has {BANK_BYTES}",
        journal.len()
    );
    board.flash_contents_mut().load(BANK_BYTES, journal);
    Ok(())
}

/// Starts a board on an idle table with nothing on its wires, and watches it for some time.
///
/// # Errors
/// The program uses something that is not modelled.
pub fn watch(engine: &mut BoardEngine, time: Span) -> Result<Start> {
    engine.power_on(&SharedChain::new(1));
    let board = &mut engine.board;
    let mut watcher = Watcher::new(board);
    let end = board.now() + time;
    while board.now() < end {
        board.run_until(end.min(board.now() + LOOK_EVERY))?;
        watcher.look(board);
    }
    Ok(watcher.start)
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn last_words_lose_their_quotes() {
        assert_eq!(plain(r#"b"stack overflow""#), "stack overflow");
        assert_eq!(plain("stack overflow"), "stack overflow");
    }
}
