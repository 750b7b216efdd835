//! The progressive wager: which awards the cards make, which of them is paid at a meter, and what that is
//! worth.
//!
//! One award is paid a wager, the highest (TCP5 3.20.2), and which is the highest may depend on the meter.
//! So the deals are counted by all the rows of the pay table that they make, and a row is chosen later.

use std::collections::BTreeMap;

use shared_rules::games::{AwardPays, AwardRow, AwardsLeft, MadeOf, SuitRule};
use shared_rules::money::{BasisPoints, Cents};

use crate::fraction::Fraction;
use crate::holdem::{BOARDS_A_PAIR, MadeWays};
use crate::pairs::{Hole, PAIRS};
use crate::suits::{Classes, hand};
use crate::three_card;
use crate::wager::{OddsLine, WagerKind, WagerOdds};

/// The rows of a pay table that a deal makes: a bit each.
type Rows = u16;

/// In how many deals which rows are made.
#[derive(Clone, Debug)]
pub struct Awards {
    table: &'static [AwardRow],
    of: u64,
    ways: BTreeMap<Rows, u64>,
}

/// The figures on the house's sign.
#[derive(Clone, Copy, Debug)]
pub struct SignFigures {
    /// One unit.
    pub unit: Cents,
    /// The number of units wagered.
    pub units: u8,
    /// The meter when bets are closed, with this round's contributions.
    pub meter: Cents,
    /// The value of the meter after it has been won.
    pub reset: Cents,
    /// The share of a stake that goes on the meter.
    pub contribution: BasisPoints,
}

impl SignFigures {
    /// The stake, in cents.
    pub fn stake(&self) -> Fraction {
        cents(self.unit) * Fraction::whole(self.units.into())
    }

    /// A wager's contribution to the meter, in cents.
    pub fn contribution(&self) -> Fraction {
        self.stake() * Fraction::new(self.contribution.get().into(), 10_000)
    }
}

fn cents(amount: Cents) -> Fraction {
    Fraction::whole(amount.get().into())
}

impl Awards {
    /// The awards on five cards, or on three: whatever becomes of the hand, they are won.
    ///
    /// # Panics
    /// If a row looks at the turn or the river.
    pub fn on_first_cards(table: &'static [AwardRow]) -> Awards {
        let mut awards = Awards::none(table, 0);
        if table.iter().all(|row| row.made_of == MadeOf::ThreeCards) {
            for cards in three_card::hands() {
                awards.add(1, |row| makes_three(cards, row));
            }
            return awards;
        }
        assert!(table.iter().all(|row| row.made_of == MadeOf::HoleAndFlop));
        for class in Classes::of(5).all() {
            let category = hand::<5>(class.cards()).rank().category();
            awards.add(class.multiplicity(), |row| row.category == category);
        }
        awards
    }

    /// The awards that look at all seven cards, from what the hole cards make; folded ones have `left`.
    pub fn on_all_cards(
        table: &'static [AwardRow],
        made: &MadeWays,
        folds: impl Fn(Hole) -> bool,
        left: AwardsLeft,
    ) -> Awards {
        let mut awards = Awards::none(table, 0);
        for ((hole, made), ways) in made {
            let left = if folds(*hole) { left } else { AwardsLeft::All };
            awards.add(*ways, |row| left.includes(row) && made.wins(row));
        }
        awards.of = PAIRS as u64 * BOARDS_A_PAIR;
        awards
    }

    fn none(table: &'static [AwardRow], of: u64) -> Awards {
        Awards {
            table,
            of,
            ways: BTreeMap::new(),
        }
    }

    fn add(&mut self, ways: u64, makes: impl Fn(&AwardRow) -> bool) {
        let rows = (0..).zip(self.table);
        let made = rows.fold(0, |made, (bit, row)| made | Rows::from(makes(row)) << bit);
        *self.ways.entry(made).or_default() += ways;
        self.of += ways;
    }

    /// The wager with this meter, in cents, and this on the sign otherwise.
    fn at(&self, meter: Fraction, stake: Fraction) -> WagerOdds {
        let mut ways = vec![0; self.table.len()];
        for (made, count) in &self.ways {
            let rows = (0..self.table.len()).filter(|row| made >> row & 1 == 1);
            // Between equal values the community's row is paid, then the earlier row.
            let best = rows.rev().max_by_key(|row| {
                let row = &self.table[*row];
                (value(row, meter, stake), row.made_of == MadeOf::Community)
            });
            if let Some(best) = best {
                ways[best] += count;
            }
        }
        let lines = self.table.iter().zip(ways);
        WagerOdds {
            meter: meter / stake,
            ..WagerOdds::new(
                WagerKind::Progressive,
                self.of,
                lines.map(|(row, ways)| line(row, ways, stake)).collect(),
            )
        }
    }

