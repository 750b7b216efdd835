//! Amounts in JSON: whole cents, never negative, never a fraction, with an error that says which it was.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use shared_rules::money::Cents;

/// An amount as it stands in the input.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Amount(pub(crate) Cents);

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Amount, D::Error> {
        deserializer.deserialize_u64(AmountVisitor)
    }
}

struct AmountVisitor;

impl Visitor<'_> for AmountVisitor {
    type Value = Amount;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an amount in whole cents")
    }

    fn visit_u64<E: Error>(self, cents: u64) -> Result<Amount, E> {
        Ok(Amount(Cents::new(cents)))
    }

    fn visit_i64<E: Error>(self, cents: i64) -> Result<Amount, E> {
        let cents = u64::try_from(cents);
        cents
            .map(|cents| Amount(Cents::new(cents)))
            .map_err(|_| E::custom("the amount is negative"))
    }

    // Whole numbers beyond 64 bits arrive as floats as well.
    fn visit_f64<E: Error>(self, number: f64) -> Result<Amount, E> {
        Err(E::custom(if number < 0.0 {
            "the amount is negative"
        } else if number.fract() == 0.0 && number >= 1e19 {
            "the amount is too large"
        } else {
            "the amount is not a whole number of cents"
        }))
    }
}
