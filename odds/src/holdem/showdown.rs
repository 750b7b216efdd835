//! One board: how often each pair of hole cards wins and loses against the 990 that the dealer can hold.
//!
//! All hands of the board are put in order once, equal ones in one group. A pair beats all that are in
//! groups below its own but those that hold one of its own cards, which are counted card by card.
#![allow(
    clippy::cast_possible_truncation,
    reason = "keys of 32 bits, fewer than 256 groups and 1326 pairs"
)]

use crate::board::{ByPair, Keys, Kinds, PairKind};
use crate::evaluate::{HandKey, Method};
use crate::pairs::{PairIndex, pair};
use crate::suits::{CARDS, CardIndex, Suits};

/// Hands that the dealer can hold when seven cards are known.
pub const DEALERS: u16 = 990;

/// One pair of hole cards beside the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PairShowdown {
    /// The pair.
    pub pair: PairIndex,
    /// The best hand.
    pub key: HandKey,
    /// Against how many of the dealer's hands it wins.
    pub wins: u16,
    /// Against how many it loses.
    pub losses: u16,
}

/// A group of equal hands. There are never more than 256: 91 pairs of ranks, and 45 of one suit at most.
type Group = u8;

/// The number of hands that hold each card; wider than a deck, so that an index needs no check.
type ByCard = [u16; 64];

/// The boards' showdowns, with room to work in: a board costs no allocation.
#[derive(Debug)]
pub struct Showdowns {
    method: Method,
    /// The cards that are not on the board.
    cards: Vec<CardIndex>,
    keys: Keys,
    /// The keys in order, each with its kind of pair.
    sorted: Vec<(HandKey, PairKind)>,
    /// The keys of the groups, ascending.
    order: Vec<HandKey>,
    groups: Kinds<Group>,
    group: ByPair<Group>,
    /// For each group, its hands, and its hands with each card.
    equal: Vec<(u16, ByCard)>,
    /// For each group, all hands below it, and those with each card.
    lower: Vec<(u16, ByCard)>,
    all: Vec<PairShowdown>,
}

impl Showdowns {
    /// Nothing yet; hands are found by `method`.
    pub fn new(method: Method) -> Showdowns {
        Showdowns {
            method,
            cards: Vec::new(),
            keys: Keys::default(),
            sorted: Vec::new(),
            order: Vec::new(),
            groups: Kinds::default(),
            group: ByPair::default(),
            equal: Vec::new(),
            lower: Vec::new(),
            all: Vec::new(),
        }
    }

    /// All 1,081 pairs beside `board`, in the order of their numbers.
    pub fn on(&mut self, board: Suits) -> &[PairShowdown] {
        self.keys.find(board, self.method);
        self.cards.clear();
        self.cards
            .extend((0..CARDS).filter(|card| !board.contains(*card)));
        self.put_in_groups();
        self.count_equal();
        self.count_lower();
        self.compare();
        &self.all
    }

    /// Sorts the kinds of pairs by their keys; equal ones are a group.
    fn put_in_groups(&mut self) {
        let Showdowns { keys, groups, .. } = self;
        self.sorted.clear();
        self.sorted
            .extend(PairKind::all(keys.flush).map(|kind| (keys.get(kind), kind)));
        self.sorted.sort_unstable_by_key(|(key, _)| *key);

        self.order.clear();
        groups.flush = keys.flush;
        for (key, kind) in &self.sorted {
            if self.order.last() != Some(key) {
                self.order.push(*key);
            }
            groups.set(*kind, (self.order.len() - 1) as Group);
        }
        self.group.fill(groups, self.method);
    }

    /// The pairs that are not on the board, the higher card first.
    fn pairs(cards: &[CardIndex]) -> impl Iterator<Item = [CardIndex; 2]> {
        let highs = cards.iter().enumerate();
        highs.flat_map(|(at, high)| cards[..at].iter().map(|low| [*high, *low]))
    }

    fn count_equal(&mut self) {
        self.equal.clear();
        self.equal.resize(self.order.len(), (0, [0; 64]));
        for [high, low] in Showdowns::pairs(&self.cards) {
            let (hands, with) = &mut self.equal[usize::from(self.group.get(pair(high, low)))];
            *hands += 1;
            with[usize::from(high & 63)] += 1;
            with[usize::from(low & 63)] += 1;
        }
    }

    fn count_lower(&mut self) {
        self.lower.clear();
        let mut sum = (0, [0; 64]);
        for (hands, with) in &self.equal {
            self.lower.push(sum);
            sum.0 += hands;
            sum.1
                .iter_mut()
                .zip(with)
                .for_each(|(sum, count)| *sum += count);
        }
    }

    fn compare(&mut self) {
        self.all.clear();
        for [high, low] in Showdowns::pairs(&self.cards) {
            let pair = pair(high, low);
            let group = usize::from(self.group.get(pair));
            let with = |(_, by_card): &(u16, ByCard)| {
                by_card[usize::from(high & 63)] + by_card[usize::from(low & 63)]
            };
            let (equal, lower) = (&self.equal[group], &self.lower[group]);
            let wins = lower.0 - with(lower);
            // The pair itself is among those with each of its cards.
            let ties = equal.0 + 1 - with(equal);
            self.all.push(PairShowdown {
                pair: pair as PairIndex,
                key: self.order[group],
                wins,
                losses: DEALERS - wins - ties,
            });
        }
    }
}
