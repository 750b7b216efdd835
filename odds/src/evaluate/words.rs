//! Hands as words: four 16-bit lanes, one a suit, each 13 bits of ranks and above them how many, as
//! [`shared_rules::evaluate`] has them. Adding cards is adding numbers.

use shared_rules::cards::Card;

/// A hand of up to seven cards.
pub(super) type Word = u64;

/// Where the counter of a lane begins.
pub(super) const COUNT_SHIFT: u32 = 13;

/// The word of each card alone, by its position, in as many places as a byte has values: an index needs no check.
static WORDS: [Word; 256] = {
    let mut words = [0; 256];
    let mut position = 0;
    while position < 64 {
        words[position] = 1 << position | 1 << (COUNT_SHIFT as usize + (position & 48));
        position += 1;
    }
    words
};

/// Bytes of the table from which a hand's word is looked up.
pub const WORD_TABLE_BYTES: usize = size_of::<[Word; 256]>();

/// The word of a hand.
#[inline(always)]
pub(super) fn word<const N: usize>(cards: &[Card; N]) -> Word {
    let words = cards.map(|card| WORDS[card.position() as usize % 256]);
    words.into_iter().fold(0, Word::wrapping_add)
}

/// The lanes of a word.
pub(super) fn lanes(word: Word) -> [u16; 4] {
    [0, 16, 32, 48].map(|shift| (word >> shift & 0xffff) as u16)
}
