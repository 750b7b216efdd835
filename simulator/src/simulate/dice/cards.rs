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
    hand: usize,
    hands: [CardList; SEATS],
    dealer: CardList,
    community: CardList,
}

impl RoundCards {
    /// The cards of the next round.
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
            for (count, wanted) in [(3, true), (2, false)] {
                community.extend(round_driver::cards(&deck.deal(count, wanted, &mut random)));
            }
        }
        RoundCards {
            deck,
            random,
            hand: document.hand(),
            hands: Default::default(),
            dealer: CardList::new(),
            community,
        }
    }

    /// The hand of a seat; where its cards are out because they have been moved to another seat, that one's.
    pub fn hand(&mut self, seat: usize, is_out: impl Fn(&Card) -> bool) -> CardList {
        let others = (0..SEATS).filter(|other| *other != seat);
        for place in [seat].into_iter().chain(others) {
            if self.hands[place].is_empty() {
                self.hands[place] = self.deal(true);
            }
            if !self.hands[place].iter().any(&is_out) {
                return self.hands[place].clone();
            }
        }
        self.hands[seat].clone()
    }

    /// The dealer's hand.
    pub fn dealer(&mut self) -> CardList {
        if self.dealer.is_empty() {
            self.dealer = self.deal(false);
        }
        self.dealer.clone()
    }

    fn deal(&mut self, wanted: bool) -> CardList {
        round_driver::cards(&self.deck.deal(self.hand, wanted, &mut self.random))
    }

    /// The community cards that come next when so many are shown.
    pub fn community(&self, shown: usize) -> CardList {
        let count = if shown == 0 { 3 } else { 1 };
        let next = self.community.iter().skip(shown).take(count);
        next.copied().collect()
    }
}
