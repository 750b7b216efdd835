//! A shuffled deck, fair or with arranged cards on top, so that hands which a fair deal shows once in
//! millions of rounds come up all the time.

use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;

/// How many of four draws take an arranged card: one of these in each round.
const ARRANGED_QUARTERS: [u8; 3] = [2, 3, 4];

/// 0 to 51: clubs, diamonds, hearts, spades, each from deuce to ace.
type Card = u8;

/// A deck that is being dealt.
pub struct ArrangedDeck {
    /// The cards that are preferred, the next one last.
    arranged: Vec<Card>,
    /// All other cards, shuffled.
    rest: Vec<Card>,
    /// One of [`ARRANGED_QUARTERS`].
    quarters: u8,
    /// Whether the arranged cards are for the hands alone, the dealer's among them, and not for the board.
    pub hands_only: bool,
}

impl ArrangedDeck {
    /// 52 cards, well shuffled.
    pub fn fair(random: &mut ChaCha8Rng) -> ArrangedDeck {
        ArrangedDeck::with_on_top(Vec::new(), random)
    }

    /// A deck that favours the hands of hold'em.
    pub fn for_holdem(random: &mut ChaCha8Rng) -> ArrangedDeck {
        let top = match random.random_range(0..7) {
            0..3 => suited_run_around_the_flop(random),
            3..5 => of_a_kind(random),
            5 => one_suit(random),
            _ => from_rank(8, random),
        };
        ArrangedDeck::with_on_top(top, random)
    }

    /// A deck that favours the hands of three cards.
    pub fn for_three_cards(random: &mut ChaCha8Rng) -> ArrangedDeck {
        let top = match random.random_range(0..6) {
            0..3 => suited_threes(random),
            3 => of_a_kind(random),
            4 => one_suit(random),
            _ => from_rank(10, random),
        };
        ArrangedDeck::with_on_top(top, random)
    }

    fn with_on_top(top: Vec<Card>, random: &mut ChaCha8Rng) -> ArrangedDeck {
        let mut rest: Vec<Card> = (0..52).filter(|card| !top.contains(card)).collect();
        rest.shuffle(random);
        let arranged = top.into_iter().rev().collect();
        let quarters = ARRANGED_QUARTERS[random.random_range(0..ARRANGED_QUARTERS.len())];
        let hands_only = random.random_ratio(1, 4);
        ArrangedDeck {
            arranged,
            rest,
            quarters,
            hands_only,
        }
    }

    /// Deals `count` cards as a text, arranged ones among them if they are `wanted`.
    pub fn deal(&mut self, count: usize, wanted: bool, random: &mut ChaCha8Rng) -> String {
        let mut text = String::with_capacity(2 * count);
        for _ in 0..count {
            let arranged = wanted && random.random_range(0..4) < self.quarters;
            let card = if arranged { self.arranged.pop() } else { None };
            push_card(
                &mut text,
                card.or_else(|| self.rest.pop())
                    .expect("a deck is never dealt to its end"),
            );
        }
        text
    }
}

fn push_card(text: &mut String, card: Card) {
    text.push(char::from(b"23456789TJQKA"[usize::from(card % 13)]));
    text.push(char::from(b"cdhs"[usize::from(card / 13)]));
}

fn card(rank: u8, suit: u8) -> Card {
    suit * 13 + rank
}

/// The lowest of `length` ranks in a row as a place in A-2-3-...-K-A; the highest row half of the time.
fn start_of_run(length: u8, random: &mut ChaCha8Rng) -> u8 {
    let last = 14 - length;
    if random.random() {
        last
    } else {
        random.random_range(0..=last)
    }
}

/// The rank at a place in A-2-3-...-K-A.
fn rank_at(place: u8) -> u8 {
    (place + 12) % 13
}

/// Seven cards of a suit in a row, the middle three first: with them on the flop the others make straight
/// flushes for one hand or for two.
fn suited_run_around_the_flop(random: &mut ChaCha8Rng) -> Vec<Card> {
    let (start, suit) = (start_of_run(7, random), random.random_range(0..4));
    let mut order = [2, 3, 4, 0, 1, 5, 6];
    if random.random() {
        order[3..].shuffle(random);
    } else if random.random() {
        order[3..].reverse();
    }
    order.map(|step| card(rank_at(start + step), suit)).to_vec()
}

/// The same three cards in a row in each suit.
fn suited_threes(random: &mut ChaCha8Rng) -> Vec<Card> {
    let start = start_of_run(3, random);
    let mut suits = [0, 1, 2, 3];
    suits.shuffle(random);
    let three = |suit| [0, 1, 2].map(|step| card(rank_at(start + step), suit));
    suits.into_iter().flat_map(three).collect()
}

/// All cards of two ranks, one after the other or mixed; aces half of the time.
fn of_a_kind(random: &mut ChaCha8Rng) -> Vec<Card> {
    let first = if random.random() {
        12
    } else {
        random.random_range(0..12)
    };
    let second = (first + random.random_range(1..13)) % 13;
    let mut cards: Vec<Card> = [first, second]
        .into_iter()
        .flat_map(|rank| (0..4).map(move |suit| card(rank, suit)))
        .collect();
    if random.random() {
        cards.shuffle(random);
    }
    cards
}

fn one_suit(random: &mut ChaCha8Rng) -> Vec<Card> {
    let suit = random.random_range(0..4);
    let mut cards: Vec<Card> = (0..13).map(|rank| card(rank, suit)).collect();
    cards.shuffle(random);
    cards
}

/// All cards from a rank up.
fn from_rank(lowest: u8, random: &mut ChaCha8Rng) -> Vec<Card> {
    let mut cards: Vec<Card> = (0..52).filter(|card| card % 13 >= lowest).collect();
    cards.shuffle(random);
    cards
}
