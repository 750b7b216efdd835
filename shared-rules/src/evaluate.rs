//! What a hand is worth: a [`Hand`] of exactly `N` distinct cards, and its [`HandRank`], a number
//! whose order is the order of hands (THB6 3.11 and 3.12, RWS6 3.1.2 and 3.1.3, TCP5 3.16 and 3.17).
//!
//! No tables: a hand is a word of four 16-bit lanes, one a suit. The lower 13 bits of a lane are the
//! ranks held in that suit, the upper 3 count them, so that adding hands is one addition, a flush
//! shows in the counters, and AND/OR over the lanes tells which ranks are held once, twice, three and
//! four times.
//!
//! Invariant: the cards of a hand are distinct and at most seven, so a counter never overflows its lane.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::cast_possible_truncation,
    reason = "lane arithmetic on at most seven cards, never money"
)]

use crate::cards::{Card, CardSet, CardTwice, Rank, Suit};
use serde::{Deserialize, Serialize};

/// The kinds of hands, in the ascending order of five-card poker.
///
/// Three-card poker uses the same names in another order: see [`Category::three_card_order`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, Serialize, Deserialize)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names of the hands say it all")]
pub enum Category {
    HighCard,
    OnePair,
    TwoPairs,
    ThreeOfAKind,
    Straight,
    Flush,
    FullHouse,
    FourOfAKind,
    StraightFlush,
    RoyalFlush,
}

use Category::*;

impl Category {
    /// Every category, ascending in five-card poker.
    pub const ALL: [Category; 10] = [
        HighCard,
        OnePair,
        TwoPairs,
        ThreeOfAKind,
        Straight,
        Flush,
        FullHouse,
        FourOfAKind,
        StraightFlush,
        RoyalFlush,
    ];

    /// The categories of three-card poker, ascending (TCP5 3.16).
    pub const THREE_CARD: [Category; 7] = [
        HighCard,
        OnePair,
        Flush,
        Straight,
        ThreeOfAKind,
        StraightFlush,
        RoyalFlush,
    ];

    /// The name used wherever hands are written out.
    pub const fn name(self) -> &'static str {
        match self {
            HighCard => "high_card",
            OnePair => "one_pair",
            TwoPairs => "two_pairs",
            ThreeOfAKind => "three_of_a_kind",
            Straight => "straight",
            Flush => "flush",
            FullHouse => "full_house",
            FourOfAKind => "four_of_a_kind",
            StraightFlush => "straight_flush",
            RoyalFlush => "royal_flush",
        }
    }

    /// Where the category stands in the order of five-card hands, 0 to 9.
    pub const fn five_card_order(self) -> u8 {
        self as u8
    }

    /// Where the category stands in the order of three-card hands, 0 to 6 (TCP5 3.16):
    /// a straight beats a flush, and three of a kind beats both.
    pub const fn three_card_order(self) -> u8 {
        match self {
            HighCard | TwoPairs => 0,
            OnePair => 1,
            Flush => 2,
            Straight => 3,
            ThreeOfAKind | FullHouse | FourOfAKind => 4,
            StraightFlush => 5,
            RoyalFlush => 6,
        }
    }
}

/// What a hand is worth. Of two hands of the same game the one with the greater rank wins, and equal
/// ranks are a stand-off.
///
/// ```text
/// bit  31       30..26        25..13           12..0
///      three    category's    ranks of the     ranks of the
///      cards    order         groups           kickers
/// ```
/// Ranks are masks, the deuce in bit 0 and the ace in bit 12, so that masks compare like the cards
/// from the highest down: the groups are the quads, the trips, the pair or both pairs, or the top card
/// of a straight; the kickers are the pair of a full house, the cards of a flush, or the odd cards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HandRank(u32);

const THREE_CARDS: u32 = 1 << 31;
const ORDER_SHIFT: u32 = 26;
const GROUP_SHIFT: u32 = 13;
const RANKS: u32 = 0x1fff;
const ACE: u32 = Rank::Ace.bit();

impl HandRank {
    const fn five(category: Category, groups: u32, kickers: u32) -> HandRank {
        HandRank(
            (category.five_card_order() as u32) << ORDER_SHIFT | groups << GROUP_SHIFT | kickers,
        )
    }

    const fn three(category: Category, groups: u32, kickers: u32) -> HandRank {
        let order = category.three_card_order() as u32;
        HandRank(THREE_CARDS | order << ORDER_SHIFT | groups << GROUP_SHIFT | kickers)
    }

