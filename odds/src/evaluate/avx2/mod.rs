//! Keys sixteen at a time: the twin of `scalar`.
//!
//! `vector` names what a processor does with sixteen numbers, `hands` turns ranks into keys. Here is what touches
//! memory, and the proof that the processor can.
#![expect(
    unsafe_code,
    reason = "vectors of sixteen numbers, on a processor that was asked"
)]

mod hands;
mod vector;

use std::arch::is_x86_feature_detected;
use std::arch::x86_64::{
    _mm256_loadu_si256, _mm256_permute4x64_epi64, _mm256_setr_epi16, _mm256_storeu_si256,
    _mm256_unpackhi_epi16, _mm256_unpackhi_epi64, _mm256_unpacklo_epi16, _mm256_unpacklo_epi64,
};

use super::words::{COUNT_SHIFT, Word};
use super::{HandKey, Multiples};
use crate::board::{Flush, RankRow, RankTable};
use hands::{KeyHalves, Planes, ranked, suited, three};
use vector::{Vector, all, and, blend, down, is_equal, is_greater, lowered, max, or};

/// Proof that the processor has AVX2.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Available(());

impl Available {
    /// Asks the processor.
    pub fn detect() -> Option<Available> {
        is_x86_feature_detected!("avx2").then_some(Available(()))
    }

    pub(super) fn run<R>(self, act: impl FnOnce() -> R) -> R {
        #[target_feature(enable = "avx2")]
        fn run<R>(act: impl FnOnce() -> R) -> R {
            act()
        }
        // SAFETY: there is an `Available` only where the processor has AVX2.
        unsafe { run(act) }
    }

    pub(super) fn rank_table(self, board: Multiples, table: &mut RankTable<HandKey>) {
        // SAFETY: there is an `Available` only where the processor has AVX2.
        unsafe { rank_table(board, table) }
    }

    pub(super) fn flushes(
        self,
        board: Flush,
        both: &mut RankTable<HandKey>,
        one: &mut RankRow<HandKey>,
    ) {
        // SAFETY: there is an `Available` only where the processor has AVX2.
        unsafe { flushes(board, both, one) }
    }

    pub(super) fn sevens(self, words: &[Word; 16], keys: &mut [HandKey; 16]) {
        // SAFETY: there is an `Available` only where the processor has AVX2.
        unsafe { sevens(words, keys) }
    }

    pub(super) fn threes(self, words: &[Word; 16], keys: &mut [HandKey; 16]) {
        // SAFETY: there is an `Available` only where the processor has AVX2.
        unsafe { threes(words, keys) }
    }
}

/// A row of the table at a time: six cards with one more of each rank.
#[target_feature(enable = "avx2")]
fn rank_table(board: Multiples, table: &mut RankTable<HandKey>) {
    let other = each_rank();
    for (one, row) in table.iter_mut().enumerate() {
        let six = board.with(1 << one);
        let with = |more: u16, fewer: u16| or(all(more), and(all(fewer), other));
        let held = Planes {
            once: or(all(six.once), other),
            twice: with(six.twice, six.once),
            thrice: with(six.thrice, six.twice),
            four: with(six.four, six.thrice),
        };
        store_ranks(ranked(held), row);
    }
}

#[target_feature(enable = "avx2")]
fn flushes(board: Flush, both: &mut RankTable<HandKey>, one: &mut RankRow<HandKey>) {
    let needs = board.needs();
    for (rank, row) in both.iter_mut().enumerate() {
        store_ranks(flush_row(board.ranks | 1 << rank, 2 - needs), row);
    }
    if needs <= 1 {
        store_ranks(flush_row(board.ranks, 1 - needs), one);
    }
}

/// The keys of cards of one suit with one more of each rank, where those are `more` than five.
#[target_feature(enable = "avx2")]
fn flush_row(held: u16, more: u32) -> KeyHalves {
    let ranks = or(all(held), each_rank());
    let [five, less_one, less_two] = lowered(ranks);
    let best = match more {
        0 => five,
        1 => less_one,
        _ => less_two,
    };
    suited(ranks, best)
}

#[target_feature(enable = "avx2")]
fn sevens(words: &[Word; 16], keys: &mut [HandKey; 16]) {
    let lanes = lanes(words);
    let without_flush = ranked(Planes::of(ranks(lanes)));
    let fullest = fullest(lanes);
    let count = down::<COUNT>(fullest);
    let flush = and(fullest, all(RANK_MASK));
    let [five, less_one, less_two] = lowered(flush);
    let best = blend(five, less_one, is_equal(count, all(6)));
    let best = blend(best, less_two, is_equal(count, all(7)));
    let with_flush = suited(flush, best);
    let is_flush = is_greater(count, all(4));
    let one_of = |plain, suited| blend(plain, suited, is_flush);
    let halves = KeyHalves {
        upper: one_of(without_flush.upper, with_flush.upper),
        kickers: one_of(without_flush.kickers, with_flush.kickers),
    };
    store_hands(halves, keys);
}

