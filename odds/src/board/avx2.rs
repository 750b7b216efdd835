//! The keys of all pairs of ranks, eight at a time: the twin of `scalar`.
#![expect(
    unsafe_code,
    reason = "vectors of eight numbers, on a processor that was asked"
)]

use std::arch::is_x86_feature_detected;
use std::arch::x86_64::{
    __m256i, _mm256_add_epi32, _mm256_and_si256, _mm256_andnot_si256, _mm256_castps_si256,
    _mm256_castsi256_ps, _mm256_cmpeq_epi32, _mm256_cvtepi32_ps, _mm256_cvttps_epi32,
    _mm256_max_epu32, _mm256_min_epu32, _mm256_or_si256, _mm256_set1_epi32, _mm256_setr_epi32,
    _mm256_setzero_si256, _mm256_slli_epi32, _mm256_srli_epi32, _mm256_storeu_si256,
};

use super::{CATEGORY_SHIFT, GROUP_SHIFT, Multiples, RANK_MASK, RankTable};
use shared_rules::evaluate::Category;

/// Proof that the processor has AVX2.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Available(());

impl Available {
    /// Asks the processor.
    pub fn detect() -> Option<Available> {
        is_x86_feature_detected!("avx2").then_some(Available(()))
    }

    pub(super) fn rank_table(self, board: Multiples, table: &mut RankTable) {
        // SAFETY: there is an `Available` only where the processor has AVX2.
        unsafe { rank_table(board, table) }
    }
}

/// Every row of the table in two halves. The last three columns have no rank, and mean nothing.
#[target_feature(enable = "avx2")]
fn rank_table(board: Multiples, table: &mut RankTable) {
    let low = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    let columns = [
        low,
        _mm256_and_si256(_mm256_slli_epi32::<8>(low), all(RANK_MASK)),
    ];
    for (one, row) in table.iter_mut().enumerate() {
        let six = board.with(1 << one);
        let (halves, _) = row.as_chunks_mut::<8>();
        for (half, other) in halves.iter_mut().zip(columns) {
            let keys = keys(six, other);
            // SAFETY: eight keys are as long as a vector, and this store needs no alignment.
            unsafe { _mm256_storeu_si256(half.as_mut_ptr().cast(), keys) };
        }
    }
}

/// The keys of six cards with each of eight more, whose bits are `other`: of every kind of hand that they
/// make, the highest.
#[target_feature(enable = "avx2")]
fn keys(six: Multiples, other: __m256i) -> __m256i {
    use Category::{FourOfAKind, FullHouse, OnePair, Straight, ThreeOfAKind, TwoPairs};
    let with = |more: u32, fewer: u32| _mm256_or_si256(all(more), and(all(fewer), other));
    let once = _mm256_or_si256(all(six.once), other);
    let twice = with(six.twice, six.once);
    let (thrice, four) = (with(six.thrice, six.twice), with(six.four, six.thrice));

    let trips = highest(thrice);
    let pair = highest(without(twice, trips));
    let second = highest(without(without(twice, trips), pair));
    let pairs = _mm256_or_si256(pair, second);
    let top = straight_top(once);
    let none = _mm256_setzero_si256();

    let hands = [
        (pair, key(OnePair, pair, without_two(without(once, pair)))),
        (second, key(TwoPairs, pairs, highest(without(once, pairs)))),
        (
            trips,
            key(ThreeOfAKind, trips, without_two(without(once, trips))),
        ),
        (top, key(Straight, top, none)),
        (smaller(trips, pair), key(FullHouse, trips, pair)),
        (four, key(FourOfAKind, four, highest(without(once, four)))),
    ];
    let mut best = without_two(once);
    for (holds, key) in hands {
        let missing = _mm256_cmpeq_epi32(holds, none);
        best = _mm256_max_epu32(best, without(key, missing));
    }
    best
}

#[target_feature(enable = "avx2")]
fn all(number: u32) -> __m256i {
    _mm256_set1_epi32(number.cast_signed())
}

#[target_feature(enable = "avx2")]
fn and(one: __m256i, other: __m256i) -> __m256i {
    _mm256_and_si256(one, other)
}

/// `mask` less the bits of `out`.
#[target_feature(enable = "avx2")]
fn without(mask: __m256i, out: __m256i) -> __m256i {
    _mm256_andnot_si256(out, mask)
}

/// 0 where one of both is.
#[target_feature(enable = "avx2")]
fn smaller(one: __m256i, other: __m256i) -> __m256i {
    _mm256_min_epu32(one, other)
}

#[target_feature(enable = "avx2")]
fn key(category: Category, groups: __m256i, kickers: __m256i) -> __m256i {
    let category = all(u32::from(category.five_card_order()) << CATEGORY_SHIFT);
    let groups = _mm256_slli_epi32::<{ GROUP_SHIFT.cast_signed() }>(groups);
    _mm256_or_si256(_mm256_or_si256(category, groups), kickers)
}

/// Without the two lowest bits of each.
#[target_feature(enable = "avx2")]
fn without_two(mask: __m256i) -> __m256i {
    let one_less = and(mask, _mm256_add_epi32(mask, all(u32::MAX)));
    and(one_less, _mm256_add_epi32(one_less, all(u32::MAX)))
}

/// The highest set bit of each alone, or 0: a float without its fraction.
#[target_feature(enable = "avx2")]
fn highest(mask: __m256i) -> __m256i {
    let float = _mm256_castps_si256(_mm256_cvtepi32_ps(mask));
    let power = and(float, all(0x7f80_0000));
    _mm256_cvttps_epi32(_mm256_castsi256_ps(power))
}

/// The top card of the highest straight of each, or 0.
#[target_feature(enable = "avx2")]
fn straight_top(ranks: __m256i) -> __m256i {
    let low_ace = _mm256_or_si256(
        _mm256_slli_epi32::<1>(ranks),
        _mm256_srli_epi32::<12>(ranks),
    );
    let two = and(low_ace, _mm256_slli_epi32::<1>(low_ace));
    let four = and(two, _mm256_slli_epi32::<2>(two));
    let five = and(four, _mm256_slli_epi32::<4>(low_ace));
    highest(and(_mm256_srli_epi32::<1>(five), all(RANK_MASK)))
}
