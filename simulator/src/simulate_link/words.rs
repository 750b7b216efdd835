//! Entries and states of the pool in the words of the oracle's.

use oracle::pool::{AwardState, Balance, Brought, BySeat, ClaimState, Entry, Ruling, State, Terms};
use shared_rules::games::{Game, RuleSet};
use shared_rules::money::{Cents, MoneyError};
use shared_rules::pool::{ClaimView, Pool, PoolEntry, PoolTerms, Rows, TableEntry, TableNumber};
use shared_rules::seats::SeatMap;

/// The terms.
pub fn terms(terms: &PoolTerms) -> Entry {
    let jackpot = &terms.jackpot;
    Entry::Terms {
        terms: Terms {
            game: terms.game.rules().key.to_owned(),
            unit: terms.unit.get(),
            reset: jackpot.reset.get(),
            contribution_bp: jackpot.contribution.get().into(),
            reserve_bp: jackpot.reserve.get().into(),
            limit: jackpot.limit.map(Cents::get),
        },
    }
}

/// An entry of the log of a game.
pub fn entry(game: Game, entry: &PoolEntry) -> Entry {
    let ruling = |table, round, strike| Entry::Ruling {
        ruling: Ruling {
            table,
            round,
            strike,
        },
    };
    match entry {
        PoolEntry::Terms(of_pool) => terms(of_pool),
        PoolEntry::DoNotWait(table, round) => ruling(*table, *round, false),
        PoolEntry::Strike(table, round) => ruling(*table, *round, true),
        PoolEntry::Table(table, message) => message_of(game, *table, message),
    }
}

fn message_of(game: Game, table: TableNumber, message: &TableEntry) -> Entry {
    match *message {
        TableEntry::Open(open) => Entry::Open { table, open },
        TableEntry::Lock {
            round,
            units,
            dealt,
        } => Entry::Lock {
            table,
            lock: round,
            units: units_of(&units),
            dealt: i64::try_from(dealt).unwrap_or(i64::MAX),
        },
        TableEntry::Settled {
            round,
            made,
            returned,
            registered,
        } => Entry::Settled {
            table,
            settled: round,
            made: made_of(game.rules(), &made),
            returned: returned.iter().map(|seat| seat.number().into()).collect(),
            registered: registered.map(Cents::get),
        },
        TableEntry::Void(void) => Entry::Void { table, void },
        TableEntry::Invalidate(invalidate, seat) => Entry::Invalidate {
            table,
            invalidate,
            seat: seat.number().into(),
        },
        TableEntry::Confirmed(confirmed) => Entry::Confirmed { table, confirmed },
        TableEntry::Join { meter, reserve } => Entry::Join {
            table,
            join: Brought {
                meter: meter.get(),
                reserve: reserve.get(),
            },
        },
    }
}

fn units_of(units: &SeatMap<u8>) -> BySeat<u64> {
    let units = units.iter().filter(|(_, units)| **units > 0);
    let units = units.map(|(seat, units)| (seat.number().into(), u64::from(*units)));
    BySeat(units.collect())
}

fn made_of(rules: &'static RuleSet, made: &SeatMap<Rows>) -> BySeat<Vec<String>> {
    let made = made.iter().filter(|(_, rows)| !rows.is_empty());
    let made = made.map(|(seat, rows)| {
        let names = rows.of(rules).map(|row| row.award.name().to_owned());
        (seat.number().into(), names.collect())
    });
    BySeat(made.collect())
}

/// The state of a pool, and both sides of its identity.
///
/// # Errors
/// A sum does not fit.
pub fn state<const TABLES: usize, const CLAIMS: usize>(
    pool: &Pool<TABLES, CLAIMS>,
) -> Result<(State, Balance), MoneyError> {
    let sums = pool.sums()?;
    let state = State {
        meter: sums.meter.cents_floor().get().into(),
        reserve: sums.reserve.get().into(),
        overflow: sums.overflow.cents_floor().get().into(),
        promised: sums.promised.cents_floor().get().into(),
        paid: sums.paid.cents_floor().get().into(),
        refunded: sums.refunded.get().into(),
        seeded: sums.seeded.cents_floor().get().into(),
        contributed: sums.contributed.get().into(),
        moved_in: sums.moved_in.get().into(),
        queue: pool.queue().map(|claim| claim_of(&claim)).collect(),
    };
    let balance = Balance {
        seeded: sums.seeded.get().into(),
        contributed: sums.contributed.get().into(),
        moved_in: sums.moved_in.get().into(),
        refunded: sums.refunded.get().into(),
        meter: sums.meter.get().into(),
        reserve: sums.reserve.get().into(),
        overflow: sums.overflow.get().into(),
        promised: sums.promised.get().into(),
        paid: sums.paid.get().into(),
    };
    Ok((state, balance))
}

fn claim_of(claim: &ClaimView) -> ClaimState {
    let awards = claim.awards.iter().map(|priced| AwardState {
        seat: priced.seat.number().into(),
        award: priced.award.name().into(),
        amount: priced.amount.get().into(),
    });
    ClaimState {
        table: claim.table,
        round: claim.round,
        is_final: claim.is_final,
        awards: awards.collect(),
    }
}
