//! The cards of a round, dealt when betting opens: often such that somebody wins an award.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use shared_rules::round::CardList;

use crate::dealer;
use crate::rounds::deck::Deck;
use crate::simulate::reference::{Reference, SEATS};

/// Of 100 rounds, how many are dealt from an arranged deck.
const ARRANGED_PERCENT: u32 = 40;

/// Every card that a round may need.
#[derive(Clone, Debug, Default)]
pub struct Shoe {
    hands: Vec<CardList>,
    dealer: CardList,
    community: CardList,
}

impl Shoe {
    /// The cards of the next round.
    pub fn shuffled(reference: &Reference, random: &mut ChaCha8Rng) -> Shoe {
        let mut random = ChaCha8Rng::seed_from_u64(random.random());
        let document = reference.document().expect("a configured table");
        let mut deck = match random.random_ratio(ARRANGED_PERCENT, 100) {
            false => Deck::fair(&mut random),
            true if document.three_card => Deck::for_three_cards(&mut random),
            true => Deck::for_holdem(&mut random),
        };
        let mut deal = |count, wanted| dealer::cards(&deck.deal(count, wanted, &mut random));
        let community = if document.three_card {
            CardList::new()
        } else {
            let parts = [deal(3, true), deal(2, false)];
            parts.into_iter().flatten().collect()
        };
        Shoe {
            community,
            hands: (0..SEATS).map(|_| deal(document.hand(), true)).collect(),
            dealer: deal(document.hand(), false),
        }
    }

    /// The hand of a seat.
    pub fn hand(&self, seat: usize) -> CardList {
        self.hands.get(seat).cloned().unwrap_or_default()
    }

    /// The dealer's hand.
    pub fn dealer(&self) -> CardList {
        self.dealer.clone()
    }

    /// The community cards that come next when so many are shown.
    pub fn community(&self, shown: usize) -> CardList {
        let count = if shown == 0 { 3 } else { 1 };
        self.community
            .iter()
            .skip(shown)
            .take(count)
            .copied()
            .collect()
    }
}
