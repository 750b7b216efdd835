//! The cards that every entrant evaluates: random, and the same each time.

use odds::suits::{CARDS, CardIndex, RANKS};
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

/// Enough that neither the branch predictor nor the cache can learn them by heart.
const HANDS: usize = 1 << 16;

/// Boards of the same ranks: as many as there are on the average where suits have no names (134,459 of 6,175 ranks).
pub const BOARDS_A_GROUP: usize = 22;

/// The amount of work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    /// For a clock.
    Timed,
    /// For counting every instruction, which takes fifty times as long.
    Counted,
}

impl Size {
    const fn groups(self) -> usize {
        match self {
            Size::Timed => 32,
            Size::Counted => 4,
        }
    }
}

/// Random hands, each from a full deck.
pub fn hands<const N: usize>() -> Vec<[CardIndex; N]> {
    let mut chance = ChaCha8Rng::seed_from_u64(N as u64);
    (0..HANDS).map(|_| hand(&mut chance)).collect()
}

/// Boards, of which some have the same ranks, but not two in a row.
pub fn boards(size: Size) -> Vec<[CardIndex; 5]> {
    let groups = groups(size);
    let group_after_group = |board: usize| groups.iter().map(move |group| group[board]);
    (0..BOARDS_A_GROUP).flat_map(group_after_group).collect()
}

/// The same boards, those of the same ranks in a row.
pub fn boards_by_rank(size: Size) -> Vec<[CardIndex; 5]> {
    groups(size).concat()
}

/// Boards in groups of the same ranks, each with suits of its own, those without three of a suit first.
fn groups(size: Size) -> Vec<Vec<[CardIndex; 5]>> {
    let mut chance = ChaCha8Rng::seed_from_u64(0);
    let group = |_| {
        let ranks = hand::<5>(&mut chance).map(|card| card % RANKS);
        let boards = std::iter::repeat_with(|| with_suits(ranks, &mut chance));
        let mut boards: Vec<_> = boards.take(BOARDS_A_GROUP).collect();
        boards.sort_by_key(most_of_a_suit);
        boards
    };
    (0..size.groups()).map(group).collect()
}

fn most_of_a_suit(board: &[CardIndex; 5]) -> usize {
    let of = |suit| board.iter().filter(|card| **card / RANKS == suit).count();
    // Pairs make no flush with two of a suit or with one.
    (0..4).map(of).max().unwrap_or(0).max(2)
}

fn hand<const N: usize>(chance: &mut ChaCha8Rng) -> [CardIndex; N] {
    let mut deck: Vec<CardIndex> = (0..CARDS).collect();
    let (hand, _) = deck.partial_shuffle(chance, N);
    std::array::from_fn(|card| hand[card])
}

/// Cards of these ranks and random suits, none twice.
fn with_suits(ranks: [u8; 5], chance: &mut ChaCha8Rng) -> [CardIndex; 5] {
    loop {
        let cards = ranks.map(|rank| chance.random_range(0..4) * RANKS + rank);
        let are_distinct = (1..5).all(|at| !cards[..at].contains(&cards[at]));
        if are_distinct {
            return cards;
        }
    }
}
