//! ML6: Megalink Texas Hold'em Bonus Progressive (MBS), version 6.

use super::awards::{dollars, percent};
use super::thb6::HOLDEM;
use super::{
    AcrossTables, AwardRow, AwardsLeft, Base, Game, MadeOf, MainGame, Progressive, RuleSet, mbs,
};
use crate::cite::p;
use crate::evaluate::Category;
use crate::seats::Seat;

pub(super) const RULES: RuleSet = RuleSet {
    game: Game::Ml6,
    key: "ml6",
    tag: "ML6",
    title: "Megalink Texas Hold'em Bonus Progressive",
    house: "MBS",
    version: 6,
    effective: "2 August 2019",
    positions: (4, Seat::Six),
    units_max: 1,
    base: Base::Ante,
    main: MainGame::Holdem(HOLDEM),
    progressive: Progressive::new(
        AWARDS,
        AwardsLeft::All,  // 3.9.1
        AwardsLeft::None, // 3.10.1
        AcrossTables::FirstEntered(p("3.14")),
    ),
    irregular: mbs::IRREGULAR,
    paragraphs: mbs::PARAGRAPHS,
};

/// On the two hole cards and the flop (4.2).
const AWARDS: &[AwardRow] = {
    use Category::{Flush, FourOfAKind, FullHouse};
    let five = MadeOf::HoleAndFlop;
    &[
        ROYAL_FLUSH,
        STRAIGHT_FLUSH,
        AwardRow::hand(FourOfAKind, five, dollars(2000), p("4.2")),
        AwardRow::hand(FullHouse, five, dollars(200), p("4.2")),
        AwardRow::hand(Flush, five, dollars(100), p("4.2")),
    ]
};

/// The whole jackpot, paid after all others of the round (3.15.2).
pub(super) const ROYAL_FLUSH: AwardRow = AwardRow::hand(
    Category::RoyalFlush,
    MadeOf::HoleAndFlop,
    percent::<100>(),
    p("4.2"),
);

/// A tenth of the jackpot; several in one round share (3.15.1).
pub(super) const STRAIGHT_FLUSH: AwardRow = AwardRow {
    pooled: Some(p("3.15.1")),
    ..AwardRow::hand(
        Category::StraightFlush,
        MadeOf::HoleAndFlop,
        percent::<10>(),
        p("4.2"),
    )
};
