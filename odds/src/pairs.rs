//! Pairs of hole cards: all 1,326, and the 169 kinds that differ in more than the names of the suits.
#![allow(
    clippy::cast_possible_truncation,
    reason = "pairs below 1326, ranks below 13"
)]

use std::fmt;
use std::sync::LazyLock;

use shared_rules::cards::Rank;
use shared_rules::evaluate::Hand;

use crate::suits::{CARDS, CardIndex, RANKS, Renaming, hand};

/// Pairs of cards in a deck.
pub const PAIRS: usize = 1326;

/// A pair of cards by its number: pairs are counted by their higher card, then by their lower one.
pub type PairIndex = u16;

/// The number of the pair of two different cards.
pub fn pair(one: CardIndex, other: CardIndex) -> usize {
    let (high, low) = (usize::from(one.max(other)), usize::from(one.min(other)));
    high * high.wrapping_sub(1) / 2 + low
}

/// The cards of each pair, the higher first, by its number.
pub static CARDS_OF: LazyLock<Vec<[CardIndex; 2]>> = LazyLock::new(|| {
    (1..CARDS)
        .flat_map(|high| (0..high).map(move |low| [high, low]))
        .collect()
});

/// The hand of each pair, by its number.
pub static HAND_OF: LazyLock<Vec<Hand<2>>> =
    LazyLock::new(|| CARDS_OF.iter().map(|cards| hand(*cards)).collect());

/// The kind of each pair, by its number.
pub static KIND_OF: LazyLock<Vec<Hole>> =
    LazyLock::new(|| CARDS_OF.iter().map(|cards| Hole::of(*cards)).collect());

/// Where the suits' renamings take each pair, by the code of the renaming.
static RENAMED: LazyLock<Vec<Vec<PairIndex>>> = LazyLock::new(|| {
    let mut renamed = vec![Vec::new(); 256];
    for renaming in Renaming::all() {
        let to = renaming.cards();
        let pairs = CARDS_OF
            .iter()
            .map(|cards| cards.map(|card| to[usize::from(card)]));
        renamed[renaming.code()] = pairs.map(|[one, other]| pair(one, other) as u16).collect();
    }
    renamed
});

/// Where `renaming` takes each pair.
pub fn renamed(renaming: Renaming) -> &'static [PairIndex] {
    &RENAMED[renaming.code()]
}

/// A kind of hole cards: two ranks, suited or not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Hole(u8);

impl Hole {
    /// The number of kinds.
    pub const COUNT: usize = 169;

    /// Every kind.
    pub fn all() -> impl Iterator<Item = Hole> {
        (0..Hole::COUNT as u8).map(Hole)
    }

    /// The kind of these two cards. Suited pairs stand above the diagonal of a square of ranks, the others below.
    pub fn of([one, other]: [CardIndex; 2]) -> Hole {
        let (one, other, suited) = (one % RANKS, other % RANKS, one / RANKS == other / RANKS);
        let (high, low) = (one.max(other), one.min(other));
        Hole(match suited {
            true => high * RANKS + low,
            false => low * RANKS + high,
        })
    }

    /// Its number, below 169.
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    /// The higher rank, the lower rank, and whether they are suited.
    pub fn ranks(self) -> (Rank, Rank, bool) {
        let (row, column) = (self.0 / RANKS, self.0 % RANKS);
        let rank = |number: u8| Rank::ALL[usize::from(number)];
        (rank(row.max(column)), rank(row.min(column)), row > column)
    }

    /// The number of pairs of this kind.
    pub fn pairs(self) -> u64 {
        match self.ranks() {
            (high, low, _) if high == low => 6,
            (_, _, true) => 4,
            (_, _, false) => 12,
        }
    }
}

impl fmt::Display for Hole {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (high, low, suited) = self.ranks();
        let end = match (high == low, suited) {
            (true, _) => "",
            (false, true) => "s",
            (false, false) => "o",
        };
        write!(f, "{}{}{end}", high.letter(), low.letter())
    }
}

#[cfg(test)]
mod tests {
    use super::{CARDS_OF, Hole, KIND_OF, PAIRS, pair};

    #[test]
    fn pairs_are_numbered_by_their_cards() {
        assert_eq!(CARDS_OF.len(), PAIRS);
        for (number, [high, low]) in CARDS_OF.iter().enumerate() {
            assert_eq!((pair(*high, *low), pair(*low, *high)), (number, number));
        }
    }

    #[test]
    fn each_kind_has_its_pairs() {
        for kind in Hole::all() {
            let pairs = KIND_OF.iter().filter(|other| **other == kind).count();
            assert_eq!(pairs as u64, kind.pairs(), "{kind}");
        }
        assert_eq!(Hole::of([12, 25]).to_string(), "AA");
        assert_eq!(Hole::of([11, 12]).to_string(), "AKs");
        assert_eq!(Hole::of([13, 5]).to_string(), "72o");
    }
}
