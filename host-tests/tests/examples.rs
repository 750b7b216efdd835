//! The examples of the documents, and a case for each sentence about the order of hands.
//!
//! ML9's scan lost its suits; its ranks are those of ML6, whose suits are used for both.

use shared_rules::cards::{Card, CardSet, CardTwice, Deck, Rank, Suit};
use shared_rules::evaluate::Category::{
    Flush, FourOfAKind, FullHouse, HighCard, OnePair, RoyalFlush, Straight, StraightFlush,
    ThreeOfAKind, TwoPairs,
};
use shared_rules::evaluate::{Category, Hand, HandRank};

/// Hands from the highest to the lowest, as a document lists them.
type Order = &'static [(Category, &'static str)];

/// THB6 3.11.1 to 3.11.10.
const THB6: Order = &[
    (RoyalFlush, "AdKdQdJdTd"),
    (StraightFlush, "JcTc9c8c7c"),
    (FourOfAKind, "AcAhAdAsJh"),
    (FullHouse, "KcKhKdAcAh"),
    (Flush, "Jh8h6h5h2h"),
    (Straight, "9c8d7c6h5c"),
    (ThreeOfAKind, "TcThTd6d3d"),
    (TwoPairs, "QcQh6c6d3d"),
    (OnePair, "AcAh8d6h5c"),
    (HighCard, "QcTh6d5c2h"),
];

/// ML6 and ML9 3.11.1 to 3.11.10.
const ML6_ML9: Order = &[
    (RoyalFlush, "AdKdQdJdTd"),
    (StraightFlush, "JcTc9c8c7c"),
    (FourOfAKind, "AcAhAdAsJh"),
    (FullHouse, "KcKhKdAsAh"),
    (Flush, "Jh8h6h5h2h"),
    (Straight, "9c8d7c6h5s"),
    (ThreeOfAKind, "TsThTc6h3d"),
    (TwoPairs, "QsQh6c6h3d"),
    (OnePair, "AcAh8d6h5s"),
    (HighCard, "QcTh6d5s2h"),
];

/// RWS6 3.1.2.
const RWS6: Order = &[
    (RoyalFlush, "AdKdQdJdTd"),
    (StraightFlush, "QcJcTc9c8c"),
    (FourOfAKind, "KcKhKdKsJh"),
    (FullHouse, "KcKhKdJsJh"),
    (Flush, "KhJh9h5h2h"),
    (Straight, "5c4d3c2hAs"),
    (ThreeOfAKind, "QsQhQc8h3d"),
    (TwoPairs, "7s7h4c4hJd"),
    (OnePair, "TcThKd6h3s"),
    (HighCard, "QcTh6d4s2h"),
];

/// TCP5 3.16.1 to 3.16.7.
const TCP5: Order = &[
    (RoyalFlush, "AsKsQs"),
    (StraightFlush, "8h7h6h"),
    (ThreeOfAKind, "TsThTc"),
    (Straight, "8d7c6h"),
    (Flush, "Th4h2h"),
    (OnePair, "AcAh8d"),
    (HighCard, "QcTh6d"),
];

fn cards(text: &str) -> Vec<Card> {
    let letters: Vec<char> = text.chars().collect();
    let card = |pair: &[char]| pair.iter().collect::<String>().parse();
    let cards: Result<Vec<Card>, _> = letters.chunks(2).map(card).collect();
    cards.unwrap_or_else(|_| panic!("{text:?} are no cards"))
}

fn rank_of(cards: &[Card]) -> HandRank {
    let distinct = "distinct cards";
    match *cards {
        [a, b, c] => Hand::new([a, b, c]).expect(distinct).rank(),
        [a, b, c, d, e] => Hand::new([a, b, c, d, e]).expect(distinct).rank(),
        [a, b, c, d, e, f, g] => Hand::new([a, b, c, d, e, f, g]).expect(distinct).rank(),
        _ => panic!("no hand has {} cards", cards.len()),
    }
}

fn rank(text: &str) -> HandRank {
    rank_of(&cards(text))
}

/// Each hand of a list beats the next.
fn falls(hands: &[&str]) {
    for pair in hands.windows(2) {
        assert!(rank(pair[0]) > rank(pair[1]), "{pair:?}");
    }
}

fn stands_off(pairs: &[(&str, &str)]) {
    for (one, other) in pairs {
        assert_eq!(rank(one), rank(other), "{one} and {other} are a stand-off");
    }
}

fn falls_in_order(order: Order) {
    for (category, hand) in order {
        assert_eq!(rank(hand).category(), *category, "{hand}");
    }
    falls(&order.iter().map(|(_, hand)| *hand).collect::<Vec<_>>());
}

