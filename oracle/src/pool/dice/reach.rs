//! The situations that random logs reach, counted, so that a run without one does not pass for a test of it.

use super::super::ledger::{Fate, PoolLedger, RoundRecord};
use super::super::rows::Row;
use super::super::{CENT, Pool, State};
use std::collections::BTreeMap;

/// Counts by name: situations after an entry, and the reasons of refusals.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reach(pub BTreeMap<String, u64>);

impl Reach {
    /// Notes the situation after one line.
    pub fn note(&mut self, pool: &Pool, answer: &Result<State, String>) {
        match answer {
            Ok(state) => {
                self.count("entries accepted");
                if let Some(ledger) = &pool.ledger {
                    self.note_queue(ledger, state);
                    self.note_money(ledger, state);
                }
            }
            Err(reason) => {
                // The details of a line that is no entry follow behind a colon.
                let reason = reason.split(':').next().unwrap_or_default();
                self.count(&format!("refused: {reason}"));
            }
        }
    }

    /// The number of times that a situation was reached.
    pub fn times(&self, name: &str) -> u64 {
        self.0.get(name).copied().unwrap_or_default()
    }

    /// Adds another count to this one.
    pub fn add(&mut self, other: &Reach) {
        for (name, times) in &other.0 {
            *self.0.entry(name.clone()).or_default() += times;
        }
    }

    fn count(&mut self, name: &str) {
        *self.0.entry(name.to_owned()).or_default() += 1;
    }

    fn count_if(&mut self, condition: bool, name: &str) {
        if condition {
            self.count(name);
        }
    }

    fn note_queue(&mut self, ledger: &PoolLedger, state: &State) {
        self.count(&format!("queue of {:02}", state.queue.len()));
        let claims = state.queue.iter();
        let claims = claims.filter_map(|claim| ledger.round((claim.table, claim.round)));
        let claims: Vec<&RoundRecord> = claims.collect();
        self.note_order(ledger, &claims);
        let waits = state.queue.first().is_some_and(|claim| !claim.is_final);
        self.count_if(waits, "a first claim that waits");
        let is_ruled = claims.iter().any(|claim| claim.is_ruled);
        self.count_if(is_ruled, "a claim not waited for");
        let is_registered = claims.iter().any(|claim| claim.registered.is_some());
        self.count_if(is_registered, "a registered claim");
        let several = |is_counted: &dyn Fn(&Row) -> bool| {
            let mut counts = claims
                .iter()
                .map(|claim| claim.rows().filter(|row| is_counted(row)).count());
            counts.any(|count| count > 1)
        };
        let wholes = several(&|row| row.is_whole());
        let pooled = several(&|row| ledger.rules.is_pooled(row));
        self.count_if(wholes, "two whole jackpots in a round");
        self.count_if(pooled, "several pooled straight flushes");
    }

    fn note_order(&mut self, ledger: &PoolLedger, claims: &[&RoundRecord]) {
        let majors = claims
            .iter()
            .filter(|claim| claim.rows().any(|row| ledger.rules.is_major(row)));
        let majors = majors.count();
        self.count_if(majors > 1, "several RWS6 majors");
        self.count_if(majors > 3, "more than three RWS6 majors");
        let by_place = claims.is_sorted_by_key(|claim| claim.settled);
        self.count_if(!by_place, "a claim before one entered earlier");
        // The rule that orders two claims does not order three: overlaps and clocks may go in a circle.
        let mut places = (1..).zip(claims);
        let circle = places.any(|(behind, first)| {
            let mut later = claims.iter().skip(behind);
            later.any(|later| ledger.precedes(later, first.id))
        });
        self.count_if(circle, "a claim behind one that it would precede");
    }

    fn note_money(&mut self, ledger: &PoolLedger, state: &State) {
        let balance = ledger.balance();
        self.count_if(state.overflow > 0, "overflow");
        self.count_if(
            !balance.meter.is_multiple_of(CENT),
            "micro-cents on the meter",
        );
        self.count_if(state.refunded > 0, "refunds");
        self.count_if(state.paid > 0, "paid claims");
        self.count_if(state.moved_in > 0, "meters moved in");
        self.count_if(
            ledger.rounds.iter().any(|round| round.is_struck),
            "a struck claim",
        );
        let mut fates = ledger
            .contributions
            .iter()
            .map(|contribution| contribution.fate);
        self.count_if(
            fates.any(|fate| fate == Fate::WentBack),
            "contributions gone back",
        );
    }
}
