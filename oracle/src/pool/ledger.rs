//! The facts that the entries of a log leave behind, and the three decisions that later entries cannot work out again:
//! the final price, the paid claims and the refunds.

use super::entries::{BySeat, Entry, Ruling, Terms};
use super::price::{Meters, Price};
use super::rows::{PoolRules, Row};
use super::{CENT, POINT};

/// A round of a table: the table, and the number of the round.
pub type RoundId = (u32, u32);

/// A round and everything that the log says about it. Places are places in the log.
#[derive(Clone, PartialEq, Debug)]
pub struct RoundRecord {
    pub id: RoundId,
    pub open: usize,
    /// The time at which hole cards were dealt, known from the lock on.
    pub dealt: Option<i64>,
    pub settled: Option<usize>,
    /// The units of the seats that are neither returned nor invalid.
    pub units: Vec<(u32, u64)>,
    /// The rows that those seats have made.
    pub made: Vec<(u32, Vec<Row>)>,
    pub registered: Option<u64>,
    /// The house has ruled not to wait for it.
    pub is_ruled: bool,
    pub is_void: bool,
    pub is_struck: bool,
    pub is_paid: bool,
}

impl RoundRecord {
    fn new(id: RoundId, open: usize) -> RoundRecord {
        RoundRecord {
            id,
            open,
            dealt: None,
            settled: None,
            units: Vec::new(),
            made: Vec::new(),
            registered: None,
            is_ruled: false,
            is_void: false,
            is_struck: false,
            is_paid: false,
        }
    }

    pub fn is_open(&self) -> bool {
        self.dealt.is_none() && !self.is_void
    }

    pub fn is_locked(&self) -> bool {
        self.dealt.is_some() && self.settled.is_none() && !self.is_void
    }

    /// A seat with a unit that is neither returned nor invalid.
    pub fn has_unit(&self, seat: u32) -> bool {
        self.units.iter().any(|(other, _)| *other == seat)
    }

    /// An unpaid claim: a row made, among what is left of the round, is a share of the jackpot.
    pub fn is_claim(&self) -> bool {
        let has_share = self.rows().any(Row::is_share);
        self.settled.is_some() && has_share && !self.is_void && !self.is_struck && !self.is_paid
    }

    /// The rows made by any seat.
    pub fn rows(&self) -> impl Iterator<Item = &Row> {
        self.made.iter().flat_map(|(_, rows)| rows)
    }

    fn drop_seat(&mut self, seat: u32) {
        self.units.retain(|(other, _)| *other != seat);
        self.made.retain(|(other, _)| *other != seat);
    }
}

/// The present whereabouts of a contribution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It stands where the order puts it.
    Stands,
    /// It has gone back, as if it had never been there.
    WentBack,
    /// The house has refunded it, so that the meter's share still stands.
    Refunded,
}

/// The shares of one stake, or of the meters that a table brought, in micro-cents.
#[derive(Clone, PartialEq, Debug)]
pub struct Contribution {
    /// The round and the seat; none for what a table brought.
    pub stake: Option<(RoundId, u32)>,
    /// The place of its lock, or of its join, in the log.
    pub place: usize,
    pub meter: u128,
    pub reserve: u128,
    pub fate: Fate,
}

/// The final claim, with its fixed price.
#[derive(Clone, PartialEq, Debug)]
pub struct FinalClaim {
    pub id: RoundId,
    /// The contributions that stand before it, by their index.
    pub before: Vec<usize>,
    pub price: Price,
}

/// The pool since its terms.
#[derive(Clone, PartialEq, Debug)]
pub struct PoolLedger {
    pub rules: PoolRules,
    pub log: Vec<Entry>,
    pub rounds: Vec<RoundRecord>,
    pub contributions: Vec<Contribution>,
    /// The contributions that stand before a paid claim, by their index.
    pub won: Vec<usize>,
    /// The meters behind the last paid claim.
    pub behind_paid: Meters,
    /// Everything paid, and every seed up to there, in micro-cents.
    pub paid: u128,
    pub seeds: u128,
    pub final_claim: Option<FinalClaim>,
}

impl PoolLedger {
    /// A pool starts with its reset value on the meter.
    pub fn new(terms: &Terms) -> Result<PoolLedger, String> {
        let reset = u128::from(terms.reset) * CENT;
        Ok(PoolLedger {
            rules: PoolRules::new(terms)?,
            log: Vec::new(),
            rounds: Vec::new(),
            contributions: Vec::new(),
            won: Vec::new(),
            behind_paid: Meters {
                meter: reset,
                overflow: 0,
            },
            paid: 0,
            seeds: reset,
            final_claim: None,
        })
    }

    /// Adds an entry if it can be.
    pub fn apply(&mut self, entry: &Entry) -> Result<(), String> {
        self.check(entry)?;
        self.record(entry);
        self.log.push(entry.clone());
        self.decide_finality();
        Ok(())
    }

    /// The round, if the table has ever opened it.
    pub fn round(&self, id: RoundId) -> Option<&RoundRecord> {
        self.rounds.iter().find(|round| round.id == id)
    }

    /// The round that the table opened last.
    pub fn last_round(&self, table: u32) -> Option<&RoundRecord> {
        let mut of_table = self.rounds.iter().filter(|round| round.id.0 == table);
        of_table.next_back()
    }

