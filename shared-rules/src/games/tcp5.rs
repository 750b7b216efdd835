//! TCP5: Three Card Poker (MBS), version 5: the game with Pair Plus and Envy.

use super::awards::{dollars, percent};
use super::main_game::UnqualifiedParagraphs;
use super::{
    AcrossTables, Award, AwardRow, AwardsLeft, Base, Game, Irregular, MadeOf, MainGame, Paragraphs,
    PayRow, Progressive, RuleSet, SuitRule, ThreeCard, mbs,
};
use crate::cards::{Rank, Suit};
use crate::cite::p;
use crate::evaluate::Category;
use crate::money::Cents;
use crate::seats::Seat;

use Category::{Flush, OnePair, RoyalFlush, Straight, StraightFlush, ThreeOfAKind};

pub(super) const RULES: RuleSet = RuleSet {
    game: Game::Tcp5,
    key: "tcp5",
    tag: "TCP5",
    title: "Three Card Poker",
    house: "MBS",
    version: 5,
    effective: "2 August 2019",
    positions: (4, Seat::Seven),
    units_max: 1,
    base: Base::AnteOrPairPlus, // 3.5
    main: MainGame::ThreeCard(ThreeCard {
        dealer_needs: Rank::Queen, // 3.11
        unqualified: UnqualifiedParagraphs {
            ante: p("3.11.2"),
            play: p("3.11.1"),
        },
        ante_bonus: ANTE_BONUS,
        ante_bonus_paragraph: p("4.2"),
        pair_plus: PAIR_PLUS,
        pair_plus_paragraph: p("4.3"),
    }),
    progressive: Progressive::new(
        AWARDS,
        AwardsLeft::All,  // 3.9.1
        AwardsLeft::None, // 3.10.1
        AcrossTables::FirstEntered(p("3.19")),
    ),
    irregular: Irregular {
        voids: mbs::THREE_CARD_VOIDS,
        ..mbs::IRREGULAR
    },
    paragraphs: Paragraphs {
        round: p("1.1.9"),
        win: p("3.12.1"),
        lose: p("3.12.2"),
        stand_off: p("3.12.3"),
        awards: p("4.4"),
        ..mbs::PARAGRAPHS
    },
};

/// 4.2
const ANTE_BONUS: &[PayRow] = &[
    PayRow::new(RoyalFlush, 5),
    PayRow::new(StraightFlush, 5),
    PayRow::new(ThreeOfAKind, 4),
    PayRow::new(Straight, 1),
];

/// 4.3
const PAIR_PLUS: &[PayRow] = &[
    PayRow::new(RoyalFlush, 40),
    PayRow::new(StraightFlush, 40),
    PayRow::new(ThreeOfAKind, 30),
    PayRow::new(Straight, 5),
    PayRow::new(Flush, 4),
    PayRow::new(OnePair, 1),
];

/// 4.4; the royal flush of spades is paid after all others of the round (3.20.1), and one of another suit
/// is not paid as a straight flush as well (3.20.2).
const AWARDS: &[AwardRow] = {
    let three = MadeOf::ThreeCards;
    &[
        AwardRow {
            suit: SuitRule::Only(Suit::Spades),
            envy: Some(Cents::dollars(250)),
            ..AwardRow::new(
                Award::RoyalFlushSpades,
                RoyalFlush,
                three,
                percent::<100>(),
                p("4.4"),
            )
        },
        AwardRow {
            suit: SuitRule::Not(Suit::Spades),
            envy: Some(Cents::dollars(50)),
            ..AwardRow::hand(RoyalFlush, three, dollars(1250), p("4.4"))
        },
        AwardRow::hand(StraightFlush, three, dollars(175), p("4.4")),
        AwardRow::hand(ThreeOfAKind, three, dollars(150), p("4.4")),
        AwardRow::hand(Straight, three, dollars(15), p("4.4")),
    ]
};
