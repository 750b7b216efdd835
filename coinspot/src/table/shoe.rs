//! The cards that will be dealt: picked by hand where somebody has, by chance everywhere else.

use std::collections::BTreeMap;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use shared_rules::cards::{Card, CardSet};
use shared_rules::round::CardList;

use super::ask::CardPlace;

/// Cards of the largest place: the board.
pub const PLACES_MAX: u8 = 5;

/// A shuffled deck with some cards already put in their places.
#[derive(Debug)]
pub struct TableShoe {
    random: ChaCha8Rng,
    picked: BTreeMap<(CardPlace, u8), Card>,
}

impl TableShoe {
    /// One seed gives the same cards again.
    pub fn new(seed: u64) -> TableShoe {
        TableShoe {
            random: ChaCha8Rng::seed_from_u64(seed),
            picked: BTreeMap::new(),
        }
    }

    /// Picks a card, or leaves it to chance again.
    ///
    /// # Errors
    /// Says why this card cannot be picked for this place.
    pub fn pick(
        &mut self,
        place: (CardPlace, u8),
        card: Option<Card>,
        out: CardSet,
    ) -> Result<(), String> {
        self.picked.remove(&place);
        let Some(card) = card else { return Ok(()) };
        if place.1 >= PLACES_MAX {
            return Err("no place has so many cards".into());
        }
        if out.contains(card) || self.picked.values().any(|other| *other == card) {
            return Err(format!("{card} is on the table or picked already"));
        }
        self.picked.insert(place, card);
        Ok(())
    }

    /// The card that is picked for a place.
    pub fn picked(&self, place: CardPlace, index: u8) -> Option<Card> {
        self.picked.get(&(place, index)).copied()
    }

    /// Every card that is picked, with its place.
    pub fn picks(&self) -> impl Iterator<Item = ((CardPlace, u8), Card)> {
        self.picked.iter().map(|(place, card)| (*place, *card))
    }

    /// Deals the cards `from..from + count` of a place, none of them in `out`.
    pub fn deal(&mut self, place: CardPlace, from: u8, count: u8, out: CardSet) -> CardList {
        let mut dealt = CardList::new();
        for index in from..from.saturating_add(count) {
            let card = match self.picked.remove(&(place, index)) {
                Some(card) => card,
                None => self.draw(out, &dealt),
            };
            // A list has room for more cards than any place.
            let _ = dealt.push(card);
        }
        dealt
    }

    /// Any card that is neither on the table nor kept for a place.
    fn draw(&mut self, out: CardSet, dealt: &[Card]) -> Card {
        let taken =
            |card: &Card| dealt.contains(card) || self.picked.values().any(|other| other == card);
        let left: Vec<Card> = Card::all()
            .filter(|card| !out.contains(*card) && !taken(card))
            .collect();
        left[self.random.random_range(0..left.len())]
    }

    /// Forgets what was picked.
    pub fn clear(&mut self) {
        self.picked.clear();
    }
}