    /// The wager with the meter that is on the sign.
    pub fn at_sign(&self, sign: &SignFigures) -> WagerOdds {
        self.at(cents(sign.meter), sign.stake())
    }

    /// The wager and what follows from it.
    pub fn progressive(&self, sign: &SignFigures) -> ProgressiveOdds {
        let stake = sign.stake();
        let wager = self.at_sign(sign);
        let hits = self.table.iter().zip(&wager.lines);
        let hits = hits.filter(|(row, _)| row.takes_all());
        let hit = Fraction::ways(hits.map(|(_, line)| line.ways).sum(), self.of);
        let share = wager.meter_return();
        let from_meter = hit * cents(sign.reset) + sign.contribution();
        ProgressiveOdds {
            break_even: self.break_even(cents(sign.meter), stake),
            hit,
            at_hit: from_meter / share,
            long_run: wager.fixed_return() + from_meter / stake,
            envy: self.envy(&wager) / stake,
            wager,
        }
    }

    /// The meter at which the wager is fair, in cents. What comes back is convex in the meter, a piece of
    /// a line between any two changes of the highest award, so that going along the tangent ends.
    fn break_even(&self, mut meter: Fraction, stake: Fraction) -> Fraction {
        loop {
            let wager = self.at(meter, stake);
            let next = (Fraction::ONE - wager.fixed_return()) / wager.meter_return() * stake;
            if next == meter {
                return meter;
            }
            meter = next.max(Fraction::ZERO);
            if next < Fraction::ZERO {
                return next;
            }
        }
    }

    /// The mean award for another seat's hand, in cents (TCP5 3.14).
    fn envy(&self, wager: &WagerOdds) -> Fraction {
        let rows = self.table.iter().zip(&wager.lines);
        let envy = rows
            .filter_map(|(row, line)| Some(cents(row.envy?) * Fraction::ways(line.ways, self.of)));
        envy.sum()
    }
}

/// A progressive wager and what follows from it.
#[derive(Clone, Debug)]
pub struct ProgressiveOdds {
    /// The wager at the meter on the sign.
    pub wager: WagerOdds,
    /// The meter at which it is fair, in cents; below nothing where it always is better than fair.
    pub break_even: Fraction,
    /// The probability that a wager wins the whole meter.
    pub hit: Fraction,
    /// The meter that a wager wins on average when it wins the whole, in cents: every wager puts its
    /// contribution on the meter, and takes its share of it on average, so that what comes from resets
    /// and contributions between two hits is what goes.
    pub at_hit: Fraction,
    /// The return for each unit staked over many hits: all contributions to the meter are won.
    pub long_run: Fraction,
    /// The return from each hand of another player besides, for each unit staked (TCP5 3.14).
    pub envy: Fraction,
}

impl ProgressiveOdds {
    /// The same, for a way to play the main game.
    #[must_use]
    pub fn played(self, strategy: &'static str) -> ProgressiveOdds {
        ProgressiveOdds {
            wager: self.wager.played(strategy),
            ..self
        }
    }
}

fn makes_three(cards: three_card::Hand3, row: &AwardRow) -> bool {
    let suit_fits = match row.suit {
        SuitRule::Any => true,
        SuitRule::Only(suit) => cards.all_of(suit),
        SuitRule::Not(suit) => !cards.all_of(suit),
    };
    cards.rank().category() == row.category && suit_fits
}

/// The award of `row`, in cents.
fn value(row: &AwardRow, meter: Fraction, stake: Fraction) -> Fraction {
    let line = line(row, 0, stake);
    line.fixed * stake + line.share * meter
}

fn line(row: &AwardRow, ways: u64, stake: Fraction) -> OddsLine {
    let (fixed, share) = match row.pays {
        AwardPays::Jackpot(percent) => (Fraction::ZERO, Fraction::new(percent.get().into(), 100)),
        AwardPays::Fixed(amount) => (cents(amount) / stake, Fraction::ZERO),
        AwardPays::ForOne(factor) => (Fraction::whole(factor.into()), Fraction::ZERO),
    };
    OddsLine {
        award: row.award.name().into(),
        ways,
        fixed,
        share,
    }
}
