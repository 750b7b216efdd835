//! The keys of all pairs without flushes, one by one.

use super::{CATEGORY_SHIFT, GROUP_SHIFT, Key, Multiples, RankTable, highest, straight_top};
use shared_rules::evaluate::Category;

/// Fills in the keys of all pairs of ranks beside a board that holds `board`.
pub(super) fn rank_table(board: Multiples, table: &mut RankTable) {
    for (one, row) in table.iter_mut().enumerate() {
        let six = board.with(1 << one);
        for (other, key) in row[..13].iter_mut().enumerate() {
            *key = rank(six.with(1 << other));
        }
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
    if four != 0 {
        return key(FourOfAKind, four, highest(once & !four));
    }
    let trips = highest(thrice);
    let pair = highest(twice & !trips);
    let second = highest(twice & !trips & !pair);
    let top = straight_top(once);
    match (trips, pair, second, top) {
        (1.., 1.., _, _) => key(FullHouse, trips, pair),
        (_, _, _, 1..) => key(Straight, top, 0),
        (1.., _, _, _) => key(ThreeOfAKind, trips, without_two(once & !trips)),
        (_, 1.., 1.., _) => key(TwoPairs, pair | second, highest(once & !pair & !second)),
        (_, 1.., _, _) => key(OnePair, pair, without_two(once & !pair)),
        _ => key(HighCard, 0, without_two(once)),
    }
}

const fn key(category: Category, groups: u32, kickers: u32) -> Key {
    (category.five_card_order() as u32) << CATEGORY_SHIFT | groups << GROUP_SHIFT | kickers
}

/// `mask` without its two lowest bits: the best five of seven leave two cards.
const fn without_two(mask: u32) -> u32 {
    let one_less = mask & mask.wrapping_sub(1);
    one_less & one_less.wrapping_sub(1)
}
