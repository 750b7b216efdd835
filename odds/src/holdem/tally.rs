//! The results of each plan: for every kind of hole cards and every number of bets, in how many deals the hand
//! wins, with or without the Ante, loses, or stands off.

use super::plan::{Beside, Bets, HoldemPlan, Style};
use super::streets::{Counts, Streets};
use super::wins::Band;
use super::{DEALERS, DEALS_A_PAIR, RIVERS};
use crate::fraction::Fraction;
use crate::pairs::{CARDS_OF, Hole, KIND_OF};
use crate::parallel::Workers;
use crate::suits::Suits;

/// The end of a hand. Flop, Turn and River are the `bets`, in Antes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Result {
    /// The Ante is lost (THB6 3.9.1).
    Fold,
    /// All is lost (THB6 3.10.3).
    Lose {
        /// The bets besides the Ante.
        bets: u8,
    },
    /// Nothing is won or lost (THB6 3.10.4).
    StandOff,
    /// The bets win, the Ante stands off (THB6 3.10.2).
    Win {
        /// The bets besides the Ante.
        bets: u8,
    },
    /// The bets and the Ante win (THB6 3.10.2).
    WinWithAnte {
        /// The bets besides the Ante.
        bets: u8,
    },
}

impl Result {
    /// The player's win or loss, in Antes.
    pub fn net(self) -> i8 {
        match self {
            Result::Fold => -1,
            Result::Lose { bets } => -1 - bets.cast_signed(),
            Result::StandOff => 0,
            Result::Win { bets } => bets.cast_signed(),
            Result::WinWithAnte { bets } => 1 + bets.cast_signed(),
        }
    }

    /// The name used wherever results are written out.
    pub fn name(self) -> String {
        match self {
            Result::Fold => "fold".into(),
            Result::Lose { bets } => format!("lose_ante_and_{bets}"),
            Result::StandOff => "stand_off".into(),
            Result::Win { bets } => format!("win_{bets}"),
            Result::WinWithAnte { bets } => format!("win_ante_and_{bets}"),
        }
    }
}

/// The bets of a hand that plays on: Flop; Flop and one more; all.
const BETS: [u8; 3] = [2, 3, 4];

/// In how many deals a hand ends how: wins by [`Band`], losses, and all deals.
type Ends = [u64; 5];

/// The results of one kind of hole cards that plays on, by [`BETS`].
#[derive(Clone, Copy, Default, Debug)]
pub struct HoleTally([Ends; 3]);

impl HoleTally {
    /// Every way to end, in deals, where the Ante wins from `ante_from`.
    pub fn results(&self, ante_from: Band) -> impl Iterator<Item = (Result, u64)> {
        let by_bets = BETS.into_iter().zip(self.0);
        by_bets.flat_map(move |(bets, [low, straight, flush, losses, deals])| {
            let win = |band| match band < ante_from {
                true => Result::Win { bets },
                false => Result::WinWithAnte { bets },
            };
            [
                (win(Band::Low), low),
                (win(Band::Straight), straight),
                (win(Band::Flush), flush),
                (Result::Lose { bets }, losses),
                (Result::StandOff, deals - low - straight - flush - losses),
            ]
        })
    }

    /// In how many deals the hand loses.
    pub fn losses(&self) -> u64 {
        self.0.iter().map(|[_, _, _, losses, _]| losses).sum()
    }

    /// The net win of all deals together, in Antes.
    pub fn net(&self, ante_from: Band) -> i64 {
        let results = self.results(ante_from);
        let nets = results.map(|(result, deals)| i64::from(result.net()) * deals.cast_signed());
        nets.sum()
    }

    /// Adds so many times the rivers and dealers after a turn.
    fn add(&mut self, bet: usize, times: u64, counts: Counts) {
        if times == 0 {
            return;
        }
        let [low, straight, flush, losses] = counts.all();
        let counts = [low, straight, flush, losses, RIVERS * u64::from(DEALERS)];
        for (sum, count) in self.0[bet].iter_mut().zip(counts) {
            *sum += times * count;
        }
    }

