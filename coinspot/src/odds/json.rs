//! The odds as JSON, for programs: every figure as an exact fraction in lowest terms with its value.

use odds::fraction::Fraction;
use odds::game::Best;
use odds::holdem::{Advice, Situation};
use odds::progressive::ProgressiveOdds;
use odds::readings::OpenQuestion;
use odds::wager::WagerOdds;
use serde_json::{Map, Value, json};

use super::OddsReport;

/// One game as an object, several as an array of them.
pub fn json(reports: &[OddsReport]) -> Value {
    match reports {
        [one] => game(one),
        several => several.iter().map(game).collect(),
    }
}

fn game(report: &OddsReport) -> Value {
    let odds = &report.odds;
    let sign = &odds.house.sign;
    let progressive = odds.progressive.iter().map(progressive);
    let wagers = odds.wagers.iter().map(|of| Value::Object(wager(of)));
    json!({
        "game": odds.rules.key,
        "readings": report.readings,
        "sign": {
            "unit": sign.unit.get(),
            "units": sign.units,
            "meter": sign.meter.get(),
            "reset": sign.reset.get(),
            "contribution_bp": sign.contribution.get(),
        },
        "wagers": progressive.chain(wagers).collect::<Vec<_>>(),
        "best_play": best(&odds.best),
        "side_by_side": odds.questions.iter().map(question).collect::<Vec<_>>(),
    })
}

fn fraction(of: Fraction) -> Value {
    json!({"num": of.num().to_string(), "den": of.den().to_string(), "value": of.value()})
}

fn wager(wager: &WagerOdds) -> Map<String, Value> {
    let rows = wager.lines.iter().map(|line| {
        json!({
            "award": line.award,
            "ways": line.ways,
            "of": wager.of,
            "fixed": fraction(line.fixed),
            "share": fraction(line.share),
        })
    });
    let mut object = Map::new();
    let mut put = |name: &str, value| object.insert(name.to_owned(), value);
    put("wager", wager.kind.name().into());
    if let Some(strategy) = wager.strategy {
        put("strategy", strategy.into());
    }
    put("rows", rows.collect());
    put("edge", fraction(wager.edge()));
    put("return", fraction(wager.total_return()));
    put("fixed_return", fraction(wager.fixed_return()));
    put("meter_return", fraction(wager.meter_return()));
    put("variance", fraction(wager.variance()));
    object
}

/// Amounts are in cents.
fn progressive(progressive: &ProgressiveOdds) -> Value {
    let mut object = wager(&progressive.wager);
    let figures = [
        ("break_even_meter", progressive.break_even),
        ("wagers_between_hits", Fraction::ONE / progressive.hit),
        ("meter_at_hit", progressive.at_hit),
        ("long_run_return", progressive.long_run),
        ("envy_per_other_seat", progressive.envy),
    ];
    object.extend(figures.map(|(name, figure)| (name.to_owned(), fraction(figure))));
    Value::Object(object)
}

fn best(best: &Best) -> Value {
    match best {
        Best::Holdem { folds, turn, river } => json!({
            "fold": folds.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "turn": advice(turn),
            "river": advice(river),
        }),
        Best::ThreeCard { lowest } => {
            json!({"play_from": lowest.iter().map(|rank| rank.letter()).collect::<String>()})
        }
    }
}

fn advice(advice: &Advice) -> Value {
    let lines = advice.iter().map(|(situation, (bets, of))| {
        let held = match situation {
            Situation::Nothing(high) => json!({"high_hole_card": high.letter().to_string()}),
            Situation::Holds(category) => json!({"hand": category.name()}),
        };
        json!({"holds": held, "bets": bets, "of": of})
    });
    lines.collect()
}

/// The default stands first.
fn question(question: &OpenQuestion) -> Value {
    let readings = question
        .answers
        .map(|answer| json!({"reading": answer.reading, "worth": fraction(answer.worth)}));
    json!({
        "question": question.question,
        "rule": question.rule.map(|rule| rule.to_string()),
        "wager": question.wager.name(),
        "figure": question.figure.name(),
        "readings": readings,
        "difference": fraction(question.difference()),
        "reason": question.reason,
    })
}