/// THB6, ML6, ML9 3.11; RWS6 3.1.2.
#[test]
fn five_card_hands_rank_in_the_documents_order() {
    falls_in_order(THB6);
    falls_in_order(ML6_ML9);
    falls_in_order(RWS6);
}

/// TCP5 3.16: a straight beats a flush, three of a kind beats both.
#[test]
fn three_card_hands_rank_in_the_documents_order() {
    falls_in_order(TCP5);
}

/// THB6, ML6, ML9, TCP5 3.3.1.1; RWS6 3.1.1.
#[test]
fn ranks_run_from_ace_to_two() {
    let falling: Vec<char> = "AKQJT98765432".chars().collect();
    let letters: Vec<char> = Rank::ALL.iter().rev().map(|rank| rank.letter()).collect();
    assert_eq!(letters, falling);
    for pair in falling.windows(2) {
        let (high, low) = (pair[0], pair[1]);
        let quads = |rank: char, kicker: char| format!("{}{rank}s{kicker}s", trips(rank));
        falls(&[&trips(high), &trips(low)]);
        falls(&[&quads(high, low), &quads(low, high)]);
    }
}

fn trips(rank: char) -> String {
    format!("{rank}c{rank}d{rank}h")
}

/// THB6, ML6, ML9, TCP5 3.3.1.3; RWS6 3.1.1: an example is worth the same with its suits exchanged.
#[test]
fn suits_do_not_rank() {
    for (_, hand) in [THB6, ML6_ML9, RWS6, TCP5].concat() {
        let cards = cards(hand);
        for suits in suit_orders() {
            let exchange = |card: &Card| Card::new(card.rank(), suits[card.suit() as usize]);
            let exchanged: Vec<Card> = cards.iter().map(exchange).collect();
            assert_eq!(rank_of(&exchanged), rank_of(&cards), "{exchanged:?}");
        }
    }
}

/// The 24 orders of the suits.
fn suit_orders() -> Vec<[Suit; 4]> {
    let orders = (0..256).map(|number| [0, 2, 4, 6].map(|shift| Suit::ALL[number >> shift & 3]));
    let is_whole = |order: &[Suit; 4]| Suit::ALL.iter().all(|suit| order.contains(suit));
    let orders: Vec<[Suit; 4]> = orders.filter(is_whole).collect();
    assert_eq!(orders.len(), 24);
    orders
}

/// THB6, ML6, ML9 3.3.1.2 and 3.12.4; RWS6 3.1.1; TCP5 3.3.1.2 and 3.17.3.
#[test]
fn ace_counts_one_in_the_lowest_straight() {
    for falling in [
        "AcKdQcJhTc KcQdJcTh9c 6c5d4c3h2c 5c4d3c2hAc AcAdAhKsQc",
        "AcKcQcJcTc KcQcJcTc9c 6c5c4c3c2c 5c4c3c2cAc AcAdAhAsKc",
        "AcKdQc KcQdJc 4c3d2c 3c2dAc AcKcJc",
        "AcKcQc KcQcJc 4c3c2c 3c2cAc AcAdAh",
    ] {
        falls(&Vec::from_iter(falling.split(' ')));
    }
    // Around the corner there is no straight.
    for hand in ["4c3d2cAhKc", "3c2dAcKhQc", "2cAdKcQhJc", "2cAdKc"] {
        assert_eq!(rank(hand).category(), HighCard, "{hand}");
    }
}

/// THB6, ML6, ML9 3.12, 3.12.1 and 3.12.6; RWS6 3.1.3; TCP5 3.17, 3.17.1 and 3.17.4.
#[test]
fn equal_categories_compare_by_rank() {
    falls(&["KcQdJhTs9c", "JcTd9h8s7c"]); // RWS6 3.1.3a
    falls(&["5c5dKhTs2c", "5c5dQhJsTc"]); // RWS6 3.1.3b
    falls(&["AcKdJh5s2c", "AcKdTh6s4c"]); // RWS6 3.1.3c
    falls(&["KcQcJcTc9c", "QdJdTd9d8d"]);
    falls(&["9c9d9h9s2c", "8c8d8h8sAc", "8c8d8h8sKc"]);
    falls(&["AcTc9c8c6c", "AcTc9c8c5c", "AcTc9c7c6c", "Kc9c5c4c3c"]);
    falls(&["9c9d9h3s2c", "8c8d8hAsKc", "8c8d8hAsQc"]);
    falls(&["Ac6d4h3s2c", "KcQdJhTs8c", "KcQdJhTs7c"]);
    falls(&["AcTc8c", "AcTc7c", "Ac9c8c", "KcTc8c"]);
    falls(&["Ac4d2c", "KcQdTc", "KcQd9c", "KcJdTc"]);
    stands_off(&[
        ("8c9dThJsQc", "8d9hTsJcQd"), // THB6 3.12.6
        ("8c9cTcJcQc", "8d9dTdJdQd"), // THB6 3.12.6
        ("AcTc8c6c2c", "AdTd8d6d2d"),
        ("AcKdJh5s2c", "AdKhJs5c2d"),
        ("8c9dTh", "8d9hTs"), // TCP5 3.17.4
        ("8c9cTc", "8d9dTd"), // TCP5 3.17.4
        ("AcTc8c", "AdTd8d"),
        ("QcTh6d", "QhTd6c"),
    ]);
}

