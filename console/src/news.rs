//! News of the table, for an owner that listens for days.

use shared_rules::halt::Halt;
use shared_rules::ledger::Entry;

use crate::{Answer, Console};

/// Something that the table has told.
#[derive(Clone, PartialEq, Debug)]
pub enum News {
    /// An entry of the journal, with its number.
    Entry(u32, Entry),
    /// The answer to a request.
    Answer(Answer),
    /// The table is halted, and why.
    Halted(Halt),
}

impl Console {
    /// Gives the news since the last call, entries first in the order of their numbers. Only the last entry is kept,
    /// from which the journal would be followed again: memory does not grow with the table's days.
    pub fn drain_news(&mut self) -> Vec<News> {
        let new = self.entries.range(self.news_from..);
        let new = new.map(|(number, entry)| News::Entry(*number, entry.clone()));
        let mut news: Vec<News> = new.collect();
        if let Some((last, entry)) = self.entries.pop_last() {
            self.news_from = last.saturating_add(1);
            self.entries.clear();
            self.entries.insert(last, entry);
        }
        self.known.clear();
        news.extend(self.answers.drain(..).map(News::Answer));
        news.extend(self.halts.drain(..).map(News::Halted));
        news
    }
}
