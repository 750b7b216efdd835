//! Where a document leaves room, both readings side by side: the worth of each, and the reason for the difference.

use shared_rules::cite::{Cite, Paragraph};
use shared_rules::evaluate::Category;
use shared_rules::games::{
    AwardsLeft, BonusOnLoss, DealerQualifies, MainGame, RuleReadings, RuleSet, UnexposedUnqualified,
};
use shared_rules::games::{Holdem as HoldemRules, ThreeCard as ThreeCardRules};

use crate::bonus::bonus;
use crate::fraction::Fraction;
use crate::game::{Deals, House};
use crate::holdem::{Band, HoldemPlan};
use crate::progressive::{Awards, ProgressiveOdds};
use crate::three_card::{ThreeCardOdds, ThreeCardPlan, dashed};
use crate::wager::WagerKind;

/// A question with two answers, and a figure under each of them.
#[derive(Clone, Debug)]
pub struct OpenQuestion {
    /// The question, as settlement files call it.
    pub question: &'static str,
    /// The paragraph that can be read in both ways; none if the other answer is another game's.
    pub rule: Option<Cite>,
    /// The wager that it is about.
    pub wager: WagerKind,
    /// The figure that is compared.
    pub figure: Figure,
    /// The default, then the other reading.
    pub answers: [ReadingWorth; 2],
    /// The reason for the difference.
    pub reason: String,
}

impl OpenQuestion {
    /// The figure under the other reading less the figure under the default.
    pub fn difference(&self) -> Fraction {
        let [default, other] = &self.answers;
        other.worth - default.worth
    }

    /// True if a reading of the document moves the house's edge.
    pub fn moves_edge(&self) -> bool {
        self.rule.is_some() && self.figure == Figure::Edge && !self.difference().is_zero()
    }
}

/// The worth of a reading.
#[derive(Clone, Copy, Debug)]
pub struct ReadingWorth {
    /// The answer, as settlement files call it.
    pub reading: &'static str,
    /// The figure under it.
    pub worth: Fraction,
}

/// The meaning of a figure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Figure {
    /// The house's share of each unit staked, by the best play.
    Edge,
    /// The return for each unit staked to a hand that is never exposed.
    UnexposedReturn,
    /// The house's share of each Ante of a hand that always plays and is never exposed.
    UnexposedEdge,
    /// By how much a wager lets the meter grow on average without the shares it wins, in units staked.
    Growth,
}

impl Figure {
    /// The name used wherever figures are written out.
    pub const fn name(self) -> &'static str {
        match self {
            Figure::Edge => "edge",
            Figure::UnexposedReturn => "return_of_a_hand_never_exposed",
            Figure::UnexposedEdge => "edge_on_a_hand_never_exposed",
            Figure::Growth => "growth_of_the_meter",
        }
    }
}

/// Every question whose answer changes something in this game.
pub(crate) fn side_by_side(
    rules: &'static RuleSet,
    house: &House,
    deals: &Deals,
    progressive: &[ProgressiveOdds],
) -> Vec<OpenQuestion> {
    let mut all = match &rules.main {
        MainGame::Holdem(main) => vec![
            bonus_on_loss(rules, main, house, deals),
            ante_wins_from(deals),
        ],
        MainGame::ThreeCard(main) => vec![
            dealer_qualifies(rules, main, deals),
            unexposed_unqualified(rules, main, house, deals),
        ],
    };
    all.extend(unexposed_community(rules, house, deals));
    all.extend(
        progressive
            .first()
            .map(|first| fixed_awards(rules, house, first)),
    );
    all
}

fn bonus_on_loss(
    rules: &RuleSet,
    main: &HoldemRules,
    house: &House,
    deals: &Deals,
) -> OpenQuestion {
    let answers = [
        ("letter", BonusOnLoss::Letter),
        ("hole_cards", BonusOnLoss::HoleCards),
    ];
    let reason = match main.bonus_survives_loss {
        true => {
            "the paragraph collects Ante, Flop, Turn and River only: Bonus is settled on the hole cards either way"
        }
        false => {
            "the paragraph collects all wagers but the progressive: hole cards that Bonus would pay lose it whenever \
             their hand loses to the dealer's"
        }
    };
    OpenQuestion {
        question: "bonus_on_loss",
        rule: Some(rules.cite(rules.paragraphs.lose)),
        wager: WagerKind::Bonus,
        figure: Figure::Edge,
        answers: answers.map(|(reading, bonus_on_loss)| {
            let readings = RuleReadings {
                bonus_on_loss,
                ..house.readings
            };
            let (holdem, plan) = (deals.holdem(), HoldemPlan::Optimal);
            let wager = bonus(main, readings, holdem, plan, house.bonus_stake);
            let worth = wager.edge();
            ReadingWorth { reading, worth }
        }),
        reason: reason.into(),
    }
}

fn ante_wins_from(deals: &Deals) -> OpenQuestion {
    let answers = [("straight", Category::Straight), ("flush", Category::Flush)];
    OpenQuestion {
        question: "ante_wins_from",
        rule: None,
        wager: WagerKind::Main,
        figure: Figure::Edge,
        answers: answers.map(|(reading, from)| {
            let main = deals
                .holdem()
                .main(HoldemPlan::Optimal, Band::from(from));
            let worth = main.edge();
            ReadingWorth { reading, worth }
        }),
        reason: "no reading of this document, which pays the Ante from a straight up; elsewhere the same game pays \
                 it from a flush up"
            .into(),
    }
}

