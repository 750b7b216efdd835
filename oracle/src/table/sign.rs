//! The pages of the sign, as text, in their order.

use super::money::Award;

/// The table's message to the sign.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "named as what they say")]
pub struct Picture {
    /// In cents; none where it is not known.
    pub amount: Option<u64>,
    pub heading: &'static str,
    pub win: Option<(&'static str, Award)>,
    pub fault: Option<String>,
}

impl Picture {
    /// The pages, which take turns: the two of a win, that of a fault, the amount. A sign that hears nothing says so
    /// over the amount.
    pub fn pages(&self, is_lost: bool) -> Vec<String> {
        let mut pages = Vec::new();
        if let Some((state, award)) = &self.win {
            let heading = format!("{state}: SEAT {}", award.seat + 1);
            pages.push(format!("{heading}\n{}", dollars(award.amount)));
            pages.push(format!("{heading}\n{}", words(&award.award)));
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
