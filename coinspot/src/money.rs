//! Amounts and cards as people read them.

use shared_rules::cards::{Card, Suit};
use shared_rules::money::{Cents, MicroCents};

/// Dollars with their thousands apart.
pub fn money(amount: Cents) -> String {
    let plain = amount.to_string();
    let whole = plain.trim_start_matches('$');
    let (dollars, cents) = whole.split_once('.').unwrap_or((whole, "00"));
    let digits: Vec<char> = dollars.chars().collect();
    let groups = digits.rchunks(3).rev().map(String::from_iter);
    format!("${}.{cents}", groups.collect::<Vec<_>>().join(","))
}

/// The same with the fraction of a cent, where there is one.
pub fn exact(amount: MicroCents) -> String {
    let cents = amount.cents_floor();
    let fraction = amount.get() % 1_000_000;
    match fraction {
        0 => money(cents),
        _ => format!("{} + 0.{fraction:06}¢", money(cents)),
    }
}

/// An amount that may be owed.
pub fn signed(cents: i64) -> String {
    let sign = if cents < 0 { "-" } else { "+" };
    format!("{sign}{}", money(Cents::new(cents.unsigned_abs())))
}

/// The sign of a suit, and whether it is a red one.
pub fn suit(suit: Suit) -> (char, bool) {
    match suit {
        Suit::Clubs => ('♣', false),
        Suit::Diamonds => ('♦', true),
        Suit::Hearts => ('♥', true),
        Suit::Spades => ('♠', false),
    }
}

/// Cards like `A♠ K♠`.
pub fn cards(cards: &[Card]) -> String {
    let texts = cards
        .iter()
        .map(|card| format!("{}{}", card.rank().letter(), suit(card.suit()).0));
    texts.collect::<Vec<_>>().join(" ")
}

/// A name from a file format, like `royal_flush`, in words.
pub fn words(name: &str) -> String {
    name.replace('_', " ")
}
