//! The state of a pool after an entry, as `coinspot pool fold` writes it, and the identity that always holds.

use super::CENT;
use super::ledger::{Fate, PoolLedger, RoundId};
use super::price::{Meters, Price, price};
use serde::Serialize;

/// The state. `reserve`, `refunded`, `contributed` and `moved_in` are micro-cents, the others cents rounded down.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[allow(missing_docs, reason = "named as in the lines of the fold")]
pub struct State {
    pub meter: u128,
    pub reserve: u128,
    pub overflow: u128,
    pub promised: u128,
    pub paid: u128,
    pub refunded: u128,
    pub seeded: u128,
    pub contributed: u128,
    pub moved_in: u128,
    pub queue: Vec<ClaimState>,
}

/// A claim of the queue.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[allow(missing_docs, reason = "named as in the lines of the fold")]
pub struct ClaimState {
    pub table: u32,
    pub round: u32,
    #[serde(rename = "final")]
    pub is_final: bool,
    pub awards: Vec<AwardState>,
}

/// An award of a claim, in cents.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[allow(missing_docs, reason = "named as in the lines of the fold")]
pub struct AwardState {
    pub seat: u32,
    pub award: String,
    pub amount: u128,
}

/// Both sides of the pool's identity, part by part, in micro-cents.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs, reason = "named as in the lines of the fold")]
pub struct Balance {
    pub seeded: u128,
    pub contributed: u128,
    pub moved_in: u128,
    pub refunded: u128,
    pub meter: u128,
    pub reserve: u128,
    pub overflow: u128,
    pub promised: u128,
    pub paid: u128,
}

impl Balance {
    /// Everything that came in.
    pub fn sources(&self) -> u128 {
        self.seeded + self.contributed + self.moved_in + self.refunded
    }

    /// Everything that is there, is promised or has been paid.
    pub fn uses(&self) -> u128 {
        self.meter + self.reserve + self.overflow + self.promised + self.paid
    }
}

impl PoolLedger {
    /// The state, as the fold writes it.
    pub fn state(&self) -> State {
        let balance = self.balance();
        let (queue, _) = self.priced();
        let claims = queue.iter().map(|(id, price)| self.claim_state(*id, price));
        State {
            meter: balance.meter / CENT,
            reserve: balance.reserve,
            overflow: balance.overflow / CENT,
            promised: balance.promised / CENT,
            paid: balance.paid / CENT,
            refunded: balance.refunded,
            seeded: balance.seeded / CENT,
            contributed: balance.contributed,
            moved_in: balance.moved_in,
            queue: claims.collect(),
        }
    }

    /// Both sides of the identity.
    pub fn balance(&self) -> Balance {
        let (queue, meters) = self.priced();
        let mut balance = Balance {
            seeded: self.seeds,
            meter: meters.meter,
            overflow: meters.overflow,
            paid: self.paid,
            ..Balance::default()
        };
        for (_, price) in &queue {
            balance.seeded += price.seeds;
            balance.promised += price.given;
        }
        for contribution in &self.contributions {
            let both = contribution.meter + contribution.reserve;
            match (contribution.fate, contribution.stake) {
                (Fate::WentBack, _) => continue,
                (Fate::Refunded, _) => {
                    balance.refunded += contribution.meter;
                    continue;
                }
                (Fate::Stands, Some(_)) => balance.contributed += both,
                (Fate::Stands, None) => balance.moved_in += both,
            }
            balance.reserve += contribution.reserve;
        }
        balance
    }

    /// The queue with its prices, and the meters behind the last contribution.
    fn priced(&self) -> (Vec<(RoundId, Price)>, Meters) {
        let mut queue = Vec::new();
        let mut meters = self.behind_paid;
        if let Some(claim) = &self.final_claim {
            meters = claim.price.behind;
            queue.push((claim.id, claim.price.clone()));
        }
        let order = self.order();
        for turn in &order.turns {
            let claim = self.round(turn.id).expect("a round of the queue");
            let before = meters.plus(self.sum(&turn.before), &self.rules);
            let price = price(claim, before, &self.rules);
            meters = price.behind;
            queue.push((turn.id, price));
        }
        let meters = meters.plus(self.sum(&order.behind), &self.rules);
        (queue, meters)
    }

    fn claim_state(&self, (table, round): RoundId, price: &Price) -> ClaimState {
        let awards = price.awards.iter().map(|award| AwardState {
            seat: award.seat,
            award: award.row.name.into(),
            amount: award.amount,
        });
        ClaimState {
            table,
            round,
            is_final: self.is_final((table, round)),
            awards: awards.collect(),
        }
    }
}
