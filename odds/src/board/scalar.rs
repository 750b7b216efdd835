//! The keys of all kinds of pairs, one by one: what the others must agree with.

use super::key::{STRAIGHT_FLUSH, key, kind};
use super::{Flush, Key, Multiples, RankRow, RankTable};
use shared_rules::evaluate::Category;

/// Fills in the keys of all pairs of ranks beside a board that holds `board`.
pub(super) fn rank_table(board: Multiples, table: &mut RankTable<Key>) {
    for (one, row) in table.iter_mut().enumerate() {
        let six = board.with(1 << one);
        for (other, key) in row[..13].iter_mut().enumerate() {
            *key = rank(six.with(1 << other));
        }
    }
}

/// Fills in the keys of pairs with two cards of the flush's suit, and with one.
pub(super) fn flushes(board: Flush, both: &mut RankTable<Key>, one: &mut RankRow<Key>) {
    for (rank, row) in both.iter_mut().enumerate() {
        flush_row(board.ranks | 1 << rank, row);
    }
    if board.needs() <= 1 {
        flush_row(board.ranks, one);
    }
}

fn flush_row(held: u16, row: &mut RankRow<Key>) {
    for (rank, key) in row[..13].iter_mut().enumerate() {
        *key = flush(held | 1 << rank);
    }
}

/// The key of seven cards without a flush: of every kind of hand that they make, the highest.
fn rank(held: Multiples) -> Key {
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
pub(super) fn flush(ranks: u16) -> Key {
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

/// The highest set bit alone, or 0.
fn highest(mask: u16) -> u16 {
    (1_u16 << 15).wrapping_shr(mask.leading_zeros()) & mask
}
