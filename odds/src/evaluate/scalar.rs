//! Keys one by one: what the others must agree with.

use super::key::{ACE, STRAIGHT_FLUSH, key, kind, three_card_kind};
use super::words::{COUNT_SHIFT, Word, lanes};
use super::{HandKey, Multiples};
use crate::board::{Flush, RankRow, RankTable};
use shared_rules::evaluate::Category;

/// The ranks of a lane.
const RANK_MASK: u16 = 0x1fff;

/// The key of the best five of seven cards.
pub(super) fn seven(hand: Word) -> HandKey {
    let lanes = lanes(hand);
    let of_five = lanes.into_iter().find(|lane| lane >> COUNT_SHIFT >= 5);
    match of_five {
        Some(lane) => flush(lane & RANK_MASK),
        None => rank(Multiples::of(lanes.map(|lane| lane & RANK_MASK))),
    }
}

/// The key of three cards, in their own order (TCP5 3.16, 3.17).
pub(super) fn three(hand: Word) -> HandKey {
    use Category::{Flush, HighCard, OnePair, RoyalFlush, Straight, StraightFlush, ThreeOfAKind};
    let lanes = lanes(hand);
    let is_suited = lanes.into_iter().any(|lane| lane >> COUNT_SHIFT == 3);
    let held = Multiples::of(lanes.map(|lane| lane & RANK_MASK));
    let hand = |category, groups, kickers| key(three_card_kind(category) | groups, kickers);
    match (held.twice, held.thrice, three_straight_top(held.once)) {
        (_, 1.., _) => hand(ThreeOfAKind, held.thrice, 0),
        (1.., _, _) => hand(OnePair, held.twice, held.once & !held.twice),
        (_, _, top @ ACE..) if is_suited => hand(RoyalFlush, top, 0),
        (_, _, top @ 1..) if is_suited => hand(StraightFlush, top, 0),
        (_, _, top @ 1..) => hand(Straight, top, 0),
        _ if is_suited => hand(Flush, 0, held.once),
        _ => hand(HighCard, 0, held.once),
    }
}

/// Fills in the keys of all pairs of ranks beside a board that holds `board`.
pub(super) fn rank_table(board: Multiples, table: &mut RankTable<HandKey>) {
    for (one, row) in table.iter_mut().enumerate() {
        let six = board.with(1 << one);
        for (other, key) in row[..13].iter_mut().enumerate() {
            *key = rank(six.with(1 << other));
        }
    }
}

/// Fills in the keys of pairs with two cards of the flush's suit, and with one.
pub(super) fn flushes(board: Flush, both: &mut RankTable<HandKey>, one: &mut RankRow<HandKey>) {
    for (rank, row) in both.iter_mut().enumerate() {
        flush_row(board.ranks | 1 << rank, row);
    }
    if board.needs() <= 1 {
        flush_row(board.ranks, one);
    }
}

fn flush_row(held: u16, row: &mut RankRow<HandKey>) {
    for (rank, key) in row[..13].iter_mut().enumerate() {
        *key = flush(held | 1 << rank);
    }
}

/// The key of seven cards without a flush: of every kind of hand that they make, the highest.
fn rank(held: Multiples) -> HandKey {
    use Category::{FourOfAKind, FullHouse, HighCard, OnePair, Straight, ThreeOfAKind, TwoPairs};
    let Multiples {
        once,
        twice,
        thrice,
        four,
    } = held;
    let hand = |category, groups, kickers| key(kind(category) | groups, kickers);
    if four != 0 {
        return hand(FourOfAKind, four, highest(once & !four));
    }
    let trips = highest(thrice);
    let pair = highest(twice & !trips);
    let second = highest(twice & !trips & !pair);
    let top = straight_top(once);
    match (trips, pair, second, top) {
        (1.., 1.., _, _) => hand(FullHouse, trips, pair),
        (_, _, _, 1..) => hand(Straight, top, 0),
        (1.., _, _, _) => hand(ThreeOfAKind, trips, without_lowest(once & !trips, 2)),
        (_, 1.., 1.., _) => hand(TwoPairs, pair | second, highest(once & !pair & !second)),
        (_, 1.., _, _) => hand(OnePair, pair, without_lowest(once & !pair, 2)),
        _ => hand(HighCard, 0, without_lowest(once, 2)),
    }
}

/// The key of the cards of one suit, five or more of them. Seven cards that hold a flush hold neither quads nor a full
/// house, so nothing else can be better.
pub(crate) fn flush(ranks: u16) -> HandKey {
    match straight_top(ranks) {
        0 => {
            let more = ranks.count_ones().saturating_sub(5);
            key(kind(Category::Flush), without_lowest(ranks, more))
        }
        top => key(STRAIGHT_FLUSH, top),
    }
}

/// `mask` without its `count` lowest bits.
fn without_lowest(mut mask: u16, count: u32) -> u16 {
    for _ in 0..count {
        mask &= mask.wrapping_sub(1);
    }
    mask
}

/// The top card of the highest straight within `ranks`, or 0; an ace also counts below the deuce (THB6 3.3.1.2).
pub(crate) fn straight_top(ranks: u16) -> u16 {
    let low_ace = ranks << 1 | ranks >> 12;
    let runs = low_ace & low_ace << 1 & low_ace << 2 & low_ace << 3 & low_ace << 4;
    highest(runs >> 1)
}

/// The top card of three in a row, or 0 (TCP5 3.17.3).
fn three_straight_top(ranks: u16) -> u16 {
    let low_ace = ranks << 1 | ranks >> 12;
    (low_ace & low_ace << 1 & low_ace << 2) >> 1
}

/// The highest set bit alone, or 0.
fn highest(mask: u16) -> u16 {
    (1_u16 << 15).wrapping_shr(mask.leading_zeros()) & mask
}
