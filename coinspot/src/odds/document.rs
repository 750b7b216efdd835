//! The report of the odds as headings, sentences and tables, before it is given a format.

use std::collections::BTreeMap;

use odds::fraction::Fraction;
use odds::game::{Best, GameOdds};
use odds::holdem::{Advice, Situation};
use odds::progressive::ProgressiveOdds;
use odds::readings::OpenQuestion;
use odds::three_card::dashed;
use odds::wager::{OddsLine, WagerKind, WagerOdds};

use super::{dollars, grouped, hundredths, percent};
use crate::money::{money, words};

/// A part of a document.
pub(super) enum Block {
    Heading(String),
    Text(String),
    Table(Table),
}

/// A table; the first columns are words, the others are figures.
pub(super) struct Table {
    pub(super) words: usize,
    pub(super) head: Vec<&'static str>,
    pub(super) rows: Vec<Vec<String>>,
}

fn table<const N: usize>(
    words: usize,
    head: [&'static str; N],
    rows: impl Iterator<Item = [String; N]>,
) -> Block {
    Block::Table(Table {
        words,
        head: head.to_vec(),
        rows: rows.map(|row| row.to_vec()).collect(),
    })
}

/// The house edges of some games; where a reading moves one, both readings side by side with the reason.
pub(super) fn summary(games: &[&GameOdds]) -> Vec<Block> {
    let mut blocks = vec![edges(games)];
    let moved = games.iter().flat_map(|odds| {
        let moved = odds
            .questions
            .iter()
            .filter(|question| question.moves_edge());
        moved.map(|question| (odds.rules.tag, question))
    });
    let moved: Vec<(&str, &OpenQuestion)> = moved.collect();
    if moved.is_empty() {
        return blocks;
    }
    let rows = moved.iter().map(|(tag, question)| {
        let [default, other, difference] = compared(question);
        let (tag, wager) = ((*tag).to_owned(), words(question.wager.name()));
        [
            tag,
            wager,
            question.question.to_owned(),
            default,
            other,
            format!("{difference} of each {}", unit(question.wager)),
        ]
    });
    let head = [
        "game",
        "wager",
        "question",
        "house edge by default",
        "by the other reading",
        "difference",
    ];
    blocks.push(Block::Heading("Readings that move a house edge".into()));
    blocks.push(table(5, head, rows));
    // Documents that say the same share a sentence.
    let mut reasons: BTreeMap<(&str, &str), Vec<String>> = BTreeMap::new();
    for (_, question) in moved {
        let shared = reasons.entry((question.question, &question.reason));
        shared.or_default().push(cited(question));
    }
    let reasons = reasons
        .iter()
        .map(|((question, why), rules)| reason(question, &rules.join(", "), why));
    blocks.extend(reasons.map(Block::Text));
    blocks
}

/// The stake of which an edge is a part.
const fn unit(wager: WagerKind) -> &'static str {
    match wager {
        WagerKind::Main => "Ante",
        WagerKind::Bonus | WagerKind::PairPlus | WagerKind::Progressive => "stake",
    }
}

fn edges(games: &[&GameOdds]) -> Block {
    let rows = games.iter().flat_map(|odds| {
        let wagers = odds.all().filter(|wager| is_told_alone(wager));
        wagers.map(|wager| {
            [
                odds.rules.tag.to_owned(),
                title(wager),
                percent(wager.edge(), 4),
                wager.edge().to_string(),
            ]
        })
    });
    table(2, ["game", "wager", "house edge", "exactly"], rows)
}

/// Everything about a game.
pub(super) fn document(odds: &GameOdds) -> Vec<Block> {
    let mut blocks = Vec::new();
    for progressive in &odds.progressive {
        let wager = &progressive.wager;
        blocks.push(Block::Heading(title(wager)));
        blocks.push(rows(wager));
        blocks.push(figures(odds, progressive));
    }
    for wager in odds.wagers.iter().filter(|wager| is_told_alone(wager)) {
        blocks.push(Block::Heading(title(wager)));
        blocks.push(rows(wager));
        blocks.push(Block::Text(worth(wager)));
    }
    blocks.push(Block::Heading("Ways to play the main game".into()));
    blocks.push(strategies(&odds.wagers));
    blocks.extend(best(&odds.best));
    blocks.push(Block::Heading("Readings, side by side".into()));
    blocks.extend(readings(odds));
    blocks
}

