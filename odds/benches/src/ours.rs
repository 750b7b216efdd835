//! Our own evaluators: the board's, one hand at a time, and the host's, a whole board at a time.

use std::hint::black_box;

use odds::board::InTurn;
use odds::evaluate::{HandKey, Method};
use odds::pairs::{CARDS_OF, PAIRS};
use odds::suits::{CardIndex, Suits};
use shared_rules::cards::Card;
use shared_rules::evaluate::Hand;

use crate::contender::{Contender, HANDS_A_BOARD, OneByOne, places};

fn cards<const N: usize>(hands: &[[CardIndex; N]]) -> Vec<[Card; N]> {
    let card = |index| Card::from_index(index).expect("52 cards");
    hands.iter().map(|hand| hand.map(card)).collect()
}

/// Three cards, as the board ranks them.
pub fn three(hands: &[[CardIndex; 3]]) -> impl Contender + use<> {
    OneByOne::new(cards(hands), |cards: &[Card; 3]| {
        Hand::<3>::of_distinct(*cards).rank()
    })
}

/// Seven cards, as the board ranks them.
pub fn seven(hands: &[[CardIndex; 7]]) -> impl Contender + use<> {
    OneByOne::new(cards(hands), |cards: &[Card; 7]| {
        Hand::<7>::of_distinct(*cards).rank()
    })
}

/// Many hands at a time.
pub struct Many<const N: usize> {
    hands: Vec<[Card; N]>,
    keys: Vec<HandKey>,
    rank: fn(Method, &[[Card; N]], &mut [HandKey]),
}

impl<const N: usize> Many<N> {
    /// These hands, ranked by a function.
    pub fn new(
        hands: &[[CardIndex; N]],
        rank: fn(Method, &[[Card; N]], &mut [HandKey]),
    ) -> Many<N> {
        Many {
            hands: cards(hands),
            keys: vec![0; hands.len()],
            rank,
        }
    }
}

impl<const N: usize> Contender for Many<N> {
    fn run(&mut self) {
        (self.rank)(Method::fastest(), black_box(&self.hands), &mut self.keys);
        black_box(&self.keys);
    }

    fn places(&mut self) -> Vec<usize> {
        self.run();
        places(&self.keys)
    }

    fn hands(&self) -> usize {
        self.hands.len()
    }
}

/// Whole boards.
pub struct Boards {
    boards: Vec<Suits>,
    in_turn: InTurn,
}

impl Boards {
    /// All hands beside these boards.
    pub fn new(boards: &[[CardIndex; 5]], method: Method) -> Boards {
        Boards {
            boards: boards.iter().map(|cards| Suits::of(cards)).collect(),
            in_turn: InTurn::new(method),
        }
    }
}

impl Contender for Boards {
    fn run(&mut self) {
        for board in black_box(&self.boards) {
            black_box(self.in_turn.on(*board));
        }
    }

    fn places(&mut self) -> Vec<usize> {
        let mut all = Vec::new();
        for board in &self.boards {
            let by_pair = self.in_turn.on(*board);
            let is_left = |pair: &usize| CARDS_OF[*pair].iter().all(|card| !board.contains(*card));
            all.extend((0..PAIRS).filter(is_left).map(|pair| by_pair.get(pair)));
        }
        places(&all)
    }

    fn hands(&self) -> usize {
        self.boards.len() * HANDS_A_BOARD
    }
}