/// The question of TCP5 3.11, in a game of three cards.
pub fn dealer_qualifies(rules: &RuleSet, main: &ThreeCardRules, deals: &Deals) -> OpenQuestion {
    let answers = [
        ("letter", DealerQualifies::Letter),
        ("queen_high_or_better", DealerQualifies::QueenHighOrBetter),
    ];
    let games = answers.map(|(reading, dealer_qualifies)| {
        let readings = RuleReadings {
            dealer_qualifies,
            ..RuleReadings::default()
        };
        (reading, deals.three_card(main, readings))
    });
    OpenQuestion {
        question: "dealer_qualifies",
        rule: Paragraph::parse("3.11").map(|paragraph| rules.cite(paragraph)),
        wager: WagerKind::Main,
        figure: Figure::Edge,
        reason: unqualified_dealers([&games[0].1, &games[1].1]),
        answers: games.map(|(reading, game)| {
            let worth = game.main(ThreeCardPlan::Optimal).edge();
            ReadingWorth { reading, worth }
        }),
    }
}

/// The letter fails more dealers than the other reading, and every failure pays the Ante.
fn unqualified_dealers(games: [&ThreeCardOdds; 2]) -> String {
    let [letter, other] = games.map(|game| 100.0 * game.unqualified().value());
    let [loose, tight] = games.map(|game| dashed(&game.lowest_played(ThreeCardPlan::Optimal)));
    format!(
        "the paragraph asks for a hand that contains a queen or higher, so a pair of fives does not qualify: the \
         dealer fails to qualify in {letter:.1} % of all deals, not in {other:.1} %, and then pays every Ante that \
         plays; the best play is therefore Play with {loose} or better, not with {tight} or better"
    )
}

/// A hand that always plays and is never exposed loses Ante and Play, or wins the Ante from a dealer who does not qualify.
fn unexposed_unqualified(
    rules: &RuleSet,
    main: &ThreeCardRules,
    house: &House,
    deals: &Deals,
) -> OpenQuestion {
    let answers = [
        ("loses", UnexposedUnqualified::Loses),
        ("paid", UnexposedUnqualified::Paid),
    ];
    OpenQuestion {
        question: "unexposed_unqualified",
        rule: Some(rules.cite(rules.paragraphs.unexposed)),
        wager: WagerKind::Main,
        figure: Figure::UnexposedEdge,
        answers: answers.map(|(reading, unexposed_unqualified)| {
            let readings = RuleReadings {
                unexposed_unqualified,
                ..house.readings
            };
            let game = deals.three_card(main, readings);
            let worth = game.main(ThreeCardPlan::NeverExposed).edge();
            ReadingWorth { reading, worth }
        }),
        reason: "the paragraph ranks a hand that is not exposed below the dealer's, and a dealer who does not qualify \
                 compares no hand; exposed, the same hand never loses more, so the best play and its edge are the \
                 same under both readings"
            .into(),
    }
}

/// A hand that is never exposed keeps the community's awards, or nothing.
fn unexposed_community(
    rules: &'static RuleSet,
    house: &House,
    deals: &Deals,
) -> Option<OpenQuestion> {
    let progressive = &rules.progressive;
    let answers = [
        ("letter", progressive.unexposed),
        ("paid", AwardsLeft::Community),
    ];
    let reason = match progressive.unexposed {
        AwardsLeft::None => {
            "the paragraph leaves a hand that is not exposed no progressive combination; by the other reading it \
             keeps the community's award, as a folded hand does"
        }
        AwardsLeft::Community | AwardsLeft::All => {
            "the paragraph is silent about the community's award: a hand that is not exposed keeps it either way"
        }
    };
    (progressive.after_fold != AwardsLeft::All).then(|| OpenQuestion {
        question: "unexposed_community",
        rule: Some(rules.cite(rules.paragraphs.unexposed)),
        wager: WagerKind::Progressive,
        figure: Figure::UnexposedReturn,
        answers: answers.map(|(reading, left)| {
            let made = &deals.holdem().made;
            let awards = Awards::on_all_cards(progressive.awards, made, |_| true, left);
            let worth = awards.at_sign(&house.sign).total_return();
            ReadingWorth { reading, worth }
        }),
        reason: reason.into(),
    })
}

/// The payer of the fixed awards makes no difference to the player, but to the meter's growth.
fn fixed_awards(rules: &RuleSet, house: &House, progressive: &ProgressiveOdds) -> OpenQuestion {
    let contribution = house.sign.contribution() / house.sign.stake();
    let fixed = progressive.wager.fixed_return();
    let answers = [("house", contribution), ("meter", contribution - fixed)];
    OpenQuestion {
        question: "fixed_awards",
        rule: Some(rules.cite(rules.paragraphs.awards)),
        wager: WagerKind::Progressive,
        figure: Figure::Growth,
        answers: answers.map(|(reading, worth)| ReadingWorth { reading, worth }),
        reason: "the paragraph does not say who pays the awards of fixed amount; if the meter does, their mean is \
                 missing from its growth"
            .into(),
    }
}
