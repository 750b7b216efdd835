//! Cards, sets of cards and the deck.
//!
//! A [`Card`] is one of 52 and nothing else; a [`CardSet`] holds each card at most once; a [`Deck`]
//! gives each card out once. Parsing and conversion are the only ways in, and they check.
//!
//! Every type here shares one layout, chosen so that a whole hand is evaluated with a few operations:
//! a card is the number `16 * suit + rank`, which is also its bit in a 64-bit word of four 16-bit
//! *lanes*, one lane a suit, the deuce in bit 0 and the ace in bit 12 of its lane.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::cast_possible_truncation,
    reason = "bit positions below 64, never money"
)]

use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Serialize};

/// The thirteen ranks, lowest first; suits have no value (THB6 3.3.1, RWS6 3.1.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names of the ranks say it all")]
pub enum Rank {
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    Jack,
    Queen,
    King,
    Ace,
}

impl Rank {
    /// All ranks, lowest first.
    pub const ALL: [Rank; 13] = {
        use Rank::*;
        [
            Two, Three, Four, Five, Six, Seven, Eight, Nine, Ten, Jack, Queen, King, Ace,
        ]
    };

    /// The letter used in card texts: `2`-`9`, `T`, `J`, `Q`, `K`, `A`.
    pub fn letter(self) -> char {
        char::from(b"23456789TJQKA".get(self as usize).copied().unwrap_or(b'?'))
    }

    /// This rank's bit within a lane.
    pub(crate) const fn bit(self) -> u32 {
        1 << self as u32
    }
}

/// The four suits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names of the suits say it all")]
pub enum Suit {
    Clubs,
    Diamonds,
    Hearts,
    Spades,
}

impl Suit {
    /// All suits.
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

    /// The letter used in card texts: `c`, `d`, `h`, `s`.
    pub fn letter(self) -> char {
        char::from(b"cdhs".get(self as usize).copied().unwrap_or(b'?'))
    }
}

/// One of the 52 cards. On wires and in the journal it is its [`Card::index`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[serde(try_from = "u8", into = "u8")]
pub struct Card(u8);

impl From<Card> for u8 {
    fn from(card: Card) -> u8 {
        card.index()
    }
}

impl TryFrom<u8> for Card {
    type Error = NotACard;

    fn try_from(index: u8) -> Result<Card, NotACard> {
        Card::from_index(index).ok_or(NotACard)
    }
}

impl Card {
    /// The card of this rank and suit.
    pub const fn new(rank: Rank, suit: Suit) -> Card {
        Card(suit as u8 * 16 + rank as u8)
    }

    /// The `index`-th card of a new deck, 0 to 51: clubs, diamonds, hearts, spades, each from deuce to ace.
    pub fn from_index(index: u8) -> Option<Card> {
        let suit = Suit::ALL.get(usize::from(index / 13))?;
        let rank = Rank::ALL.get(usize::from(index % 13))?;
        Some(Card::new(*rank, *suit))
    }

    /// The inverse of [`Card::from_index`].
    pub const fn index(self) -> u8 {
        (self.0 >> 4) * 13 + (self.0 & 15)
    }

    /// Every card once, in the order of [`Card::index`].
    pub fn all() -> impl Iterator<Item = Card> {
        (0..52).filter_map(Card::from_index)
    }

    /// The rank of this card.
    pub fn rank(self) -> Rank {
        let rank = Rank::ALL.get(usize::from(self.0 & 15));
        rank.copied().unwrap_or(Rank::Two)
    }

    /// The suit of this card.
    pub const fn suit(self) -> Suit {
        match self.0 >> 4 {
            0 => Suit::Clubs,
            1 => Suit::Diamonds,
            2 => Suit::Hearts,
            _ => Suit::Spades,
        }
    }

    /// This card's position in a word of four lanes, below 64.
    pub const fn position(self) -> u32 {
        self.0 as u32
    }

