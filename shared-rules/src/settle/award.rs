//! Finds the award of a progressive wager: the row of the pay table that pays most among those that the cards make.
//! Awards do not add up (TCP5 3.20.2).

use super::showing::{Shared, Shown};
use super::standing::Stand;
use crate::games::{AwardPays, AwardRow, MadeOf};
use crate::jackpot::Jackpot;
use crate::money::{Cents, MoneyError};
use crate::pool::Rows;

/// The highest-paying row that `stand` is still entitled to and its cards make, at `jackpot`. At equal amounts the
/// community's award comes first, then the earlier row. Few wagers need it, so it is not inlined.
#[inline(never)]
pub(super) fn best(
    stand: &Stand,
    shared: &Shared,
    shown: &Shown,
    jackpot: &Jackpot,
    stake: Cents,
) -> Result<Option<&'static AwardRow>, MoneyError> {
    let mut best: Option<((Cents, bool), &AwardRow)> = None;
    for row in made(stand, shared, shown) {
        let order = (
            value(row, jackpot, stake)?,
            row.made_of == MadeOf::Community,
        );
        if best.is_none_or(|(best_order, _)| order > best_order) {
            best = Some((order, row));
        }
    }
    Ok(best.map(|(_, row)| row))
}

/// The rows that `stand` is still entitled to and its cards make.
fn made(stand: &Stand, shared: &Shared, shown: &Shown) -> impl Iterator<Item = &'static AwardRow> {
    let left = stand.awards_left();
    // A cheap bound first: only few rows are worth ranking a part of the cards.
    let within_reach = |row: &AwardRow| shown.category().is_none_or(|all| row.category <= all);
    let rows = stand.terms.rules.progressive.awards.iter();
    rows.filter(move |row| within_reach(row) && left.includes(row) && is_made(row, shared, shown))
}

/// The same as a set. A hand that was complete with fewer cards is not made again with more of them.
pub(super) fn rows_made(stand: &Stand, shared: &Shared, shown: &Shown) -> Rows {
    let mut rows = Rows::EMPTY;
    let mut complete = None;
    for row in made(stand, shared, shown) {
        let of_hand = row.made_of != MadeOf::Community;
        if of_hand && complete == Some(row.category) {
            continue;
        }
        if of_hand {
            complete = Some(row.category);
        }
        let _ = rows.insert(stand.terms.rules, row.award);
    }
    rows
}

/// True if the cards make `row`.
pub(super) fn is_made(row: &AwardRow, shared: &Shared, shown: &Shown) -> bool {
    match row.made_of {
        MadeOf::Community => shared.community_is(row.category),
        made_of => shown.makes(made_of, row.category, row.suit),
    }
}

/// The amount that `row` pays for `stake` at `jackpot`. It divides, so it is computed only for rows that are made.
#[inline(never)]
pub(crate) fn value(row: &AwardRow, jackpot: &Jackpot, stake: Cents) -> Result<Cents, MoneyError> {
    match row.pays {
        AwardPays::Jackpot(percent) => Ok(percent.of_floor(jackpot.shown())),
        AwardPays::Fixed(amount) => Ok(amount),
        AwardPays::ForOne(factor) => stake.times(factor),
    }
}