    fn add_all(&mut self, other: &HoleTally) {
        let others = other.0.as_flattened();
        for (sum, other) in self.0.as_flattened_mut().iter_mut().zip(others) {
            *sum += other;
        }
    }
}

/// The results of a plan, for every kind of hole cards.
#[derive(Clone, Debug)]
pub struct Tally {
    plan: HoldemPlan,
    holes: Vec<HoleTally>,
}

impl Tally {
    /// True if the plan folds these hole cards.
    pub fn folds(&self, hole: Hole, ante_from: Band) -> bool {
        let by_rule = self.plan.folds_by_rule(hole);
        by_rule.unwrap_or_else(|| self.worth(hole, ante_from) < -Fraction::ONE)
    }

    /// The results of these hole cards where they play on.
    pub fn hole(&self, hole: Hole) -> &HoleTally {
        &self.holes[hole.number()]
    }

    /// The mean win of these hole cards if they play on, in Antes.
    pub fn worth(&self, hole: Hole, ante_from: Band) -> Fraction {
        let deals = hole.pairs() * DEALS_A_PAIR;
        Fraction::new(self.hole(hole).net(ante_from).into(), deals.into())
    }

    /// Every way to end, in deals.
    pub fn results(&self, ante_from: Band) -> impl Iterator<Item = (Result, u64)> {
        Hole::all().flat_map(move |hole| {
            let folded = (Result::Fold, hole.pairs() * DEALS_A_PAIR);
            let folds = self.folds(hole, ante_from);
            let played = self.hole(hole).results(ante_from).filter(move |_| !folds);
            played.chain(folds.then_some(folded))
        })
    }
}

/// The tallies of every plan.
pub(super) fn tallies(streets: &Streets, bets: &Bets, workers: &Workers) -> Vec<Tally> {
    let nothing = || vec![HoleTally::default(); Hole::COUNT * Style::ALL.len()];
    let parts = workers.each(streets.turns.all(), nothing, |sums, number, turn| {
        add_turn(sums, streets, bets, number, *turn);
    });
    let mut sums = nothing();
    for part in parts {
        let both = sums.iter_mut().zip(&part);
        both.for_each(|(sum, part)| sum.add_all(part));
    }
    let tally = |plan: HoldemPlan| Tally {
        plan,
        holes: sums[plan.style() as usize * Hole::COUNT..][..Hole::COUNT].to_vec(),
    };
    HoldemPlan::ALL.map(tally).to_vec()
}

/// Adds every pair beside a class of four cards, each of which may have been the turn.
fn add_turn(sums: &mut [HoleTally], streets: &Streets, bets: &Bets, number: usize, turn: Suits) {
    let multiplicity = turn.multiplicity();
    let before: Vec<Beside> = turn
        .cards()
        .map(|card| bets.on_flop(turn.without(card)))
        .collect();
    let after = bets.on_turn(turn);
    for (pair, counts) in streets.turn(number).iter().enumerate() {
        if CARDS_OF[pair].iter().any(|card| turn.contains(*card)) {
            continue;
        }
        let turns: [u8; 4] = std::array::from_fn(|card| before[card].styles(pair));
        let river = after.styles(pair);
        let tallies = sums.iter_mut().skip(KIND_OF[pair].number());
        for (style, tally) in tallies.step_by(Hole::COUNT).enumerate() {
            let bet = |byte: u8| usize::from(byte >> style & 1);
            let with: usize = turns.iter().map(|turn| bet(*turn)).sum();
            let times = |turns: usize| multiplicity * turns as u64;
            tally.add(bet(river) + 1, times(with), *counts);
            tally.add(bet(river), times(turns.len() - with), *counts);
        }
    }
}
