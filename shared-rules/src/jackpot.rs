//! The jackpot: a meter that grows with every accepted progressive unit, pays its awards, and starts again from its
//! reset value (RWS6 1.20).
//!
//! Terms: the sign shows the *meter*, rounded down to the cent; the *reserve* is the hidden share of the stakes; the
//! *overflow* is the sum of contributions that came in while the meter stood at its limit, and goes on the meter at the
//! next reset.
//!
//! Invariant, to the micro-cent: seeds + contributions = meter + reserve + overflow + awards taken from
//! the meter, where a seed is the first value of the meter or a reset value.

use crate::money::{BasisPoints, Cents, MicroCents, MoneyError, Percent};
use serde::{Deserialize, Serialize};

/// The house's parameters.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Hash, Serialize, Deserialize)]
pub struct JackpotTerms {
    /// The value from which the meter starts after it has been won.
    pub reset: Cents,
    /// The share of each accepted stake that goes on the meter.
    pub contribution: BasisPoints,
    /// The share of each accepted stake that goes into the reserve.
    pub reserve: BasisPoints,
    /// The highest value of the meter.
    pub limit: Option<Cents>,
}

/// The meter, the reserve and the overflow.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
pub struct Jackpot {
    terms: JackpotTerms,
    meter: MicroCents,
    reserve: MicroCents,
    overflow: MicroCents,
}

/// The parts of one stake's contribution, so that it can be taken back exactly.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Hash, Serialize, Deserialize)]
pub struct Contribution {
    /// On the meter.
    pub meter: MicroCents,
    /// Into the reserve.
    pub reserve: MicroCents,
    /// Over the limit.
    pub overflow: MicroCents,
}

impl Jackpot {
    /// A jackpot whose meter shows `meter`.
    pub fn new(terms: JackpotTerms, meter: Cents) -> Result<Jackpot, MoneyError> {
        Ok(Jackpot {
            terms,
            meter: MicroCents::from_cents(meter)?,
            reserve: MicroCents::ZERO,
            overflow: MicroCents::ZERO,
        })
    }

    /// The same meters under other parameters.
    #[must_use]
    pub const fn under(self, terms: JackpotTerms) -> Jackpot {
        Jackpot { terms, ..self }
    }

    /// The house's parameters.
    pub const fn terms(&self) -> &JackpotTerms {
        &self.terms
    }

    /// The meter as the sign shows it.
    pub const fn shown(&self) -> Cents {
        self.meter.cents_floor()
    }

    /// The meter with the fraction of a cent that it carries.
    pub const fn meter(&self) -> MicroCents {
        self.meter
    }

    /// The reserve.
    pub const fn reserve(&self) -> MicroCents {
        self.reserve
    }

    /// The contributions over the limit.
    pub const fn overflow(&self) -> MicroCents {
        self.overflow
    }

    /// True if nothing has come onto the meter since it was set to its reset value, as far as the sign shows it.
    pub fn is_at_reset(&self) -> bool {
        self.shown() == self.terms.reset && self.overflow == MicroCents::ZERO
    }

    /// Adds the shares of an accepted progressive stake.
    pub fn contribute(&mut self, stake: Cents) -> Result<Contribution, MoneyError> {
        let reserve = self.terms.reserve.of(stake)?;
        let reserves = self.reserve.plus(reserve)?;
        let (meter, overflow) = self.grow(self.terms.contribution.of(stake)?)?;
        self.reserve = reserves;
        Ok(Contribution {
            meter,
            reserve,
            overflow,
        })
    }

    /// Adds to the meter as far as the limit allows, and the rest to the overflow; returns both parts.
    pub(crate) fn grow(
        &mut self,
        share: MicroCents,
    ) -> Result<(MicroCents, MicroCents), MoneyError> {
        let meter = self.room()?.map_or(share, |room| share.min(room));
        let overflow = share.minus(meter)?;
        *self = Jackpot {
            meter: self.meter.plus(meter)?,
            overflow: self.overflow.plus(overflow)?,
            ..*self
        };
        Ok((meter, overflow))
    }

    /// The same jackpot with `meter` on its meter.
    pub(crate) fn showing(self, meter: Cents) -> Result<Jackpot, MoneyError> {
        Ok(Jackpot {
            meter: MicroCents::from_cents(meter)?,
            ..self
        })
    }

    /// Gives back the shares of a stake that is returned to its player.
    pub fn take_back(&mut self, contribution: Contribution) -> Result<(), MoneyError> {
        *self = Jackpot {
            meter: self.meter.minus(contribution.meter)?,
            reserve: self.reserve.minus(contribution.reserve)?,
            overflow: self.overflow.minus(contribution.overflow)?,
            ..*self
        };
        Ok(())
    }

    /// Takes a share of the amount that the sign shows, rounded down to the cent; the rest stays.
    pub fn take_percent(&mut self, percent: Percent) -> Result<Cents, MoneyError> {
        let share = percent.of_floor(self.shown());
        self.take_at_most(share)
    }

    /// Takes `amount` as far as the sign's amount goes, and returns the amount taken.
    pub fn take_at_most(&mut self, amount: Cents) -> Result<Cents, MoneyError> {
        let taken = amount.min(self.shown());
        self.meter = self.meter.minus(MicroCents::from_cents(taken)?)?;
        Ok(taken)
    }

    /// Starts again after the whole jackpot was won: the reset value is added to the carried fraction of a cent, and
    /// the overflow follows as far as the limit allows.
    pub fn reset(&mut self) -> Result<(), MoneyError> {
        self.meter = self.meter.plus(MicroCents::from_cents(self.terms.reset)?)?;
        let moved = self
            .room()?
            .map_or(self.overflow, |room| self.overflow.min(room));
        self.meter = self.meter.plus(moved)?;
        self.overflow = self.overflow.minus(moved)?;
        Ok(())
    }

    /// The room that the limit leaves for the meter to grow.
    fn room(&self) -> Result<Option<MicroCents>, MoneyError> {
        let Some(limit) = self.terms.limit else {
            return Ok(None);
        };
        let limit = MicroCents::from_cents(limit)?;
        Ok(Some(limit.minus(self.meter).unwrap_or(MicroCents::ZERO)))
    }
}
