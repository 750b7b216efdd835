//! The evaluation of whole boards against three others: its plain twin, the rules' own evaluation, and the
//! numbers of hands that everybody knows.

use odds::board::{ByPair, InTurn, Keys, PairKind};
use odds::evaluate::{HandKey, Method, category, lowest};
use odds::holdem::Showdowns;
use odds::pairs::{CARDS_OF, HAND_OF, PAIRS};
use odds::suits::{Classes, RANKS, Suits, hand};
use shared_rules::evaluate::{Category, Hand, HandRank};

/// The keys of every pair, by its number.
fn by_pair(keys: &Keys) -> ByPair<HandKey> {
    let mut by_pair = ByPair::default();
    by_pair.fill(keys, Method::fastest());
    by_pair
}

/// The pairs that hold no card of `board`.
fn pairs(board: Suits) -> impl Iterator<Item = usize> {
    (0..PAIRS).filter(move |pair| CARDS_OF[*pair].iter().all(|card| !board.contains(*card)))
}

#[test]
fn sixteen_at_a_time_are_as_one_by_one() {
    if Method::fastest() == Method::Scalar {
        println!("this processor evaluates one by one");
        return;
    }
    let (mut fast, mut plain) = (Keys::default(), Keys::default());
    for board in Classes::of(5).all() {
        fast.find(*board, Method::fastest());
        plain.find(*board, Method::Scalar);
        assert_eq!(fast.flush, plain.flush);
        for kind in PairKind::all(fast.flush) {
            assert_eq!(fast.get(kind), plain.get(kind), "{board:?}: {kind:?}");
        }
        for (fast, plain) in fast.by_rank.iter().zip(&plain.by_rank) {
            assert_eq!(fast[..13], plain[..13], "{board:?}");
        }
    }
}

#[test]
fn boards_in_turn_are_as_each_alone() {
    let mut boards = Classes::of(5).all().to_vec();
    // Those of the same ranks in a row, in whatever order: each has to forget the flushes of the one before.
    boards.sort_by_key(|board| {
        let mut ranks: Vec<u8> = board.cards().map(|card| card % RANKS).collect();
        ranks.sort_unstable();
        ranks
    });
    for method in [Method::fastest(), Method::Scalar] {
        let (mut in_turn, mut alone) = (InTurn::new(method), Keys::default());
        for board in boards.iter().step_by(7).chain(&boards[..5_000]) {
            alone.find(*board, method);
            let (keys, expected) = (in_turn.on(*board), by_pair(&alone));
            assert!(pairs(*board).all(|pair| keys.get(pair) == expected.get(pair)));
        }
    }
}

#[test]
fn every_seven_cards_are_counted_as_everybody_counts_them() {
    let mut ways = [0; 10];
    let mut showdowns = Showdowns::new(Method::fastest());
    for board in Classes::of(5).all() {
        let multiplicity = board.multiplicity();
        for showdown in showdowns.on(*board) {
            ways[category(showdown.key) as usize] += multiplicity;
        }
    }
    let seven_cards = [
        23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848,
        37_260, 4_324,
    ];
    // Any of the 21 pairs among seven cards can be the hole cards.
    assert_eq!(ways, seven_cards.map(|ways: u64| 21 * ways));
}

fn rank(board: Hand<5>, pair: usize) -> HandRank {
    let all: Hand<7> = board.join(HAND_OF[pair]).expect("no card twice");
    all.rank()
}

/// Some boards of all sorts: every 499th, which is no multiple of anything here.
fn some_boards() -> Vec<Suits> {
    Classes::of(5).all().iter().copied().step_by(499).collect()
}

#[test]
fn keys_are_in_the_order_of_the_rules() {
    let mut keys = Keys::default();
    for board in some_boards() {
        keys.find(board, Method::fastest());
        let by_pair = by_pair(&keys);
        let five = hand(board.cards());
        let mut ranks: Vec<(HandRank, HandKey)> = pairs(board)
            .map(|pair| (rank(five, pair), by_pair.get(pair)))
            .collect();
        ranks.sort_unstable();
        for (rank, key) in &ranks {
            assert_eq!(rank.category(), category(*key));
        }
        for neighbours in ranks.windows(2) {
            let [(rank, key), (next_rank, next_key)] = neighbours else {
                panic!("two");
            };
            assert_eq!(rank.cmp(next_rank), key.cmp(next_key), "{board:?}");
        }
    }
}

#[test]
fn showdowns_are_as_every_dealer_makes_them() {
    let mut showdowns = Showdowns::new(Method::fastest());
    for board in some_boards().into_iter().step_by(20) {
        let five = hand(board.cards());
        let ranks: Vec<(usize, HandRank)> =
            pairs(board).map(|pair| (pair, rank(five, pair))).collect();
        let found = showdowns.on(board);
        assert_eq!(found.len(), ranks.len());
        for (showdown, (pair, own)) in found.iter().zip(&ranks) {
            let apart = |other: usize| {
                CARDS_OF[other]
                    .iter()
                    .all(|card| !CARDS_OF[*pair].contains(card))
            };
            let dealers = || ranks.iter().filter(|(other, _)| apart(*other));
            let wins = dealers().filter(|(_, dealer)| own > dealer).count();
            let losses = dealers().filter(|(_, dealer)| own < dealer).count();
            assert_eq!(dealers().count(), 990);
            let naive = (*pair, wins, losses);
            let ours = (
                showdown.pair.into(),
                showdown.wins.into(),
                showdown.losses.into(),
            );
            assert_eq!(naive, ours, "{board:?}");
            assert_eq!(own.category(), category(showdown.key));
        }
    }
}

#[test]
fn categories_are_numbered_as_in_the_rules() {
    for category in Category::ALL {
        assert_eq!(odds::evaluate::category(lowest(category)), category);
    }
}