#[target_feature(enable = "avx2")]
fn threes(words: &[Word; 16], keys: &mut [HandKey; 16]) {
    let lanes = lanes(words);
    let is_suited = is_equal(down::<COUNT>(fullest(lanes)), all(3));
    store_hands(three(Planes::of(ranks(lanes)), is_suited), keys);
}

const COUNT: i32 = COUNT_SHIFT.cast_signed();
const RANK_MASK: u16 = (1 << COUNT_SHIFT) - 1;

/// The lane with the most cards: a lane begins with their number.
#[target_feature(enable = "avx2")]
fn fullest([a, b, c, d]: [Vector; 4]) -> Vector {
    max(max(a, b), max(c, d))
}

/// Lanes without their counters.
#[target_feature(enable = "avx2")]
fn ranks(lanes: [Vector; 4]) -> [Vector; 4] {
    let [a, b, c, d] = lanes;
    let mask = all(RANK_MASK);
    [and(a, mask), and(b, mask), and(c, mask), and(d, mask)]
}

/// A lane of all hands together, for each suit. Hands stand in the order 0 1 4 5 8 9 12 13, 2 3 6 7 10 11 14 15.
#[target_feature(enable = "avx2")]
fn lanes(words: &[Word; 16]) -> [Vector; 4] {
    let (fours, _) = words.as_chunks::<4>();
    // SAFETY: four words are as long as a vector, and this load needs no alignment.
    let load = |four: &[Word; 4]| unsafe { _mm256_loadu_si256(four.as_ptr().cast()) };
    let [a, b, c, d] = [
        load(&fours[0]),
        load(&fours[1]),
        load(&fours[2]),
        load(&fours[3]),
    ];
    let mix = |one, other| {
        let [low, high] = [
            _mm256_unpacklo_epi16(one, other),
            _mm256_unpackhi_epi16(one, other),
        ];
        [
            _mm256_unpacklo_epi16(low, high),
            _mm256_unpackhi_epi16(low, high),
        ]
    };
    let ([ab, ab_upper], [cd, cd_upper]) = (mix(a, b), mix(c, d));
    [
        _mm256_unpacklo_epi64(ab, cd),
        _mm256_unpackhi_epi64(ab, cd),
        _mm256_unpacklo_epi64(ab_upper, cd_upper),
        _mm256_unpackhi_epi64(ab_upper, cd_upper),
    ]
}

/// A bit for every rank, in the order in which [`store_ranks`] takes them apart. The last three have none.
#[target_feature(enable = "avx2")]
#[rustfmt::skip]
fn each_rank() -> Vector {
    let bit = |rank: u32| 1_i16 << rank;
    _mm256_setr_epi16(
        bit(0), bit(1), bit(2), bit(3), bit(8), bit(9), bit(10), bit(11),
        bit(4), bit(5), bit(6), bit(7), bit(12), 0, 0, 0,
    )
}

/// Keys in the order of [`each_rank`].
#[target_feature(enable = "avx2")]
fn store_ranks(halves: KeyHalves, row: &mut RankRow<HandKey>) {
    store(joined(halves), row);
}

/// Keys in the order of [`lanes`].
#[target_feature(enable = "avx2")]
fn store_hands(halves: KeyHalves, keys: &mut [HandKey; 16]) {
    const INNER_EXCHANGED: i32 = 0b11_01_10_00;
    let [low, high] = joined(halves);
    let in_order = [
        _mm256_permute4x64_epi64::<INNER_EXCHANGED>(low),
        _mm256_permute4x64_epi64::<INNER_EXCHANGED>(high),
    ];
    store(in_order, keys);
}

/// Whole keys: from the lower half of each half of the vectors, and from the upper.
#[target_feature(enable = "avx2")]
fn joined(halves: KeyHalves) -> [Vector; 2] {
    let KeyHalves { upper, kickers } = halves;
    [
        _mm256_unpacklo_epi16(kickers, upper),
        _mm256_unpackhi_epi16(kickers, upper),
    ]
}

#[target_feature(enable = "avx2")]
fn store(vectors: [Vector; 2], keys: &mut [HandKey; 16]) {
    let (eights, _) = keys.as_chunks_mut::<8>();
    for (eight, vector) in eights.iter_mut().zip(vectors) {
        // SAFETY: eight keys are as long as a vector, and this store needs no alignment.
        unsafe { _mm256_storeu_si256(eight.as_mut_ptr().cast(), vector) };
    }
}
