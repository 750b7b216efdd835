//! The pay table of the game in play, read off its rule set.

use serde::Serialize;
use shared_rules::games::{AwardPays, AwardRow, HolePattern, MainGame, PayRow, RuleSet};

use super::words::capital;
use crate::money::{money, words};

/// Some rows under a title.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PaySection {
    /// The wager, and the paragraph with its pay table.
    pub title: String,
    /// A hand and what it pays.
    pub rows: Vec<(String, String)>,
}

/// Every section of a game.
pub fn sections(rules: &RuleSet) -> Vec<PaySection> {
    let mut sections = vec![progressive(rules)];
    match &rules.main {
        MainGame::Holdem(holdem) => sections.push(PaySection {
            title: format!("Bonus, {} {}", rules.tag, holdem.bonus_paragraph),
            rows: holdem
                .bonus
                .iter()
                .map(|row| (hole(&row.hole), to_one(row.to_one)))
                .collect(),
        }),
        MainGame::ThreeCard(three) => {
            let pair_plus = ("Pair Plus", three.pair_plus_paragraph, three.pair_plus);
            let ante_bonus = ("Ante Bonus", three.ante_bonus_paragraph, three.ante_bonus);
            for (name, paragraph, rows) in [pair_plus, ante_bonus] {
                sections.push(PaySection {
                    title: format!("{name}, {} {paragraph}", rules.tag),
                    rows: by_hand(rows),
                });
            }
        }
    }
    sections
}

fn progressive(rules: &RuleSet) -> PaySection {
    let awards = rules.progressive.awards;
    let rule = rules.cite(rules.paragraphs.awards);
    PaySection {
        title: format!("Progressive, {rule}"),
        rows: awards.iter().map(award).collect(),
    }
}

fn award(row: &AwardRow) -> (String, String) {
    let mut pays = match row.pays {
        AwardPays::Jackpot(percent) => format!("{} % of the jackpot", percent.get()),
        AwardPays::Fixed(amount) => whole(&money(amount)),
        AwardPays::ForOne(times) => format!("{times} for 1"),
    };
    if let Some(envy) = row.envy {
        pays += &format!(", envy {}", whole(&money(envy)));
    }
    (capital(&words(row.award.name())), pays)
}

/// Pay tables have no cents.
fn whole(amount: &str) -> String {
    amount.trim_end_matches(".00").to_owned()
}

fn by_hand(rows: &[PayRow]) -> Vec<(String, String)> {
    rows.iter()
        .map(|row| (capital(&words(row.category.name())), to_one(row.to_one)))
        .collect()
}

fn to_one(times: u32) -> String {
    format!("{times} to 1")
}

fn hole(pattern: &HolePattern) -> String {
    match pattern {
        HolePattern::AcesInBothHands => "A-A, and the dealer too".into(),
        HolePattern::Pair(from, to) if from == to => format!("{0}-{0}", from.letter()),
        HolePattern::Pair(from, to) => {
            let (from, to) = (from.letter(), to.letter());
            format!("{to}-{to} to {from}-{from}")
        }
        HolePattern::AceWith(from, to, suited) => {
            let suited = if *suited { " suited" } else { "" };
            match from == to {
                true => format!("A-{}{suited}", from.letter()),
                false => format!("A-{} or A-{}{suited}", to.letter(), from.letter()),
            }
        }
    }
}