    /// The kind of hand.
    pub fn category(self) -> Category {
        let order = (self.0 >> ORDER_SHIFT & 15) as usize;
        let category = if self.0 & THREE_CARDS == 0 {
            Category::ALL.get(order)
        } else {
            Category::THREE_CARD.get(order)
        };
        category.copied().unwrap_or(HighCard)
    }
}

impl core::fmt::Debug for HandRank {
    fn fmt(&self, f: &mut core::fmt::Formatter) -> core::fmt::Result {
        write!(f, "{} {:#x}", self.category().name(), self.0 & 0x03ff_ffff)
    }
}

/// Exactly `N` distinct cards, at most seven.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Hand<const N: usize>(u64);

/// The rank bits of all four lanes.
const RANK_LANES: u64 = 0x1fff_1fff_1fff_1fff;
/// The lowest bit of a lane's counter.
const COUNT_ONE: u64 = 1 << 13;
const COUNT_HIGH_BITS: u64 = 0x8000_8000_8000_8000;

impl<const N: usize> Hand<N> {
    /// The hand of these cards, unless one is there twice.
    pub fn new(cards: [Card; N]) -> Result<Hand<N>, CardTwice> {
        const { assert!(N <= 7, "a lane's counter holds at most seven") };
        lanes(&cards).map(Hand)
    }

    /// The cards of this hand and of `other`, which must have none in common.
    pub fn join<const M: usize, const SUM: usize>(
        self,
        other: Hand<M>,
    ) -> Result<Hand<SUM>, CardTwice> {
        let both = CardSet::from_bits(self.0 & other.0);
        match both.into_iter().next() {
            Some(card) => Err(CardTwice(card)),
            None => Ok(self.plus(other)),
        }
    }

    /// The cards of this hand and of `other`, which are known to have none in common.
    pub(crate) fn plus<const M: usize, const SUM: usize>(self, other: Hand<M>) -> Hand<SUM> {
        const { assert!(N + M == SUM && SUM <= 7, "the sizes add up") };
        Hand(self.0.wrapping_add(other.0))
    }

    /// The cards as a set.
    pub fn set(self) -> CardSet {
        CardSet::from_bits(self.0)
    }

    /// Whether every card is of `suit`.
    pub fn all_of(self, suit: Suit) -> bool {
        self.0 & RANK_LANES & !(u64::from(RANKS) << (16 * suit as u32)) == 0
    }

    /// Which ranks the hand holds at least once, twice, three and four times.
    fn multiples(self) -> Multiples {
        // Two suits at a time in each half, then the two lanes of the halves against each other.
        let (low, high) = (self.0 as u32, (self.0 >> 32) as u32);
        let (any, both) = (low | high, low & high);
        Multiples {
            once: (any | any >> 16) & RANKS,
            twice: (both | both >> 16 | (any & any >> 16)) & RANKS,
            thrice: ((both & any >> 16) | (any & both >> 16)) & RANKS,
            four: both & both >> 16 & RANKS,
        }
    }

    /// The ranks of the suit that has at least five cards, if there is one.
    fn flush_ranks(self) -> Option<u32> {
        // A counter of 5, 6 or 7 has its high bit and one of the others set.
        let flush = self.0 & (self.0 << 1 | self.0 << 2) & COUNT_HIGH_BITS;
        if flush == 0 {
            return None;
        }
        Some((self.0 >> (flush.trailing_zeros() & 48)) as u32 & RANKS)
    }

    /// The best five cards of `5 + spare`.
    fn best_five(self, spare: u32) -> HandRank {
        if let Some(ranks) = self.flush_ranks() {
            return flush(ranks);
        }
        let held = self.multiples();
        if held.twice == 0 {
            return match straight_top::<5>(held.once) {
                0 => HandRank::five(HighCard, 0, drop_lowest(held.once, spare)),
                top => HandRank::five(Straight, top, 0),
            };
        }
        held.rank(spare)
    }
}

/// The lanes of these cards with their counters, unless one is there twice.
fn lanes(cards: &[Card]) -> Result<u64, CardTwice> {
    let mut lanes = 0;
    for card in cards {
        if lanes & card.bit() != 0 {
            return Err(CardTwice(*card));
        }
        lanes += card.bit() + (COUNT_ONE << (card.position() & 48));
    }
    Ok(lanes)
}

struct Multiples {
    once: u32,
    twice: u32,
    thrice: u32,
    four: u32,
}

