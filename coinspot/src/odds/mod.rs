//! `coinspot odds`: the exact odds of every wager, written for people and for programs.

pub mod check;
mod cost;
mod csv;
mod document;
pub mod jackpot;
mod json;
mod page;
mod plot;
mod svg;
mod text;

pub use cost::{choices, cost};
pub use csv::csv;
pub use json::json;
pub use page::page;
pub use svg::svg;
pub use text::text;

use odds::fraction::Fraction;
use odds::game::GameOdds;

use crate::settle::ReadingsIn;

/// The odds of a game, with the readings as files call them.
#[derive(Debug)]
pub struct OddsReport {
    /// The odds.
    pub odds: GameOdds,
    /// The readings under which they hold.
    pub readings: ReadingsIn,
}

/// A part as percent.
fn percent(part: Fraction, digits: usize) -> String {
    format!("{:.digits$} %", 100.0 * part.value())
}

/// A whole number with its thousands apart.
fn grouped(number: impl Into<i128>) -> String {
    let number = number.into();
    let digits: Vec<char> = number.unsigned_abs().to_string().chars().collect();
    let groups = digits.rchunks(3).rev().map(String::from_iter);
    let sign = if number < 0 { "-" } else { "" };
    format!("{sign}{}", groups.collect::<Vec<_>>().join(","))
}

/// A positive figure in hundredths, rounded half up, with its thousands apart.
fn hundredths(of: Fraction) -> String {
    let cents = of * Fraction::whole(100) + Fraction::new(1, 2);
    let cents = cents.num().div_euclid(cents.den());
    format!("{}.{:02}", grouped(cents / 100), cents % 100)
}

/// Cents as dollars to the cent.
fn dollars(cents: Fraction) -> String {
    let dollars = cents / Fraction::whole(100);
    match cents < Fraction::ZERO {
        true => format!("-${}", hundredths(-dollars)),
        false => format!("${}", hundredths(dollars)),
    }
}