/// Only the best way to play is reported row by row.
fn is_told_alone(wager: &WagerOdds) -> bool {
    wager.kind != WagerKind::Main || wager.strategy == Some("optimal")
}

fn title(wager: &WagerOdds) -> String {
    let name = match wager.kind {
        WagerKind::Progressive => "Progressive",
        WagerKind::Bonus => "Bonus",
        WagerKind::PairPlus => "Pair Plus",
        WagerKind::Main => "Main game",
    };
    match wager.strategy {
        Some("never_fold") => format!("{name}, for a player who never folds"),
        Some("optimal") if wager.kind == WagerKind::Main => format!("{name}, played best"),
        Some("optimal") => format!("{name}, for a player who plays the main game best"),
        _ => name.into(),
    }
}

fn rows(wager: &WagerOdds) -> Block {
    let head = ["", "ways", "of", "1 in", "pays"];
    let rows = wager.lines.iter().map(|line| {
        [
            words(&line.award),
            grouped(line.ways),
            grouped(wager.of),
            one_in(line.ways, wager.of),
            pays(wager.kind, line),
        ]
    });
    table(1, head, rows)
}

fn one_in(ways: u64, of: u64) -> String {
    match ways {
        0 => "never".into(),
        ways => hundredths(Fraction::ways(of, ways)),
    }
}

fn pays(kind: WagerKind, line: &OddsLine) -> String {
    match kind {
        WagerKind::Progressive if line.share.is_zero() => format!("{} for 1", number(line.fixed)),
        WagerKind::Progressive => format!("{:.0} % of the meter", 100.0 * line.share.value()),
        _ => format!("{} to 1", number(line.fixed - Fraction::ONE)),
    }
}

/// A whole number as it is, another one with its decimals.
fn number(of: Fraction) -> String {
    match of.den() {
        1 => of.num().to_string(),
        _ => format!("{:.4}", of.value()),
    }
}

fn exact(of: Fraction) -> String {
    format!("{} = {}", of, percent(of, 4))
}

fn worth(wager: &WagerOdds) -> String {
    let deviation = wager.variance().value().sqrt();
    format!(
        "House edge {}; variance {:.4}, standard deviation {deviation:.4}.",
        exact(wager.edge()),
        wager.variance().value(),
    )
}

fn figures(odds: &GameOdds, progressive: &ProgressiveOdds) -> Block {
    let wager = &progressive.wager;
    let sign = &odds.house.sign;
    let line = |name: &str, figure: String| [name.to_owned(), figure];
    let mut lines = vec![
        line("fixed return", exact(wager.fixed_return())),
        line(
            "share of the meter won a wager",
            wager.meter_return().to_string(),
        ),
        line(
            &format!("house edge with {} on the meter", money(sign.meter)),
            exact(wager.edge()),
        ),
        line("variance", format!("{:.4}", wager.variance().value())),
        line("break-even meter", dollars(progressive.break_even)),
        line(
            "wagers between hits of the whole meter",
            grouped((Fraction::ONE / progressive.hit).num()),
        ),
        line(
            &format!(
                "meter at a hit, from {} with {} % of each stake",
                money(sign.reset),
                f64::from(sign.contribution.get()) / 100.0
            ),
            dollars(progressive.at_hit),
        ),
        line("return over many hits", percent(progressive.long_run, 4)),
    ];
    if !progressive.envy.is_zero() {
        lines.push(line(
            "Envy for each other player's hand",
            exact(progressive.envy),
        ));
    }
    table(1, ["", "figure"], lines.into_iter())
}

fn strategies(wagers: &[WagerOdds]) -> Block {
    let main: Vec<&WagerOdds> = wagers
        .iter()
        .filter(|wager| wager.kind == WagerKind::Main)
        .collect();
    let best = main
        .iter()
        .map(|wager| wager.edge())
        .min()
        .unwrap_or(Fraction::ZERO);
    let rows = main.iter().map(|wager| {
        [
            describe(wager.strategy.unwrap_or_default()),
            percent(wager.edge(), 4),
            percent(wager.edge() - best, 4),
            format!("{:.4}", wager.variance().value()),
            wager.edge().to_string(),
        ]
    });
    table(
        1,
        ["strategy", "edge an Ante", "costs", "variance", "exactly"],
        rows,
    )
}