/// THB6, ML6, ML9 3.12.2.
#[test]
fn two_pairs_compare_high_pair_low_pair_kicker() {
    falls(&["AcAd2c2d3h", "KcKdQcQdAh", "KcKdJcJdAh", "KcKdJcJdQh"]);
    stands_off(&[("QsQh6c6h3d", "QcQd6d6s3h")]);
}

/// THB6, ML6, ML9 3.12.3; TCP5 3.17.2.
#[test]
fn one_pair_compares_pair_then_kickers() {
    falls(&["AcAd4h3s2c", "KcKdAhQsJc", "KcKdAhQsTc"]);
    falls(&["KcKdAhQsTc", "KcKdAhJsTc", "KcKdQhJsTc"]);
    falls(&["AcAd2h", "KcKdAh", "KcKdQh"]);
    stands_off(&[("AcAh8d6h5s", "AdAs8h6s5c"), ("AcAh8d", "AdAs8c")]);
}

/// THB6, ML6, ML9 3.12.5; with three of a kind on the board the pairs decide.
#[test]
fn full_houses_compare_trips_then_pair() {
    falls(&["KcKdKh2c2d", "QcQdQhAcAd", "QcQdQhKcKd"]);
    let board = "7c7d7h4s2c";
    let with_hole = |hole: &str| rank(&format!("{board}{hole}"));
    assert!(with_hole("QcQd") > with_hole("JcJd"));
    assert_eq!(with_hole("QcQd"), with_hole("QhQs"));
    assert_eq!(with_hole("QcQd"), rank("7c7d7hQcQd"));
}

/// THB6, ML6, ML9 1.1.5 and 3.10; RWS6 1.10, 3.11.6 and 3.12.6: the board, the hole cards, the best five.
#[test]
fn best_five_of_seven_cards() {
    let cases = [
        // No hole card plays.
        ("TcJdQhKsAc", "2c2d", "TcJdQhKsAc"),
        ("AhKhQhJhTh", "AcAd", "AhKhQhJhTh"),
        ("7c7d7h7sAd", "AcKc", "7c7d7h7sAd"),
        // One does.
        ("9hKhQhJhTh", "Ah2s", "AhKhQhJhTh"),
        ("7c7d7hKs2c", "7sQd", "7c7d7h7sKs"),
        ("5c4d3c2hKs", "AdKd", "5c4d3c2hAd"),
        // Both do.
        ("QsJsTs2d3c", "AsKs", "AsKsQsJsTs"),
        ("KcKd4h4s2c", "KhQd", "KcKdKh4h4s"),
        ("2h5h9hTd9s", "AhKh", "AhKh9h5h2h"),
        // More than five would: the third pair, the second three of a kind, a longer straight, a sixth card of
        // the suit.
        ("KcKd4h4sQc", "2h2d", "KcKd4h4sQc"),
        ("KcKd4h4sKh", "4d2d", "KcKdKh4h4s"),
        ("6c7d8h9sTc", "JdQd", "QdJdTc9s8h"),
        ("2h5h9hTh9s", "AhKh", "AhKhTh9h5h"),
    ];
    for (board, hole, best) in cases {
        let found = rank(&format!("{board}{hole}"));
        assert_eq!(found, rank(best), "{board} with {hole}");
    }
}

/// THB6, ML6, ML9, TCP5 2.1; RWS6 2.2.1: 52 cards, four of each rank, 13 of each suit, no joker.
#[test]
fn one_deck_of_52_and_no_card_twice() {
    let mut deck = Deck::new();
    let dealt: Vec<Card> = std::iter::from_fn(|| deck.draw(0)).collect();
    assert_eq!(dealt.len(), 52);
    for rank in Rank::ALL {
        assert_eq!(dealt.iter().filter(|card| card.rank() == rank).count(), 4);
    }
    for suit in Suit::ALL {
        assert_eq!(dealt.iter().filter(|card| card.suit() == suit).count(), 13);
    }
    let mut set = CardSet::EMPTY;
    for card in dealt {
        assert_eq!(set.insert(card), Ok(()));
        assert_eq!(deck.deal(card), Err(CardTwice(card)));
    }
}
