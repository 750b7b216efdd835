//! The hold'em games against the dealer, whole: every deal, every decision.
//!
//! The parts, in the order of the work: `showdown` (one board), `streets` (all boards, summed up to what a
//! player knows before each bet), `plan` (who bets when), `tally` (how each plan ends), `advice` (the best
//! plan in words), `rare` (the hands of the progressive wagers, on the way).

mod advice;
mod plan;
mod rare;
mod showdown;
mod streets;
mod tally;
mod wins;

pub use advice::{Advice, Situation};
pub use plan::{Beside, Bets, HoldemPlan};
pub use rare::{Made, MadeWays, ORDERS};
pub use showdown::{DEALERS, PairShowdown, Showdowns};
pub use tally::{HoleTally, Result, Tally};
pub use wins::Band;

use std::collections::BTreeMap;

use shared_rules::evaluate::Category;

use crate::fraction::Fraction;
use crate::pairs::PAIRS;
use crate::parallel::Workers;
use crate::wager::{OddsLine, WagerKind, WagerOdds};
use rare::Rare;
use streets::Streets;

/// Deals of the community and the dealer's cards for one pair of hole cards: flop, turn, river, dealer.
pub const DEALS_A_PAIR: u64 = BOARDS_A_PAIR * 990;
/// Deals of the community's cards for one pair of hole cards: 19,600 flops, 47 turns, 46 rivers.
pub const BOARDS_A_PAIR: u64 = 19_600 * 47 * RIVERS;
/// Rivers when the hole cards, the flop and the turn are known.
const RIVERS: u64 = 46;

/// The steps of an enumeration, as workers tell them: all boards once, turns and flops several times.
pub const STEPS: u64 = 134_459 + 4 * 16_432 + 3 * 1_755;

/// Everything there is to know about a hold'em game.
#[derive(Debug)]
pub struct HoldemOdds {
    /// The results of each plan, in the order of [`HoldemPlan::ALL`].
    pub tallies: Vec<Tally>,
    /// The bets of the plans.
    pub bets: Bets,
    /// When the best play bets before the turn, and before the river.
    pub advice: [Advice; 2],
    /// The hands that the hole cards make, in deals of hole cards, flop, turn and river; from the lowest category
    /// that was asked for.
    pub made: MadeWays,
    /// Deals of two aces to the player and two to the dealer in which the player loses.
    pub aces_lose: u64,
}

impl HoldemOdds {
    /// Enumerates the game; what the hole cards make is noted from `floor` up.
    pub fn enumerate(floor: Category, workers: &Workers) -> HoldemOdds {
        let (streets, rare) = Streets::enumerate(|| Rare::new(floor), workers);
        let bets = Bets::new(&streets, workers);
        let tallies = tally::tallies(&streets, &bets, workers);
        let advice = [
            advice::advise(&bets.flops, workers, |flop| bets.on_flop(flop)),
            advice::advise(&bets.turns, workers, |turn| bets.on_turn(turn)),
        ];
        HoldemOdds {
            tallies,
            advice,
            bets,
            made: rare.made,
            aces_lose: ORDERS * rare.aces_lose,
        }
    }

    /// Ante, Flop, Turn and River played by `plan`, for each Ante, where it wins from `ante_from`.
    pub fn main(&self, plan: HoldemPlan, ante_from: Band) -> WagerOdds {
        let mut ends: BTreeMap<Result, u64> = BTreeMap::new();
        let results = self.tally(plan).results(ante_from);
        for (result, deals) in results.filter(|(_, deals)| *deals > 0) {
            *ends.entry(result).or_default() += deals;
        }
        let lines = ends.into_iter().map(|(result, deals)| {
            OddsLine::to_one(result.name(), deals, Fraction::whole(result.net().into()))
        });
        let of = PAIRS as u64 * DEALS_A_PAIR;
        WagerOdds::new(WagerKind::Main, of, lines.collect()).played(plan.name())
    }

    /// The results of `plan`.
    pub fn tally(&self, plan: HoldemPlan) -> &Tally {
        &self.tallies[plan as usize]
    }
}
