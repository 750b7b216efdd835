//! The naive evaluator's verdict on every five-card hand, looked up instead of worked out again, so that
//! "the best of all five-card subsets" can be had for every hand of six and seven cards.
//!
//! Cards are numbers from 0 to 51 here: clubs, diamonds, hearts, spades, each from deuce to ace.

use crate::referee::naive::{Card, rank_five};
use std::collections::BTreeSet;
use std::thread;

/// Which of the classes of equal hands each five-card hand belongs to, by the naive evaluator.
#[derive(Debug)]
pub struct NaiveTable {
    /// The distinct scores, ascending; the class of a hand is the position of its score.
    pub scores: Vec<Vec<u8>>,
    /// The class of each five-card hand, in the order of [`place`].
    pub class_of: Vec<u16>,
}

impl NaiveTable {
    /// Scores all 2,598,960 hands, on two threads.
    pub fn new() -> NaiveTable {
        // The hands whose highest card is below 45 are nearly as many as the others.
        let (low, high) = thread::scope(|threads| {
            let low = threads.spawn(|| scores_with_top(0..45));
            let high = scores_with_top(45..52);
            (low.join(), high)
        });
        let mut all = low.expect("the thread does not panic");
        all.extend(high);
        let distinct: BTreeSet<&Vec<u8>> = all.iter().collect();
        let scores: Vec<Vec<u8>> = distinct.into_iter().cloned().collect();
        let class_of = all.iter().map(|score| class(&scores, score)).collect();
        NaiveTable { scores, class_of }
    }

    /// The class of five cards, given from the highest number down.
    pub fn class(&self, cards: [usize; 5]) -> u16 {
        self.class_of[place(cards)]
    }
}

impl Default for NaiveTable {
    fn default() -> NaiveTable {
        NaiveTable::new()
    }
}

/// The naive evaluator's form of a card.
pub fn naive_card(number: usize) -> Card {
    let small = u8::try_from(number).expect("a number below 52");
    (small % 13 + 2, small / 13)
}

/// Where a hand stands among all hands: those with a lower highest card come first, and so on down.
fn place([a, b, c, d, e]: [usize; 5]) -> usize {
    above_lowest([a, b, c, d]) + e
}

/// The place of a five-card hand less its lowest card: hands that differ in it alone are neighbours.
pub fn above_lowest([a, b, c, d]: [usize; 4]) -> usize {
    choose(a, 5) + choose(b, 4) + choose(c, 3) + choose(d, 2)
}

/// In how many ways `count`, up to 5, of `of`, up to 52, can be chosen.
pub const fn choose(of: usize, count: usize) -> usize {
    CHOOSE[of][count]
}

/// Pascal's triangle.
const CHOOSE: [[usize; 6]; 53] = {
    let mut ways = [[1, 0, 0, 0, 0, 0]; 53];
    let mut of = 1;
    while of < 53 {
        let mut count = 1;
        while count < 6 {
            ways[of][count] = ways[of - 1][count - 1] + ways[of - 1][count];
            count += 1;
        }
        of += 1;
    }
    ways
};

fn scores_with_top(tops: std::ops::Range<usize>) -> Vec<Vec<u8>> {
    let mut scores = Vec::new();
    for a in tops {
        for b in 0..a {
            for c in 0..b {
                for d in 0..c {
                    for e in 0..d {
                        scores.push(rank_five(&[a, b, c, d, e].map(naive_card)));
                    }
                }
            }
        }
    }
    scores
}

fn class(scores: &[Vec<u8>], score: &Vec<u8>) -> u16 {
    let class = scores.binary_search(score).expect("every score is listed");
    u16::try_from(class).expect("fewer than 65,536 classes")
}
