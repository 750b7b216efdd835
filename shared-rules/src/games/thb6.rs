//! THB6: Texas Hold'em Bonus Progressive (MBS), version 6.

use super::awards::hold_em_stages;
use super::main_game::BONUS;
use super::{
    AcrossTables, AwardsLeft, Base, Game, Holdem, MainGame, Progressive, Raises, RuleSet, mbs,
};
use crate::cite::p;
use crate::evaluate::Category;
use crate::seats::Seat;

pub(super) const RULES: RuleSet = RuleSet {
    game: Game::Thb6,
    key: "thb6",
    tag: "THB6",
    title: "Texas Hold'em Bonus Progressive",
    house: "MBS",
    version: 6,
    effective: "2 August 2019",
    positions: (4, Seat::Seven),
    units_max: 1,
    base: Base::Ante,
    main: MainGame::Holdem(HOLDEM),
    progressive: Progressive::new(
        &const { hold_em_stages(p("4.2"), p("4.2.1")) },
        AwardsLeft::Community, // 3.9.1
        AwardsLeft::None,      // 3.10.1
        AcrossTables::FirstEntered(p("3.14")),
    ),
    irregular: mbs::IRREGULAR,
    paragraphs: mbs::PARAGRAPHS,
};

/// The game against the dealer, the same in the three MBS hold'em documents.
pub(super) const HOLDEM: Holdem = Holdem {
    raises: Raises::Exact,              // 3.9.2
    ante_wins_from: Category::Straight, // 3.10.2
    bonus: BONUS,                       // 4.1.1
    bonus_cap: None,
    bonus_survives_loss: false, // 3.10.3
    bonus_paragraph: p("4.1.1"),
};
