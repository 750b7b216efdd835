//! The cards of a round: often such that somebody wins an award.

use oracle::table::{Reference, SEATS};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use shared_rules::cards::Card;
use shared_rules::round::CardList;

use crate::round_driver;
use crate::rounds::deck::ArrangedDeck;

/// Rounds per 100 that are dealt from an arranged deck.
const ARRANGED_PERCENT: u32 = 40;

/// The cards of a round, dealt as they are asked for: arranged ones go to whoever plays.
pub struct RoundCards {
    deck: ArrangedDeck,
    random: ChaCha8Rng,
    /// The number of the round.
    pub round: u32,
    hand: usize,
    hands: [CardList; SEATS],
    dealer: CardList,
    community: CardList,
}

impl RoundCards {
    /// The cards of the round.
    pub fn shuffled(reference: &Reference, random: &mut ChaCha8Rng) -> RoundCards {
        let mut random = ChaCha8Rng::seed_from_u64(random.random());
        let document = reference.account.document().expect("a configured table");
        let mut deck = match random.random_ratio(ARRANGED_PERCENT, 100) {
            false => ArrangedDeck::fair(&mut random),
            true if document.three_card => ArrangedDeck::for_three_cards(&mut random),
            true => ArrangedDeck::for_holdem(&mut random),
        };
        let mut community = CardList::new();
        if !document.three_card {
            let on_board = random.random_ratio(1, 3);
            for (count, wanted) in [(3, true), (2, on_board)] {
                community.extend(round_driver::cards(&deck.deal(count, wanted, &mut random)));
            }
        }
        RoundCards {
            deck,
            random,
            round: reference.account.round.number,
            hand: document.hand(),
            hands: Default::default(),
            dealer: CardList::new(),
            community,
        }
    }

    /// The hand of a seat.
    pub fn hand(&mut self, seat: usize, out: &[Card]) -> CardList {
        if self.hands[seat].is_empty() {
            self.hands[seat] = self.deal(true);
        }
        or_others(&self.hands[seat], out)
    }

    /// The dealer's hand.
    pub fn dealer(&mut self, out: &[Card]) -> CardList {
        if self.dealer.is_empty() {
            self.dealer = self.deal(false);
        }
        or_others(&self.dealer, out)
    }

    fn deal(&mut self, wanted: bool) -> CardList {
        round_driver::cards(&self.deck.deal(self.hand, wanted, &mut self.random))
    }

    /// The community cards that come next when so many are shown.
    pub fn community(&self, shown: usize, out: &[Card]) -> CardList {
        let count = if shown == 0 { 3 } else { 1 };
        let next = self.community.iter().skip(shown).take(count);
        or_others(&next.copied().collect(), out)
    }
}

/// The cards, or as many others where one of them lies on the table already: moved, or entered by mistake.
fn or_others(cards: &CardList, out: &[Card]) -> CardList {
    if !cards.iter().any(|card| out.contains(card)) {
        return cards.clone();
    }
    let deck = (0..52).filter_map(Card::from_index);
    let free = deck.filter(|card| !out.contains(card));
    free.take(cards.len()).collect()
}
