//! The papers that a page takes away: the journal as the console has followed it, and the steps of the session, which
//! the page can play again. The table's thread writes them, the server reads them.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use serde_json::json;
use shared_rules::ledger::Entry;

use super::ask::Ask;
use crate::journal::{JournalLine, JournalStory, write_csv};
use crate::settle::ReadingsIn;

/// Entries that are kept; the journal itself has them all.
const ENTRIES_MAX: usize = 20_000;

/// Steps that are recorded: more than anybody clicks in a day.
const STEPS_MAX: usize = 5_000;

/// A step of the session.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RecordedStep {
    /// The entries that the console had heard before it.
    pub after: u64,
    /// The time since the step before, in milliseconds.
    pub pause_ms: u64,
    /// The request.
    pub ask: Ask,
}

/// The game with which the session began.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct Beginning {
    game: &'static str,
    readings: ReadingsIn,
}

#[derive(Debug, Default)]
struct Written {
    story: JournalStory,
    journal: VecDeque<Arc<JournalLine>>,
    heard: u64,
    beginning: Option<Beginning>,
    steps: Vec<RecordedStep>,
    steps_at_ms: u64,
    is_truncated: bool,
}

/// The papers of one table. A clone is the same papers.
#[derive(Clone, Debug, Default)]
pub struct Papers(Arc<Mutex<Written>>);

impl PartialEq for Papers {
    fn eq(&self, other: &Papers) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Papers {
    /// A reader that has failed leaves whole lines behind.
    fn written(&self) -> MutexGuard<'_, Written> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The console has heard an entry.
    pub fn hear(&self, number: u32, entry: &Entry) {
        let mut written = self.written();
        let line = written.story.tell_entry(number, entry);
        if written.journal.len() == ENTRIES_MAX {
            written.journal.pop_front();
        }
        written.journal.push_back(Arc::new(line));
    }

    /// An entry that somebody has caused: replayed steps wait for as many.
    pub fn count(&self) {
        self.written().heard += 1;
    }

    /// The number of those entries.
    pub fn heard(&self) -> u64 {
        self.written().heard
    }

    /// Somebody asks for something, at a table with this game.
    pub fn record(&self, now_ms: u64, game: Option<(&'static str, ReadingsIn)>, ask: &Ask) {
        let mut written = self.written();
        if written.steps.len() >= STEPS_MAX {
            written.is_truncated = true;
            return;
        }
        if written.steps.is_empty() {
            written.beginning = game.map(|(game, readings)| Beginning { game, readings });
            written.steps_at_ms = now_ms;
        }
        let step = RecordedStep {
            after: written.heard,
            pause_ms: now_ms.saturating_sub(written.steps_at_ms),
            ask: ask.clone(),
        };
        written.steps_at_ms = now_ms;
        written.steps.push(step);
    }

    /// The last step has dealt these cards: recorded as picked before it, they are dealt again.
    pub fn record_cards(&self, picks: impl IntoIterator<Item = Ask>) {
        let mut written = self.written();
        let Some(deal) = written.steps.pop() else {
            return;
        };
        let after = deal.after;
        let picks = picks.into_iter().map(|ask| RecordedStep {
            after,
            pause_ms: 0,
            ask,
        });
        written.steps.extend(picks);
        written.steps.push(deal);
    }

    /// A paper by its name, with its kind.
    pub fn named(&self, name: &str) -> Option<(&'static str, String)> {
        match name {
            "journal.csv" => Some(("text/csv; charset=utf-8", self.csv())),
            "journal.json" => Some(("application/json", self.json())),
            "steps.json" => Some(("application/json", self.steps())),
            _ => None,
        }
    }

    fn lines(&self) -> Vec<Arc<JournalLine>> {
        self.written().journal.iter().cloned().collect()
    }

    fn csv(&self) -> String {
        let lines = self.lines();
        let mut text = Vec::new();
        // Memory takes everything.
        let _ = write_csv(lines.iter().map(AsRef::as_ref), &mut text);
        String::from_utf8(text).unwrap_or_default()
    }

    fn json(&self) -> String {
        let lines = self.lines();
        let entries: Vec<&JournalLine> = lines.iter().map(AsRef::as_ref).collect();
        json!({ "entries": entries }).to_string()
    }

    fn steps(&self) -> String {
        let written = self.written();
        let first = written.steps.first().map_or(0, |step| step.after);
        let steps: Vec<RecordedStep> = written
            .steps
            .iter()
            .map(|step| RecordedStep {
                after: step.after - first,
                ..step.clone()
            })
            .collect();
        json!({
            "coinspot_steps": 1,
            "beginning": written.beginning,
            "is_truncated": written.is_truncated,
            "steps": steps,
        })
        .to_string()
    }
}
