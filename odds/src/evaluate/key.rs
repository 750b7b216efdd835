//! The worth of a hand as a number to compare.
//!
//! ```text
//! bit  31..29    28..16           15..0
//!      kind      ranks of the     ranks of the
//!                groups           kickers
//! ```
//! Ranks are masks as in [`shared_rules::evaluate::HandRank`]; each half is sixteen bits, so that sixteen of them are a
//! vector. Three bits are one too few for nine kinds of hands: a straight flush is four of a kind with more groups
//! than it can have, and its top card is the kicker, for a royal flush the ace.

use shared_rules::evaluate::Category;

/// The worth of a hand: of two hands the better one has the higher key.
pub type HandKey = u32;

/// Groups and kinds are in the upper half.
pub(super) const HALF: u32 = 16;
/// The upper half of a straight flush.
pub(super) const STRAIGHT_FLUSH: u16 = 0xffff;
/// An ace among groups or kickers.
pub(super) const ACE: u16 = 1 << 12;
/// Where the kind stands in the upper half.
pub(super) const KIND_SHIFT: u32 = 13;

/// The upper half of the lowest hand of a kind below a straight flush: its kind, without groups.
pub(super) const fn kind(category: Category) -> u16 {
    let kind = match category {
        Category::HighCard => 0,
        Category::OnePair => 1,
        Category::TwoPairs => 2,
        Category::ThreeOfAKind => 3,
        Category::Straight => 4,
        Category::Flush => 5,
        Category::FullHouse => 6,
        Category::FourOfAKind | Category::StraightFlush | Category::RoyalFlush => 7,
    };
    kind << KIND_SHIFT
}

/// The same in Three Card Poker, which has kinds enough for its seven (TCP5 3.16).
pub(super) const fn three_card_kind(category: Category) -> u16 {
    (category.three_card_order() as u16) << KIND_SHIFT
}

/// The key with these halves.
pub(super) const fn key(upper: u16, kickers: u16) -> HandKey {
    (upper as HandKey) << HALF | kickers as HandKey
}

/// The lowest key of a category.
pub const fn lowest(category: Category) -> HandKey {
    match category {
        Category::StraightFlush => key(STRAIGHT_FLUSH, 0),
        Category::RoyalFlush => key(STRAIGHT_FLUSH, ACE),
        _ => key(kind(category), 0),
    }
}

/// The category of a key.
pub fn category(key: HandKey) -> Category {
    let mut descending = Category::ALL.into_iter().rev();
    let reached = descending.find(|category| lowest(*category) <= key);
    reached.unwrap_or(Category::HighCard)
}
