//! An evaluator at its work: hands one by one from their cards, or all hands beside boards.

use std::hint::black_box;

use odds::suits::{CARDS, CardIndex};

/// Something that evaluates all hands of a workload.
pub trait Contender {
    /// Evaluates every hand once, each into a place of its own.
    fn run(&mut self);

    /// The place of every hand in their order, the lowest 0, equal ones the same.
    fn places(&mut self) -> Vec<usize>;

    /// The number of hands.
    fn hands(&self) -> usize;
}

/// An evaluator that takes cards one by one.
pub(crate) trait Evaluator {
    /// A card, as it likes it best.
    type Card: Copy;
    /// Some cards, to which one more can be added.
    type Hand: Copy;
    /// The worth of a hand.
    type Rank: Copy + Ord;

    /// The card with this number.
    fn card(&self, index: CardIndex) -> Self::Card;
    /// No cards.
    fn empty(&self) -> Self::Hand;
    /// One card more.
    fn with(&self, hand: Self::Hand, card: Self::Card) -> Self::Hand;
    /// The worth of the cards.
    fn rank(&self, hand: &Self::Hand) -> Self::Rank;
}

/// The place of each rank in their order.
pub(crate) fn places<R: Copy + Ord>(ranks: &[R]) -> Vec<usize> {
    let mut order = ranks.to_vec();
    order.sort_unstable();
    order.dedup();
    let place = |rank| order.partition_point(|other| other < rank);
    ranks.iter().map(place).collect()
}

/// Hands one by one.
pub(crate) struct OneByOne<H, R, F> {
    hands: Vec<H>,
    ranks: Vec<R>,
    rank: F,
}

impl<H, R, F> OneByOne<H, R, F>
where
    R: Copy + Ord,
    F: Fn(&H) -> R,
{
    /// These hands, ranked by a function.
    pub fn new(hands: Vec<H>, rank: F) -> Self {
        let ranks = hands.iter().map(&rank).collect();
        OneByOne { hands, ranks, rank }
    }
}

impl<H, R, F> Contender for OneByOne<H, R, F>
where
    R: Copy + Ord,
    F: Fn(&H) -> R,
{
    fn run(&mut self) {
        for (hand, rank) in black_box(&self.hands).iter().zip(&mut self.ranks) {
            *rank = (self.rank)(hand);
        }
        black_box(&self.ranks);
    }

    fn places(&mut self) -> Vec<usize> {
        self.run();
        places(&self.ranks)
    }

    fn hands(&self) -> usize {
        self.hands.len()
    }
}

/// Hands of an evaluator that takes cards one by one.
pub(crate) fn one_by_one<E, const N: usize>(
    evaluator: E,
    hands: &[[CardIndex; N]],
) -> impl Contender + use<E, N>
where
    E: Evaluator,
{
    let cards = hands.iter();
    let cards = cards.map(|hand| hand.map(|card| evaluator.card(card)));
    OneByOne::new(cards.collect(), move |cards: &[E::Card; N]| {
        let add = |hand, card: &E::Card| evaluator.with(hand, *card);
        evaluator.rank(&cards.iter().fold(evaluator.empty(), add))
    })
}

/// Hands beside a board.
pub(crate) const HANDS_A_BOARD: usize = 1_081;

/// The boards of an evaluator that takes cards one by one: what is on the board, and the higher hole card, is added
/// only once.
pub(crate) struct Boards<E: Evaluator> {
    evaluator: E,
    boards: Vec<(E::Hand, Vec<E::Card>)>,
    ranks: Vec<E::Rank>,
}

impl<E: Evaluator> Boards<E> {
    /// All hands beside these boards.
    pub fn new(evaluator: E, boards: &[[CardIndex; 5]]) -> Self {
        let prepared = boards.iter().map(|board| {
            let add = |hand, card: &CardIndex| evaluator.with(hand, evaluator.card(*card));
            let others = (0..CARDS).filter(|card| !board.contains(card));
            let others = others.map(|card| evaluator.card(card)).collect();
            (board.iter().fold(evaluator.empty(), add), others)
        });
        let boards = prepared.collect();
        Boards {
            evaluator,
            boards,
            ranks: Vec::with_capacity(HANDS_A_BOARD),
        }
    }

    fn evaluate(&mut self, board: usize) {
        let (board, cards) = &self.boards[board];
        self.ranks.clear();
        for (at, high) in cards.iter().enumerate() {
            let six = self.evaluator.with(*board, *high);
            self.ranks.extend(cards[..at].iter().map(|low| {
                let seven = self.evaluator.with(six, *low);
                self.evaluator.rank(&seven)
            }));
        }
    }
}

impl<E: Evaluator> Contender for Boards<E> {
    fn run(&mut self) {
        for board in 0..self.boards.len() {
            self.evaluate(board);
            black_box(&self.ranks);
        }
    }

    fn places(&mut self) -> Vec<usize> {
        let mut all = Vec::new();
        for board in 0..self.boards.len() {
            self.evaluate(board);
            all.extend_from_slice(&self.ranks);
        }
        places(&all)
    }

    fn hands(&self) -> usize {
        self.boards.len() * HANDS_A_BOARD
    }
}
