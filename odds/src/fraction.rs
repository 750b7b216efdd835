//! Exact fractions: every figure of this crate is one, in lowest terms, until somebody reads it.
#![allow(
    clippy::arithmetic_side_effects,
    reason = "counts of deals times amounts are far below 128 bits, and a build with overflow checks stops"
)]

use std::cmp::Ordering;
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// A fraction in lowest terms, its denominator positive.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Fraction {
    num: i128,
    den: i128,
}

impl Fraction {
    /// Nothing.
    pub const ZERO: Fraction = Fraction::whole(0);
    /// The whole.
    pub const ONE: Fraction = Fraction::whole(1);

    /// `num / den`.
    ///
    /// # Panics
    /// If `den` is 0.
    pub fn new(num: i128, den: i128) -> Fraction {
        assert!(den != 0, "a fraction has a denominator");
        let common = gcd(num, den) * den.signum();
        Fraction {
            num: num / common,
            den: den / common,
        }
    }

    /// A whole number.
    pub const fn whole(num: i128) -> Fraction {
        Fraction { num, den: 1 }
    }

    /// The probability of `ways` among `of` equally likely ones.
    pub fn ways(ways: u64, of: u64) -> Fraction {
        Fraction::new(i128::from(ways), i128::from(of))
    }

    /// The numerator.
    pub const fn num(self) -> i128 {
        self.num
    }

    /// The denominator.
    pub const fn den(self) -> i128 {
        self.den
    }

    /// The nearest float, to read.
    #[expect(clippy::cast_precision_loss, reason = "for people to read")]
    pub fn value(self) -> f64 {
        // The whole part apart, so that a large fraction keeps its digits.
        let whole = self.num.div_euclid(self.den);
        whole as f64 + self.num.rem_euclid(self.den) as f64 / self.den as f64
    }

    /// True for zero.
    pub const fn is_zero(self) -> bool {
        self.num == 0
    }

    /// Itself times itself.
    #[must_use]
    pub fn squared(self) -> Fraction {
        self * self
    }
}

/// The greatest common divisor, positive; of 0 and 0 it is 1.
fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}

impl Add for Fraction {
    type Output = Fraction;

    fn add(self, other: Fraction) -> Fraction {
        let common = gcd(self.den, other.den);
        let (left, right) = (other.den / common, self.den / common);
        Fraction::new(self.num * left + other.num * right, self.den * left)
    }
}

impl Neg for Fraction {
    type Output = Fraction;

    fn neg(self) -> Fraction {
        Fraction {
            num: -self.num,
            den: self.den,
        }
    }
}

impl Sub for Fraction {
    type Output = Fraction;

    fn sub(self, other: Fraction) -> Fraction {
        self + -other
    }
}

impl Mul for Fraction {
    type Output = Fraction;

    fn mul(self, other: Fraction) -> Fraction {
        // Crosswise first: the products stay small.
        let (one, two) = (gcd(self.num, other.den), gcd(other.num, self.den));
        Fraction {
            num: (self.num / one) * (other.num / two),
            den: (self.den / two) * (other.den / one),
        }
    }
}

impl Div for Fraction {
    type Output = Fraction;

    #[expect(
        clippy::suspicious_arithmetic_impl,
        reason = "division is multiplication by the inverse"
    )]
    fn div(self, other: Fraction) -> Fraction {
        self * Fraction::new(other.den, other.num)
    }
}

impl Sum for Fraction {
    fn sum<I: Iterator<Item = Fraction>>(fractions: I) -> Fraction {
        fractions.fold(Fraction::ZERO, Add::add)
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Fraction) -> Ordering {
        (*self - *other).num.cmp(&0)
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Fraction) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}/{}", self.num, self.den)
    }
}

#[cfg(test)]
mod tests {
    use super::Fraction;

    #[test]
    fn arithmetic_is_exact_and_in_lowest_terms() {
        let (third, half) = (Fraction::new(1, 3), Fraction::new(-2, -4));
        assert_eq!((third + half).to_string(), "5/6");
        assert_eq!((third - half).to_string(), "-1/6");
        assert_eq!((third * half / Fraction::new(-5, 6)).to_string(), "-1/5");
        assert_eq!(Fraction::new(0, -7), Fraction::ZERO);
        assert!(third < half && half < Fraction::ONE);
        let close = |a: f64, b: f64| (a - b).abs() < 1e-15;
        assert!(close(Fraction::new(-1, 8).value(), -0.125));
    }
}
