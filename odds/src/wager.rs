//! The worth of a wager: the ways it can end, and the figures that follow from them.

use crate::fraction::Fraction;

/// The wagers that have odds of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WagerKind {
    /// The progressive wager.
    Progressive,
    /// Bonus on the hole cards.
    Bonus,
    /// Pair Plus.
    PairPlus,
    /// The game against the dealer: the Ante with all that follows it.
    Main,
}

impl WagerKind {
    /// The name used wherever wagers are written out.
    pub const fn name(self) -> &'static str {
        match self {
            WagerKind::Progressive => "progressive",
            WagerKind::Bonus => "bonus",
            WagerKind::PairPlus => "pair_plus",
            WagerKind::Main => "main",
        }
    }
}

/// A way for a wager to end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OddsLine {
    /// The name of the award or result.
    pub award: String,
    /// In how many deals.
    pub ways: u64,
    /// The return for each unit staked, with the stake where it is given back.
    pub fixed: Fraction,
    /// The return besides, as a share of the meter.
    pub share: Fraction,
}

impl OddsLine {
    /// A line that pays so much to 1, and gives the stake back; with -1 it is lost.
    pub fn to_one(award: impl Into<String>, ways: u64, to_one: Fraction) -> OddsLine {
        OddsLine {
            award: award.into(),
            ways,
            fixed: Fraction::ONE + to_one,
            share: Fraction::ZERO,
        }
    }
}

/// A wager and all ways in which it can end. In the deals that no line counts it is lost.
#[derive(Clone, Debug)]
pub struct WagerOdds {
    /// Which.
    pub kind: WagerKind,
    /// The plan for the main game, where that matters.
    pub strategy: Option<&'static str>,
    /// The number of all deals.
    pub of: u64,
    /// The ways to end.
    pub lines: Vec<OddsLine>,
    /// The meter in stakes.
    pub meter: Fraction,
}

impl WagerOdds {
    /// A wager that has nothing to do with the meter.
    pub fn new(kind: WagerKind, of: u64, lines: Vec<OddsLine>) -> WagerOdds {
        WagerOdds {
            kind,
            strategy: None,
            of,
            lines,
            meter: Fraction::ZERO,
        }
    }

    /// The same, for a way to play the main game.
    #[must_use]
    pub fn played(self, strategy: &'static str) -> WagerOdds {
        WagerOdds {
            strategy: Some(strategy),
            ..self
        }
    }

    /// The mean of a figure over all deals.
    pub fn mean(&self, figure: impl Fn(&OddsLine) -> Fraction) -> Fraction {
        let sum: Fraction = self
            .lines
            .iter()
            .map(|line| figure(line) * Fraction::whole(line.ways.into()))
            .sum();
        sum / Fraction::whole(self.of.into())
    }

    /// The mean return for each unit staked, without the meter.
    pub fn fixed_return(&self) -> Fraction {
        self.mean(|line| line.fixed)
    }

    /// The share of the meter that a wager wins on average.
    pub fn meter_return(&self) -> Fraction {
        self.mean(|line| line.share)
    }

    /// The mean return for each unit staked, with the meter as it stands.
    pub fn total_return(&self) -> Fraction {
        self.fixed_return() + self.meter_return() * self.meter
    }

    /// The house's mean share of each unit staked.
    pub fn edge(&self) -> Fraction {
        Fraction::ONE - self.total_return()
    }

    /// The variance of what comes back for each unit staked.
    pub fn variance(&self) -> Fraction {
        let square = self.mean(|line| (line.fixed + line.share * self.meter).squared());
        square - self.total_return().squared()
    }
}
