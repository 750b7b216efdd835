//! The cost of a reading, in a line for whoever configures a table.

use std::sync::LazyLock;

use odds::fraction::Fraction;
use odds::game::Deals;
use odds::parallel::Workers;
use odds::readings::{OpenQuestion, dealer_qualifies};
use shared_rules::games::{DealerQualifies, Game, MainGame, RuleReadings, RuleSet};

use super::percent;

/// The question of TCP5 3.11 in each game that has it. To enumerate Three Card Poker twice takes a fraction of a second.
static QUESTIONS: LazyLock<Vec<(Game, OpenQuestion)>> = LazyLock::new(|| {
    let deals = Deals::new(Workers::all_cores());
    let questions = Game::ALL.into_iter().filter_map(|game| {
        let rules = game.rules();
        match &rules.main {
            MainGame::ThreeCard(main) => Some((game, dealer_qualifies(rules, main, &deals))),
            MainGame::Holdem(_) => None,
        }
    });
    questions.collect()
});

/// The cost of a game with these readings: a sentence if the house pays the best player for every Ante.
pub fn cost(rules: &RuleSet, readings: RuleReadings) -> Option<String> {
    let (_, question) = QUESTIONS.iter().find(|(game, _)| *game == rules.game)?;
    let [letter, other] = question.answers;
    let (chosen, instead) = match readings.dealer_qualifies {
        DealerQualifies::Letter => (letter, other),
        DealerQualifies::QueenHighOrBetter => (other, letter),
    };
    (chosen.worth < Fraction::ZERO).then(|| {
        format!(
            "{}={}{} costs the house {} of each Ante against the best play; with {} it keeps {} (coinspot odds --game {})",
            question.question,
            chosen.reading,
            question.rule.map(|rule| format!(" ({rule})")).unwrap_or_default(),
            percent(-chosen.worth, 1),
            instead.reading,
            percent(instead.worth, 1),
            rules.key,
        )
    })
}

/// The readings among which a house chooses when it configures a game, because one of them is costly: the name of each,
/// and the others as they are.
pub fn choices(rules: &RuleSet, readings: RuleReadings) -> Vec<(String, RuleReadings)> {
    let questions = QUESTIONS.iter().filter(|(game, _)| *game == rules.game);
    let choices = questions.flat_map(|(_, question)| {
        let [letter, other] = question.answers;
        let answers = [
            (letter, DealerQualifies::Letter),
            (other, DealerQualifies::QueenHighOrBetter),
        ];
        answers.map(|(answer, dealer_qualifies)| {
            let label = format!("{}={}", question.question, answer.reading);
            let readings = RuleReadings {
                dealer_qualifies,
                ..readings
            };
            (label, readings)
        })
    });
    choices.collect()
}
