//! Vectors of sixteen 16-bit numbers: what is done with them, by its name.

use std::arch::x86_64::{
    _mm256_add_epi16, _mm256_and_si256, _mm256_andnot_si256, _mm256_blendv_epi8,
    _mm256_cmpeq_epi16, _mm256_cmpgt_epi16, _mm256_max_epu16, _mm256_or_si256, _mm256_set1_epi16,
    _mm256_setzero_si256, _mm256_slli_epi16, _mm256_srli_epi16, _mm256_xor_si256,
};

pub(super) use std::arch::x86_64::__m256i as Vector;

/// The same number everywhere.
#[target_feature(enable = "avx2")]
pub(super) fn all(number: u16) -> Vector {
    _mm256_set1_epi16(number.cast_signed())
}

#[target_feature(enable = "avx2")]
pub(super) fn and(one: Vector, other: Vector) -> Vector {
    _mm256_and_si256(one, other)
}

#[target_feature(enable = "avx2")]
pub(super) fn or(one: Vector, other: Vector) -> Vector {
    _mm256_or_si256(one, other)
}

#[target_feature(enable = "avx2")]
pub(super) fn xor(one: Vector, other: Vector) -> Vector {
    _mm256_xor_si256(one, other)
}

/// `mask` less the bits of `out`.
#[target_feature(enable = "avx2")]
pub(super) fn without(mask: Vector, out: Vector) -> Vector {
    _mm256_andnot_si256(out, mask)
}

#[target_feature(enable = "avx2")]
pub(super) fn add(one: Vector, other: Vector) -> Vector {
    _mm256_add_epi16(one, other)
}

#[target_feature(enable = "avx2")]
pub(super) fn max(one: Vector, other: Vector) -> Vector {
    _mm256_max_epu16(one, other)
}

#[target_feature(enable = "avx2")]
pub(super) fn up<const BITS: i32>(number: Vector) -> Vector {
    _mm256_slli_epi16::<BITS>(number)
}

#[target_feature(enable = "avx2")]
pub(super) fn down<const BITS: i32>(number: Vector) -> Vector {
    _mm256_srli_epi16::<BITS>(number)
}

/// All ones where both are equal, as with every comparison.
#[target_feature(enable = "avx2")]
pub(super) fn is_equal(one: Vector, other: Vector) -> Vector {
    _mm256_cmpeq_epi16(one, other)
}

#[target_feature(enable = "avx2")]
pub(super) fn is_zero(number: Vector) -> Vector {
    is_equal(number, _mm256_setzero_si256())
}

/// Compares numbers below 2^15.
#[target_feature(enable = "avx2")]
pub(super) fn is_greater(one: Vector, than: Vector) -> Vector {
    _mm256_cmpgt_epi16(one, than)
}

/// `then`, or 0 where `number` is.
#[target_feature(enable = "avx2")]
pub(super) fn unless_zero(number: Vector, then: Vector) -> Vector {
    without(then, is_zero(number))
}

/// One or the other, which is where the comparison `second` holds.
#[target_feature(enable = "avx2")]
pub(super) fn blend(one: Vector, other: Vector, second: Vector) -> Vector {
    _mm256_blendv_epi8(one, other, second)
}

/// Each mask, without its lowest bit, and without its two lowest.
#[target_feature(enable = "avx2")]
pub(super) fn lowered(masks: Vector) -> [Vector; 3] {
    let less_one = and(masks, add(masks, all(u16::MAX)));
    let less_two = and(less_one, add(less_one, all(u16::MAX)));
    [masks, less_one, less_two]
}

/// The highest bit of masks that have at most two.
#[target_feature(enable = "avx2")]
pub(super) fn highest_of_two(masks: Vector) -> Vector {
    let upper = and(masks, add(masks, all(u16::MAX)));
    max(upper, xor(masks, upper))
}

/// The highest bit of masks that have at most three; of others, all but the two lowest.
#[target_feature(enable = "avx2")]
pub(super) fn highest_of_three(masks: Vector) -> Vector {
    let [all, less_one, less_two] = lowered(masks);
    max(less_two, max(xor(less_one, less_two), xor(all, less_one)))
}
