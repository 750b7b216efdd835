//! Money in fixed point: whole [`Cents`], rates in [`BasisPoints`], and [`MicroCents`] for fractions of a cent. No
//! floats; every operation that could overflow returns a [`MoneyError`]; the name of every division gives its rounding.
//!
//! A stake times a rate is exact in micro-cents (1 basis point of 1 cent is 100 of them), so the
//! jackpot never drops a remainder: it carries it.

use core::fmt;
use core::hint::cold_path;
use serde::{Deserialize, Serialize};

/// An amount that cannot be represented.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum MoneyError {
    /// The amount is too large.
    Overflow,
    /// More was to be taken than there is.
    Short,
}

impl fmt::Display for MoneyError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            MoneyError::Overflow => "an amount is too large to be settled",
            MoneyError::Short => "more was to be taken than there is",
        })
    }
}

/// Multiplying 64 by 64 bits takes long code on a 32-bit processor: not inlined.
#[inline(never)]
fn product(one: u64, other: u64) -> Result<u64, MoneyError> {
    one.checked_mul(other).ok_or(MoneyError::Overflow)
}

/// A non-negative amount in whole cents.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug, Hash, Serialize, Deserialize,
)]
pub struct Cents(u64);

impl Cents {
    /// Nothing.
    pub const ZERO: Cents = Cents(0);

    /// The largest amount.
    pub const MAX: Cents = Cents(u64::MAX);

    /// This many cents.
    pub const fn new(cents: u64) -> Cents {
        Cents(cents)
    }

    /// This many dollars, for the amounts printed in the documents.
    pub const fn dollars(dollars: u32) -> Cents {
        Cents((dollars as u64).saturating_mul(100))
    }

    /// The number of cents.
    pub const fn get(self) -> u64 {
        self.0
    }

    /// True if the amount is zero.
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// The sum.
    pub fn plus(self, other: Cents) -> Result<Cents, MoneyError> {
        let sum = self.0.checked_add(other.0);
        sum.map(Cents).ok_or(MoneyError::Overflow)
    }

    /// The difference, which must not be negative.
    pub fn minus(self, other: Cents) -> Result<Cents, MoneyError> {
        let difference = self.0.checked_sub(other.0);
        difference.map(Cents).ok_or(MoneyError::Short)
    }

    /// The part of this amount above `bound`, or zero.
    pub const fn above(self, bound: Cents) -> Cents {
        Cents(self.0.saturating_sub(bound.0))
    }

    /// The part of this amount within `bound`, and the part above it.
    pub fn split_at(self, bound: Cents) -> (Cents, Cents) {
        if self <= bound {
            return (self, Cents::ZERO);
        }
        // Few wagers are over their maximum, so the common path does not compute the rest.
        cold_path();
        (bound, self.above(bound))
    }

    /// This amount times `factor`.
    pub fn times(self, factor: u32) -> Result<Cents, MoneyError> {
        if factor == 1 {
            // Most wagers pay 1 to 1.
            return Ok(self);
        }
        let product = self.0.checked_mul(u64::from(factor));
        product.map(Cents).ok_or(MoneyError::Overflow)
    }

    /// An equal share for each of `count`, rounded down to the cent, and the cents that do not divide.
    pub fn split_floor(self, count: u32) -> Option<(Cents, u32)> {
        let count = u64::from(count);
        let share = self.0.checked_div(count)?;
        let rest = u32::try_from(self.0.checked_rem(count)?).ok()?;
        Some((Cents(share), rest))
    }

    /// As a signed number, for differences.
    pub fn signed(self) -> Result<i64, MoneyError> {
        i64::try_from(self.0).map_err(|_| MoneyError::Overflow)
    }
}

impl fmt::Display for Cents {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (dollars, cents) = (self.0 / 100, self.0 % 100);
        write!(f, "${dollars}.{cents:02}")
    }
}

/// A share of a stake in hundredths of a percent, at most the whole of it.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug, Hash, Serialize, Deserialize,
)]
#[serde(try_from = "u16", into = "u16")]
pub struct BasisPoints(u16);

impl From<BasisPoints> for u16 {
    fn from(rate: BasisPoints) -> u16 {
        rate.0
    }
}

/// A rate of more than the whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoreThanAll;

impl fmt::Display for MoreThanAll {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a rate is at most 10000 basis points")
    }
}

impl TryFrom<u16> for BasisPoints {
    type Error = MoreThanAll;

    fn try_from(points: u16) -> Result<BasisPoints, MoreThanAll> {
        BasisPoints::new(points).ok_or(MoreThanAll)
    }
}

impl BasisPoints {
    /// No share.
    pub const ZERO: BasisPoints = BasisPoints(0);

    /// This many hundredths of a percent, up to 10,000.
    pub const fn new(points: u16) -> Option<BasisPoints> {
        if points <= 10_000 {
            Some(BasisPoints(points))
        } else {
            None
        }
    }

    /// The number of hundredths of a percent.
    pub const fn get(self) -> u16 {
        self.0
    }

    /// This share of `stake`, exactly.
    pub fn of(self, stake: Cents) -> Result<MicroCents, MoneyError> {
        product(stake.0, u64::from(self.0) * 100).map(MicroCents)
    }
}

/// A share of the jackpot as the pay tables print it, in whole percent from 1 to 100.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Percent(u8);

impl Percent {
    /// The whole jackpot.
    pub const ALL: Percent = Percent(100);

    /// This many percent. In a constant, a value outside 1 to 100 does not compile.
    pub const fn new(percent: u8) -> Option<Percent> {
        if percent >= 1 && percent <= 100 {
            Some(Percent(percent))
        } else {
            None
        }
    }

    /// The number of percent.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// This share of `amount`, rounded down to the cent.
    pub fn of_floor(self, amount: Cents) -> Cents {
        // Hundreds and rest apart, so that nothing overflows: both products stay below `amount`.
        let percent = u64::from(self.0);
        let (hundreds, rest) = (amount.0 / 100, amount.0 % 100);
        Cents(
            hundreds
                .saturating_mul(percent)
                .saturating_add(rest.saturating_mul(percent) / 100),
        )
    }
}

/// A non-negative amount in millionths of a cent.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug, Hash, Serialize, Deserialize,
)]
pub struct MicroCents(u64);

/// Micro-cents in a cent.
const MICROS: u64 = 1_000_000;

impl MicroCents {
    /// Nothing.
    pub const ZERO: MicroCents = MicroCents(0);

    /// This many micro-cents.
    pub const fn new(micros: u64) -> MicroCents {
        MicroCents(micros)
    }

    /// Whole cents as micro-cents.
    pub fn from_cents(cents: Cents) -> Result<MicroCents, MoneyError> {
        product(cents.0, MICROS).map(MicroCents)
    }

    /// The number of micro-cents.
    pub const fn get(self) -> u64 {
        self.0
    }

    /// The whole cents in this amount; the owner of the amount carries the rest.
    pub const fn cents_floor(self) -> Cents {
        Cents(self.0 / MICROS)
    }

    /// The sum.
    pub fn plus(self, other: MicroCents) -> Result<MicroCents, MoneyError> {
        let sum = self.0.checked_add(other.0);
        sum.map(MicroCents).ok_or(MoneyError::Overflow)
    }

    /// The difference, which must not be negative.
    pub fn minus(self, other: MicroCents) -> Result<MicroCents, MoneyError> {
        let difference = self.0.checked_sub(other.0);
        difference.map(MicroCents).ok_or(MoneyError::Short)
    }
}
