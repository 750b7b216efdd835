//! Cards as suits see them: suits have no value (THB6 3.3.1.3), so of all boards that differ only in the
//! names of the suits one is enough, and how many there are of it.
//!
//! A set of cards is four masks of ranks, one a suit. Two sets are the same but for the names of the
//! suits exactly where their masks are the same but for the order; the *class* of a set is its masks in
//! descending order.
#![allow(
    clippy::cast_possible_truncation,
    reason = "ranks below 13, suits below 4, cards below 52"
)]

use shared_rules::cards::Card;
use shared_rules::evaluate::Hand;

/// A card as [`Card::index`] numbers it: 13 times the suit, plus the rank.
pub type CardIndex = u8;

/// Cards of a suit.
pub const RANKS: u8 = 13;
/// Cards of a deck.
pub const CARDS: u8 = 52;

/// A set of cards: a mask of ranks for each suit, the deuce in bit 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug, Hash)]
pub struct Suits(pub [u16; 4]);

impl Suits {
    /// The set of these cards.
    pub fn of(cards: &[CardIndex]) -> Suits {
        let mut set = Suits::default();
        for card in cards {
            set.0[usize::from(card / RANKS)] |= 1 << (card % RANKS);
        }
        set
    }

    /// The number of cards.
    pub fn len(self) -> u32 {
        self.0.iter().map(|ranks| ranks.count_ones()).sum()
    }

    /// True if there are no cards.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// True if `card` is among them.
    pub fn contains(self, card: CardIndex) -> bool {
        self.0[usize::from(card / RANKS)] >> (card % RANKS) & 1 == 1
    }

    /// The set with these cards as well.
    #[must_use]
    pub fn with(self, cards: &[CardIndex]) -> Suits {
        let Suits(more) = Suits::of(cards);
        Suits(std::array::from_fn(|suit| self.0[suit] | more[suit]))
    }

    /// The set without `card`.
    #[must_use]
    pub fn without(mut self, card: CardIndex) -> Suits {
        self.0[usize::from(card / RANKS)] &= !(1 << (card % RANKS));
        self
    }

    /// The cards, lowest index first.
    pub fn cards(self) -> impl Iterator<Item = CardIndex> {
        let [a, b, c, d] = self.0.map(u64::from);
        let mut left = a | b << RANKS | c << (2 * RANKS) | d << (3 * RANKS);
        std::iter::from_fn(move || {
            let card = left.trailing_zeros() as u8;
            left &= left.wrapping_sub(1);
            (card < CARDS).then_some(card)
        })
    }

    /// The class of this set, and where each of its suits goes.
    pub fn class(self) -> (Suits, Renaming) {
        let mut order = [0, 1, 2, 3];
        order.sort_by_key(|suit: &usize| std::cmp::Reverse(self.0[*suit]));
        let mut to = [0; 4];
        for (place, suit) in order.into_iter().enumerate() {
            to[suit] = place as u8;
        }
        (Suits(order.map(|suit| self.0[suit])), Renaming(to))
    }

    /// In how many ways the suits of this set can be named: how many sets its class has.
    pub fn multiplicity(self) -> u64 {
        let (Suits([a, b, c, d]), _) = self.class();
        // Among the 24 renamings, those that exchange equal suits change nothing. Equal suits stand together in a class.
        match (a == b, b == c, c == d) {
            (false, false, false) => 24,
            (true, false, false) | (false, true, false) | (false, false, true) => 12,
            (true, false, true) => 6,
            (true, true, false) | (false, true, true) => 4,
            (true, true, true) => 1,
        }
    }
}

/// Other names for the suits: where each suit goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Renaming([u8; 4]);

impl Renaming {
    /// All 24.
    pub fn all() -> impl Iterator<Item = Renaming> {
        (0..256_u16).filter_map(|code| {
            let to = [0, 2, 4, 6].map(|shift| (code >> shift & 3) as u8);
            let taken = to.iter().fold(0, |taken, suit| taken | 1 << suit);
            (taken == 0b1111).then_some(Renaming(to))
        })
    }

