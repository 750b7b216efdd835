//! A card that does not exist and a card that is there twice cannot be made, in any of the ways in.

use shared_rules::cards::{Card, CardSet, CardTwice, Deck, NotACard, Rank, Suit};
use shared_rules::evaluate::Hand;
use std::collections::BTreeSet;

fn card(text: &str) -> Card {
    text.parse().expect("a card")
}

fn set(cards: &[Card]) -> CardSet {
    let mut set = CardSet::EMPTY;
    for card in cards {
        set.insert(*card).expect("distinct cards");
    }
    set
}

#[test]
fn texts_that_are_no_card_are_refused() {
    let wrong = [
        "", "Q", "s", "sQ", "qs", "QS", "1s", "0s", "10s", "Qx", "Qss", "Q s", " Qs", "Qs ", "Q♠",
        "Jk", "??", "Qs\n",
    ];
    for text in wrong {
        assert_eq!(text.parse::<Card>(), Err(NotACard), "{text:?}");
    }
}

#[test]
fn of_all_two_letter_texts_52_are_cards() {
    let ascii = || (0..=127_u8).map(char::from);
    let texts = ascii().flat_map(|rank| ascii().map(move |suit| format!("{rank}{suit}")));
    let cards: BTreeSet<Card> = texts.filter_map(|text| text.parse().ok()).collect();
    assert!(cards.into_iter().eq(Card::all()));
}

#[test]
fn every_card_comes_back_from_its_text_index_and_parts() {
    let mut seen = 0;
    for card in Card::all() {
        assert_eq!(card.to_string().parse(), Ok(card));
        assert_eq!(Card::from_index(card.index()), Some(card));
        assert_eq!(Card::new(card.rank(), card.suit()), card);
        assert_eq!(card.index(), seen);
        seen += 1;
    }
    assert_eq!(seen, 52);
}

#[test]
fn ranks_and_suits_make_the_same_52_cards() {
    let suits = Suit::ALL.into_iter();
    let made = suits.flat_map(|suit| Rank::ALL.map(|rank| Card::new(rank, suit)));
    assert!(made.eq(Card::all()));
}

#[test]
fn there_is_no_card_from_index_52_on() {
    for index in 52..=u8::MAX {
        assert_eq!(Card::from_index(index), None, "{index}");
    }
}

/// Puts the same card on every two places of a hand of `N`.
fn refuses_every_pair_of_places<const N: usize>() {
    let distinct: [Card; N] = std::array::from_fn(|place| {
        let index = u8::try_from(place * 7).expect("a small number");
        Card::from_index(index).expect("below 52")
    });
    assert_eq!(Hand::new(distinct).map(Hand::set), Ok(set(&distinct)));
    for first in 0..N {
        for second in first + 1..N {
            let mut cards = distinct;
            cards[second] = cards[first];
            assert_eq!(Hand::new(cards), Err(CardTwice(cards[first])), "{cards:?}");
        }
    }
}

#[test]
fn a_hand_refuses_a_card_twice() {
    refuses_every_pair_of_places::<2>();
    refuses_every_pair_of_places::<3>();
    refuses_every_pair_of_places::<5>();
    refuses_every_pair_of_places::<6>();
    refuses_every_pair_of_places::<7>();
}

#[test]
fn joined_hands_refuse_a_common_card() {
    let hole = Hand::new([card("As"), card("Ks")]).expect("distinct");
    let other = Hand::new([card("Qs"), card("Js"), card("Ts")]).expect("distinct");
    let common = Hand::new([card("Qs"), card("Ks"), card("Ts")]).expect("distinct");
    let joined: Result<Hand<5>, CardTwice> = hole.join(other);
    assert_eq!(joined.map(Hand::set), hole.set().join(other.set()));
    let refused: Result<Hand<5>, CardTwice> = hole.join(common);
    assert_eq!(refused, Err(CardTwice(card("Ks"))));
}

#[test]
fn a_set_refuses_a_card_twice() {
    let mut cards = CardSet::EMPTY;
    for card in Card::all() {
        assert_eq!(cards.insert(card), Ok(()));
        let before = cards;
        assert_eq!(cards.insert(card), Err(CardTwice(card)));
        assert_eq!(cards, before, "a refusal changes nothing");
    }
    assert_eq!(cards, CardSet::FULL);
    assert_eq!(cards.len(), 52);
}

#[test]
fn joined_sets_refuse_a_common_card() {
    let (hole, other) = (
        set(&[card("2c"), card("Ad")]),
        set(&[card("3c"), card("Ah")]),
    );
    let joined = hole.join(other).expect("nothing in common");
    assert_eq!(joined.len(), 4);
    for card in hole {
        assert_eq!(joined.join(set(&[card])), Err(CardTwice(card)));
    }
    assert_eq!(joined.without(other), hole);
}

#[test]
fn a_deck_deals_each_card_once() {
    let mut deck = Deck::new();
    for card in Card::all() {
        assert_eq!(deck.deal(card), Ok(()));
        assert_eq!(deck.deal(card), Err(CardTwice(card)));
    }
    assert!(deck.left().is_empty());
    assert_eq!(deck.draw(0), None);
}

#[test]
fn a_deck_draws_each_card_once() {
    // Always the 18th card that is left, counted round, so that the draws come from all over the deck.
    let mut deck = Deck::new();
    let mut drawn = CardSet::EMPTY;
    for left in (1..=52).rev() {
        assert_eq!(deck.draw(left), None, "only {left} cards are left");
        let card = deck.draw(17 % left).expect("a card is left");
        assert_eq!(drawn.insert(card), Ok(()));
        assert_eq!(deck.deal(card), Err(CardTwice(card)));
    }
    assert_eq!(drawn, CardSet::FULL);
    assert_eq!(deck.draw(0), None);
}
