//! Entries that cannot be, of each kind, as far as the log offers a subject for it. A few of them are legal by accident.

use super::super::ledger::{PoolLedger, RoundRecord};
use super::super::{Brought, Entry, Ruling};
use super::{LogMaker, written};

/// Lines that are no entries.
const BROKEN: [&str; 8] = [
    "",
    "{",
    "[]",
    "{\"table\":1}",
    "{\"table\":1,\"open\":-1}",
    "{\"table\":1,\"open\":4000,\"void\":4000}",
    "{\"table\":1,\"lock\":1,\"units\":{\"one\":1},\"dealt\":1}",
    "{\"ruling\":{\"table\":1}}",
];

impl LogMaker {
    /// A line that cannot be.
    pub(super) fn illegal(&mut self, ledger: &PoolLedger) -> String {
        let entry = match self.dice.below(6) {
            0 => self.bad_open(ledger),
            1 => self.bad_lock(ledger),
            2 => self.bad_settlement(ledger),
            3 => self.bad_revocation(ledger),
            4 => self.bad_ruling(ledger),
            _ => self.bad_other(ledger),
        };
        let broken = self.dice.pick(&BROKEN).copied().unwrap_or_default();
        entry.map_or_else(|| broken.to_owned(), |entry| written(&entry))
    }

    fn bad_open(&mut self, ledger: &PoolLedger) -> Option<Entry> {
        let goes_on = |round: &RoundRecord| round.is_open() || round.is_locked();
        if self.dice.percent(50) {
            let (table, last) = self.some_round(ledger, goes_on)?.id;
            let open = last + 1;
            return Some(Entry::Open { table, open });
        }
        let table = self.some_table();
        let last = ledger.last_round(table).map_or(0, |round| round.id.1);
        let lower = self.dice.below(u64::from(last) + 1);
        let open = u32::try_from(lower).ok()?;
        Some(Entry::Open { table, open })
    }

    fn bad_lock(&mut self, ledger: &PoolLedger) -> Option<Entry> {
        // Of a round that is locked, settled or void already.
        if self.dice.percent(25) {
            let round = self.some_round(ledger, |round| !round.is_open())?;
            return Some(self.lock(ledger, &round));
        }
        let round = self.some_round(ledger, RoundRecord::is_open)?;
        let positions = u32::try_from(ledger.rules.document().positions).ok()?;
        let mut entry = self.lock(ledger, &round);
        let choice = self.dice.below(7);
        let Entry::Lock {
            lock, units, dealt, ..
        } = &mut entry
        else {
            return None;
        };
        let most = u64::from(ledger.rules.document().units_max);
        match choice {
            0 => *lock += 1,
            1 => {
                let of_table = ledger
                    .rounds
                    .iter()
                    .filter(|other| other.id.0 == round.id.0);
                *dealt = of_table.filter_map(|round| round.dealt).max().unwrap_or(-1);
            }
            2 => units.0.push((0, 1)),
            3 => units.0.push((positions + 1, 1)),
            4 => units.0 = vec![(2, 1), (3, 0)],
            5 => units.0 = vec![(2, most + 1)],
            _ => units.0 = vec![(2, 1), (2, 1)],
        }
        Some(entry)
    }

