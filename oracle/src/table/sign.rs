//! The pages of the sign, as text, in their order.

use super::money::Award;
use super::words::Limit;

/// The table's message to the sign.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "named as what they say")]
pub struct Picture {
    /// In cents; none where it is not known.
    pub amount: Option<u64>,
    pub heading: &'static str,
    pub win: Option<(&'static str, Award)>,
    /// No progressive bets are accepted or paid (RWS6 5.17.2c).
    pub notice: bool,
    pub fault: Option<String>,
    /// The pages of the limits and of the prescribed bet, while bets are closed.
    pub limits: Vec<String>,
}

/// The heading of the notice, and of the amount with it.
pub(super) const NO_PROGRESSIVE_BETS: &str = "NO PROGRESSIVE BETS";

/// A page of the limits comes after so many rounds of the other pages.
const ROUNDS_BEFORE_LIMITS: usize = 3;

impl Picture {
    /// The pages, which take turns until they repeat: rounds of all but the limits, and now and then one of those.
    pub fn pages(&self, is_lost: bool) -> Vec<String> {
        let round = self.round(is_lost);
        if self.limits.is_empty() {
            return round;
        }
        let with_limit = |limit: &String| {
            let mut pages = vec![round.clone(); ROUNDS_BEFORE_LIMITS].concat();
            pages.push(limit.clone());
            pages
        };
        self.limits.iter().flat_map(with_limit).collect()
    }

    /// The two pages of a win, the notice, a fault, the amount. A sign that hears nothing says so over the amount.
    fn round(&self, is_lost: bool) -> Vec<String> {
        let mut pages = Vec::new();
        if let Some((state, award)) = &self.win {
            let heading = format!("{state}: SEAT {}", award.seat + 1);
            pages.push(format!("{heading}\n{}", dollars(award.amount)));
            pages.push(format!("{heading}\n{}", words(&award.award)));
        }
        if self.notice {
            pages.push(format!("{NO_PROGRESSIVE_BETS}\nACCEPTED\nOR PAID"));
        }
        pages.extend(self.fault.iter().map(|fault| format!("FAULT\n{fault}")));
        let heading = if is_lost {
            "NO LINK: LAST KNOWN"
        } else {
            self.heading
        };
        let amount = self.amount.map(dollars);
        let amount = amount.unwrap_or_else(|| "AMOUNT\nNOT KNOWN".into());
        pages.push(format!("{heading}\n{amount}"));
        pages
    }
}

/// The page of a wager for which the house has set a limit (THB6 3.4, RWS6 3.3).
pub(super) fn limit_page(wager: &str, limit: &Limit) -> Option<String> {
    let min = match limit.min {
        0 => "NO MINIMUM".into(),
        min => format!("MIN {}", short_dollars(min)),
    };
    let max = match limit.max {
        None => "NO MAXIMUM".into(),
        Some(max) => format!("MAX {}", short_dollars(max)),
    };
    let is_set = limit.min > 0 || limit.max.is_some();
    is_set.then(|| format!("{wager}\n{min}\n{max}"))
}

/// The page of the prescribed progressive bet (RWS6 3.3, ML9 3.5.3).
pub(super) fn progressive_bet_page(unit: u64, units_max: u8) -> String {
    let unit = short_dollars(unit);
    match units_max {
        1 => format!("PROGRESSIVE BET\n{unit}"),
        most => format!("PROGRESSIVE BET\n1 TO {most} UNITS\nOF {unit}"),
    }
}

/// The same without cents where there are none.
fn short_dollars(cents: u64) -> String {
    let exact = dollars(cents);
    exact.strip_suffix(".00").map_or(exact.clone(), Into::into)
}

/// Cents like `$1,234,567.89`.
fn dollars(cents: u64) -> String {
    let digits = (cents / 100).to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    format!("${text}.{:02}", cents % 100)
}

fn words(award: &str) -> String {
    match award {
        "royal_flush_on_flop" => "ROYAL FLUSH\nON THE FLOP".into(),
        "royal_flush_on_turn" => "ROYAL FLUSH\nON THE TURN".into(),
        "royal_flush_on_river" => "ROYAL FLUSH\nON THE RIVER".into(),
        "royal_flush_spades" => "ROYAL FLUSH\nOF SPADES".into(),
        hand => hand.to_uppercase().replace('_', " "),
    }
}
