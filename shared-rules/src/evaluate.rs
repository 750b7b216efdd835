//! Hand evaluation: a [`Hand`] of exactly `N` distinct cards, and its [`HandRank`], a number whose order is the order
//! of hands (THB6 3.11 and 3.12, RWS6 3.1.2 and 3.1.3, TCP5 3.16 and 3.17).
//!
//! A hand is a word of four 16-bit lanes, one a suit. The lower 13 bits of a lane are the ranks held in that suit, the
//! upper 3 count them. Therefore adding hands is one addition, a flush shows in the counters, and AND/OR over the lanes
//! gives the ranks that are held once, twice, three and four times.
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

    /// The place of the category in the order of five-card hands, 0 to 9.
    pub const fn five_card_order(self) -> u8 {
        self as u8
    }

    /// The place of the category in the order of three-card hands, 0 to 6 (TCP5 3.16): a straight beats a flush, and
    /// three of a kind beats both.
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

/// The value of a hand. The greater rank of two hands of the same game wins, and equal ranks are a stand-off.
///
/// ```text
/// bit  31       30..26        25..13           12..0
///      three    category's    ranks of the     ranks of the
///      cards    order         groups           kickers
/// ```
/// Ranks are masks, the deuce in bit 0 and the ace in bit 12, so that masks compare like the cards
/// from the highest down: the groups are the quads, the trips, the pair or both pairs, or a straight, the
/// lowest in bit 0; the kickers are the pair of a full house, the cards of a flush, or the odd cards.
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

/// The counters of two lanes; in these, the bits that are set from four on, and the bits of two in a count up to three.
const COUNTS: u32 = 0xe000_e000;
const COUNTS_OF_FOUR: u32 = 0x8000_8000;
const COUNTS_OF_TWO: u32 = 0x4000_4000;
/// The lowest bit of a lane's counter.
const COUNT_ONE: u32 = 1 << 13;

/// A card in its lane, counted, as the lower and the upper two lanes.
const fn halves(position: u32) -> [u32; 2] {
    let card = (1 << (position & 31)) | (COUNT_ONE << (position & 16));
    if position < 32 { [card, 0] } else { [0, card] }
}

/// [`halves`] of every position: half a kilobyte, in an image only where it is used.
#[expect(
    clippy::indexing_slicing,
    reason = "the compiler evaluates it, and `position` stays below the length"
)]
static HALVES: [[u32; 64]; 2] = {
    let mut table = [[0; 64]; 2];
    let mut position = 0;
    while position < 64 {
        [table[0][position], table[1][position]] = halves(position as u32);
        position += 1;
    }
    table
};

/// The size of the tables that evaluation looks up, in bytes.
pub const TABLE_BYTES: usize = size_of::<[[u32; 64]; 2]>();

impl<const N: usize> Hand<N> {
    /// The hand of these cards; refused if one is there twice.
    pub fn new(cards: [Card; N]) -> Result<Hand<N>, CardTwice> {
        const { assert!(N <= 7, "a lane's counter holds at most seven") };
        lanes(&cards).map(Hand)
    }