    fn bad_settlement(&mut self, ledger: &PoolLedger) -> Option<Entry> {
        // Of a round that is open, settled or void.
        if self.dice.percent(25) {
            let round = self.some_round(ledger, |round| !round.is_locked())?;
            return Some(self.settled(ledger, &round));
        }
        let round = self.some_round(ledger, RoundRecord::is_locked)?;
        let without = (1..=8).find(|seat| !round.has_unit(*seat))?;
        let with = self.dice.pick(&round.units).map(|(seat, _)| *seat);
        let mut entry = self.settled(ledger, &round);
        let choice = self.dice.below(8);
        let foreign = self.foreign_award(ledger)?;
        let Entry::Settled {
            made,
            returned,
            settled,
            ..
        } = &mut entry
        else {
            return None;
        };
        let rows = vec![ledger.rules.rows.first()?.name.to_owned()];
        match choice {
            0 => *settled += 1,
            1 => made.0.push((without, rows)),
            2 => returned.push(without),
            3 => (made.0, *returned) = (vec![(with?, rows)], vec![with?]),
            4 => (made.0, *returned) = (vec![], vec![with?, with?]),
            5 => (made.0, *returned) = (vec![(with?, rows.clone()), (with?, rows)], vec![]),
            6 => (made.0, *returned) = (vec![(with?, vec![])], vec![]),
            _ => (made.0, *returned) = (vec![(with?, foreign)], vec![]),
        }
        Some(entry)
    }

    /// A name that is no row of the game's pay table.
    fn foreign_award(&mut self, ledger: &PoolLedger) -> Option<Vec<String>> {
        let names = [
            "envy",
            "flush",
            "straight",
            "royal_flush",
            "royal_flush_on_flop",
            "one_pair",
        ];
        let is_foreign = |name: &&str| ledger.rules.row(name).is_none();
        let names: Vec<&str> = names.into_iter().filter(is_foreign).collect();
        self.dice.pick(&names).map(|name| vec![(*name).to_owned()])
    }

    fn bad_revocation(&mut self, ledger: &PoolLedger) -> Option<Entry> {
        let is_last = |round: &RoundRecord| {
            let last = ledger.last_round(round.id.0);
            last.is_some_and(|last| last.id == round.id)
        };
        // A confirmed round that is still its table's last is rare, and not missed.
        let is_paid = |round: &RoundRecord| is_last(round) && round.is_paid;
        let choice = match ledger.rounds.iter().any(is_paid) {
            true => 2,
            false => self.dice.below(5),
        };
        let round = self.some_round(ledger, |round| match choice {
            0 => !is_last(round),
            1 => is_last(round) && round.is_void,
            2 => is_paid(round),
            3 => round.is_open(),
            _ => is_last(round) && round.dealt.is_some(),
        })?;
        let (table, number) = round.id;
        if choice < 3 && self.dice.percent(50) {
            return Some(Entry::Void {
                table,
                void: number,
            });
        }
        // A seat without a unit is the only fault of the last choice.
        let has_unit = choice < 4 && round.dealt.is_some() && !round.units.is_empty();
        let seat = (1..=8).find(|seat| round.has_unit(*seat) == has_unit)?;
        Some(Entry::Invalidate {
            table,
            invalidate: number,
            seat,
        })
    }

    fn bad_ruling(&mut self, ledger: &PoolLedger) -> Option<Entry> {
        let strike = self.dice.percent(50);
        let round = self.some_round(ledger, |round| match strike {
            true => !round.is_claim(),
            false => round.is_ruled || !(round.is_open() || round.is_locked()),
        })?;
        let (table, round) = round.id;
        let ruling = Ruling {
            table,
            round,
            strike,
        };
        Some(Entry::Ruling { ruling })
    }

    fn bad_other(&mut self, ledger: &PoolLedger) -> Option<Entry> {
        match self.dice.below(4) {
            0 => Some(Entry::Terms {
                terms: self.mood.terms.clone(),
            }),
            1 => {
                let table = self.some_table();
                let (meter, reserve) = (1, 1);
                ledger.last_round(table)?;
                let join = Brought { meter, reserve };
                Some(Entry::Join { table, join })
            }
            2 => {
                let joined = ledger.log.iter().rev();
                let mut joined = joined.filter(|entry| matches!(entry, Entry::Join { .. }));
                joined.next().cloned()
            }
            _ => {
                let round = self.some_round(ledger, |round| !ledger.is_final(round.id))?;
                let (table, confirmed) = round.id;
                Some(Entry::Confirmed { table, confirmed })
            }
        }
    }
}