    /// This card's bit in a word of four lanes.
    pub(crate) const fn bit(self) -> u64 {
        1 << self.0
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}{}", self.rank().letter(), self.suit().letter())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is not a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotACard;

impl fmt::Display for NotACard {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(
            "not a card: a rank of 23456789TJQKA and a suit of cdhs are needed, like \"Qs\"",
        )
    }
}

impl FromStr for Card {
    type Err = NotACard;

    fn from_str(text: &str) -> Result<Card, NotACard> {
        let mut letters = text.chars();
        let (rank, suit) = (letters.next(), letters.next());
        let rank = Rank::ALL.into_iter().find(|r| Some(r.letter()) == rank);
        let suit = Suit::ALL.into_iter().find(|s| Some(s.letter()) == suit);
        match (rank, suit, letters.next()) {
            (Some(rank), Some(suit), None) => Ok(Card::new(rank, suit)),
            _ => Err(NotACard),
        }
    }
}

/// A card that is already in the place for which it was meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CardTwice(pub Card);

/// A set of distinct cards.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Hash)]
pub struct CardSet(u64);

impl CardSet {
    /// The set without cards.
    pub const EMPTY: CardSet = CardSet(0);

    /// All 52 cards.
    pub const FULL: CardSet = CardSet(0x1fff_1fff_1fff_1fff);

    pub(crate) const fn from_bits(bits: u64) -> CardSet {
        CardSet(bits & CardSet::FULL.0)
    }

    /// True if `card` is in the set.
    pub const fn contains(self, card: Card) -> bool {
        self.0 & card.bit() != 0
    }

    /// The number of cards in the set.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// True if the set has no cards.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Puts `card` into the set, unless it is there.
    pub fn insert(&mut self, card: Card) -> Result<(), CardTwice> {
        if self.contains(card) {
            return Err(CardTwice(card));
        }
        self.0 |= card.bit();
        Ok(())
    }

    /// The cards of both sets, which must have none in common.
    pub fn join(self, other: CardSet) -> Result<CardSet, CardTwice> {
        match CardSet(self.0 & other.0).into_iter().next() {
            Some(card) => Err(CardTwice(card)),
            None => Ok(CardSet(self.0 | other.0)),
        }
    }

    /// The cards of this set that are not in `other`.
    pub const fn without(self, other: CardSet) -> CardSet {
        CardSet(self.0 & !other.0)
    }
}

impl IntoIterator for CardSet {
    type Item = Card;
    type IntoIter = CardSetIter;

    fn into_iter(self) -> CardSetIter {
        CardSetIter(self.0)
    }
}

/// The cards of a set in the order of [`Card::index`].
#[derive(Clone, Debug)]
pub struct CardSetIter(u64);

impl Iterator for CardSetIter {
    type Item = Card;

    fn next(&mut self) -> Option<Card> {
        if self.0 == 0 {
            return None;
        }
        let card = Card(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(card)
    }
}

/// One deck of 52 cards without jokers (THB6 2.1, RWS6 2.2.1), as the cards not dealt yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deck {
    left: CardSet,
}

impl Deck {
    /// A deck from which nothing has been dealt.
    pub const fn new() -> Deck {
        Deck {
            left: CardSet::FULL,
        }
    }

    /// The cards that have not been dealt.
    pub const fn left(&self) -> CardSet {
        self.left
    }

    /// Deals a card that was read from the table.
    pub fn deal(&mut self, card: Card) -> Result<(), CardTwice> {
        if !self.left.contains(card) {
            return Err(CardTwice(card));
        }
        self.left.0 &= !card.bit();
        Ok(())
    }

    /// Deals the `n`-th card that is left, so that a uniform `n` below `left().len()` is a fair draw.
    pub fn draw(&mut self, n: usize) -> Option<Card> {
        let card = self.left.into_iter().nth(n)?;
        self.left.0 &= !card.bit();
        Some(card)
    }
}

impl Default for Deck {
    fn default() -> Deck {
        Deck::new()
    }
}
