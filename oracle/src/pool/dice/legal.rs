//! Entries that can be.

use super::super::ledger::{PoolLedger, RoundRecord};
use super::super::rows::Row;
use super::super::{Brought, BySeat, Entry, Ruling};
use super::LogMaker;

impl LogMaker {
    /// An entry that can be, behind the log as it is.
    pub(super) fn legal(&mut self, ledger: &PoolLedger) -> Entry {
        if let Some(entry) = self.of_house(ledger) {
            return entry;
        }
        let table = self.some_table();
        let Some(last) = ledger.last_round(table) else {
            return self.first_of_table(ledger, table);
        };
        let last = last.clone();
        if let Some(entry) = self.revocation(&last) {
            return entry;
        }
        match (last.is_open(), last.is_locked()) {
            (true, _) => self.lock(ledger, &last),
            (_, true) => self.settled(ledger, &last),
            _ => self.open(table, last.id.1),
        }
    }

    /// A confirmation, a strike or a ruling.
    fn of_house(&mut self, ledger: &PoolLedger) -> Option<Entry> {
        if self.dice.percent(self.mood.confirm) {
            let (table, confirmed) = ledger.final_claim.as_ref()?.id;
            return Some(Entry::Confirmed { table, confirmed });
        }
        let strike = self.dice.percent(self.mood.strike);
        if !strike && !self.dice.percent(self.mood.ruling) {
            return None;
        }
        let subject = |round: &RoundRecord| match strike {
            true => round.is_claim(),
            false => (round.is_open() || round.is_locked()) && !round.is_ruled,
        };
        let (table, round) = self.some_round(ledger, subject)?.id;
        let ruling = Ruling {
            table,
            round,
            strike,
        };
        Some(Entry::Ruling { ruling })
    }

    fn first_of_table(&mut self, ledger: &PoolLedger, table: u32) -> Entry {
        let join = Entry::Join {
            table,
            join: Brought {
                meter: self.dice.below(90_000_000_000),
                reserve: self.dice.below(5_000_000_000),
            },
        };
        match self.dice.percent(self.mood.join) && ledger.check(&join).is_ok() {
            true => join,
            false => self.open(table, 0),
        }
    }

    fn open(&mut self, table: u32, last: u32) -> Entry {
        let gap = if self.dice.percent(10) { 3 } else { 1 };
        Entry::Open {
            table,
            open: last + gap,
        }
    }

    /// The table's last round is void, or one of its seats invalid.
    fn revocation(&mut self, last: &RoundRecord) -> Option<Entry> {
        let (table, number) = last.id;
        if last.is_void || last.is_paid {
            return None;
        }
        if self.dice.percent(self.mood.void) {
            return Some(Entry::Void {
                table,
                void: number,
            });
        }
        let is_due = self.dice.percent(self.mood.invalidate);
        let (seat, _) = *self.dice.pick(&last.units).filter(|_| is_due)?;
        Some(Entry::Invalidate {
            table,
            invalidate: number,
            seat,
        })
    }

    pub(super) fn lock(&mut self, ledger: &PoolLedger, round: &RoundRecord) -> Entry {
        let (table, lock) = round.id;
        let document = ledger.rules.document();
        let chance = self.dice.one_of(&[0, 20, 20, 50, 50, 50, 90]);
        let mut units = Vec::new();
        for seat in (1..).take(document.positions) {
            if self.dice.percent(chance) {
                let most = u64::from(document.units_max);
                units.push((seat, 1 + self.dice.below(most)));
            }
        }
        Entry::Lock {
            table,
            lock,
            units: BySeat(units),
            dealt: self.dealt(ledger, table),
        }
    }

    /// The time by the table's own clock, which may be fast, but never stands still.
    fn dealt(&mut self, ledger: &PoolLedger, table: u32) -> i64 {
        let step = self.dice.below(self.mood.step + 1);
        self.time += i64::try_from(step).unwrap_or_default();
        let skew = u64::from(table) * 7 % (self.mood.skew + 1);
        let error = skew + self.dice.below(self.mood.jitter + 1);
        let now = self.time + i64::try_from(error).unwrap_or_default();
        let of_table = ledger.rounds.iter().filter(|round| round.id.0 == table);
        let last = of_table.filter_map(|round| round.dealt).max();
        now.max(last.map_or(0, |last| last + 1))
    }

    pub(super) fn settled(&mut self, ledger: &PoolLedger, round: &RoundRecord) -> Entry {
        let (table, settled) = round.id;
        let mut made = Vec::new();
        let mut returned = Vec::new();
        for (seat, _) in &round.units {
            if self.dice.percent(self.mood.returned) {
                returned.push(*seat);
            } else if self.dice.percent(self.mood.wins) {
                made.push((*seat, self.rows(ledger)));
            }
        }
        let is_registered = self.dice.percent(self.mood.registered);
        Entry::Settled {
            table,
            settled,
            made: BySeat(made),
            returned,
            registered: is_registered.then(|| self.registered()),
        }
    }

    /// One to three rows, in any order.
    fn rows(&mut self, ledger: &PoolLedger) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for _ in 0..self.dice.one_of(&[1, 1, 2, 3]) {
            let wants_share = self.dice.percent(self.mood.shares);
            let rows = ledger.rules.rows.iter().copied();
            let rows: Vec<Row> = rows.filter(|row| row.is_share() == wants_share).collect();
            let row = self.dice.pick(&rows).map(|row| row.name.to_owned());
            names.extend(row.filter(|name| !names.contains(name)));
        }
        names
    }

    /// An amount near the meter, below it, above it, or far away.
    fn registered(&mut self) -> u64 {
        let meter = u64::try_from(self.pool.state().meter).unwrap_or_default();
        let near = meter.saturating_sub(self.dice.below(2_000));
        let below = self.dice.below(meter + 1);
        let above = meter + self.dice.below(2_000_000);
        self.dice
            .one_of(&[meter, near, near, below, above, 0, 1_000_000])
    }
}
