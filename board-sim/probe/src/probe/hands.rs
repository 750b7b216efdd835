//! Evaluation: random hands, ranked one after another, each by a call of its own.

use core::hint::black_box;

use aya_poker::base::{CARDS, Hand as AyaHand};
use aya_poker::{PokerHandRank, poker_rank};
use heapless::Vec;
use shared_rules::cards::Card;
use shared_rules::evaluate::{Hand, HandRank};

use super::kept::Kept;
use super::random::Deck;

/// Enough hands for a mean, and few enough for RAM.
const HANDS: usize = 512;

/// The same hands in every form that an evaluator starts from.
struct Dealt {
    indices: Vec<[u8; 7], HANDS>,
    sevens: Vec<[Card; 7], HANDS>,
    fives: Vec<[Card; 5], HANDS>,
    threes: Vec<[Card; 3], HANDS>,
    joined: Vec<(Hand<5>, Hand<2>), HANDS>,
}

static DEALT: Kept<Dealt> = Kept::new(Dealt {
    indices: Vec::new(),
    sevens: Vec::new(),
    fives: Vec::new(),
    threes: Vec::new(),
    joined: Vec::new(),
});

impl Dealt {
    /// Adds a hand; `None` if there is no room.
    fn add(&mut self, indices: [u8; 7]) -> Option<()> {
        let cards = indices.map(Card::from_index);
        let [
            Some(a),
            Some(b),
            Some(c),
            Some(d),
            Some(e),
            Some(f),
            Some(g),
        ] = cards
        else {
            return None;
        };
        let (board, hole) = (Hand::new([a, b, c, d, e]), Hand::new([f, g]));
        self.joined.push((board.ok()?, hole.ok()?)).ok()?;
        self.sevens.push([a, b, c, d, e, f, g]).ok()?;
        self.fives.push([a, b, c, d, e]).ok()?;
        self.threes.push([a, b, c]).ok()?;
        self.indices.push(indices).ok()
    }
}

/// Deals the hands, and returns their number.
#[unsafe(no_mangle)]
pub(super) extern "C" fn deal_hands(seed: u32, _: u32) -> u32 {
    let mut deck = Deck::new(seed);
    DEALT.with(|dealt| {
        while let Some(()) = dealt.add(deck.draw()) {
            deck.collect();
        }
        dealt.sevens.len() as u32
    })
}

/// Ranks `count` hands from index `first` on.
#[inline(always)]
fn rank<T, R>(hands: &[T], first: u32, count: u32, rank: impl Fn(&T) -> R) -> u32 {
    let (first, count) = (first as usize, count as usize);
    let behind = hands.get(first..).unwrap_or_default();
    for hand in behind.get(..count).unwrap_or_default() {
        black_box(rank(hand));
    }
    0
}

#[unsafe(no_mangle)]
pub(super) extern "C" fn rank_three(first: u32, count: u32) -> u32 {
    DEALT.with(|dealt| rank(&dealt.threes, first, count, three))
}

#[unsafe(no_mangle)]
pub(super) extern "C" fn rank_five(first: u32, count: u32) -> u32 {
    DEALT.with(|dealt| rank(&dealt.fives, first, count, five))
}

#[unsafe(no_mangle)]
pub(super) extern "C" fn rank_seven(first: u32, count: u32) -> u32 {
    DEALT.with(|dealt| rank(&dealt.sevens, first, count, seven))
}

#[unsafe(no_mangle)]
pub(super) extern "C" fn rank_seven_checked(first: u32, count: u32) -> u32 {
    DEALT.with(|dealt| rank(&dealt.sevens, first, count, checked))
}

#[unsafe(no_mangle)]
pub(super) extern "C" fn rank_seven_joined(first: u32, count: u32) -> u32 {
    DEALT.with(|dealt| rank(&dealt.joined, first, count, joined))
}

#[unsafe(no_mangle)]
pub(super) extern "C" fn rank_seven_added(first: u32, count: u32) -> u32 {
    DEALT.with(|dealt| rank(&dealt.joined, first, count, added))
}

#[unsafe(no_mangle)]
pub(super) extern "C" fn rank_seven_by_aya(first: u32, count: u32) -> u32 {
    DEALT.with(|dealt| rank(&dealt.indices, first, count, aya))
}

#[inline(never)]
fn three(cards: &[Card; 3]) -> HandRank {
    Hand::<3>::of_distinct(*cards).rank()
}

#[inline(never)]
fn five(cards: &[Card; 5]) -> HandRank {
    Hand::<5>::of_distinct(*cards).rank()
}

/// The fastest way, without a check for duplicates, for comparison with other evaluators.
#[inline(never)]
fn seven(cards: &[Card; 7]) -> HandRank {
    Hand::<7>::of_distinct(*cards).rank()
}

#[inline(never)]
fn checked(cards: &[Card; 7]) -> Option<HandRank> {
    Hand::<7>::new(*cards).ok().map(Hand::<7>::rank)
}

/// Adds two cards to the five of the board, with a check that none of them is already there.
#[inline(never)]
fn joined((board, hole): &(Hand<5>, Hand<2>)) -> Option<HandRank> {
    board.join(*hole).ok().map(Hand::<7>::rank)
}

/// The same with cards that are known to be distinct.
#[inline(never)]
fn added((board, hole): &(Hand<5>, Hand<2>)) -> HandRank {
    let all: Hand<7> = board.plus(*hole);
    all.rank()
}

/// That crate's fastest way from bytes; its checks of duplicates would cost half as much again. QEMU counted 152
/// instructions for it. The loop around it, which passes the bytes and takes the rank, shifts that between 146 and 158.
#[inline(never)]
fn aya(indices: &[u8; 7]) -> PokerHandRank {
    let mut hand = AyaHand::new();
    for index in indices {
        hand.insert_unchecked(&CARDS[usize::from(*index)]);
    }
    poker_rank(&hand)
}
