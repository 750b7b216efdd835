//! A game's odds put together: every wager, with the amounts and under the readings of a house.

use std::sync::OnceLock;

use shared_rules::cards::Rank;
use shared_rules::evaluate::Category;
use shared_rules::games::{
    AwardsLeft, Game, Holdem as HoldemRules, MainGame, RuleReadings, RuleSet,
};
use shared_rules::games::{MadeOf, ThreeCard as ThreeCardRules};
use shared_rules::money::Cents;

use crate::bonus::bonus;
use crate::holdem::{Advice, Band, HoldemOdds, HoldemPlan};
use crate::pairs::Hole;
use crate::parallel::Workers;
use crate::progressive::{Awards, ProgressiveOdds, SignFigures};
use crate::readings::{self, OpenQuestion};
use crate::three_card::{ThreeCardOdds, ThreeCardPlan, pair_plus};
use crate::wager::WagerOdds;

/// The house's choices.
#[derive(Clone, Copy, Debug)]
pub struct House {
    /// Its answers where the documents leave room.
    pub readings: RuleReadings,
    /// The figures on its sign.
    pub sign: SignFigures,
    /// The stake on Bonus, which matters where Bonus has a cap (RWS6 4.1.1).
    pub bonus_stake: Cents,
}

/// The games as they are enumerated: hold'em once for all four of its documents.
#[derive(Debug)]
pub struct Deals<'a> {
    workers: Workers<'a>,
    holdem: OnceLock<HoldemOdds>,
}

impl<'a> Deals<'a> {
    /// Nothing is enumerated yet.
    pub fn new(workers: Workers<'a>) -> Deals<'a> {
        Deals {
            workers,
            holdem: OnceLock::new(),
        }
    }

    /// Hold'em, enumerated when it is first asked for.
    pub fn holdem(&self) -> &HoldemOdds {
        self.holdem
            .get_or_init(|| HoldemOdds::enumerate(lowest_award(), &self.workers))
    }

    /// Three Card Poker under a reading.
    pub fn three_card(&self, rules: &ThreeCardRules, readings: RuleReadings) -> ThreeCardOdds {
        ThreeCardOdds::enumerate(rules, readings, &self.workers)
    }
}

/// The lowest hand of which all seven cards win an award in any game.
fn lowest_award() -> Category {
    let rows = Game::ALL
        .iter()
        .flat_map(|game| game.rules().progressive.awards);
    let rows = rows.filter(|row| is_late(row.made_of));
    let lowest = rows.map(|row| row.category).min();
    lowest.unwrap_or(Category::RoyalFlush)
}

/// True where later cards than the first ones count.
fn is_late(made_of: MadeOf) -> bool {
    !matches!(made_of, MadeOf::ThreeCards | MadeOf::HoleAndFlop)
}

/// The odds of a game.
#[derive(Debug)]
pub struct GameOdds {
    /// The game.
    pub rules: &'static RuleSet,
    /// The house's choices.
    pub house: House,
    /// The progressive wager; where a fold costs it something, for each way to play.
    pub progressive: Vec<ProgressiveOdds>,
    /// The other wagers, for each way to play.
    pub wagers: Vec<WagerOdds>,
    /// The best play of the main game.
    pub best: Best,
    /// The worth of each reading beside the other.
    pub questions: Vec<OpenQuestion>,
}

/// The best play of a main game, to tell.
#[derive(Clone, Debug)]
pub enum Best {
    /// Hold'em: the hole cards to fold, and when to bet before the turn and the river.
    Holdem {
        /// Fold these.
        folds: Vec<Hole>,
        /// Before the turn.
        turn: Advice,
        /// Before the river.
        river: Advice,
    },
    /// Three Card Poker: the lowest hand to play, its ranks descending.
    ThreeCard {
        /// Play this and all that is better.
        lowest: Vec<Rank>,
    },
}

impl GameOdds {
    /// The odds of `game` at a house.
    pub fn new(game: Game, house: House, deals: &Deals) -> GameOdds {
        let rules = game.rules();
        let progressive = progressives(rules, &house, deals);
        let questions = readings::side_by_side(rules, &house, deals, &progressive);
        let (wagers, best) = match &rules.main {
            MainGame::Holdem(main) => holdem(main, &house, deals.holdem()),
            MainGame::ThreeCard(main) => three_card(main, &house, deals),
        };
        GameOdds {
            rules,
            house,
            progressive,
            wagers,
            best,
            questions,
        }
    }

    /// Every wager, the progressive first.
    pub fn all(&self) -> impl Iterator<Item = &WagerOdds> {
        let progressive = self
            .progressive
            .iter()
            .map(|progressive| &progressive.wager);
        progressive.chain(&self.wagers)
    }
}

fn progressives(rules: &'static RuleSet, house: &House, deals: &Deals) -> Vec<ProgressiveOdds> {
    let progressive = &rules.progressive;
    let MainGame::Holdem(main) = &rules.main else {
        return vec![Awards::on_first_cards(progressive.awards).progressive(&house.sign)];
    };
    if progressive.after_fold == AwardsLeft::All {
        return vec![Awards::on_first_cards(progressive.awards).progressive(&house.sign)];
    }
    let of = |plan: HoldemPlan| {
        let awards = awards(rules, main, deals.holdem(), plan);
        awards.progressive(&house.sign).played(plan.name())
    };
    vec![of(HoldemPlan::NeverFold), of(HoldemPlan::Optimal)]
}

/// The awards of a game that a fold takes away, where the main game is played by `plan`.
fn awards(rules: &RuleSet, main: &HoldemRules, holdem: &HoldemOdds, plan: HoldemPlan) -> Awards {
    let ante_from = Band::from(main.ante_wins_from);
    let folds = |hole| holdem.tally(plan).folds(hole, ante_from);
    let progressive = &rules.progressive;
    Awards::on_all_cards(
        progressive.awards,
        &holdem.made,
        folds,
        progressive.after_fold,
    )
}

fn holdem(rules: &HoldemRules, house: &House, deals: &HoldemOdds) -> (Vec<WagerOdds>, Best) {
    // The best play folds no hand that Bonus pays, so it is the same for one who never folds.
    let bonus = bonus(
        rules,
        house.readings,
        deals,
        HoldemPlan::Optimal,
        house.bonus_stake,
    );
    let ante_from = Band::from(rules.ante_wins_from);
    let main = HoldemPlan::ALL.map(|plan| deals.main(plan, ante_from));
    let optimal = deals.tally(HoldemPlan::Optimal);
    let [turn, river] = deals.advice.clone();
    let best = Best::Holdem {
        folds: Hole::all()
            .filter(|hole| optimal.folds(*hole, ante_from))
            .collect(),
        turn,
        river,
    };
    ([&[bonus], &main[..]].concat(), best)
}

fn three_card(rules: &ThreeCardRules, house: &House, deals: &Deals) -> (Vec<WagerOdds>, Best) {
    let game = deals.three_card(rules, house.readings);
    let mut wagers = vec![pair_plus(rules)];
    wagers.extend(ThreeCardPlan::ALL.map(|plan| game.main(plan)));
    let lowest = game.lowest_played(ThreeCardPlan::Optimal);
    (wagers, Best::ThreeCard { lowest })
}