    /// The hand of cards that are known to be distinct, like those drawn from one deck. This is not checked: with a
    /// card twice the result would be some other hand.
    pub fn of_distinct(cards: [Card; N]) -> Hand<N> {
        const { assert!(N <= 7, "a lane's counter holds at most seven") };
        let [low, high] = HALVES.each_ref().map(|table| {
            cards.iter().fold(0_u32, |sum, card| {
                // A position is below 64: the mask costs less than a check.
                let half = table.get(card.position() as usize & 63);
                sum.wrapping_add(half.copied().unwrap_or(0))
            })
        });
        Hand(u64::from(high) << 32 | u64::from(low))
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

    /// The cards of this hand and of `other`, which are known to have none in common, like those dealt from one deck.
    /// This is not checked.
    pub fn plus<const M: usize, const SUM: usize>(self, other: Hand<M>) -> Hand<SUM> {
        const { assert!(N + M == SUM && SUM <= 7, "the sizes add up") };
        Hand(self.0.wrapping_add(other.0))
    }

    /// The cards as a set.
    pub fn set(self) -> CardSet {
        CardSet::from_bits(self.0)
    }

    /// True if every card is of `suit`.
    pub fn all_of(self, suit: Suit) -> bool {
        self.set()
            .without(CardSet::from_bits(u64::from(RANKS) << (16 * suit as u32)))
            .is_empty()
    }

    /// The lower and the upper two lanes.
    const fn halves(self) -> [u32; 2] {
        [self.0 as u32, (self.0 >> 32) as u32]
    }

    /// The ranks that the hand holds at least once, twice and three times.
    fn multiples(self) -> Multiples {
        // Two suits at a time in each half, then the two lanes of the halves against each other.
        let [low, high] = self.halves();
        let (any, both) = (low | high, low & high);
        let across = any.rotate_left(16);
        Multiples {
            once: either(any),
            twice: either(both | any & across),
            thrice: both & across & !COUNTS,
        }
    }

    /// The lane of the suit that has at least five cards, or 0.
    fn flush_lane(self) -> u32 {
        // Few hands have four of a suit, and this test finds them fast.
        let [low, high] = self.halves();
        if (low | high) & COUNTS_OF_FOUR == 0 {
            return 0;
        }
        // A counter of 5, 6 or 7 has its high bit and one of the others set.
        let of_five = |half: u32| half & (half << 1 | half << 2) & COUNTS_OF_FOUR;
        let (half, flush) = match of_five(low) {
            0 => (high, of_five(high)),
            flush => (low, flush),
        };
        match flush {
            0 => 0,
            0x1_0000.. => half >> 16,
            _ => half & 0xffff,
        }
    }

    /// The best five of all cards.
    #[inline(always)] // For its constant number of spare cards; the rare parts are functions of their own.
    fn best_five(self) -> HandRank {
        let spare = const { N as u32 - 5 };
        let held = self.multiples();
        // Five cards with a pair are neither a flush nor a straight.
        if spare == 0 && held.twice != 0 {
            return held.paired(spare);
        }
        let lane = self.flush_lane();
        if lane != 0 {
            return flush(lane);
        }
        // Seven cards with quads or a full house have at most four ranks, so a straight never hides a better hand.
        let straights = straights::<5>(held.once);
        if straights != 0 {
            return HandRank::five(Straight, highest(straights), 0);
        }
        if held.twice == 0 {
            return HandRank::five(HighCard, 0, drop_lowest(held.once, spare));
        }
        held.paired(spare)
    }
}

/// The lanes of these cards with their counters; refused if one card is there twice.
fn lanes(cards: &[Card]) -> Result<u64, CardTwice> {
    let mut sum = 0_u64;
    for card in cards {
        let [low, high] = halves(card.position());
        let lanes = u64::from(high) << 32 | u64::from(low);
        if !CardSet::from_bits(sum & lanes).is_empty() {
            return Err(CardTwice(*card));
        }
        sum = sum.wrapping_add(lanes);
    }
    Ok(sum)
}

/// The ranks in either of two lanes.
fn either(half: u32) -> u32 {
    // By shifts: with a mask, the compiler would keep the unmasked value as well.
    (half | half.rotate_left(16)) << 3 >> 19
}

/// The ranks that a hand holds at least once, twice and three times.
struct Multiples {
    once: u32,
    twice: u32,
    /// In one lane or in both: two suits of a half with one of the other, or with both.
    thrice: u32,
}

impl Multiples {
    /// The rank of a hand that holds at least one pair, and neither a flush nor a straight.
    fn paired(self, spare: u32) -> HandRank {
        if self.thrice != 0 {
            return with_trips(self.once, self.twice, self.thrice, spare);
        }
        let upper = drop_lowest(self.twice, 1);
        if upper == 0 {
            let kickers = drop_lowest(self.once ^ self.twice, spare);
            return HandRank::five(OnePair, self.twice, kickers);
        }
        // The lowest of three pairs does not count.
        let pairs = match drop_lowest(upper, 1) {
            0 => self.twice,
            _ => upper,
        };
        HandRank::five(TwoPairs, pairs, highest(self.once ^ pairs))
    }
}

/// The rank of a hand with three or four of a kind. Few hands have them, so it is not inlined.
#[inline(never)]
fn with_trips(once: u32, twice: u32, thrice: u32, spare: u32) -> HandRank {
    // Ranks held in all four suits are in both lanes.
    let four = thrice & thrice >> 16;
    if four != 0 {
        return HandRank::five(FourOfAKind, four, highest(once ^ four));
    }
    let trips = highest(either(thrice));
    match highest(twice ^ trips) {
        0 => HandRank::five(ThreeOfAKind, trips, drop_lowest(once ^ trips, spare)),
        pair => HandRank::five(FullHouse, trips, pair),
    }
}

impl Hand<5> {
    /// The rank of these five cards.
    #[inline]
    pub fn rank(self) -> HandRank {
        self.best_five()
    }
}

impl Hand<6> {
    /// The rank of the best five of these six cards.
    #[inline]
    pub fn rank(self) -> HandRank {
        self.best_five()
    }
}

impl Hand<7> {
    /// The rank of the best five of these seven cards.
    #[inline]
    pub fn rank(self) -> HandRank {
        self.best_five()
    }
}

impl Hand<2> {
    /// True if both cards are of one rank, or one is an ace.
    pub(crate) fn is_pair_or_has_ace(self) -> bool {
        let ranks = self.multiples().once;
        drop_lowest(ranks, 1) == 0 || ranks & ACE != 0
    }

