//! Messages that go out by time alone: the meter, repetitions of what a table may have missed, and the notice about a
//! claim that has waited for long.

use std::collections::BTreeSet;

use shared_rules::money::Cents;
use shared_rules::pool::message::ToTable;
use shared_rules::pool::{RoundNumber, TableNumber};

use super::Sequencer;
use crate::notice::HouseNotice;
use crate::state::Member;

/// A changed meter is sent after this time at the earliest: at most 10 a second.
const METER_MS_MIN: u64 = 100;

/// An unchanged meter is sent after this time: 5 a second, which leaves 50 ms to the required 4.
const METER_MS_MAX: u64 = 200;

/// Permits, prices and strikes are sent again after this time, because a table does not acknowledge them.
const REPEAT_MS: u64 = 1_000;

/// A claim that has waited this long is shown to the house.
const WAIT_SHOWN_MS: u64 = 5 * 60 * 1_000;

#[derive(Default, Debug)]
pub(super) struct Heartbeat {
    /// The meter that was sent last, and when.
    meter: Option<(Cents, bool)>,
    meter_ms: Option<u64>,
    repeated_ms: Option<u64>,
    /// The claims that were shown to the house.
    shown: BTreeSet<(TableNumber, RoundNumber)>,
}

/// True if this time has passed. A clock that was set back makes everything due.
fn is_due(since_ms: Option<u64>, now_ms: u64, after_ms: u64) -> bool {
    let passed = since_ms.and_then(|since| now_ms.checked_sub(since));
    passed.is_none_or(|passed| passed >= after_ms)
}

impl Sequencer {
    /// Sends what is due.
    pub fn poll(&mut self, now_ms: u64) {
        if self.halted.is_some() {
            return;
        }
        if is_due(self.heartbeat.meter_ms, now_ms, self.meter_pause_ms()) {
            self.heartbeat.meter = Some(self.meter());
            self.heartbeat.meter_ms = Some(now_ms);
            for table in self.post.tables() {
                self.tell_meter(table, now_ms);
            }
        }
        if is_due(self.heartbeat.repeated_ms, now_ms, REPEAT_MS) {
            self.heartbeat.repeated_ms = Some(now_ms);
            self.repeat(now_ms);
            self.show_waiting(now_ms);
        }
    }

    /// The time at which [`Sequencer::poll`] is to be called again, at the latest.
    #[must_use]
    pub fn poll_at(&self) -> u64 {
        let meter_ms = self.heartbeat.meter_ms.unwrap_or(0);
        let repeated_ms = self.heartbeat.repeated_ms.unwrap_or(0);
        let meter_due = meter_ms.saturating_add(self.meter_pause_ms());
        meter_due.min(repeated_ms.saturating_add(REPEAT_MS))
    }

    fn meter_pause_ms(&self) -> u64 {
        if self.heartbeat.meter == Some(self.meter()) {
            METER_MS_MAX
        } else {
            METER_MS_MIN
        }
    }

    /// The amount for the signs; true if claims wait to be paid.
    fn meter(&self) -> (Cents, bool) {
        let pool = self.committed.pool();
        (pool.shown(), pool.queue().next().is_some())
    }

    pub(super) fn tell_meter(&mut self, table: TableNumber, now_ms: u64) {
        let (shown, pending) = self.meter();
        let meter = ToTable::Meter {
            sequence: self.committed.pool().entries(),
            shown,
            pending,
            now_ms,
        };
        self.send(table, now_ms, &meter);
    }

    fn repeat(&mut self, now_ms: u64) {
        for table in self.post.tables() {
            let permitted = self.member(table).and_then(Member::permitted);
            if let Some(round) = permitted {
                self.send(table, now_ms, &ToTable::Permit(round));
            }
            self.tell_all_struck(table, now_ms);
        }
        let claims = self.committed.pool().queue();
        let tables: BTreeSet<TableNumber> = claims.map(|claim| claim.table).collect();
        for table in tables {
            self.tell_prices(table, now_ms);
        }
    }

    /// Shows a claim that has waited for long to the house, once.
    fn show_waiting(&mut self, now_ms: u64) {
        let Some((table, round, since_ms)) = self.committed.waiting_claim() else {
            return self.heartbeat.shown.clear();
        };
        let is_long = now_ms.saturating_sub(since_ms) >= WAIT_SHOWN_MS;
        if is_long && self.heartbeat.shown.insert((table, round)) {
            let waits_for = self.committed.pool().waits_for().collect();
            self.notices.push_back(HouseNotice::ClaimWaits {
                table,
                round,
                since_ms,
                waits_for,
            });
        }
    }
}
