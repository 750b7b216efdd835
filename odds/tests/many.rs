//! Many hands at a time against three others: their plain twin, the rules' own evaluation, and the numbers of hands that
//! everybody knows.

use std::fmt::Debug;

use odds::evaluate::{HandKey, Method, category};
use odds::suits::CARDS;
use shared_rules::cards::Card;
use shared_rules::evaluate::{Hand, HandRank};

fn deck() -> Vec<Card> {
    Card::all().collect()
}

/// Every hand of three.
fn threes() -> Vec<[Card; 3]> {
    let deck = deck();
    let mut hands = Vec::new();
    for a in 2..deck.len() {
        for b in 1..a {
            hands.extend((0..b).map(|c| [deck[a], deck[b], deck[c]]));
        }
    }
    hands
}

/// Every hand of seven whose highest two cards are `a` and `b`.
fn sevens(deck: &[Card], a: usize, b: usize, hands: &mut Vec<[Card; 7]>) {
    hands.clear();
    for c in 0..b {
        for d in 0..c {
            for e in 0..d {
                for f in 0..e {
                    let lowest = deck[..f].iter();
                    hands.extend(
                        lowest.map(|g| [deck[a], deck[b], deck[c], deck[d], deck[e], deck[f], *g]),
                    );
                }
            }
        }
    }
}

/// Keys and ranks put the same hands in the same order.
fn assert_same_order<H: Debug>(hands: &[H], ranks: &[HandRank], keys: &[HandKey]) {
    let mut order: Vec<usize> = (0..hands.len()).collect();
    order.sort_by_key(|hand| ranks[*hand]);
    for pair in order.windows(2) {
        let (one, other) = (pair[0], pair[1]);
        let by_key = keys[one].cmp(&keys[other]);
        let (lower, higher) = (&hands[one], &hands[other]);
        let expected = ranks[one].cmp(&ranks[other]);
        assert_eq!(by_key, expected, "{lower:?}, {higher:?}");
    }
}

#[test]
fn every_three_cards_are_in_the_order_of_the_rules() {
    let hands = threes();
    assert_eq!(hands.len(), 22_100);
    let ranks: Vec<HandRank> = hands
        .iter()
        .map(|cards| Hand::<3>::of_distinct(*cards).rank())
        .collect();
    for method in [Method::fastest(), Method::Scalar] {
        let mut keys = vec![0; hands.len()];
        method.threes(&hands, &mut keys);
        assert_same_order(&hands, &ranks, &keys);
    }
}

#[test]
fn every_seven_cards_are_counted_as_everybody_counts_them() {
    let (deck, mut hands, mut keys) = (deck(), Vec::new(), Vec::new());
    let mut ways = [0_u64; 10];
    for a in 6..usize::from(CARDS) {
        for b in 5..a {
            sevens(&deck, a, b, &mut hands);
            keys.resize(hands.len(), 0);
            Method::fastest().sevens(&hands, &mut keys);
            for key in &keys {
                ways[category(*key) as usize] += 1;
            }
        }
    }
    assert_eq!(
        ways,
        [
            23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184,
            224_848, 37_260, 4_324,
        ]
    );
}

#[test]
fn sixteen_at_a_time_are_as_one_by_one() {
    let (deck, mut some, mut hands) = (deck(), Vec::new(), Vec::new());
    // By their two highest cards: many of all sorts, then those of seven clubs, and of six with a diamond.
    for [high, second] in [[51, 30], [12, 11], [13, 12]] {
        sevens(&deck, high, second, &mut some);
        hands.append(&mut some);
    }
    assert_eq!(hands.len(), 142_506 + 462 + 792);
    let mut keys = [vec![0; hands.len()], vec![0; hands.len()]];
    for (keys, method) in keys.iter_mut().zip([Method::fastest(), Method::Scalar]) {
        method.sevens(&hands, keys);
    }
    assert!(keys[0] == keys[1]);
    let ranks: Vec<HandRank> = hands
        .iter()
        .map(|cards| Hand::<7>::of_distinct(*cards).rank())
        .collect();
    assert_same_order(&hands, &ranks, &keys[0]);
}

#[test]
fn hands_that_do_not_fill_a_vector_are_evaluated_too() {
    let hands = threes();
    let mut all = vec![0; hands.len()];
    Method::fastest().threes(&hands, &mut all);
    for count in [0, 1, 15, 16, 17, 127, 128, 129, 145] {
        let mut keys = vec![HandKey::MAX; count];
        Method::fastest().threes(&hands[..count], &mut keys);
        assert_eq!(keys, all[..count]);
    }
}
