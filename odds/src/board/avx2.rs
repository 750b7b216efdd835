//! The keys of all kinds of pairs, sixteen at a time: the twin of `scalar`.
//!
//! A vector is a row of the table: sixteen masks of ranks, one for each rank of the other card. At most seven cards are
//! counted, so a mask of trips has two bits at most and a mask of pairs or of straights three, which is what makes
//! their highest bit cheap.
#![expect(
    unsafe_code,
    reason = "vectors of sixteen numbers, on a processor that was asked"
)]

use std::arch::is_x86_feature_detected;
use std::arch::x86_64::{
    __m256i, _mm256_add_epi16, _mm256_and_si256, _mm256_andnot_si256, _mm256_blendv_epi8,
    _mm256_cmpeq_epi16, _mm256_max_epu16, _mm256_or_si256, _mm256_set1_epi16, _mm256_setr_epi16,
    _mm256_setzero_si256, _mm256_slli_epi16, _mm256_srli_epi16, _mm256_storeu_si256,
    _mm256_unpackhi_epi16, _mm256_unpacklo_epi16, _mm256_xor_si256,
};

use super::key::{STRAIGHT_FLUSH, kind};
use super::{Flush, Key, Multiples, RankRow, RankTable};
use shared_rules::evaluate::Category::{
    Flush as FlushHand, FourOfAKind, FullHouse, OnePair, Straight, ThreeOfAKind,
};

/// Proof that the processor has AVX2.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Available(());

impl Available {
    /// Asks the processor.
    pub fn detect() -> Option<Available> {
        is_x86_feature_detected!("avx2").then_some(Available(()))
    }

    pub(super) fn rank_table(self, board: Multiples, table: &mut RankTable<Key>) {
        // SAFETY: there is an `Available` only where the processor has AVX2.
        unsafe { rank_table(board, table) }
    }

    pub(super) fn flushes(self, board: Flush, both: &mut RankTable<Key>, one: &mut RankRow<Key>) {
        // SAFETY: there is an `Available` only where the processor has AVX2.
        unsafe { flushes(board, both, one) }
    }
}

/// Sixteen keys: their upper halves, and their kickers.
#[derive(Clone, Copy)]
struct KeyHalves {
    upper: __m256i,
    kickers: __m256i,
}

#[target_feature(enable = "avx2")]
fn rank_table(board: Multiples, table: &mut RankTable<Key>) {
    for (one, row) in table.iter_mut().enumerate() {
        store(keys(board.with(1 << one)), row);
    }
}

#[target_feature(enable = "avx2")]
fn flushes(board: Flush, both: &mut RankTable<Key>, one: &mut RankRow<Key>) {
    let needs = board.needs();
    for (rank, row) in both.iter_mut().enumerate() {
        store(flush_keys(board.ranks | 1 << rank, 2 - needs), row);
    }
    if needs <= 1 {
        store(flush_keys(board.ranks, 1 - needs), one);
    }
}

/// A bit for every rank, in the order in which [`store`] takes them apart. The last three have none.
#[target_feature(enable = "avx2")]
fn each_rank() -> __m256i {
    let bit = |rank: u32| 1_i16 << rank;
    _mm256_setr_epi16(
        bit(0),
        bit(1),
        bit(2),
        bit(3),
        bit(8),
        bit(9),
        bit(10),
        bit(11),
        bit(4),
        bit(5),
        bit(6),
        bit(7),
        bit(12),
        0,
        0,
        0,
    )
}

/// Puts the halves together.
#[target_feature(enable = "avx2")]
fn store(keys: KeyHalves, row: &mut RankRow<Key>) {
    let (halves, _) = row.as_chunks_mut::<8>();
    let vectors = [
        _mm256_unpacklo_epi16(keys.kickers, keys.upper),
        _mm256_unpackhi_epi16(keys.kickers, keys.upper),
    ];
    for (half, vector) in halves.iter_mut().zip(vectors) {
        // SAFETY: eight keys are as long as a vector, and this store needs no alignment.
        unsafe { _mm256_storeu_si256(half.as_mut_ptr().cast(), vector) };
    }
}

/// The keys of six cards with one more of each rank, without flushes: of every kind of hand that they make, the highest.
#[target_feature(enable = "avx2")]
fn keys(six: Multiples) -> KeyHalves {
    let other = each_rank();
    let with = |more: u16, fewer: u16| or(all(more), and(all(fewer), other));
    let once = or(all(six.once), other);
    let twice = with(six.twice, six.once);
    let (thrice, four) = (with(six.thrice, six.twice), with(six.four, six.thrice));

    let trips = highest_of_two(thrice);
    // Pairs besides these trips: with any it is a full house, and without trips the two highest count.
    let [pairs, upper_pairs, third_pair] = lowered(without(twice, trips));
    let pair = max(upper_pairs, xor(pairs, upper_pairs));
    let two_pairs = or(upper_pairs, and(pairs, is_zero(third_pair)));
    // 0, 1 or 2 of them: a comparison that holds is -1.
    let count = add(all(2), add(is_zero(pairs), is_zero(upper_pairs)));
    let of_pairs = or(times_kind(count), two_pairs);
    let of_trips = blend(kind(FullHouse), kind(ThreeOfAKind), is_zero(pairs));
    let of_trips = unless_zero(trips, or(of_trips, trips));
    let top = straight_top(once);
    let of_straight = unless_zero(top, or(all(kind(Straight)), top));
    let of_four = unless_zero(four, or(all(kind(FourOfAKind)), four));
    let upper = max(max(of_pairs, of_trips), max(of_straight, of_four));

    let kind_held = and(upper, all(kind(FourOfAKind)));
    // The best five of seven leave two cards; of cards that are together in fewer ranks, the highest is the kicker.
    let [rest, less_one, less_two] = lowered(without(once, without(upper, kind_held)));
    let kickers = max(less_two, max(xor(less_one, less_two), xor(rest, less_one)));
    let is_full = is_equal(kind_held, all(kind(FullHouse)));
    let is_straight = is_equal(kind_held, all(kind(Straight)));
    let kickers = without(kickers, or(is_full, is_straight));
    KeyHalves {
        upper,
        kickers: or(kickers, and(is_full, pair)),
    }
}

