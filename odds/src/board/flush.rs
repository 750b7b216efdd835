//! The pairs that make a flush: seven cards that hold one hold neither quads nor a full house, so nothing
//! else can be better.
#![allow(clippy::cast_possible_truncation, reason = "pairs below 1326")]

use super::{CATEGORY_SHIFT, GROUP_SHIFT, Key, straight_top};
use crate::pairs::{PairIndex, pair};
use crate::suits::{CARDS, CardIndex, RANKS, Suits};
use shared_rules::evaluate::Category;

/// Finds the pairs that make a flush beside `board`: with three of a suit on the board both cards must be
/// of it, with four one, and with five none.
pub(super) fn find(board: Suits, found: &mut Vec<(PairIndex, Key)>) {
    for (suit, ranks) in (0..).zip(board.0) {
        let on_board = ranks.count_ones();
        if on_board >= 5 {
            none_of(suit, ranks, found);
        }
        if on_board >= 4 {
            one_of(suit, ranks, found);
        }
        if on_board >= 3 {
            both_of(suit, ranks, found);
        }
    }
}

fn none_of(suit: u8, ranks: u16, found: &mut Vec<(PairIndex, Key)>) {
    let key = flush(ranks);
    for high in others(suit) {
        let lows = others(suit).take_while(|low| *low < high);
        found.extend(lows.map(|low| (pair(high, low) as u16, key)));
    }
}

fn one_of(suit: u8, ranks: u16, found: &mut Vec<(PairIndex, Key)>) {
    for card in missing(suit, ranks) {
        let key = flush(ranks | bit(card));
        found.extend(others(suit).map(|other| (pair(card, other) as u16, key)));
    }
}

fn both_of(suit: u8, ranks: u16, found: &mut Vec<(PairIndex, Key)>) {
    for high in missing(suit, ranks) {
        let lows = missing(suit, ranks).take_while(|low| *low < high);
        let flush = |low| flush(ranks | bit(high) | bit(low));
        found.extend(lows.map(|low| (pair(high, low) as u16, flush(low))));
    }
}

/// The cards of the other suits, ascending.
fn others(suit: u8) -> impl Iterator<Item = CardIndex> {
    (0..CARDS).filter(move |card| card / RANKS != suit)
}

/// The cards of `suit` that are not on the board, ascending.
fn missing(suit: u8, ranks: u16) -> impl Iterator<Item = CardIndex> {
    let cards = (0..RANKS).filter(move |rank| ranks >> rank & 1 == 0);
    cards.map(move |rank| suit * RANKS + rank)
}

/// The rank of `card` as a bit.
const fn bit(card: CardIndex) -> u16 {
    1 << (card % RANKS)
}

/// The key of five or more cards of one suit.
fn flush(ranks: u16) -> Key {
    let mut ranks = u32::from(ranks);
    let (category, rest) = match straight_top(ranks) {
        0 => {
            while ranks.count_ones() > 5 {
                ranks &= ranks - 1;
            }
            (Category::Flush, ranks)
        }
        top if top == 1 << 12 => (Category::RoyalFlush, top << GROUP_SHIFT),
        top => (Category::StraightFlush, top << GROUP_SHIFT),
    };
    u32::from(category.five_card_order()) << CATEGORY_SHIFT | rest
}
