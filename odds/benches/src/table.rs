//! The entrants: every evaluator with every workload that it supports.

use std::fmt;

use odds::board::Keys;
use odds::evaluate::{Method, WORD_TABLE_BYTES};
use odds::suits::CardIndex;
use shared_rules::evaluate::TABLE_BYTES;

use crate::contender::{Boards, Contender, Evaluator, OneByOne, one_by_one};
use crate::deals::{Size, boards, boards_by_rank, hands};
use crate::others::{AyaPoker, Poker, Pokers, RsPoker};
use crate::ours::{self, Many};

/// The hands to evaluate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Workload {
    /// Random hands of three cards, in the order of Three Card Poker.
    Three,
    /// Random hands of seven cards.
    Seven,
    /// All 1,081 pairs of hole cards beside each board.
    Boards,
    /// The same, where boards of the same ranks are in a row.
    BoardsByRank,
}

impl Workload {
    /// All of them.
    pub const ALL: [Workload; 4] = [
        Workload::Three,
        Workload::Seven,
        Workload::Boards,
        Workload::BoardsByRank,
    ];
}

impl fmt::Display for Workload {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Workload::Three => "3 cards",
            Workload::Seven => "7 cards",
            Workload::Boards => "boards",
            Workload::BoardsByRank => "boards by rank",
        })
    }
}

/// An evaluator at a workload.
#[derive(Debug)]
pub struct Entrant {
    /// The workload.
    pub workload: Workload,
    /// The crate and its version, or the variant of ours.
    pub name: &'static str,
    /// Set for our own evaluators.
    pub is_ours: bool,
    /// The tables that it looks up, where they have a size.
    pub table_bytes: Option<usize>,
    /// Gets it ready.
    pub start: fn(Size) -> Box<dyn Contender>,
}

impl Entrant {
    const fn other(
        workload: Workload,
        name: &'static str,
        table_bytes: Option<usize>,
        start: fn(Size) -> Box<dyn Contender>,
    ) -> Entrant {
        Entrant {
            workload,
            name,
            is_ours: false,
            table_bytes,
            start,
        }
    }

    const fn ours(
        workload: Workload,
        name: &'static str,
        table_bytes: usize,
        start: fn(Size) -> Box<dyn Contender>,
    ) -> Entrant {
        Entrant {
            workload,
            name,
            is_ours: true,
            table_bytes: Some(table_bytes),
            start,
        }
    }
}

/// All of them, by workload.
pub static ENTRANTS: [Entrant; 18] = {
    use Workload::{Boards, BoardsByRank, Seven, Three};
    let board_tables = size_of::<Keys>();
    [
        Entrant::other(Three, "poker 0.7", None, |_| {
            let poker = Poker::new();
            let cards = hands::<3>().into_iter();
            let cards = cards.map(|hand| hand.map(|card| poker.card(card)));
            Box::new(OneByOne::new(cards.collect(), move |cards| {
                poker.three(cards)
            }))
        }),
        Entrant::ours(Three, "coinspot", TABLE_BYTES, |_| {
            Box::new(ours::three(&hands()))
        }),
        Entrant::ours(Three, "coinspot, 16 at a time", WORD_TABLE_BYTES, |_| {
            Box::new(Many::new(&hands::<3>(), Method::threes))
        }),
        Entrant::other(Seven, "pokers 0.10", Some(Pokers::TABLE_BYTES), |_| {
            sevens(Pokers)
        }),
        Entrant::other(Seven, "rs_poker 5.0", Some(RsPoker::TABLE_BYTES), |_| {
            sevens(RsPoker)
        }),
        Entrant::other(Seven, "aya_poker 0.1", Some(AyaPoker::TABLE_BYTES), |_| {
            sevens(AyaPoker)
        }),
        Entrant::other(Seven, "poker 0.7", None, |_| sevens(Poker::new())),
        Entrant::ours(Seven, "coinspot", TABLE_BYTES, |_| {
            Box::new(ours::seven(&hands()))
        }),
        Entrant::ours(Seven, "coinspot, 16 at a time", WORD_TABLE_BYTES, |_| {
            Box::new(Many::new(&hands::<7>(), Method::sevens))
        }),
        Entrant::other(Boards, "pokers 0.10", Some(Pokers::TABLE_BYTES), |size| {
            beside(Pokers, &boards(size))
        }),
        Entrant::other(Boards, "rs_poker 5.0", Some(RsPoker::TABLE_BYTES), |size| {
            beside(RsPoker, &boards(size))
        }),
        Entrant::other(
            Boards,
            "aya_poker 0.1",
            Some(AyaPoker::TABLE_BYTES),
            |size| beside(AyaPoker, &boards(size)),
        ),
        Entrant::other(Boards, "poker 0.7", None, |size| {
            beside(Poker::new(), &boards(size))
        }),
        Entrant::ours(Boards, "coinspot, plain", board_tables, |size| {
            Box::new(ours::Boards::new(&boards(size), Method::Scalar))
        }),
        Entrant::ours(Boards, "coinspot", board_tables, |size| {
            Box::new(ours::Boards::new(&boards(size), Method::fastest()))
        }),
        Entrant::other(
            BoardsByRank,
            "pokers 0.10",
            Some(Pokers::TABLE_BYTES),
            |size| beside(Pokers, &boards_by_rank(size)),
        ),
        Entrant::other(
            BoardsByRank,
            "rs_poker 5.0",
            Some(RsPoker::TABLE_BYTES),
            |size| beside(RsPoker, &boards_by_rank(size)),
        ),
        Entrant::ours(BoardsByRank, "coinspot", board_tables, |size| {
            Box::new(ours::Boards::new(&boards_by_rank(size), Method::fastest()))
        }),
    ]
};

fn sevens(evaluator: impl Evaluator + 'static) -> Box<dyn Contender> {
    Box::new(one_by_one(evaluator, &hands::<7>()))
}

fn beside(evaluator: impl Evaluator + 'static, boards: &[[CardIndex; 5]]) -> Box<dyn Contender> {
    Box::new(Boards::new(evaluator, boards))
}
