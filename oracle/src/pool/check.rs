//! Refuses the entries that cannot be.

use super::entries::{BySeat, Entry, Ruling};
use super::ledger::{PoolLedger, RoundId, RoundRecord};

type Check = Result<(), String>;

/// Refuses if a condition holds.
fn refuse_if(condition: bool, reason: &str) -> Check {
    match condition {
        true => Err(reason.into()),
        false => Ok(()),
    }
}

impl PoolLedger {
    /// The entry can be, behind the log as it is.
    pub fn check(&self, entry: &Entry) -> Check {
        match entry {
            Entry::Terms { .. } => Err("terms twice".into()),
            Entry::Open { table, open } => self.check_open(*table, *open),
            Entry::Lock {
                table,
                lock,
                units,
                dealt,
            } => {
                self.check_lock((*table, *lock), *dealt)?;
                self.check_units(units)
            }
            Entry::Settled {
                table,
                settled,
                made,
                returned,
                ..
            } => self.check_settled((*table, *settled), made, returned),
            Entry::Confirmed { table, confirmed } => refuse_if(
                !self.is_final((*table, *confirmed)),
                "a confirmation of what is not final",
            ),
            Entry::Void { table, void } => self.check_revocable((*table, *void)).map(|_| ()),
            Entry::Invalidate {
                table,
                invalidate,
                seat,
            } => {
                let round = self.check_revocable((*table, *invalidate))?;
                refuse_if(round.dealt.is_none(), "an invalidation before the lock")?;
                refuse_if(
                    !round.has_unit(*seat),
                    "an invalidation of a seat without a unit",
                )
            }
            Entry::Ruling { ruling } => self.check_ruling(ruling),
            Entry::Join { table, .. } => self.check_join(*table),
        }
    }

    fn check_open(&self, table: u32, number: u32) -> Check {
        let last = self.last_round(table);
        let goes_on = |round: &RoundRecord| round.is_open() || round.is_locked();
        refuse_if(
            last.is_some_and(goes_on),
            "an open while the last round goes on",
        )?;
        refuse_if(
            number <= last.map_or(0, |round| round.id.1),
            "an open with a number that is not above the last",
        )
    }

    fn check_lock(&self, id: RoundId, dealt: i64) -> Check {
        let round = self.round(id).filter(|round| !round.is_void);
        let round = round.ok_or("a lock without its open")?;
        refuse_if(round.dealt.is_some(), "a lock twice")?;
        let of_table = self.rounds.iter().filter(|round| round.id.0 == id.0);
        let last = of_table.filter_map(|round| round.dealt).max();
        refuse_if(
            dealt <= last.unwrap_or(-1),
            "a dealt that is not above the last",
        )
    }

    fn check_units(&self, units: &BySeat<u64>) -> Check {
        let document = self.rules.document();
        let is_position = |seat| (1..=document.positions).contains(&(seat as usize));
        refuse_if(
            !units.seats().all(is_position),
            "a seat beyond the positions",
        )?;
        refuse_if(is_twice(units.seats()), "units of a seat twice")?;
        let allowed = 1..=u64::from(document.units_max);
        refuse_if(
            !units.0.iter().all(|(_, count)| allowed.contains(count)),
            "units below 1 or above the maximum",
        )
    }

    fn check_settled(&self, id: RoundId, made: &BySeat<Vec<String>>, returned: &[u32]) -> Check {
        let round = self.round(id).filter(|round| !round.is_void);
        let round = round.ok_or("a settlement without its round")?;
        refuse_if(round.is_open(), "a settlement without a lock")?;
        refuse_if(round.settled.is_some(), "a settlement twice")?;
        let named = || made.seats().chain(returned.iter().copied());
        refuse_if(
            named().any(|seat| !round.has_unit(seat)),
            "a settlement of a seat without a unit",
        )?;
        refuse_if(is_twice(named()), "a settlement of a seat twice")?;
        let lists = || made.0.iter().map(|(_, names)| names);
        refuse_if(lists().any(Vec::is_empty), "an empty list of rows")?;
        refuse_if(
            lists().flatten().any(|name| self.rules.row(name).is_none()),
            "an award that the game does not have",
        )
    }

    /// A round can be revoked, in whole or in part, if it is the table's last, neither void nor paid.
    fn check_revocable(&self, id: RoundId) -> Result<&RoundRecord, String> {
        let last = self.last_round(id.0).filter(|round| round.id == id);
        let round = last.ok_or("a revocation of another than the last round")?;
        refuse_if(round.is_void, "a revocation of a void round")?;
        refuse_if(round.is_paid, "a revocation after the confirmation")?;
        Ok(round)
    }

    fn check_ruling(&self, ruling: &Ruling) -> Check {
        let round = self.round((ruling.table, ruling.round));
        if ruling.strike {
            let is_claim = round.is_some_and(RoundRecord::is_claim);
            return refuse_if(!is_claim, "a strike of what is no unpaid claim");
        }
        let goes_on = |round: &&RoundRecord| round.is_open() || round.is_locked();
        let round = round.filter(goes_on);
        let round = round.ok_or("a ruling about a round that does not go on")?;
        refuse_if(round.is_ruled, "a ruling twice")
    }

    fn check_join(&self, table: u32) -> Check {
        refuse_if(self.last_round(table).is_some(), "a join after an open")?;
        let joined =
            |entry: &Entry| matches!(entry, Entry::Join { table: other, .. } if *other == table);
        refuse_if(self.log.iter().any(joined), "a join twice")
    }
}

/// A seat is named more than once.
fn is_twice(seats: impl Iterator<Item = u32>) -> bool {
    let mut seats: Vec<u32> = seats.collect();
    seats.sort_unstable();
    seats.windows(2).any(|pair| pair[0] == pair[1])
}
