//! The pay tables of the progressive in the five documents, row by row in their order.

use super::entries::Terms;
use crate::referee::naive::{FIVE_CARD_NAMES, THREE_CARD_NAMES};
use crate::table::words::Game;
use crate::table::{Document, document};

const GAMES: [Game; 5] = [Game::Thb6, Game::Rws6, Game::Ml6, Game::Ml9, Game::Tcp5];

/// The payment of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RowPay {
    /// A part of the jackpot, in percent.
    Percent(u128),
    /// An amount in cents.
    Cents(u128),
    /// So many times the stake (ML9 4.2: "for 1").
    ForOne(u128),
}

/// A row of a pay table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// Its name in settlement files.
    pub name: &'static str,
    /// The number of its category, higher is better.
    pub category: usize,
    pub pay: RowPay,
    /// The community cards alone make it (THB6 4.2.1).
    pub is_community: bool,
}

impl Row {
    /// A share of the jackpot.
    pub fn is_share(&self) -> bool {
        matches!(self.pay, RowPay::Percent(_))
    }

    /// The whole jackpot.
    pub fn is_whole(&self) -> bool {
        self.pay == RowPay::Percent(100)
    }
}

/// The rules under which a pool runs.
#[derive(Clone, PartialEq, Debug)]
pub struct PoolRules {
    pub terms: Terms,
    pub game: Game,
    pub rows: Vec<Row>,
}

impl PoolRules {
    /// The rules of a pool with these terms.
    pub fn new(terms: &Terms) -> Result<PoolRules, String> {
        let named = |game: &Game| document(*game).key == terms.game;
        let Some(game) = GAMES.into_iter().find(named) else {
            return Err(format!("unknown game {:?}", terms.game));
        };
        if terms.unit == 0 {
            return Err("a unit of nothing".into());
        }
        if terms.contribution_bp.saturating_add(terms.reserve_bp) > 10_000 {
            return Err("shares over the whole stake".into());
        }
        if terms.limit.is_some_and(|limit| limit < terms.reset) {
            return Err("a limit below the reset value".into());
        }
        Ok(PoolRules {
            terms: terms.clone(),
            game,
            rows: rows(game),
        })
    }

    /// The document of the game: its positions, its largest number of units.
    pub fn document(&self) -> Document {
        document(self.game)
    }

    /// The row of this name.
    pub fn row(&self, name: &str) -> Option<Row> {
        self.rows.iter().copied().find(|row| row.name == name)
    }

    /// RWS6 4.2 divides its awards into major and minor ones; 100 % and 25 % are major.
    pub fn is_major(&self, row: &Row) -> bool {
        self.game == Game::Rws6 && matches!(row.pay, RowPay::Percent(100 | 25))
    }

    /// ML6 3.15.1, ML9 3.15.1: the straight flushes of one round are pooled.
    pub fn is_pooled(&self, row: &Row) -> bool {
        matches!(self.game, Game::Ml6 | Game::Ml9) && row.pay == RowPay::Percent(10)
    }
}

fn rows(game: Game) -> Vec<Row> {
    use RowPay::{Cents, ForOne, Percent};
    match game {
        // THB6 4.2, 4.2.1; RWS6 4.2.
        Game::Thb6 | Game::Rws6 => vec![
            five("royal_flush_on_flop", "royal_flush", Percent(100)),
            five("royal_flush_on_turn", "royal_flush", Percent(25)),
            five("royal_flush_on_river", "royal_flush", Percent(5)),
            five("straight_flush", "straight_flush", Cents(150_000)),
            five("four_of_a_kind", "four_of_a_kind", Cents(30_000)),
            community("community_royal_flush", "royal_flush", 1_000_000),
            community("community_straight_flush", "straight_flush", 150_000),
            community("community_four_of_a_kind", "four_of_a_kind", 30_000),
        ],
        // ML6 4.2.
        Game::Ml6 => vec![
            five("royal_flush", "royal_flush", Percent(100)),
            five("straight_flush", "straight_flush", Percent(10)),
            five("four_of_a_kind", "four_of_a_kind", Cents(200_000)),
            five("full_house", "full_house", Cents(20_000)),
            five("flush", "flush", Cents(10_000)),
        ],
        // ML9 4.2.
        Game::Ml9 => vec![
            five("royal_flush", "royal_flush", Percent(100)),
            five("straight_flush", "straight_flush", Percent(10)),
            five("four_of_a_kind", "four_of_a_kind", ForOne(400)),
            five("full_house", "full_house", ForOne(80)),
            five("flush", "flush", ForOne(40)),
            five("straight", "straight", ForOne(20)),
        ],
        // TCP5 4.4.
        Game::Tcp5 => vec![
            three("royal_flush_spades", "royal_flush", Percent(100)),
            three("royal_flush", "royal_flush", Cents(125_000)),
            three("straight_flush", "straight_flush", Cents(17_500)),
            three("three_of_a_kind", "three_of_a_kind", Cents(15_000)),
            three("straight", "straight", Cents(1_500)),
        ],
    }
}

fn five(name: &'static str, category: &str, pay: RowPay) -> Row {
    row(name, &FIVE_CARD_NAMES, category, pay)
}

fn three(name: &'static str, category: &str, pay: RowPay) -> Row {
    row(name, &THREE_CARD_NAMES, category, pay)
}

fn community(name: &'static str, category: &str, cents: u128) -> Row {
    Row {
        is_community: true,
        ..five(name, category, RowPay::Cents(cents))
    }
}

fn row(name: &'static str, categories: &[&str], category: &str, pay: RowPay) -> Row {
    let category = categories.iter().position(|other| *other == category);
    Row {
        name,
        category: category.expect("a category"),
        pay,
        is_community: false,
    }
}
