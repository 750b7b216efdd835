//! Linked tables: one jackpot over many tables, as the fold of one totally ordered log.
//!
//! [`Pool::apply`] is a pure function of state and entry: every machine that folds the same log has the same meter, the
//! same order of payment and the same amounts. It decides nothing by time: no clock is read, and no time-out decides
//! money.
//!
//! Terms: a *claim* is a settled round that has made a share of the jackpot and is not paid yet; the *queue* is the list
//! of claims in the order of payment; a price is *final* once no other round can come before its claim.
//!
//! Invariant, to the micro-cent: seeds + contributions + moved in + refunds of the house = meter + reserve + overflow +
//! promised + paid, where a seed is the first value of the meter or a reset value, those of the queue included.

mod claim;
mod entry;
pub mod message;
mod price;
mod queue;
mod record;
mod refusal;
mod round;
mod steps;

use serde::{Deserialize, Serialize};

pub use entry::{PoolEntry, PoolTerms, RoundNumber, Rows, TableEntry, TableNumber};
pub(crate) use price::Hands;
pub use price::PricedAward;
pub use record::OutboxRecord;
pub use refusal::PoolRefusal;

use crate::jackpot::Jackpot;
use crate::money::{Cents, MicroCents, MoneyError};
use crate::round::STAKE_MAX;
use claim::Claim;
use queue::Queue;
use round::{Place, Stage, Standing, Tables};

/// The jackpot of linked tables: at most `TABLES` of them, and at most `CLAIMS` unpaid claims.
///
/// It is large, so its owner keeps it where it has been made.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Pool<const TABLES: usize, const CLAIMS: usize> {
    terms: PoolTerms,
    tables: Tables<TABLES>,
    queue: Queue<CLAIMS>,
    /// The number of entries so far, which is also the place of the last one.
    place: Place,
    reserve: MicroCents,
    /// What has been paid from the meter.
    paid: MicroCents,
    /// What the house has refunded, because the contribution was won already.
    refunded: MicroCents,
    /// The first value of the meter, and the reset values that followed paid claims.
    seeds: MicroCents,
    contributed: MicroCents,
    moved_in: MicroCents,
    /// The index of the table for which the first claim waited last: usually it still does. No part of the state.
    #[serde(skip)]
    awaited: usize,
}

/// One unpaid claim, as the pool shows it.
#[derive(Clone, Copy, Debug)]
pub struct ClaimView<'a> {
    /// The table.
    pub table: TableNumber,
    /// The round.
    pub round: RoundNumber,
    /// The price is final.
    pub is_final: bool,
    /// The awards in the order of payment, fixed ones included.
    pub awards: &'a [PricedAward],
    /// The amount that the pool gives.
    pub gives: Cents,
}

/// All money of a pool.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct PoolSums {
    /// The meter behind all claims: the amount that the signs show.
    pub meter: MicroCents,
    /// The reserve.
    pub reserve: MicroCents,
    /// The contributions over the limit.
    pub overflow: MicroCents,
    /// What the unpaid claims take from the meter.
    pub promised: MicroCents,
    /// What paid claims have taken from the meter.
    pub paid: MicroCents,
    /// What the house has refunded.
    pub refunded: MicroCents,
    /// The first value of the meter, and one reset value for each whole jackpot won.
    pub seeded: MicroCents,
    /// The contributions, with the reserve's shares.
    pub contributed: MicroCents,
    /// What joining tables have brought.
    pub moved_in: MicroCents,
}

impl PoolSums {
    /// True if all money that came in is still there or was paid out.
    pub fn balance(&self) -> bool {
        let sum = |amounts: &[MicroCents]| {
            let mut amounts = amounts.iter().copied();
            amounts.try_fold(MicroCents::ZERO, MicroCents::plus)
        };
        let came_in = sum(&[self.seeded, self.contributed, self.moved_in, self.refunded]);
        let held = sum(&[self.meter, self.reserve, self.overflow]);
        let given = sum(&[self.promised, self.paid]);
        match (came_in, held, given) {
            (Ok(came_in), Ok(held), Ok(given)) => held.plus(given) == Ok(came_in),
            _ => false,
        }
    }
}

impl<const TABLES: usize, const CLAIMS: usize> Pool<TABLES, CLAIMS> {
    /// A pool whose meter starts at its reset value.
    ///
    /// # Errors
    /// No pool can be run on these terms.
    pub fn new(terms: &PoolTerms) -> Result<Pool<TABLES, CLAIMS>, PoolRefusal> {
        if !is_sound(terms) {
            return Err(PoolRefusal::UnsoundTerms);
        }
        let jackpot = Jackpot::new(terms.jackpot, terms.jackpot.reset)?;
        Ok(Pool {
            terms: *terms,
            tables: Tables::default(),
            queue: Queue::new(jackpot),
            place: 0,
            reserve: MicroCents::ZERO,
            paid: MicroCents::ZERO,
            refunded: MicroCents::ZERO,
            seeds: jackpot.meter(),
            contributed: MicroCents::ZERO,
            moved_in: MicroCents::ZERO,
            awaited: 0,
        })
    }

