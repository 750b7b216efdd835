//! Where a document leaves room, each reading beside the other with what it is worth.

use shared_rules::evaluate::Category;
use shared_rules::games::{
    AwardsLeft, BonusOnLoss, DealerQualifies, MainGame, RuleReadings, RuleSet,
};
use shared_rules::games::{Holdem as HoldemRules, ThreeCard as ThreeCardRules};

use crate::bonus::bonus;
use crate::fraction::Fraction;
use crate::game::{Deals, House};
use crate::holdem::{Band, HoldemPlan};
use crate::progressive::{Awards, ProgressiveOdds};
use crate::three_card::ThreeCardPlan;
use crate::wager::WagerKind;

/// The worth of a reading.
#[derive(Clone, Debug)]
pub struct ReadingWorth {
    /// The question, as settlement files call it.
    pub question: &'static str,
    /// The answer.
    pub reading: &'static str,
    /// The wager that it is about.
    pub wager: WagerKind,
    /// The meaning of its worth.
    pub figure: Figure,
    /// The figure itself.
    pub worth: Fraction,
}

/// The meaning of a figure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Figure {
    /// The house's share of each unit staked, by the best play.
    Edge,
    /// The return for each unit staked to a hand that is never exposed.
    UnexposedReturn,
    /// By how much a wager lets the meter grow on average without the shares it wins, in units staked.
    Growth,
}

impl Figure {
    /// The name used wherever figures are written out.
    pub const fn name(self) -> &'static str {
        match self {
            Figure::Edge => "edge",
            Figure::UnexposedReturn => "return_of_a_hand_never_exposed",
            Figure::Growth => "growth_of_the_meter",
        }
    }
}

/// Every reading that changes something in this game.
pub(crate) fn side_by_side(
    rules: &'static RuleSet,
    house: &House,
    deals: &Deals,
    progressive: &[ProgressiveOdds],
) -> Vec<ReadingWorth> {
    let mut all = match &rules.main {
        MainGame::Holdem(main) => holdem(main, house, deals),
        MainGame::ThreeCard(main) => three_card(main, house, deals).to_vec(),
    };
    all.extend(unexposed(rules, house, deals));
    all.extend(
        progressive
            .first()
            .into_iter()
            .flat_map(|first| growth(house, first)),
    );
    all
}

fn holdem(rules: &HoldemRules, house: &House, deals: &Deals) -> Vec<ReadingWorth> {
    let holdem = deals.holdem();
    let by_bonus = [
        ("letter", BonusOnLoss::Letter),
        ("hole_cards", BonusOnLoss::HoleCards),
    ];
    let by_bonus = by_bonus.map(|(reading, bonus_on_loss)| {
        let readings = RuleReadings {
            bonus_on_loss,
            ..house.readings
        };
        let wager = bonus(
            rules,
            readings,
            holdem,
            HoldemPlan::Optimal,
            house.bonus_stake,
        );
        edge("bonus_on_loss", reading, WagerKind::Bonus, wager.edge())
    });
    let by_ante = [("straight", Category::Straight), ("flush", Category::Flush)];
    let by_ante = by_ante.map(|(reading, from)| {
        let wager = holdem.main(HoldemPlan::Optimal, Band::from(from));
        edge("ante_wins_from", reading, WagerKind::Main, wager.edge())
    });
    [by_bonus, by_ante].concat()
}

fn three_card(rules: &ThreeCardRules, house: &House, deals: &Deals) -> [ReadingWorth; 2] {
    let answers = [
        ("letter", DealerQualifies::Letter),
        ("queen_high_or_better", DealerQualifies::QueenHighOrBetter),
    ];
    answers.map(|(reading, dealer_qualifies)| {
        let readings = RuleReadings {
            dealer_qualifies,
            ..house.readings
        };
        let wager = deals
            .three_card(rules, readings)
            .main(ThreeCardPlan::Optimal);
        edge("dealer_qualifies", reading, WagerKind::Main, wager.edge())
    })
}

const fn edge(
    question: &'static str,
    reading: &'static str,
    wager: WagerKind,
    worth: Fraction,
) -> ReadingWorth {
    ReadingWorth {
        question,
        reading,
        wager,
        figure: Figure::Edge,
        worth,
    }
}

/// A hand that is never exposed keeps the community's awards, or nothing.
fn unexposed(rules: &'static RuleSet, house: &House, deals: &Deals) -> Vec<ReadingWorth> {
    let progressive = &rules.progressive;
    if progressive.after_fold == AwardsLeft::All {
        return vec![];
    }
    let answers = [
        ("letter", progressive.unexposed),
        ("paid", AwardsLeft::Community),
    ];
    let answers = answers.map(|(reading, left)| {
        let made = &deals.holdem().made;
        let awards = Awards::on_all_cards(progressive.awards, made, |_| true, left);
        ReadingWorth {
            question: "unexposed_community",
            reading,
            wager: WagerKind::Progressive,
            figure: Figure::UnexposedReturn,
            worth: awards.at_sign(&house.sign).total_return(),
        }
    });
    answers.to_vec()
}

/// The payer of the fixed awards makes no difference to the player, but to the meter's growth.
fn growth(house: &House, progressive: &ProgressiveOdds) -> [ReadingWorth; 2] {
    let contribution = house.sign.contribution() / house.sign.stake();
    let fixed = progressive.wager.fixed_return();
    let answers = [("house", contribution), ("meter", contribution - fixed)];
    answers.map(|(reading, worth)| ReadingWorth {
        question: "fixed_awards",
        reading,
        wager: WagerKind::Progressive,
        figure: Figure::Growth,
        worth,
    })
}
