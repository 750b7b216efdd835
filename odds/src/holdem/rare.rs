//! Hands that are rare enough to be counted card by card: those that progressive wagers win, and aces against
//! aces.

use std::collections::BTreeMap;
use std::iter::Sum;

use shared_rules::evaluate::{Category, Hand};
use shared_rules::games::{AwardRow, MadeOf};

use super::showdown::PairShowdown;
use crate::evaluate::{category, lowest};
use crate::pairs::{HAND_OF, Hole, KIND_OF, pair};
use crate::suits::{RANKS, Suits, hand};

/// The hands that the cards of one deal make as they come.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Made {
    /// The hole cards and the flop.
    pub five: Category,
    /// With the turn.
    pub six: Category,
    /// With the river.
    pub seven: Category,
    /// The five community cards.
    pub community: Category,
}

impl Made {
    /// True if `row` is won.
    pub fn wins(self, row: &AwardRow) -> bool {
        let is = |made| made == row.category;
        match row.made_of {
            MadeOf::HoleAndFlop => is(self.five),
            MadeOf::UpToTurn => is(self.six),
            MadeOf::BestOfSeven => is(self.seven),
            // Where the community alone makes it, no hole card is in it.
            MadeOf::BestOfSevenWithHoleCard => is(self.seven) && !is(self.community),
            MadeOf::Community => is(self.community),
            MadeOf::ThreeCards => false,
        }
    }
}

/// In how many deals which hole cards make what.
pub type MadeWays = BTreeMap<(Hole, Made), u64>;

/// The ways to deal the cards of a board as flop, turn and river.
pub const ORDERS: u64 = 20;

/// The notes on all boards.
#[derive(Debug)]
pub(super) struct Rare {
    /// Hands below this category are not noted.
    floor: Category,
    pub(super) made: MadeWays,
    /// Boards and pairs of aces that lose to the other two aces.
    pub(super) aces_lose: u64,
}

impl Rare {
    pub(super) fn new(floor: Category) -> Rare {
        Rare {
            floor,
            made: MadeWays::new(),
            aces_lose: 0,
        }
    }

    /// Notes the pairs beside `board`, which stands for all of its class.
    pub(super) fn note(&mut self, board: Suits, showdowns: &[PairShowdown]) {
        let multiplicity = board.multiplicity();
        let community = hand::<5>(board.cards()).rank().category();
        let floor = match community >= self.floor {
            true => 0,
            false => lowest(self.floor),
        };
        let mut rare = showdowns
            .iter()
            .filter(|showdown| showdown.key >= floor)
            .peekable();
        if rare.peek().is_some() {
            let orders = orders(board);
            rare.for_each(|showdown| self.note_made(&orders, community, multiplicity, showdown));
        }
        self.aces_lose += multiplicity * aces_lose(board, showdowns);
    }

    fn note_made(
        &mut self,
        orders: &[Order],
        community: Category,
        multiplicity: u64,
        showdown: &PairShowdown,
    ) {
        let pair = usize::from(showdown.pair);
        // Most orders make the same: they are added up before they are looked for.
        let mut all: Vec<(Made, u64)> = Vec::with_capacity(4);
        for (flops, up_to_turn) in orders {
            let six: Hand<6> = beside(*up_to_turn, pair);
            let six = six.rank().category();
            for flop in flops {
                let five: Hand<5> = beside(*flop, pair);
                let made = Made {
                    five: five.rank().category(),
                    six,
                    seven: category(showdown.key),
                    community,
                };
                match all.iter_mut().find(|(other, _)| *other == made) {
                    Some((_, ways)) => *ways += multiplicity,
                    None => all.push((made, multiplicity)),
                }
            }
        }
        for (made, ways) in all {
            *self.made.entry((KIND_OF[pair], made)).or_default() += ways;
        }
    }
}

impl Sum for Rare {
    fn sum<I: Iterator<Item = Rare>>(parts: I) -> Rare {
        let add = |mut sum: Rare, part: Rare| {
            for (what, ways) in part.made {
                *sum.made.entry(what).or_default() += ways;
            }
            sum.aces_lose += part.aces_lose;
            sum
        };
        parts
            .reduce(add)
            .unwrap_or_else(|| Rare::new(Category::RoyalFlush))
    }
}

/// The number of pairs of aces that lose to the other two, which must not be on the board.
fn aces_lose(board: Suits, showdowns: &[PairShowdown]) -> u64 {
    let ace = |suit: u8| suit * RANKS + RANKS - 1;
    if (0..4).any(|suit| board.contains(ace(suit))) {
        return 0;
    }
    let key = |one: u8, other: u8| {
        let pair = pair(ace(one), ace(other));
        let found = showdowns.binary_search_by_key(&pair, |showdown| usize::from(showdown.pair));
        found.map(|at| showdowns[at].key)
    };
    let splits = [[0, 1, 2, 3], [0, 2, 1, 3], [0, 3, 1, 2]];
    // Unless they stand off, one of the two loses.
    let decided = splits
        .iter()
        .filter(|[a, b, c, d]| key(*a, *b) != key(*c, *d));
    decided.count() as u64
}

/// The cards up to a turn, and the flops that may have come before it.
type Order = ([Hand<3>; 4], Hand<4>);

/// Every way to deal the cards of a board.
fn orders(board: Suits) -> Vec<Order> {
    let rivers = board.cards().map(|river| {
        let four = board.without(river);
        let mut flops = four.cards().map(|turn| hand(four.without(turn).cards()));
        let flops = std::array::from_fn(|_| flops.next().expect("four cards"));
        (flops, hand(four.cards()))
    });
    rivers.collect()
}

/// Community cards with a pair that holds none of them.
pub(super) fn beside<const N: usize, const ALL: usize>(cards: Hand<N>, pair: usize) -> Hand<ALL> {
    cards.join(HAND_OF[pair]).expect("no card twice")
}
