//! The state of a pool as JSON: cents rounded down, except for the sums that are kept to the micro-cent.

use serde::Serialize;
use shared_rules::money::MoneyError;
use shared_rules::pool::{ClaimView, Pool, PricedAward, RoundNumber, TableNumber};

/// The line in the place of one that cannot be.
#[derive(Serialize)]
pub(super) struct ErrorOut {
    pub(super) error: String,
}

#[derive(Serialize)]
pub(super) struct StateOut {
    meter: u64,
    /// In micro-cents.
    reserve: u64,
    overflow: u64,
    promised: u64,
    paid: u64,
    /// In micro-cents.
    refunded: u64,
    seeded: u64,
    /// In micro-cents.
    contributed: u64,
    /// In micro-cents.
    moved_in: u64,
    queue: Vec<ClaimOut>,
}

#[derive(Serialize)]
struct ClaimOut {
    table: TableNumber,
    round: RoundNumber,
    r#final: bool,
    awards: Vec<AwardOut>,
}

#[derive(Serialize)]
struct AwardOut {
    seat: u8,
    award: &'static str,
    amount: u64,
}

impl StateOut {
    pub(super) fn of<const TABLES: usize, const CLAIMS: usize>(
        pool: &Pool<TABLES, CLAIMS>,
    ) -> Result<StateOut, MoneyError> {
        let sums = pool.sums()?;
        Ok(StateOut {
            meter: sums.meter.cents_floor().get(),
            reserve: sums.reserve.get(),
            overflow: sums.overflow.cents_floor().get(),
            promised: sums.promised.cents_floor().get(),
            paid: sums.paid.cents_floor().get(),
            refunded: sums.refunded.get(),
            seeded: sums.seeded.cents_floor().get(),
            contributed: sums.contributed.get(),
            moved_in: sums.moved_in.get(),
            queue: pool.queue().map(|claim| ClaimOut::of(&claim)).collect(),
        })
    }
}

impl ClaimOut {
    fn of(claim: &ClaimView) -> ClaimOut {
        ClaimOut {
            table: claim.table,
            round: claim.round,
            r#final: claim.is_final,
            awards: claim.awards.iter().map(AwardOut::of).collect(),
        }
    }
}

impl AwardOut {
    fn of(priced: &PricedAward) -> AwardOut {
        AwardOut {
            seat: priced.seat.number(),
            award: priced.award.name(),
            amount: priced.amount.get(),
        }
    }
}