/// The keys of cards of one suit with one more of each rank, where those are `more` than five.
#[target_feature(enable = "avx2")]
fn flush_keys(held: u16, more: u32) -> KeyHalves {
    let ranks = or(all(held), each_rank());
    let [five, less_one, less_two] = lowered(ranks);
    let kickers = match more {
        0 => five,
        1 => less_one,
        _ => less_two,
    };
    let top = straight_top(ranks);
    KeyHalves {
        upper: blend(STRAIGHT_FLUSH, kind(FlushHand), is_zero(top)),
        // A straight flush has no kickers but its top.
        kickers: or(and(kickers, is_zero(top)), top),
    }
}

/// Each mask, without its lowest bit, and without its two lowest.
#[target_feature(enable = "avx2")]
fn lowered(masks: __m256i) -> [__m256i; 3] {
    let less_one = and(masks, add(masks, all(u16::MAX)));
    let less_two = and(less_one, add(less_one, all(u16::MAX)));
    [masks, less_one, less_two]
}

/// The highest bit of masks that have at most two.
#[target_feature(enable = "avx2")]
fn highest_of_two(masks: __m256i) -> __m256i {
    let upper = and(masks, add(masks, all(u16::MAX)));
    max(upper, xor(masks, upper))
}

/// The top card of the highest straight of each, or 0.
#[target_feature(enable = "avx2")]
fn straight_top(ranks: __m256i) -> __m256i {
    let low_ace = or(
        _mm256_slli_epi16::<1>(ranks),
        _mm256_srli_epi16::<12>(ranks),
    );
    let two = and(low_ace, _mm256_slli_epi16::<1>(low_ace));
    let four = and(two, _mm256_slli_epi16::<2>(two));
    let five = and(four, _mm256_slli_epi16::<4>(low_ace));
    // Seven ranks hold three straights at most.
    let [all, upper, highest] = lowered(_mm256_srli_epi16::<1>(five));
    max(highest, max(xor(upper, highest), xor(all, upper)))
}

/// `number` times the step from one kind of hand to the next.
#[target_feature(enable = "avx2")]
fn times_kind(number: __m256i) -> __m256i {
    _mm256_slli_epi16::<{ kind(OnePair).trailing_zeros().cast_signed() }>(number)
}

#[target_feature(enable = "avx2")]
fn all(number: u16) -> __m256i {
    _mm256_set1_epi16(number.cast_signed())
}

#[target_feature(enable = "avx2")]
fn and(one: __m256i, other: __m256i) -> __m256i {
    _mm256_and_si256(one, other)
}

#[target_feature(enable = "avx2")]
fn or(one: __m256i, other: __m256i) -> __m256i {
    _mm256_or_si256(one, other)
}

#[target_feature(enable = "avx2")]
fn xor(one: __m256i, other: __m256i) -> __m256i {
    _mm256_xor_si256(one, other)
}

#[target_feature(enable = "avx2")]
fn add(one: __m256i, other: __m256i) -> __m256i {
    _mm256_add_epi16(one, other)
}

#[target_feature(enable = "avx2")]
fn max(one: __m256i, other: __m256i) -> __m256i {
    _mm256_max_epu16(one, other)
}

/// `mask` less the bits of `out`.
#[target_feature(enable = "avx2")]
fn without(mask: __m256i, out: __m256i) -> __m256i {
    _mm256_andnot_si256(out, mask)
}

#[target_feature(enable = "avx2")]
fn is_equal(one: __m256i, other: __m256i) -> __m256i {
    _mm256_cmpeq_epi16(one, other)
}

#[target_feature(enable = "avx2")]
fn is_zero(number: __m256i) -> __m256i {
    is_equal(number, _mm256_setzero_si256())
}

/// `then`, or 0 where `number` is.
#[target_feature(enable = "avx2")]
fn unless_zero(number: __m256i, then: __m256i) -> __m256i {
    without(then, is_zero(number))
}

/// One number or the other, which is where `second` holds.
#[target_feature(enable = "avx2")]
fn blend(one: u16, other: u16, second: __m256i) -> __m256i {
    _mm256_blendv_epi8(all(one), all(other), second)
}