    /// Its number, below 256.
    pub fn code(self) -> usize {
        let [a, b, c, d] = self.0.map(usize::from);
        a | b << 2 | c << 4 | d << 6
    }

    /// Where each card goes.
    pub fn cards(self) -> [CardIndex; CARDS as usize] {
        std::array::from_fn(|card| {
            let card = card as u8;
            self.0[usize::from(card / RANKS)] * RANKS + card % RANKS
        })
    }
}

/// All classes of sets with a certain number of cards.
#[derive(Debug)]
pub struct Classes(Vec<Suits>);

impl Classes {
    /// The classes of sets of `count` cards.
    pub fn of(count: u32) -> Classes {
        let masks: Vec<u16> = (0..1 << RANKS)
            .filter(|mask: &u16| mask.count_ones() <= count)
            .collect();
        let mut classes = Vec::new();
        extend(&masks, count, &mut Vec::new(), &mut classes);
        classes.sort_unstable();
        Classes(classes)
    }

    /// The number of classes.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The classes, ascending.
    pub fn all(&self) -> &[Suits] {
        &self.0
    }

    /// The number of the class of `set`, and where its suits go.
    ///
    /// # Panics
    /// If `set` has another number of cards.
    pub fn find(&self, set: Suits) -> (usize, Renaming) {
        let (class, renaming) = set.class();
        let found = self.0.binary_search(&class);
        (found.expect("a set of so many cards"), renaming)
    }
}

/// Adds suits of at most the rank mask before, until four suits hold all cards.
fn extend(masks: &[u16], left: u32, suits: &mut Vec<u16>, classes: &mut Vec<Suits>) {
    if let Ok(all) = <[u16; 4]>::try_from(suits.as_slice()) {
        if left == 0 {
            classes.push(Suits(all));
        }
        return;
    }
    let most = suits.last().copied().unwrap_or(u16::MAX);
    for mask in masks.iter().copied().take_while(|mask| *mask <= most) {
        if mask.count_ones() <= left {
            suits.push(mask);
            extend(masks, left - mask.count_ones(), suits, classes);
            suits.pop();
        }
    }
}

/// The hand of these cards.
///
/// # Panics
/// If there are not so many, or one of them twice.
pub fn hand<const N: usize>(cards: impl IntoIterator<Item = CardIndex>) -> Hand<N> {
    let mut cards = cards.into_iter().filter_map(Card::from_index);
    let cards = std::array::from_fn(|_| cards.next().expect("enough cards"));
    Hand::new(cards).expect("no card twice")
}

#[cfg(test)]
mod tests {
    use super::{Classes, Renaming, Suits};
    use std::collections::HashSet;

    #[test]
    fn classes_stand_for_every_set() {
        let expected = [
            (2, 169, 1_326),
            (3, 1_755, 22_100),
            (4, 16_432, 270_725),
            (5, 134_459, 2_598_960),
        ];
        for (count, classes, sets) in expected {
            let found = Classes::of(count);
            assert_eq!(found.len(), classes);
            let all = found.all().iter().map(|class| class.multiplicity());
            assert_eq!(all.sum::<u64>(), sets);
        }
    }

    #[test]
    fn a_set_is_found_by_its_class() {
        let flops = Classes::of(3);
        for a in 0..52 {
            for b in 0..a {
                for c in 0..b {
                    let set = Suits::of(&[a, b, c]);
                    let (number, renaming) = flops.find(set);
                    let to = renaming.cards();
                    let cards = [a, b, c].map(|card| to[usize::from(card)]);
                    assert_eq!(Suits::of(&cards), flops.all()[number]);
                }
            }
        }
    }

    #[test]
    fn a_class_has_as_many_sets_as_its_suits_have_names() {
        assert_eq!(Renaming::all().count(), 24);
        for class in Classes::of(4).all() {
            let sets: HashSet<Suits> = Renaming::all()
                .map(|renaming| {
                    let to = renaming.cards();
                    let cards: Vec<u8> = class.cards().map(|card| to[usize::from(card)]).collect();
                    Suits::of(&cards)
                })
                .collect();
            assert_eq!(class.multiplicity(), sets.len() as u64);
        }
    }
}
