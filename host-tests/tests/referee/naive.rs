//! The naive evaluator against the examples of the documents and its own corner cases.

use oracle::referee::naive::{Card, FIVE_CARD_NAMES, best_of, five_card_name, rank_three};

fn cards(text: &str) -> Vec<Card> {
    let letters: Vec<char> = text.chars().collect();
    let place = |all: &str, letter: char| {
        let mut places = (0..).zip(all.chars());
        places
            .find(|(_, other)| *other == letter)
            .expect("a card")
            .0
    };
    let card = |pair: &[char]| (place("23456789TJQKA", pair[0]) + 2, place("cdhs", pair[1]));
    letters.chunks(2).map(card).collect()
}

fn five(text: &str) -> Vec<u8> {
    best_of(&cards(text))
}
fn three(text: &str) -> Vec<u8> {
    rank_three(cards(text).as_slice().try_into().expect("three cards"))
}

#[test]
fn five_card_examples_of_the_document_fall_in_their_order() {
    let falling = [
        "AdKdQdJdTd",
        "JcTc9c8c7c",
        "AcAhAdAsJh",
        "KcKhKdAcAh",
        "Jh8h6h5h2h",
        "9c8d7c6h5c",
        "TcThTd6d3d",
        "QcQh6c6d3d",
        "AcAh8d6h5c",
        "QcTh6d5c2h",
    ];
    for (hand, name) in falling.iter().zip(FIVE_CARD_NAMES.iter().rev()) {
        assert_eq!(five_card_name(&five(hand)), *name);
    }
}

#[test]
fn wheel_is_the_lowest_straight_and_kickers_decide() {
    assert!(five("6c5d4c3h2c") > five("5c4d3c2hAc"));
    assert!(five("5c4d3c2hAc") > five("AcAhAdKsQh"));
    assert!(five("5c5dKhTs2c") > five("5h5sQhJcTd"));
    assert_eq!(five("AcKcQdJh9s2d3h"), five("AhKdQcJs9d4h2c"));
    assert!(five("KcKdKhQcQd") > five("JcJdJhAcAd"));
    assert_eq!(
        five_card_name(&five("KcAd2c3h4s9d9h")),
        "one_pair",
        "K-A-2-3-4 is no straight"
    );
}

#[test]
fn three_card_order() {
    let rising = [
        "Kc9h5d", "2c2d3h", "2h4hTh", "3c2dAh", "4c3d2h", "AcKdQh", "2c2d2h", "3h2hAh", "KhQhJh",
        "AhKhQh",
    ];
    for pair in rising.windows(2) {
        assert!(three(pair[0]) < three(pair[1]), "{pair:?}");
    }
    assert_eq!(
        three("AsKsQs"),
        three("AhKhQh"),
        "suits have no value (TCP5 3.3.1.3)"
    );
}
