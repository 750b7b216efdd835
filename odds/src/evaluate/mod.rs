//! Evaluates many hands at a time: sixteen where the processor can (`avx2`), or else one by one (`scalar`); both give
//! the same keys.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod key;
mod multiples;
mod scalar;
mod words;

pub use key::{HandKey, category, lowest};
pub(crate) use multiples::Multiples;
pub(crate) use scalar::{flush, straight_top};
pub use words::WORD_TABLE_BYTES;

use shared_rules::cards::Card;

use crate::board::{Flush, RankRow, RankTable};
use words::Word;

/// Hands whose words are made before the first is read: a vector of words that are still on their way to memory would
/// wait for them.
const BATCH: usize = 128;

/// A way to evaluate hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Sixteen at a time.
    #[cfg(target_arch = "x86_64")]
    Avx2(avx2::Available),
    /// One by one.
    Scalar,
}

impl Method {
    /// The fastest that this processor has.
    pub fn fastest() -> Method {
        #[cfg(target_arch = "x86_64")]
        if let Some(available) = avx2::Available::detect() {
            return Method::Avx2(available);
        }
        Method::Scalar
    }

    /// Does what is inlined here with the instructions of this method: long rows are copied in vectors.
    #[inline(always)]
    pub(crate) fn with_its_instructions<R>(self, act: impl FnOnce() -> R) -> R {
        match self {
            #[cfg(target_arch = "x86_64")]
            Method::Avx2(available) => available.run(act),
            Method::Scalar => act(),
        }
    }

    /// The keys of the best five of seven cards, each hand's cards distinct.
    pub fn sevens(self, hands: &[[Card; 7]], keys: &mut [HandKey]) {
        self.each(hands, keys, Method::sixteen_sevens, scalar::seven);
    }

    /// The keys of three cards in Three Card Poker, each hand's cards distinct. They have an order of their own
    /// (TCP5 3.16, 3.17).
    pub fn threes(self, hands: &[[Card; 3]], keys: &mut [HandKey]) {
        self.each(hands, keys, Method::sixteen_threes, scalar::three);
    }

    /// Sixteen hands at a time, and those that are left one by one.
    #[inline(always)]
    fn each<const N: usize>(
        self,
        hands: &[[Card; N]],
        keys: &mut [HandKey],
        sixteen: impl Fn(Method, &[Word; 16], &mut [HandKey; 16]),
        one: impl Fn(Word) -> HandKey,
    ) {
        let mut words = [0; BATCH];
        for (hands, keys) in hands.chunks(BATCH).zip(keys.chunks_mut(BATCH)) {
            let words = &mut words[..hands.len()];
            for (hand, word) in hands.iter().zip(words.iter_mut()) {
                *word = words::word(hand);
            }
            let (sixteens, left) = words.as_chunks::<16>();
            let (keys_of_sixteen, keys_left) = keys.as_chunks_mut::<16>();
            for (words, keys) in sixteens.iter().zip(keys_of_sixteen) {
                sixteen(self, words, keys);
            }
            for (word, key) in left.iter().zip(keys_left) {
                *key = one(*word);
            }
        }
    }

    fn sixteen_sevens(self, words: &[Word; 16], keys: &mut [HandKey; 16]) {
        match self {
            #[cfg(target_arch = "x86_64")]
            Method::Avx2(available) => available.sevens(words, keys),
            Method::Scalar => *keys = words.map(scalar::seven),
        }
    }

    fn sixteen_threes(self, words: &[Word; 16], keys: &mut [HandKey; 16]) {
        match self {
            #[cfg(target_arch = "x86_64")]
            Method::Avx2(available) => available.threes(words, keys),
            Method::Scalar => *keys = words.map(scalar::three),
        }
    }

    /// The keys of a board that holds `board` with each two ranks, without flushes.
    pub(crate) fn rank_table(self, board: Multiples, table: &mut RankTable<HandKey>) {
        match self {
            #[cfg(target_arch = "x86_64")]
            Method::Avx2(available) => available.rank_table(board, table),
            Method::Scalar => scalar::rank_table(board, table),
        }
    }

    /// The keys of flushes: with two cards of the suit, and where that is enough with one.
    pub(crate) fn flushes(
        self,
        board: Flush,
        both: &mut RankTable<HandKey>,
        one: &mut RankRow<HandKey>,
    ) {
        match self {
            #[cfg(target_arch = "x86_64")]
            Method::Avx2(available) => available.flushes(board, both, one),
            Method::Scalar => scalar::flushes(board, both, one),
        }
    }
}