    /// Both ranks, the higher first, and whether the suits are the same: the properties that Bonus looks at (THB6
    /// 4.1.1).
    pub fn hole(self) -> (Rank, Rank, bool) {
        let ranks = self.multiples().once;
        let rank = |bit: u32| Rank::ALL.get(bit as usize).copied().unwrap_or(Rank::Two);
        let [low, high] = self.halves();
        let suited = (low | high) & COUNTS_OF_TWO != 0;
        let (first, last) = (ranks.trailing_zeros(), 31 - ranks.leading_zeros());
        (rank(last), rank(first), suited)
    }
}

impl Hand<3> {
    /// The rank of these cards in three-card poker (TCP5 3.16, 3.17).
    pub fn rank(self) -> HandRank {
        let held = self.multiples();
        if held.twice == 0 {
            return self.unpaired(held.once);
        }
        match either(held.thrice) {
            0 => HandRank::three(OnePair, held.twice, held.once ^ held.twice),
            trips => HandRank::three(ThreeOfAKind, trips, 0),
        }
    }

    fn unpaired(self, ranks: u32) -> HandRank {
        const ROYAL: u32 = to_ace::<3>();
        match (straights::<3>(ranks), self.is_suited()) {
            (0, false) => HandRank::three(HighCard, 0, ranks),
            (0, true) => HandRank::three(Flush, 0, ranks),
            (ROYAL.., true) => HandRank::three(RoyalFlush, ROYAL, 0),
            (straight, false) => HandRank::three(Straight, straight, 0),
            (straight, true) => HandRank::three(StraightFlush, straight, 0),
        }
    }

    fn is_suited(self) -> bool {
        // A counter of three is both of its lower bits.
        let [low, high] = self.halves();
        (low & low << 1 | high & high << 1) & COUNTS_OF_TWO != 0
    }

    /// True if a card of `rank` or higher is among the three (TCP5 3.11).
    pub fn contains_at_least(self, rank: Rank) -> bool {
        self.multiples().once >= rank.bit()
    }
}

/// The rank of a lane of five or more cards. Seven cards that hold a flush hold neither quads nor a
/// full house, so nothing else can be better.
#[inline(never)]
fn flush(lane: u32) -> HandRank {
    let ranks = lane & RANKS;
    const ROYAL: u32 = to_ace::<5>();
    match straights::<5>(ranks) {
        0 => HandRank::five(Flush, 0, drop_lowest(ranks, (lane >> 13) - 5)),
        ROYAL.. => HandRank::five(RoyalFlush, ROYAL, 0),
        straights => HandRank::five(StraightFlush, highest(straights), 0),
    }
}

/// The straights of three or five within `ranks`, as a mask with the lowest in bit 0. An ace also counts below the
/// deuce (THB6 3.3.1.2): that straight is the lowest (THB6 3.12.4, TCP5 3.17.3).
fn straights<const LENGTH: u32>(ranks: u32) -> u32 {
    // The ranks twice, one copy above the other, so that an ace is below the deuce of the upper copy.
    let doubled = ranks | ranks << 13;
    let two = doubled & doubled << 1;
    let run = match LENGTH {
        3 => two & two << 1,
        _ => {
            let four = two & two << 2;
            four & four << 1
        }
    };
    // Drops everything below the top card of the straight that begins with that ace.
    run >> (11 + LENGTH)
}

/// The straight up to the ace, in the form of [`straights`].
const fn to_ace<const LENGTH: u32>() -> u32 {
    ACE >> (LENGTH - 2)
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