    /// The claim is the final one.
    pub fn is_final(&self, id: RoundId) -> bool {
        self.final_claim
            .as_ref()
            .is_some_and(|claim| claim.id == id)
    }

    fn record(&mut self, entry: &Entry) {
        let place = self.log.len();
        match entry {
            Entry::Terms { .. } => {}
            Entry::Open { table, open } => {
                self.rounds.push(RoundRecord::new((*table, *open), place));
            }
            Entry::Lock {
                table,
                lock,
                units,
                dealt,
            } => self.record_lock((*table, *lock), units, *dealt),
            Entry::Settled {
                table,
                settled,
                made,
                returned,
                registered,
            } => {
                let id = (*table, *settled);
                self.record_settled(id, made, returned);
                self.round_mut(id).registered = *registered;
            }
            Entry::Confirmed { table, confirmed } => self.record_payment((*table, *confirmed)),
            Entry::Void { table, void } => self.record_void((*table, *void)),
            Entry::Invalidate {
                table,
                invalidate,
                seat,
            } => self.record_invalid_seat((*table, *invalidate), *seat),
            Entry::Ruling { ruling } => self.record_ruling(ruling),
            Entry::Join { join, .. } => self.contributions.push(Contribution {
                stake: None,
                place,
                meter: join.meter.into(),
                reserve: join.reserve.into(),
                fate: Fate::Stands,
            }),
        }
    }

    fn record_lock(&mut self, id: RoundId, units: &BySeat<u64>, dealt: i64) {
        let place = self.log.len();
        let terms = self.rules.terms.clone();
        for (seat, count) in &units.0 {
            let stake = u128::from(terms.unit) * u128::from(*count);
            self.contributions.push(Contribution {
                stake: Some((id, *seat)),
                place,
                meter: stake * u128::from(terms.contribution_bp) * POINT,
                reserve: stake * u128::from(terms.reserve_bp) * POINT,
                fate: Fate::Stands,
            });
        }
        let round = self.round_mut(id);
        round.units.clone_from(&units.0);
        round.dealt = Some(dealt);
    }

    /// Returned seats take their contributions back, then the rows of the others count.
    fn record_settled(&mut self, id: RoundId, made: &BySeat<Vec<String>>, returned: &[u32]) {
        let place = self.log.len();
        for seat in returned {
            self.round_mut(id).drop_seat(*seat);
            self.take_back(id, *seat);
        }
        let made = made.0.iter();
        let made = made.map(|(seat, names)| (*seat, self.named(names)));
        let made = made.collect();
        let round = self.round_mut(id);
        round.made = made;
        round.settled = Some(place);
    }

    /// The seat's rows leave first, then its contribution goes back.
    fn record_invalid_seat(&mut self, id: RoundId, seat: u32) {
        self.lift_finality(id);
        self.round_mut(id).drop_seat(seat);
        self.take_back(id, seat);
    }

    /// The whole claim is paid and leaves the queue.
    fn record_payment(&mut self, id: RoundId) {
        let claim = self.final_claim.take().expect("a final claim");
        self.round_mut(id).is_paid = true;
        self.paid += claim.price.given;
        self.seeds += claim.price.seeds;
        self.won.extend(claim.before);
        self.behind_paid = claim.price.behind;
    }

    /// The claim leaves first, then the contributions go back.
    fn record_void(&mut self, id: RoundId) {
        self.lift_finality(id);
        let round = self.round_mut(id);
        round.is_void = true;
        for (seat, _) in round.units.clone() {
            self.round_mut(id).drop_seat(seat);
            self.take_back(id, seat);
        }
    }

    fn record_ruling(&mut self, ruling: &Ruling) {
        let id = (ruling.table, ruling.round);
        if ruling.strike {
            self.lift_finality(id);
            self.round_mut(id).is_struck = true;
        } else {
            self.round_mut(id).is_ruled = true;
        }
    }

    /// The claim of this round, if it was the final one, is ordered and priced again with what is left of it.
    fn lift_finality(&mut self, id: RoundId) {
        if self.is_final(id) {
            self.final_claim = None;
        }
    }

    /// A contribution goes back. The house refunds the meter's share if it stands before a claim of another round that
    /// is final, or before one that has been paid; the reserve's always goes back.
    fn take_back(&mut self, id: RoundId, seat: u32) {
        let stake = Some((id, seat));
        let mut contributions = self.contributions.iter();
        let index = contributions.position(|contribution| contribution.stake == stake);
        let index = index.expect("a contribution");
        let final_claim = self.final_claim.as_ref().filter(|claim| claim.id != id);
        let is_promised = final_claim.is_some_and(|claim| claim.before.contains(&index));
        self.contributions[index].fate = match is_promised || self.won.contains(&index) {
            true => Fate::Refunded,
            false => Fate::WentBack,
        };
    }

    fn named(&self, names: &[String]) -> Vec<Row> {
        names
            .iter()
            .filter_map(|name| self.rules.row(name))
            .collect()
    }

    fn round_mut(&mut self, id: RoundId) -> &mut RoundRecord {
        let mut rounds = self.rounds.iter_mut();
        rounds
            .find(|round| round.id == id)
            .expect("a round that was checked")
    }
}
