//! The wagers of a seat, the limits of the table, and the house's terms for a game.

use crate::games::{MainGame, RuleReadings, RuleSet};
use crate::money::Cents;
use serde::{Deserialize, Serialize};

/// Every wager that one of the games has. Ante Bonus has no stake of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[allow(missing_docs, reason = "named as in the documents")]
pub enum Wager {
    Ante,
    Bonus,
    Flop,
    Turn,
    River,
    Play,
    AnteBonus,
    PairPlus,
    Progressive,
}

impl Wager {
    /// The name used wherever wagers are written out.
    pub const fn name(self) -> &'static str {
        match self {
            Wager::Ante => "ante",
            Wager::Bonus => "bonus",
            Wager::Flop => "flop",
            Wager::Turn => "turn",
            Wager::River => "river",
            Wager::Play => "play",
            Wager::AnteBonus => "ante_bonus",
            Wager::PairPlus => "pair_plus",
            Wager::Progressive => "progressive",
        }
    }

    /// True if the wager is placed before the cards are dealt.
    pub const fn is_placed_first(self) -> bool {
        matches!(self, Wager::Ante | Wager::Bonus | Wager::PairPlus)
    }

    /// The size of a raise in Antes: Flop is twice the Ante (THB6 3.9.2, RWS6 1.11), the others once.
    pub const fn antes(self) -> u32 {
        match self {
            Wager::Flop => 2,
            _ => 1,
        }
    }
}

/// The stakes on the areas of one seat besides the coin spot (THB6 2.2.2, TCP5 2.2.2).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "named as in the documents")]
pub struct Stakes {
    pub ante: Cents,
    pub bonus: Cents,
    pub flop: Cents,
    pub turn: Cents,
    pub river: Cents,
    pub play: Cents,
    pub pair_plus: Cents,
}

impl Stakes {
    /// The stake on `wager`; zero if it has no area of its own.
    pub const fn get(&self, wager: Wager) -> Cents {
        match wager {
            Wager::Ante => self.ante,
            Wager::Bonus => self.bonus,
            Wager::Flop => self.flop,
            Wager::Turn => self.turn,
            Wager::River => self.river,
            Wager::Play => self.play,
            Wager::PairPlus => self.pair_plus,
            Wager::AnteBonus | Wager::Progressive => Cents::ZERO,
        }
    }

    /// The stake on `wager`, to be changed, if it has an area of its own.
    pub const fn get_mut(&mut self, wager: Wager) -> Option<&mut Cents> {
        match wager {
            Wager::Ante => Some(&mut self.ante),
            Wager::Bonus => Some(&mut self.bonus),
            Wager::Flop => Some(&mut self.flop),
            Wager::Turn => Some(&mut self.turn),
            Wager::River => Some(&mut self.river),
            Wager::Play => Some(&mut self.play),
            Wager::PairPlus => Some(&mut self.pair_plus),
            Wager::AnteBonus | Wager::Progressive => None,
        }
    }
}

/// The wagers with an area of their own in this kind of game, in the order in which they are listed.
pub const fn areas(main: &MainGame) -> &'static [Wager] {
    match main {
        MainGame::Holdem(_) => &[
            Wager::Ante,
            Wager::Bonus,
            Wager::Flop,
            Wager::Turn,
            Wager::River,
        ],
        MainGame::ThreeCard(_) => &[Wager::Ante, Wager::Play, Wager::PairPlus],
    }
}

/// The smallest and the largest wager that the table displays (THB6 3.4, RWS6 3.3).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Hash, Serialize, Deserialize)]
pub struct Limit {
    /// The minimum.
    pub min: Cents,
    /// The maximum, if there is one.
    pub max: Option<Cents>,
}

impl Limit {
    /// True if some wager satisfies the limit.
    pub fn is_sound(&self) -> bool {
        self.max.is_none_or(|max| self.min <= max)
    }

    /// The most of a stake that is settled.
    pub fn most(&self) -> Cents {
        self.max.unwrap_or(Cents::MAX)
    }

    /// The part of `stake` that is settled.
    pub fn capped(&self, stake: Cents) -> Cents {
        stake.min(self.most())
    }
}

/// The limits of the wagers that have some.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "named as the wagers")]
pub struct Limits {
    pub ante: Limit,
    pub bonus: Limit,
    pub pair_plus: Limit,
}

impl Limits {
    /// The limit of a wager that has one.
    pub const fn of(&self, wager: Wager) -> Option<&Limit> {
        match wager {
            Wager::Ante => Some(&self.ante),
            Wager::Bonus => Some(&self.bonus),
            Wager::PairPlus => Some(&self.pair_plus),
            _ => None,
        }
    }

    /// True if `wager` was placed under its minimum.
    pub fn is_under(&self, stakes: &Stakes, wager: Wager) -> bool {
        let stake = stakes.get(wager);
        let limit = self.of(wager);
        limit.is_some_and(|limit| !stake.is_zero() && stake < limit.min)
    }
}

/// A rule set as a house plays it.
#[derive(Clone, Copy, Debug, Hash)]
pub struct Terms {
    /// The game's rules.
    pub rules: &'static RuleSet,
    /// The house's readings of the points that the rules leave open.
    pub readings: RuleReadings,
    /// One progressive unit.
    pub unit: Cents,
    /// The limits of the table.
    pub limits: Limits,
}