    /// Adds one entry of the log.
    ///
    /// # Errors
    /// The entry cannot be. Nothing has changed.
    pub fn apply(&mut self, entry: &PoolEntry) -> Result<(), PoolRefusal> {
        match entry {
            PoolEntry::Terms(_) => return Err(PoolRefusal::TermsTwice),
            PoolEntry::Table(table, message) => self.table_step(*table, message)?,
            PoolEntry::DoNotWait(table, round) => self.do_not_wait(*table, *round)?,
            PoolEntry::Strike(table, round) => self.strike(*table, *round)?,
        }
        self.place = self.next_place();
        self.decide_finality()?;
        Ok(())
    }

    /// The terms.
    pub const fn terms(&self) -> &PoolTerms {
        &self.terms
    }

    /// The number of entries so far.
    pub const fn entries(&self) -> u64 {
        self.place
    }

    /// The amount that the signs show.
    pub fn shown(&self) -> Cents {
        self.queue
            .jackpot()
            .map_or(Cents::ZERO, |jackpot| jackpot.shown())
    }

    /// The unpaid claims in the order of payment.
    pub fn queue(&self) -> impl Iterator<Item = ClaimView<'_>> {
        let is_final = self.queue.is_final();
        let claims = self.queue.in_order().enumerate();
        claims.map(move |(place, claim)| ClaimView {
            table: claim.table,
            round: claim.round,
            is_final: is_final && place == 0,
            awards: &claim.price.awards,
            gives: claim.price.gives,
        })
    }

    /// The rounds for which the first claim waits: it is major, and they are undecided and may have been dealt first
    /// (RWS6 4.5).
    pub fn waits_for(&self) -> impl Iterator<Item = (TableNumber, RoundNumber)> {
        let first = self.first_that_may_wait();
        first.into_iter().flat_map(move |first| {
            let rounds = self.tables.rounds();
            let rounds = rounds.filter(move |(table, round)| first.waits_for(*table, round));
            rounds.map(|(table, round)| (table, round.number))
        })
    }

    /// The first claim, if it is major and not final yet.
    fn first_that_may_wait(&self) -> Option<&Claim> {
        let first = self.queue.first()?;
        let is_major = first.is_major(self.terms.game.rules());
        (is_major && !self.queue.is_final()).then_some(first)
    }

    /// All money.
    ///
    /// # Errors
    /// A sum does not fit.
    pub fn sums(&self) -> Result<PoolSums, MoneyError> {
        let jackpot = self.queue.jackpot()?;
        let seeds_of_queue = MicroCents::from_cents(self.resets(self.queue.resets())?)?;
        Ok(PoolSums {
            meter: jackpot.meter(),
            reserve: self.reserve,
            overflow: jackpot.overflow(),
            promised: MicroCents::from_cents(self.queue.promised())?,
            paid: self.paid,
            refunded: self.refunded,
            seeded: self.seeds.plus(seeds_of_queue)?,
            contributed: self.contributed,
            moved_in: self.moved_in,
        })
    }

    const fn next_place(&self) -> Place {
        self.place.saturating_add(1)
    }

    /// This many reset values.
    fn resets(&self, count: u32) -> Result<Cents, MoneyError> {
        self.terms.jackpot.reset.times(count)
    }

    /// The first claim becomes final, unless it is major and an undecided round may have been dealt first (RWS6 4.5).
    fn decide_finality(&mut self) -> Result<(), MoneyError> {
        if self.queue.is_final() {
            return Ok(());
        }
        if self.queue.first().is_none() {
            return Ok(());
        }
        let first = self.first_that_may_wait();
        let awaited = first.and_then(|first| {
            let tables = &self.tables;
            tables.find_round(self.awaited, |table, round| first.waits_for(table, round))
        });
        if let Some(awaited) = awaited {
            self.awaited = awaited;
            return Ok(());
        }
        let Pool { tables, queue, .. } = self;
        for round in tables.rounds_mut() {
            let has_contributed = matches!(round.stage, Stage::Locked | Stage::Settled);
            let is_free = round.standing == Standing::Free;
            if has_contributed && is_free && queue.is_before_first(round.locked) {
                round.standing = Standing::Fixed;
            }
        }
        self.queue.fix()
    }

    /// Rounds whose contributions stood before the final claim have another standing from now on.
    fn restand(&mut self, standing: Standing) {
        let rounds = self.tables.rounds_mut();
        for round in rounds.filter(|round| round.standing == Standing::Fixed) {
            round.standing = standing;
        }
    }
}

/// True if a pool can be run on these terms: there is a unit, the shares are at most the whole, the limit is not below
/// the reset value, and every amount can be settled.
fn is_sound(terms: &PoolTerms) -> bool {
    let jackpot = &terms.jackpot;
    let (contribution, reserve) = (jackpot.contribution.get(), jackpot.reserve.get());
    let amounts = [terms.unit, jackpot.reset, jackpot.limit.unwrap_or_default()];
    !terms.unit.is_zero()
        && contribution.saturating_add(reserve) <= 10_000
        && jackpot.limit.is_none_or(|limit| limit >= jackpot.reset)
        && amounts.iter().all(|amount| *amount <= STAKE_MAX)
}
