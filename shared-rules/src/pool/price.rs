//! The price of a claim: the row of each seat, and the amounts in the order of payment, at the meter as it stands when
//! its turn comes.

use core::cmp::Reverse;

use heapless::Vec;
use serde::{Deserialize, Serialize};

use super::claim::Claim;
use super::entry::{PoolTerms, Rows};
use crate::games::{Award, AwardPays, AwardRow, MadeOf, RuleSet};
use crate::jackpot::{Jackpot, JackpotTerms};
use crate::money::{Cents, MoneyError, Percent};
use crate::seats::{Seat, SeatMap};
use crate::settle::{Winner, put_in_order, shares, value};

/// One award of a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
pub struct PricedAward {
    /// The seat that is paid.
    pub seat: Seat,
    /// The award that is paid.
    pub award: Award,
    /// The amount.
    pub amount: Cents,
}

/// The price of a claim.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Price {
    /// In the order of payment. Fixed awards are among them, and paid by the house.
    pub awards: Vec<PricedAward, 7>,
    /// The amount that the pool gives.
    pub gives: Cents,
    /// Whole jackpots that are won: each is followed by a reset value.
    pub resets: u32,
}

/// Prices `claim` at `jackpot`, which is afterwards as the next claim finds it.
pub(super) fn price(
    terms: &PoolTerms,
    claim: &Claim,
    jackpot: &mut Jackpot,
) -> Result<Price, MoneyError> {
    let hands = Hands {
        rules: terms.game.rules(),
        unit: terms.unit,
        units: &claim.units,
        made: &claim.made,
    };
    let Some(registered) = claim.registered else {
        let winners = hands.winners(jackpot)?;
        return pay(&winners, jackpot, Cents::MAX);
    };
    let mut as_if = jackpot.showing(registered)?;
    let winners = hands.winners(&as_if)?;
    let asked = pay(&winners, &mut as_if, Cents::MAX)?;
    // The pool gives no more than the same rows take at the meter as it is. The house pays the rest.
    let there = pay(&winners, &mut jackpot.clone(), Cents::MAX)?.gives;
    let given = pay(&winners, jackpot, asked.gives.min(there))?;
    Ok(Price {
        awards: asked.awards,
        ..given
    })
}

/// The hands of a round that have made a row.
pub(crate) struct Hands<'a> {
    pub rules: &'static RuleSet,
    pub unit: Cents,
    pub units: &'a SeatMap<u8>,
    pub made: &'a SeatMap<Rows>,
}

impl Hands<'_> {
    /// The row that pays most for each seat, at the meter before the round's awards, in the order of payment.
    fn winners(&self, jackpot: &Jackpot) -> Result<Vec<Winner, 7>, MoneyError> {
        let mut winners = Vec::new();
        for (seat, units) in self.units.iter() {
            let stake = self.unit.times(u32::from(*units))?;
            let made = self.made.get(seat).of(self.rules);
            if let Some(row) = best(self.rules, made, jackpot, stake)? {
                let winner = Winner { seat, row, stake };
                winners.push(winner).map_err(|_| MoneyError::Overflow)?;
            }
        }
        put_in_order(self.rules, &mut winners);
        Ok(winners)
    }

    /// The awards at a meter that was registered before the pool could not be reached any more (RWS6 5.17.1): a table
    /// knows them without its pool.
    pub(crate) fn awards_at(
        &self,
        terms: JackpotTerms,
        registered: Cents,
    ) -> Result<Vec<PricedAward, 7>, MoneyError> {
        let mut jackpot = Jackpot::new(terms, registered)?;
        let winners = self.winners(&jackpot)?;
        Ok(pay(&winners, &mut jackpot, Cents::MAX)?.awards)
    }
}

/// The row that pays most. At equal amounts the community's comes first, then the higher category, then the earlier
/// row.
fn best(
    rules: &RuleSet,
    made: impl Iterator<Item = &'static AwardRow>,
    jackpot: &Jackpot,
    stake: Cents,
) -> Result<Option<&'static AwardRow>, MoneyError> {
    let mut best = None;
    for (place, row) in made.enumerate() {
        let order = (
            value(row, jackpot, stake)?,
            row.made_of == MadeOf::Community,
            rules.order(row.category),
            Reverse(place),
        );
        if best
            .as_ref()
            .is_none_or(|(best_order, _)| order > *best_order)
        {
            best = Some((order, row));
        }
    }
    Ok(best.map(|(_, row)| row))
}

/// Pays `winners`, which are in the order of payment, from `jackpot`: at most `most` in all.
fn pay(winners: &[Winner], jackpot: &mut Jackpot, most: Cents) -> Result<Price, MoneyError> {
    let mut till = Till {
        jackpot,
        left: most,
        price: Price::default(),
    };
    for group in winners.chunk_by(|a, b| a.row.award == b.row.award) {
        till.pay_group(group)?;
    }
    Ok(till.price)
}

/// Takes shares off the meter and notes the awards.
struct Till<'a> {
    jackpot: &'a mut Jackpot,
    /// The amount that may still be taken.
    left: Cents,
    price: Price,
}

impl Till<'_> {
    /// Pays the winners of one award: from a pool that they share equally (ML9 3.15.1), or one after the other.
    fn pay_group(&mut self, group: &[Winner]) -> Result<(), MoneyError> {
        if let Some(percent) = group.first().and_then(|first| pooled(first.row)) {
            let mut pool = Cents::ZERO;
            for _ in group {
                pool = pool.plus(self.take(percent)?)?;
            }
            let shares = shares(pool, group.len())?;
            return group
                .iter()
                .zip(shares)
                .try_for_each(|(winner, share)| self.note(winner, share));
        }
        group.iter().try_for_each(|winner| {
            let amount = self.pay_one(winner)?;
            self.note(winner, amount)
        })
    }

    fn pay_one(&mut self, winner: &Winner) -> Result<Cents, MoneyError> {
        let AwardPays::Jackpot(percent) = winner.row.pays else {
            return value(winner.row, self.jackpot, winner.stake);
        };
        let amount = self.take(percent)?;
        if winner.row.takes_all() {
            self.jackpot.reset()?;
            self.price.resets = self.price.resets.saturating_add(1);
        }
        Ok(amount)
    }

    fn take(&mut self, percent: Percent) -> Result<Cents, MoneyError> {
        let share = percent.of_floor(self.jackpot.shown());
        let taken = self.jackpot.take_at_most(share.min(self.left))?;
        self.left = self.left.minus(taken)?;
        self.price.gives = self.price.gives.plus(taken)?;
        Ok(taken)
    }

    fn note(&mut self, winner: &Winner, amount: Cents) -> Result<(), MoneyError> {
        let award = PricedAward {
            seat: winner.seat,
            award: winner.row.award,
            amount,
        };
        let awards = &mut self.price.awards;
        awards.push(award).map_err(|_| MoneyError::Overflow)
    }
}

/// The share that each winner of a pooled award adds to the pool.
fn pooled(row: &AwardRow) -> Option<Percent> {
    match row.pays {
        AwardPays::Jackpot(percent) if row.pooled.is_some() => Some(percent),
        _ => None,
    }
}
