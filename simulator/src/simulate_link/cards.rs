//! The cards of one round. In nine rounds of ten a straight flush lies on the table, mostly a royal one: shares of the jackpot are too rare
//! to wait for.

use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;
use shared_rules::cards::Card;
use shared_rules::round::CardList;

/// Cards of a suit.
const SUIT: usize = 13;

/// The last suit of a deck. The shares of TCP5 ask for it.
const SPADES: usize = 3;

/// A deal: the hands from the front of the deck, the dealer's behind them, the community's behind these.
pub struct LuckyDeal {
    deck: Vec<usize>,
    hand: usize,
    next: usize,
    is_holdem: bool,
}

impl LuckyDeal {
    /// The deal of a round with so many hands.
    pub fn new(is_holdem: bool, hands: usize, random: &mut ChaCha8Rng) -> LuckyDeal {
        let mut deck: Vec<usize> = (0..4 * SUIT).collect();
        deck.shuffle(random);
        let hand = if is_holdem { 2 } else { 3 };
        let board = (hands + 1) * hand;
        if hands > 0 && random.random_ratio(9, 10) {
            let lucky = random.random_range(0..hands) * hand;
            let in_hand = lucky..lucky + hand;
            // On the flop, or one card of it on the turn or the river.
            let last = board + random.random_range(2..=4);
            let on_board = [board, board + 1, last];
            let places: Vec<usize> = match is_holdem {
                true => in_hand.chain(on_board).collect(),
                false => in_hand.collect(),
            };
            put_run(&mut deck, &places, random);
        }
        LuckyDeal {
            deck,
            hand,
            next: 0,
            is_holdem,
        }
    }

    fn take(&mut self, count: usize) -> CardList {
        let cards = self.deck.iter().skip(self.next).take(count);
        self.next += count;
        let cards = cards.filter_map(|index| Card::from_index(u8::try_from(*index).ok()?));
        cards.collect()
    }

    /// The next hand.
    pub fn hand(&mut self) -> CardList {
        self.take(self.hand)
    }

    /// The dealer's hand, behind those of all seats.
    pub fn dealer(&mut self) -> CardList {
        self.take(self.hand)
    }

    /// Flop, turn and river, where there are any.
    pub fn streets(mut self) -> impl Iterator<Item = CardList> {
        let streets: &[usize] = if self.is_holdem { &[3, 1, 1] } else { &[] };
        streets.iter().map(move |count| self.take(*count))
    }
}

/// Puts cards of one suit in a row into these places of the deck, mostly the highest row, and spades.
fn put_run(deck: &mut [usize], places: &[usize], random: &mut ChaCha8Rng) {
    let last = SUIT - places.len();
    let start = match random.random_ratio(2, 3) {
        true => last,
        false => random.random_range(0..=last),
    };
    let suit = match random.random() {
        true => SPADES,
        false => random.random_range(0..SPADES),
    };
    let mut run: Vec<usize> = (start..start + places.len()).collect();
    run.shuffle(random);
    for (place, rank) in places.iter().zip(run) {
        let wanted = suit * SUIT + rank;
        if let Some(found) = deck.iter().position(|card| *card == wanted) {
            deck.swap(*place, found);
        }
    }
}
