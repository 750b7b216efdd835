//! The cards of a round: picked, dealt, shown.

use shared_rules::cards::{Card, CardSet};
use shared_rules::round::{CardList, Event};
use shared_rules::seats::Seat;

use super::super::ask::{Ask, CardPlace};
use super::super::stage;
use super::TablePlay;

impl TablePlay {
    pub(super) fn pick(
        &mut self,
        place: (CardPlace, u8),
        card: Option<&str>,
    ) -> Result<(), String> {
        let card = card.map(parse).transpose()?;
        self.shoe.pick(place, card, self.replica.cards_out())
    }

    /// The hands where there are none, else the next community cards.
    pub(super) fn deal(&mut self) -> Result<(), String> {
        let mut out = self.replica.cards_out();
        let waiting = stage::without_cards(&self.replica);
        let hand_size = stage::hand_size(&self.replica);
        for seat in waiting.iter() {
            let hand = self.draw(CardPlace::Seat(seat), 0, hand_size, out);
            for card in &hand {
                // Drawn from what is not out.
                let _ = out.insert(*card);
            }
            self.say([Event::Hand(seat, hand)])?;
        }
        if !waiting.is_empty() {
            return Ok(());
        }
        let (from, count) = match self.replica.community().len() {
            0 => (0, 3),
            3 => (3, 1),
            _ => (4, 1),
        };
        let cards = self.draw(CardPlace::Board, from, count, out);
        self.say([Event::Community(cards)])
    }

    /// Deals the cards of a place, and records them.
    fn draw(&mut self, place: CardPlace, from: u8, count: u8, out: CardSet) -> CardList {
        let cards = self.shoe.deal(place, from, count, out);
        let picks = (from..).zip(&cards).map(|(index, card)| Ask::Pick {
            place,
            index,
            card: Some(card.to_string()),
        });
        self.papers.record_cards(picks);
        cards
    }

    pub(super) fn reconstruct(&mut self, seat: Seat, cards: &[String]) -> Result<(), String> {
        let cards: Vec<Card> = cards
            .iter()
            .map(|text| parse(text))
            .collect::<Result<_, _>>()?;
        let hand = CardList::from_slice(&cards).map_err(|_| "too many cards for a hand")?;
        self.say([Event::Reconstruct(seat, hand)])
    }

    pub(super) fn settle(&mut self) -> Result<(), String> {
        if self.replica.dealer().is_empty() {
            let out = self.replica.cards_out();
            let hand_size = stage::hand_size(&self.replica);
            let hand = self.draw(CardPlace::Dealer, 0, hand_size, out);
            self.say([Event::Dealer(hand)])?;
        }
        self.say([Event::Settle])
    }
}

fn parse(text: &str) -> Result<Card, String> {
    text.parse().map_err(|_| format!("{text:?} is not a card"))
}
