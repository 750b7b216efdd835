//! The cards of a round: picked, dealt, shown.

use shared_rules::cards::Card;
use shared_rules::ledger::LedgerRefusal;
use shared_rules::refusal::Reason;
use shared_rules::round::Event;
use shared_rules::seats::Seat;

use super::super::ask::CardPlace;
use super::TablePlay;

impl TablePlay {
    pub(super) fn pick(
        &mut self,
        place: (CardPlace, u8),
        card: Option<&str>,
    ) -> Result<(), String> {
        let card = match card {
            Some(text) => Some(
                text.parse::<Card>()
                    .map_err(|_| format!("{text:?} is not a card"))?,
            ),
            None => None,
        };
        self.shoe.pick(place, card, self.replica.cards_out())
    }

    /// The hands where there are none, else the next community cards.
    pub(super) fn deal(&mut self) -> Result<(), String> {
        let mut out = self.replica.cards_out();
        let waiting = self.seats_without_cards();
        for seat in &waiting {
            let hand = self
                .shoe
                .deal(CardPlace::Seat(*seat), 0, self.hand_size(), out);
            for card in &hand {
                // Drawn from what is not out.
                let _ = out.insert(*card);
            }
            self.say([Event::Hand(*seat, hand)])?;
        }
        if !waiting.is_empty() {
            return Ok(());
        }
        let (from, count) = match self.replica.community().len() {
            0 => (0, 3),
            3 => (3, 1),
            _ => (4, 1),
        };
        let cards = self.shoe.deal(CardPlace::Board, from, count, out);
        self.say([Event::Community(cards)])
    }

    /// Seats that take part in the round and have no cards yet.
    pub fn seats_without_cards(&self) -> Vec<Seat> {
        let takes = |seat: &Seat| {
            let hand = Card::all().take(self.hand_size().into()).collect();
            let place_is_free = self.replica.hand(*seat).is_empty();
            // Any cards will do to ask whether the seat takes some: one that lies elsewhere is another refusal.
            place_is_free && takes_part(self.replica.would_accept(&Event::Hand(*seat, hand)))
        };
        Seat::ALL.into_iter().filter(takes).collect()
    }

    pub(super) fn settle(&mut self) -> Result<(), String> {
        if self.replica.dealer().is_empty() {
            let out = self.replica.cards_out();
            let hand = self.shoe.deal(CardPlace::Dealer, 0, self.hand_size(), out);
            self.say([Event::Dealer(hand)])?;
        }
        self.say([Event::Settle])
    }
}

/// A seat takes part unless it is refused for itself: a refusal of the cards does not count.
fn takes_part(answer: Result<(), LedgerRefusal>) -> bool {
    match answer {
        Ok(()) => true,
        Err(LedgerRefusal::Rules(refusal)) => matches!(refusal.reason, Reason::CardTwice(_)),
        Err(_) => false,
    }
}
