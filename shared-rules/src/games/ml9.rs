//! ML9: Megalink Texas Hold'em Bonus Progressive (MBS), version 9: one to five units, and fixed awards that grow with
//! them.

use super::ml6::{ROYAL_FLUSH, STRAIGHT_FLUSH};
use super::thb6::HOLDEM;
use super::{
    AcrossTables, AwardPays, AwardRow, AwardsLeft, Base, Game, MadeOf, MainGame, Paragraphs,
    Progressive, RuleSet, mbs,
};
use crate::cite::p;
use crate::evaluate::Category;
use crate::seats::Seat;

pub(super) const RULES: RuleSet = RuleSet {
    game: Game::Ml9,
    key: "ml9",
    tag: "ML9",
    title: "Megalink Texas Hold'em Bonus Progressive",
    house: "MBS",
    version: 9,
    effective: "4 July 2023",
    positions: (1, Seat::Seven), // layouts C and D
    units_max: 5,                // 3.5.3
    base: Base::Ante,
    main: MainGame::Holdem(HOLDEM),
    progressive: Progressive::new(
        AWARDS,
        AwardsLeft::All,  // 3.9.1
        AwardsLeft::None, // 3.10.1
        AcrossTables::FirstEntered(p("3.14")),
    ),
    irregular: mbs::IRREGULAR,
    paragraphs: Paragraphs {
        units: p("3.5.3"),
        multiplied: p("3.5.3.1"),
        ..mbs::PARAGRAPHS
    },
};

/// On the two hole cards and the flop (4.2); "for 1" is multiplied by the units, percentages are not (3.5.3.1).
const AWARDS: &[AwardRow] = {
    use AwardPays::ForOne;
    use Category::{Flush, FourOfAKind, FullHouse, Straight};
    let five = MadeOf::HoleAndFlop;
    &[
        ROYAL_FLUSH,
        STRAIGHT_FLUSH,
        AwardRow::hand(FourOfAKind, five, ForOne(400), p("4.2")),
        AwardRow::hand(FullHouse, five, ForOne(80), p("4.2")),
        AwardRow::hand(Flush, five, ForOne(40), p("4.2")),
        AwardRow::hand(Straight, five, ForOne(20), p("4.2")),
    ]
};
