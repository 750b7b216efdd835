//! What a start of the image comes to, as its log tells it: when it has started, whether it halts, and how often it is
//! reset.

use anyhow::{Result, ensure};
use parts::chain::SharedChain;
use parts::engine::TableEngine;

use crate::board::Board;
use crate::chip::flash::BANK_BYTES;
use crate::chip::wires::Wires;
use crate::log::LoggedLine;
use crate::table::BoardEngine;
use crate::time::{Span, Time};

/// How often the log is looked at.
const LOOK_EVERY: Span = Span::ms(1);

/// What a start came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// When the image first said that it had started.
    pub started: Option<Started>,
    /// Resets after power came.
    pub resets: usize,
    /// Why the image takes no events, if it said that it halts.
    pub halted: Option<String>,
    /// What it last said of the life before a reset.
    pub last_words: Option<String>,
}

/// From power to the line of the log that says so, which is read at most a millisecond late.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Started {
    /// How long it took.
    pub after: Span,
    /// How many instructions.
    pub instructions: u64,
}

/// Whoever watches a board from the moment when power comes.
#[derive(Clone, Debug)]
pub struct Watcher {
    power: Time,
    issued: u64,
    resets: usize,
    start: Start,
}

impl Watcher {
    /// Of a board that has just come under power.
    pub fn new<W: Wires>(board: &mut Board<W>) -> Self {
        // What was logged before is not this start's.
        board.take_log();
        Self {
            power: board.now(),
            issued: board.instructions(),
            resets: board.resets().len(),
            start: Start::default(),
        }
    }

    /// Takes what the board has logged. Whoever counts instructions looks once a millisecond.
    pub fn look<W: Wires>(&mut self, board: &mut Board<W>) {
        let instructions = board.instructions() - self.issued;
        for line in board.take_log() {
            self.hear(&line, instructions);
        }
        self.start.resets = board.resets().len() - self.resets;
    }

    /// What it has come to so far.
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

/// Bytes are logged as `b"..."`.
fn plain(words: &str) -> String {
    let bare = words.strip_prefix("b\"").and_then(|w| w.strip_suffix('"'));
    bare.unwrap_or(words).to_owned()
}

/// Puts a journal into a board: all of its bank.
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

/// Starts a board on which nothing happens, with nobody on its wires, and watches it for some time.
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
