//! `coinspot pool fold`: a pool's log as JSON Lines in, the state after each line out. `docs/linked.md` describes the
//! format. `coinspot pool audit`: the verdict about the log of a running pool.

pub mod archive;
pub mod audit;
pub mod export;
mod input;
pub mod keys;
mod output;
pub mod reconcile;

use std::io::{self, BufRead, Write};

use shared_rules::pool::{Pool, PoolEntry};

use crate::settle::{Stats, answer_stream};
use input::LineIn;
use output::{ErrorOut, StateOut};

/// The largest link: its tables, and its claims that wait to be paid together with its tables.
pub type LargestPool = Pool<1024, 1536>;

/// The fold of a log, line by line.
#[derive(Default, Debug)]
pub struct Fold {
    /// None before the terms.
    pool: Option<Box<LargestPool>>,
}

impl Fold {
    /// Adds a line, and returns the state after it.
    ///
    /// # Errors
    /// A sentence for a person: the line cannot be read, or the entry cannot be. Nothing has changed.
    pub fn line(&mut self, line: &str) -> Result<String, String> {
        let rules = self.pool.as_ref().map(|pool| pool.terms().game.rules());
        let entry = LineIn::parse(line)?.entry(rules)?;
        self.apply(&entry)?;
        let pool = self.pool.as_ref().ok_or(NO_TERMS)?;
        let state = StateOut::of(pool).map_err(|error| error.to_string())?;
        serde_json::to_string(&state).map_err(|error| error.to_string())
    }

    fn apply(&mut self, entry: &PoolEntry) -> Result<(), String> {
        match (&mut self.pool, entry) {
            (Some(pool), entry) => pool.apply(entry).map_err(|refusal| refusal.to_string()),
            (pool, PoolEntry::Terms(terms)) => {
                let new = Pool::new(terms).map_err(|refusal| refusal.to_string())?;
                *pool = Some(Box::new(new));
                Ok(())
            }
            (None, _) => Err(NO_TERMS.into()),
        }
    }
}

/// Nothing can be said about a log whose terms are not known.
const NO_TERMS: &str = "a log begins with its terms";

/// Folds every line of `input` into a line of `output`.
///
/// # Errors
/// The input cannot be read, or the output not written.
pub fn fold_stream(input: impl BufRead, output: impl Write) -> io::Result<Stats> {
    let mut fold = Fold::default();
    let bad = |_, error| serde_json::to_string(&ErrorOut { error });
    answer_stream(input, output, |line| fold.line(line), bad)
}
