//! The definition of a rule set, and the five that are approved: one table of data for each document.
//!
//! Everything in which the games differ is a field here, next to its paragraph. The rest of the crate reads these
//! tables and never asks which game it is: a sixth game, or a new version of one, is a new file like `ml9.rs` and a
//! line in [`Game::rules`].
//!
//! | tag | document |
//! | --- | --- |
//! | THB6 | Texas Hold'em Bonus Progressive (MBS), version 6 |
//! | RWS6 | Progressive Texas Hold'em Poker (RWS), version 6 |
//! | ML6 | Megalink Texas Hold'em Bonus Progressive (MBS), version 6 |
//! | ML9 | Megalink Texas Hold'em Bonus Progressive (MBS), version 9 |
//! | TCP5 | Three Card Poker (MBS), version 5 |

use core::hash::{Hash, Hasher};
use core::ptr;

use serde::{Deserialize, Serialize};

mod awards;
mod irregular;
mod main_game;
mod mbs;
mod ml6;
mod ml9;
mod paragraphs;
mod readings;
mod rws6;
mod tcp5;
mod thb6;

pub use awards::{
    AcrossTables, Award, AwardPays, AwardRow, AwardsLeft, MadeOf, Progressive, SuitRule,
};
pub use irregular::{
    Absent, DealingError, DealingErrorRule, DeviceFault, HandFault, HandFaultRule, Irregular,
    NextRounds, PowerFailure, Reach, SeveralHands, UnderMinimum, VoidCause, VoidRule, VoidWhen,
};
pub use main_game::{BonusRow, Holdem, HolePattern, MainGame, PayRow, Raises, ThreeCard, to_one};
pub use paragraphs::Paragraphs;
pub use readings::{
    BonusOnLoss, DealerQualifies, EnvyFor, EnvyPairPlus, FixedAwards, RuleReadings,
    UnexposedCommunity, UnexposedUnqualified,
};

use crate::cite::{Cite, Paragraph};
use crate::evaluate::Category;
use crate::refusal::{Reason, Refusal};
use crate::seats::Seat;

/// The approved games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "named like the documents above")]
pub enum Game {
    Thb6,
    Rws6,
    Ml6,
    Ml9,
    Tcp5,
}

impl Game {
    /// Every game.
    pub const ALL: [Game; 5] = [Game::Thb6, Game::Rws6, Game::Ml6, Game::Ml9, Game::Tcp5];

    /// The game's rule set: the only place that tells one game from another.
    pub const fn rules(self) -> &'static RuleSet {
        match self {
            Game::Thb6 => &thb6::RULES,
            Game::Rws6 => &rws6::RULES,
            Game::Ml6 => &ml6::RULES,
            Game::Ml9 => &ml9::RULES,
            Game::Tcp5 => &tcp5::RULES,
        }
    }

    /// The game with this [`RuleSet::key`].
    pub fn from_key(key: &str) -> Option<Game> {
        Game::ALL.into_iter().find(|game| game.rules().key == key)
    }
}

/// Everything a document decides.
#[derive(Debug)]
pub struct RuleSet {
    /// The game.
    pub game: Game,
    /// The game's short name in files and on the command line.
    pub key: &'static str,
    /// The document's tag in citations.
    pub tag: &'static str,
    /// The game's title.
    pub title: &'static str,
    /// The casino operator whose document it is.
    pub house: &'static str,
    /// The document's version.
    pub version: u8,
    /// The day from which the document holds.
    pub effective: &'static str,
    /// Playing positions of the layouts: the fewest and the most.
    pub positions: (u8, Seat),
    /// The most progressive units that one seat may wager.
    pub units_max: u8,
    /// The base wager that a progressive wager needs beside it.
    pub base: Base,
    /// The game against the dealer.
    pub main: MainGame,
    /// The progressive wager and its pay table.
    pub progressive: Progressive,
    /// The consequences of irregularities.
    pub irregular: Irregular,
    /// The paragraphs of the rules that every game has.
    pub paragraphs: Paragraphs,
}

/// There is one rule set for each game, in the program itself, so its address identifies it.
impl Hash for RuleSet {
    fn hash<H: Hasher>(&self, state: &mut H) {
        ptr::hash(self, state);
    }
}

impl RuleSet {
    /// A paragraph of this document.
    pub fn cite(&self, paragraph: Paragraph) -> Cite {
        Cite::new(self.game, paragraph)
    }

    /// A refusal under a paragraph of this document. Refusals are made all over the code, so it is not inlined.
    #[inline(never)]
    pub fn refusal(&self, reason: Reason, seat: Option<Seat>, paragraph: Paragraph) -> Refusal {
        Refusal {
            reason,
            seat,
            rule: self.cite(paragraph),
        }
    }

    /// The place of `category` in this game's order of hands.
    pub const fn order(&self, category: Category) -> u8 {
        match self.main {
            MainGame::Holdem(_) => category.five_card_order(),
            MainGame::ThreeCard(_) => category.three_card_order(),
        }
    }
}

/// The wager that a progressive wager needs beside it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Base {
    /// The Ante (THB6 3.5, RWS6 3.8).
    Ante,
    /// The Ante, Pair Plus, or both (TCP5 3.5).
    AnteOrPairPlus,
}
