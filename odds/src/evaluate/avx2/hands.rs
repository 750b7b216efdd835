//! Sixteen hands side by side, from the ranks that they hold to their keys.
//!
//! At most seven cards are counted, so a mask of trips has two bits at most, and one of pairs or of straights three:
//! that is what makes their highest bit cheap.

use super::vector::{
    Vector, add, all, and, blend, down, highest_of_three, highest_of_two, is_equal, is_zero,
    lowered, max, or, unless_zero, up, without, xor,
};
use crate::evaluate::key::{ACE, KIND_SHIFT, STRAIGHT_FLUSH, kind, three_card_kind};
use shared_rules::evaluate::Category::{
    Flush, FourOfAKind, FullHouse, OnePair, RoyalFlush, Straight, StraightFlush, ThreeOfAKind,
};

/// Sixteen keys: their upper halves, and their kickers.
#[derive(Clone, Copy)]
pub(super) struct KeyHalves {
    pub upper: Vector,
    pub kickers: Vector,
}

/// Which ranks sixteen hands hold at least once, twice, three and four times.
#[derive(Clone, Copy)]
pub(super) struct Planes {
    pub once: Vector,
    pub twice: Vector,
    pub thrice: Vector,
    pub four: Vector,
}

impl Planes {
    /// Counts the ranks in the cards of each suit.
    #[target_feature(enable = "avx2")]
    pub fn of([a, b, c, d]: [Vector; 4]) -> Planes {
        let (any, both, more, all) = (or(a, b), and(a, b), or(c, d), and(c, d));
        Planes {
            once: or(any, more),
            twice: or(or(both, all), and(any, more)),
            thrice: or(and(both, more), and(any, all)),
            four: and(both, all),
        }
    }
}

/// A step from one kind of hand to the next, as a shift.
const KIND: i32 = KIND_SHIFT.cast_signed();

/// The keys of seven cards without flushes: of every kind of hand that they make, the highest.
#[target_feature(enable = "avx2")]
pub(super) fn ranked(held: Planes) -> KeyHalves {
    let trips = highest_of_two(held.thrice);
    // Pairs besides these trips: with any it is a full house, and without trips the two highest count.
    let [pairs, upper_pairs, third_pair] = lowered(without(held.twice, trips));
    let pair = max(upper_pairs, xor(pairs, upper_pairs));
    let two_pairs = or(upper_pairs, and(pairs, is_zero(third_pair)));
    // 0, 1 or 2 of them: a comparison that holds is -1.
    let count = add(all(2), add(is_zero(pairs), is_zero(upper_pairs)));
    let of_pairs = or(up::<KIND>(count), two_pairs);
    let of_trips = blend(
        all(kind(FullHouse)),
        all(kind(ThreeOfAKind)),
        is_zero(pairs),
    );
    let of_trips = unless_zero(trips, or(of_trips, trips));
    let top = straight_top(held.once);
    let of_straight = unless_zero(top, or(all(kind(Straight)), top));
    let of_four = unless_zero(held.four, or(all(kind(FourOfAKind)), held.four));
    let upper = max(max(of_pairs, of_trips), max(of_straight, of_four));

    let kind_held = and(upper, all(kind(FourOfAKind)));
    let is_full = is_equal(kind_held, all(kind(FullHouse)));
    let is_straight = is_equal(kind_held, all(kind(Straight)));
    // The best five of seven leave two cards; where the others are of three ranks or fewer, the highest is the kicker.
    let kickers = highest_of_three(without(held.once, without(upper, kind_held)));
    let kickers = without(kickers, or(is_full, is_straight));
    KeyHalves {
        upper,
        kickers: or(kickers, and(is_full, pair)),
    }
}

/// The keys of the cards of one suit, whose best five are `best`.
#[target_feature(enable = "avx2")]
pub(super) fn suited(ranks: Vector, best: Vector) -> KeyHalves {
    let top = straight_top(ranks);
    let is_plain = is_zero(top);
    KeyHalves {
        upper: blend(all(STRAIGHT_FLUSH), all(kind(Flush)), is_plain),
        // A straight flush has no kickers but its top.
        kickers: or(and(best, is_plain), top),
    }
}

/// The keys of three cards, of one suit where `is_suited` (TCP5 3.16, 3.17).
#[target_feature(enable = "avx2")]
pub(super) fn three(held: Planes, is_suited: Vector) -> KeyHalves {
    let low_ace = with_low_ace(held.once);
    let run = and(and(low_ace, up::<1>(low_ace)), up::<2>(low_ace));
    let top = down::<1>(run);
    let is_royal = and(is_equal(top, all(ACE)), is_suited);
    // Kinds add up: a suited straight is a straight flush, a pair with a third card is trips.
    const {
        let [flush, straight, suited] = [
            three_card_kind(Flush),
            three_card_kind(Straight),
            three_card_kind(StraightFlush),
        ];
        assert!(flush + straight == suited);
    }
    let steps = [
        unless_zero(top, all(three_card_kind(Straight))),
        and(is_suited, all(three_card_kind(Flush))),
        and(
            is_royal,
            all(three_card_kind(RoyalFlush) - three_card_kind(StraightFlush)),
        ),
        unless_zero(held.twice, all(three_card_kind(OnePair))),
        unless_zero(
            held.thrice,
            all(three_card_kind(ThreeOfAKind) - three_card_kind(OnePair)),
        ),
    ];
    let kinds = steps
        .into_iter()
        .fold(or(top, held.twice), |sum, step| add(sum, step));
    KeyHalves {
        upper: kinds,
        kickers: and(without(held.once, held.twice), is_zero(top)),
    }
}

/// The top card of the highest straight of each, or 0.
#[target_feature(enable = "avx2")]
fn straight_top(ranks: Vector) -> Vector {
    let low_ace = with_low_ace(ranks);
    let two = and(low_ace, up::<1>(low_ace));
    let four = and(two, up::<2>(two));
    let five = and(four, up::<4>(low_ace));
    // Seven ranks hold three straights at most.
    highest_of_three(down::<1>(five))
}

/// An ace also counts below the deuce (THB6 3.3.1.2): all ranks one higher, and it once more.
#[target_feature(enable = "avx2")]
fn with_low_ace(ranks: Vector) -> Vector {
    or(up::<1>(ranks), down::<12>(ranks))
}
