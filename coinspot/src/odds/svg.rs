//! Two plots a game: what comes back against the meter, and how large the jackpot is when it is won.

use odds::progressive::{ProgressiveOdds, SignFigures};
use shared_rules::money::BasisPoints;

use super::jackpot::at_hit;
use super::plot::{BLUE, HEIGHT, INK, Plot, RED, WIDTH};
use super::{OddsReport, dollars};

/// The room around a plot.
const LEFT: f64 = 64.0;
const ABOVE: f64 = 76.0;
const BELOW: f64 = 56.0;
const BETWEEN: f64 = 84.0;
const SHEET_WIDTH: f64 = 2.0 * WIDTH + LEFT + BETWEEN + 32.0;
const ROW: f64 = HEIGHT + ABOVE + BELOW;

/// The games below each other.
pub fn svg(reports: &[OddsReport]) -> String {
    #[expect(clippy::cast_precision_loss, reason = "five games")]
    let rows = (0..reports.len()).map(|row| row as f64 * ROW);
    let plots: String = rows
        .zip(reports)
        .map(|(top, report)| game(report, top))
        .collect();
    #[expect(clippy::cast_precision_loss, reason = "five games")]
    let height = reports.len() as f64 * ROW;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {SHEET_WIDTH} {height}\" \
         font-family=\"system-ui, sans-serif\" font-size=\"12\">\n  \
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n{plots}</svg>\n"
    )
}

fn game(report: &OddsReport, top: f64) -> String {
    let odds = &report.odds;
    let title = format!("{}: {}", odds.rules.tag, odds.rules.title).replace('\'', "\u{2019}");
    let head = format!(
        "  <text x=\"{LEFT}\" y=\"{:.1}\" font-size=\"15\" font-weight=\"600\" fill=\"{INK}\">{title}</text>\n",
        top + 28.0
    );
    // Where a fold costs something, the one who plays the main game best.
    let progressive = odds.progressive.last();
    let plots = progressive.map(|progressive| {
        let sign = &odds.house.sign;
        let returns = returns(progressive, sign, top + ABOVE);
        match sign.contribution {
            // A meter that does not grow has nothing to tell.
            BasisPoints::ZERO => returns,
            _ => returns + &jackpot(progressive, sign, top + ABOVE),
        }
    });
    head + &plots.unwrap_or_default()
}

fn returns(progressive: &ProgressiveOdds, sign: &SignFigures, top: f64) -> String {
    let wager = &progressive.wager;
    let even = progressive.break_even.value().max(0.0) / 100.0;
    let meter = wager.meter.value() * sign.stake().value() / 100.0;
    let x_max = 1.25 * even.max(meter).max(1.0);
    let at = |meter: f64| {
        let stakes = meter * 100.0 / sign.stake().value();
        100.0 * (wager.fixed_return().value() + wager.meter_return().value() * stakes)
    };
    let mut plot = Plot::new(LEFT, top, x_max, 1.05 * at(x_max).max(100.0));
    plot.title("What comes back of a stake, by the meter");
    plot.y_axis(|percent| format!("{percent:.0} %"));
    plot.x_axis(money);
    plot.line(&[(0.0, at(0.0)), (x_max, at(x_max))], BLUE);
    plot.line(&[(0.0, 100.0), (x_max, 100.0)], INK);
    plot.mark(even, 0.0, &format!("fair at {}", money(even)), RED);
    let now = format!("{:.1} % at {}", at(meter), money(meter));
    plot.mark(meter, 18.0, &now, BLUE);
    plot.out
}

fn jackpot(progressive: &ProgressiveOdds, sign: &SignFigures, top: f64) -> String {
    let at_hit = at_hit(progressive, sign);
    let points: Vec<(f64, f64)> = (0_u32..)
        .zip(&at_hit.cells[..at_hit.cells.len() - 1])
        .map(|(cell, part)| ((f64::from(cell) + 0.5) * at_hit.width, *part))
        .collect();
    let highest = points.iter().map(|(_, part)| *part).fold(0.0, f64::max);
    let x_max = points.last().map_or(1.0, |(x, _)| *x);
    let mut plot = Plot::new(LEFT + WIDTH + BETWEEN, top, x_max, 1.1 * highest);
    plot.title("How large the jackpot is when it is won");
    plot.x_axis(money);
    plot.area(&points, BLUE);
    plot.line(&points, BLUE);
    let mean = dollars(progressive.at_hit);
    let place = progressive.at_hit.value() / 100.0;
    plot.mark(place, 0.0, &format!("on average {mean}"), RED);
    plot.out
}

/// Dollars in short.
fn money(dollars: f64) -> String {
    match dollars {
        0.0 => "$0".into(),
        large if large >= 999_500.0 => format!("${}M", short(large / 1e6)),
        middle if middle >= 1_000.0 => format!("${}k", short(middle / 1e3)),
        small => format!("${small:.0}"),
    }
}

fn short(number: f64) -> String {
    let text = format!("{number:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