/// The best play in a form that a player can remember.
fn describe(strategy: &str) -> String {
    let holdem = odds::holdem::HoldemPlan::ALL
        .iter()
        .map(|plan| (plan.name(), plan.describe()));
    let three = odds::three_card::ThreeCardPlan::ALL
        .iter()
        .map(|plan| (plan.name(), plan.describe()));
    let found = holdem.chain(three).find(|(name, _)| *name == strategy);
    found.map_or_else(|| words(strategy), |(_, text)| text.to_owned())
}

fn best(best: &Best) -> Vec<Block> {
    match best {
        Best::Holdem { folds, turn, river } => {
            let folds: Vec<String> = folds.iter().map(ToString::to_string).collect();
            vec![
                Block::Text(format!(
                    "The best play folds {} and bets the Flop with everything else. Before the turn and \
                     the river it bets where more hands are won than lost, which is so often:",
                    folds.join(", ")
                )),
                streets(turn, river),
            ]
        }
        Best::ThreeCard { lowest } => {
            let text = format!("The best play is Play with {} or better.", dashed(lowest));
            vec![Block::Text(text)]
        }
    }
}

fn streets(turn: &Advice, river: &Advice) -> Block {
    let often = |advice: &Advice, situation| match advice.get(situation) {
        None => String::new(),
        Some((bets, of)) => percent(Fraction::ways(*bets, *of), 2),
    };
    let rows = river.keys().map(|situation| {
        let held = match situation {
            Situation::Nothing(high) => format!("no pair, high hole card {}", high.letter()),
            Situation::Holds(category) => format!("{} with a hole card", words(category.name())),
        };
        [held, often(turn, situation), often(river, situation)]
    });
    table(1, ["the hand", "bets the Turn", "bets the River"], rows)
}

/// Every question of a game with both answers, and below them the reasons.
fn readings(odds: &GameOdds) -> Vec<Block> {
    let rows = odds.questions.iter().map(|question| {
        let [default, other, difference] = compared(question);
        [
            question.question.to_owned(),
            words(question.wager.name()),
            words(question.figure.name()),
            default,
            other,
            difference,
        ]
    });
    let head = [
        "question",
        "wager",
        "figure",
        "default",
        "other reading",
        "difference",
    ];
    let exactly = |question: &OpenQuestion| {
        let [default, other] = &question.answers;
        format!(
            "{} Exactly {} and {}, a difference of {}.",
            reason(question.question, &cited(question), &question.reason),
            default.worth,
            other.worth,
            question.difference(),
        )
    };
    let mut blocks = vec![table(5, head, rows)];
    blocks.extend(odds.questions.iter().map(exactly).map(Block::Text));
    blocks.extend(unmoved(odds).map(Block::Text));
    blocks
}

/// The figure under the default, under the other reading, and the difference.
fn compared(question: &OpenQuestion) -> [String; 3] {
    let [default, other] = question
        .answers
        .map(|answer| format!("{}: {}", answer.reading, percent(answer.worth, 4)));
    [default, other, percent(question.difference(), 4)]
}

fn cited(question: &OpenQuestion) -> String {
    question
        .rule
        .map(|rule| rule.to_string())
        .unwrap_or_default()
}

fn reason(question: &str, rules: &str, reason: &str) -> String {
    match rules.is_empty() {
        true => format!("{question}: {reason}."),
        false => format!("{question} ({rules}): {reason}."),
    }
}

/// The readings that move none of these figures, and why.
fn unmoved(odds: &GameOdds) -> Option<String> {
    let tag = odds.rules.tag;
    let has_envy = odds.progressive.iter().any(|wager| !wager.envy.is_zero());
    has_envy.then(|| {
        format!(
            "envy_for ({tag} 3.14) and envy_pair_plus ({tag} 3.15) move no figure: one seat plays, and the Envy above \
             is for one hand of another player who has an Ante. A second seat of the same player would receive it \
             again, or not at all (envy_for: player); a third hand with Pair Plus, without an Ante and with one of \
             the top two awards would cancel it (envy_pair_plus: all)."
        )
    })
}
