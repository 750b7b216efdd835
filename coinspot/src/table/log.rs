//! The event log: entries of the journal as the console follows them, and what was refused.

use std::collections::VecDeque;

use serde::Serialize;

/// Lines that are kept to be looked at; the journal has them all.
const KEPT: usize = 80;

/// A line of the log.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LogLine {
    /// Counts the lines.
    pub id: u64,
    /// The entry's number in the journal, if it is one.
    pub entry: Option<u32>,
    /// `entry`, `money`, `fault`, `mended`, `refused` or `note`.
    pub kind: &'static str,
    /// In words.
    pub text: String,
}

/// The last lines.
#[derive(Clone, Debug, Default)]
pub struct Log {
    lines: VecDeque<LogLine>,
    written: u64,
}

impl Log {
    /// Adds a line.
    pub fn write(&mut self, entry: Option<u32>, kind: &'static str, text: String) {
        self.written += 1;
        if self.lines.len() == KEPT {
            self.lines.pop_front();
        }
        self.lines.push_back(LogLine {
            id: self.written,
            entry,
            kind,
            text,
        });
    }

    /// The lines, oldest first.
    pub fn lines(&self) -> impl DoubleEndedIterator<Item = &LogLine> {
        self.lines.iter()
    }

    /// The number of lines that were ever written.
    pub const fn written(&self) -> u64 {
        self.written
    }
}
