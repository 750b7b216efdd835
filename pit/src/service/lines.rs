//! The lines to the gateways, and the lines through which each table has written.

use std::collections::{BTreeMap, HashMap};

use shared_rules::pool::TableNumber;

use super::{LineNumber, NewsSink, PoolNews};
use crate::sequencer::Envelope;

/// A table's letters go to this many lines at most: those through which it has written last. More than one, so that a
/// recorded letter which somebody sends again cannot divert them.
const ROUTES_MAX: usize = 4;

#[derive(Default)]
pub(super) struct Lines {
    sinks: HashMap<LineNumber, NewsSink>,
    /// The lines of each table, the latest last.
    routes: BTreeMap<TableNumber, Vec<LineNumber>>,
}

impl Lines {
    pub fn attach(&mut self, line: LineNumber, sink: NewsSink) {
        self.sinks.insert(line, sink);
    }

    pub fn detach(&mut self, line: LineNumber) {
        self.sinks.remove(&line);
        for routes in self.routes.values_mut() {
            routes.retain(|route| *route != line);
        }
    }

    /// Ends all lines.
    pub fn clear(&mut self) {
        self.sinks.clear();
        self.routes.clear();
    }

    pub fn count(&self) -> usize {
        self.sinks.len()
    }

    /// True if a table's letters have a way to go.
    pub fn reach(&self, table: TableNumber) -> bool {
        let routes = self.routes.get(&table);
        routes.is_some_and(|routes| !routes.is_empty())
    }

    /// The table has written through this line.
    pub fn meet(&mut self, table: TableNumber, line: LineNumber) {
        let routes = self.routes.entry(table).or_default();
        if routes.last() == Some(&line) {
            return;
        }
        routes.retain(|route| *route != line);
        if routes.len() == ROUTES_MAX {
            routes.remove(0);
        }
        routes.push(line);
    }

    pub fn tell(&mut self, line: LineNumber, news: PoolNews) {
        if let Some(sink) = self.sinks.get_mut(&line)
            && !sink(news)
        {
            self.detach(line);
        }
    }

    pub fn deliver(&mut self, envelope: &Envelope) {
        let routes = self.routes.get(&envelope.table);
        for line in routes.cloned().unwrap_or_default() {
            self.tell(line, PoolNews::Letter(Box::new(envelope.letter.clone())));
        }
    }
}
