//! The odds as CSV, for spreadsheets: a line for every way that a wager can end, one for each of its figures, and
//! three for every question: both readings and their difference.

use std::fmt::Write;

use odds::fraction::Fraction;
use odds::readings::OpenQuestion;
use odds::wager::WagerOdds;

use super::OddsReport;

/// All games below each other. Names hold no commas, so nothing is quoted.
pub fn csv(reports: &[OddsReport]) -> String {
    let mut out = String::from("game,wager,strategy,row,ways,of,num,den,value\n");
    for OddsReport { odds, .. } in reports {
        let key = odds.rules.key;
        let wagers = odds.all().flat_map(lines_of);
        let questions = odds.questions.iter().flat_map(readings_of);
        for line in wagers.chain(questions) {
            // Writing to a string does not fail.
            let _ = writeln!(out, "{key},{line}");
        }
    }
    out
}

fn lines_of(wager: &WagerOdds) -> Vec<String> {
    let head = format!(
        "{},{}",
        wager.kind.name(),
        wager.strategy.unwrap_or_default()
    );
    let ends = wager.lines.iter().map(|line| {
        let row = format!("{},{},{}", line.award, line.ways, wager.of);
        (row, Fraction::ways(line.ways, wager.of))
    });
    let figures = [
        ("edge,,", wager.edge()),
        ("fixed_return,,", wager.fixed_return()),
        ("meter_return,,", wager.meter_return()),
        ("variance,,", wager.variance()),
    ];
    let figures = figures.map(|(row, figure)| (row.to_owned(), figure));
    ends.chain(figures)
        .map(|(row, figure)| format!("{head},{row},{}", exactly(figure)))
        .collect()
}

/// The figure under each reading, as `edge of dealer_qualifies=letter`, and the difference.
fn readings_of(question: &OpenQuestion) -> [String; 3] {
    let [default, other] = question
        .answers
        .map(|answer| (answer.reading, answer.worth));
    let rows = [default, other, ("difference", question.difference())];
    rows.map(|(row, figure)| {
        let (wager, name, question) = (question.wager, question.figure.name(), question.question);
        let row = format!("{},,{name} of {question}={row}", wager.name());
        format!("{row},,,{}", exactly(figure))
    })
}

fn exactly(figure: Fraction) -> String {
    format!("{},{},{}", figure.num(), figure.den(), figure.value())
}