impl Multiples {
    /// The rank of a hand without a flush that holds at least one pair.
    fn rank(&self, spare: u32) -> HandRank {
        if self.four != 0 {
            return HandRank::five(FourOfAKind, self.four, highest(self.once & !self.four));
        }
        let trips = highest(self.thrice);
        let pair = highest(self.twice & !trips);
        if trips != 0 && pair != 0 {
            return HandRank::five(FullHouse, trips, pair);
        }
        let top = straight_top::<5>(self.once);
        if top != 0 {
            return HandRank::five(Straight, top, 0);
        }
        if trips != 0 {
            let kickers = drop_lowest(self.once & !trips, spare);
            return HandRank::five(ThreeOfAKind, trips, kickers);
        }
        let second = highest(self.twice & !pair);
        if second != 0 {
            let pairs = pair | second;
            return HandRank::five(TwoPairs, pairs, highest(self.once & !pairs));
        }
        HandRank::five(OnePair, pair, drop_lowest(self.once & !pair, spare))
    }
}

impl Hand<5> {
    /// The rank of these five cards.
    pub fn rank(self) -> HandRank {
        self.best_five(0)
    }
}

impl Hand<6> {
    /// The rank of the best five of these six cards.
    pub fn rank(self) -> HandRank {
        self.best_five(1)
    }
}

impl Hand<7> {
    /// The rank of the best five of these seven cards.
    pub fn rank(self) -> HandRank {
        self.best_five(2)
    }
}

impl Hand<2> {
    /// Both ranks, the higher first, and whether the suits are the same: what Bonus looks at (THB6 4.1.1).
    pub fn hole(self) -> (Rank, Rank, bool) {
        let mut cards = self.set().into_iter();
        let first = cards.next().map_or(Rank::Two, Card::rank);
        let second = cards.next().map_or(first, Card::rank);
        let suited = Suit::ALL.into_iter().any(|suit| self.all_of(suit));
        (first.max(second), first.min(second), suited)
    }
}

impl Hand<3> {
    /// The rank of these cards in three-card poker (TCP5 3.16, 3.17).
    pub fn rank(self) -> HandRank {
        let held = self.multiples();
        if held.thrice != 0 {
            return HandRank::three(ThreeOfAKind, held.thrice, 0);
        }
        if held.twice != 0 {
            return HandRank::three(OnePair, held.twice, held.once & !held.twice);
        }
        // A counter of three is both of its lower bits.
        let flush = self.0 & self.0 >> 1 & (COUNT_HIGH_BITS >> 2) != 0;
        match (straight_top::<3>(held.once), flush) {
            (ACE, true) => HandRank::three(RoyalFlush, ACE, 0),
            (0, true) => HandRank::three(Flush, 0, held.once),
            (0, false) => HandRank::three(HighCard, 0, held.once),
            (top, true) => HandRank::three(StraightFlush, top, 0),
            (top, false) => HandRank::three(Straight, top, 0),
        }
    }

    /// Whether a card of `rank` or higher is among the three (TCP5 3.11).
    pub fn contains_at_least(self, rank: Rank) -> bool {
        self.multiples().once >= rank.bit()
    }
}

/// The rank of five or more cards of one suit. Seven cards that hold a flush hold neither quads nor a
/// full house, so nothing else can be better.
fn flush(ranks: u32) -> HandRank {
    match straight_top::<5>(ranks) {
        ACE => HandRank::five(RoyalFlush, ACE, 0),
        0 => HandRank::five(Flush, 0, highest_five(ranks)),
        top => HandRank::five(StraightFlush, top, 0),
    }
}

/// The top card of the highest straight of `LENGTH` within `ranks`, or 0. An ace also counts below the
/// deuce (THB6 3.3.1.2), where its straight is the lowest (THB6 3.12.4, TCP5 3.17.3).
fn straight_top<const LENGTH: u32>(ranks: u32) -> u32 {
    let with_low_ace = ranks << 1 | ranks >> 12;
    let mut runs = with_low_ace;
    for step in 1..LENGTH {
        runs &= with_low_ace << step;
    }
    highest(runs >> 1)
}

/// The highest set bit alone, or 0.
fn highest(mask: u32) -> u32 {
    (1_u32 << 31).wrapping_shr(mask.leading_zeros()) & mask
}

/// `mask` without its `count` lowest set bits.
fn drop_lowest(mut mask: u32, count: u32) -> u32 {
    for _ in 0..count {
        mask &= mask.wrapping_sub(1);
    }
    mask
}

/// The five highest of five to seven set bits.
fn highest_five(mut mask: u32) -> u32 {
    while mask.count_ones() > 5 {
        mask &= mask.wrapping_sub(1);
    }
    mask
}
