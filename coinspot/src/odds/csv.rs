//! The odds as CSV, for spreadsheets: a line for every way that a wager can end, and one for its figures.

use std::fmt::Write;

use super::OddsReport;

/// All games below each other. Names hold no commas, so nothing is quoted.
pub fn csv(reports: &[OddsReport]) -> String {
    let mut out = String::from("game,wager,strategy,row,ways,of,num,den,value\n");
    for report in reports {
        for wager in report.odds.all() {
            let head = format!(
                "{},{},{}",
                report.odds.rules.key,
                wager.kind.name(),
                wager.strategy.unwrap_or_default()
            );
            for line in &wager.lines {
                let part = odds::fraction::Fraction::ways(line.ways, wager.of);
                let (ways, of, value) = (line.ways, wager.of, part.value());
                let (num, den) = (part.num(), part.den());
                line_of(
                    &mut out,
                    &format!("{head},{},{ways},{of},{num},{den},{value}", line.award),
                );
            }
            let figures = [
                ("edge", wager.edge()),
                ("fixed_return", wager.fixed_return()),
                ("meter_return", wager.meter_return()),
                ("variance", wager.variance()),
            ];
            for (name, figure) in figures {
                let (num, den, value) = (figure.num(), figure.den(), figure.value());
                line_of(&mut out, &format!("{head},{name},,,{num},{den},{value}"));
            }
        }
    }
    out
}

fn line_of(out: &mut String, line: &str) {
    // Writing to a string does not fail.
    let _ = writeln!(out, "{line}");
}
