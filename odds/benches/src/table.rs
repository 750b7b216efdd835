//! Who does what: every evaluator at every task that it can do.

use std::fmt;

use odds::board::Keys;
use odds::evaluate::{Method, WORD_TABLE_BYTES};
use odds::suits::CardIndex;
use shared_rules::evaluate::TABLE_BYTES;

use crate::contender::{Boards, Contender, Evaluator, OneByOne, one_by_one};
use crate::deals::{Size, boards, boards_by_rank, hands};
use crate::others::{AyaPoker, Poker, Pokers, RsPoker};
use crate::ours::{self, Many};

/// What is to be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// Three cards by chance, in the order of Three Card Poker.
    Three,
    /// Seven cards by chance.
    Seven,
    /// All 1,081 pairs of hole cards beside each board.
    Boards,
    /// The same, where boards of the same ranks are in a row.
    BoardsByRank,
}

impl Task {
    /// All of them.
    pub const ALL: [Task; 4] = [Task::Three, Task::Seven, Task::Boards, Task::BoardsByRank];
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Task::Three => "3 cards",
            Task::Seven => "7 cards",
            Task::Boards => "boards",
            Task::BoardsByRank => "boards by rank",
        })
    }
}

/// An evaluator at a task.
#[derive(Debug)]
pub struct Entry {
    /// The task.
    pub task: Task,
    /// Whose, and which.
    pub name: &'static str,
    /// Whether it is ours.
    pub is_ours: bool,
    /// The tables that it looks up, where they have a size.
    pub table_bytes: Option<usize>,
    /// Gets it ready.
    pub start: fn(Size) -> Box<dyn Contender>,
}

impl Entry {
    const fn other(
        task: Task,
        name: &'static str,
        table_bytes: Option<usize>,
        start: fn(Size) -> Box<dyn Contender>,
    ) -> Entry {
        Entry {
            task,
            name,
            is_ours: false,
            table_bytes,
            start,
        }
    }

    const fn ours(
        task: Task,
        name: &'static str,
        table_bytes: usize,
        start: fn(Size) -> Box<dyn Contender>,
    ) -> Entry {
        Entry {
            task,
            name,
            is_ours: true,
            table_bytes: Some(table_bytes),
            start,
        }
    }
}

/// All of them, by task.
pub static ENTRIES: [Entry; 18] = {
    use Task::{Boards, BoardsByRank, Seven, Three};
    let board_tables = size_of::<Keys>();
    [
        Entry::other(Three, "poker 0.7", None, |_| {
            let poker = Poker::new();
            let cards = hands::<3>().into_iter();
            let cards = cards.map(|hand| hand.map(|card| poker.card(card)));
            Box::new(OneByOne::new(cards.collect(), move |cards| {
                poker.three(cards)
            }))
        }),
        Entry::ours(Three, "coinspot", TABLE_BYTES, |_| {
            Box::new(ours::three(&hands()))
        }),
        Entry::ours(Three, "coinspot, 16 at a time", WORD_TABLE_BYTES, |_| {
            Box::new(Many::new(&hands::<3>(), Method::threes))
        }),
        Entry::other(Seven, "pokers 0.10", Some(Pokers::TABLE_BYTES), |_| {
            sevens(Pokers)
        }),
        Entry::other(Seven, "rs_poker 5.0", Some(RsPoker::TABLE_BYTES), |_| {
            sevens(RsPoker)
        }),
        Entry::other(Seven, "aya_poker 0.1", Some(AyaPoker::TABLE_BYTES), |_| {
            sevens(AyaPoker)
        }),
        Entry::other(Seven, "poker 0.7", None, |_| sevens(Poker::new())),
        Entry::ours(Seven, "coinspot", TABLE_BYTES, |_| {
            Box::new(ours::seven(&hands()))
        }),
        Entry::ours(Seven, "coinspot, 16 at a time", WORD_TABLE_BYTES, |_| {
            Box::new(Many::new(&hands::<7>(), Method::sevens))
        }),
        Entry::other(Boards, "pokers 0.10", Some(Pokers::TABLE_BYTES), |size| {
            beside(Pokers, &boards(size))
        }),
        Entry::other(Boards, "rs_poker 5.0", Some(RsPoker::TABLE_BYTES), |size| {
            beside(RsPoker, &boards(size))
        }),
        Entry::other(
            Boards,
            "aya_poker 0.1",
            Some(AyaPoker::TABLE_BYTES),
            |size| beside(AyaPoker, &boards(size)),
        ),
        Entry::other(Boards, "poker 0.7", None, |size| {
            beside(Poker::new(), &boards(size))
        }),
        Entry::ours(Boards, "coinspot, plain", board_tables, |size| {
            Box::new(ours::Boards::new(&boards(size), Method::Scalar))
        }),
        Entry::ours(Boards, "coinspot", board_tables, |size| {
            Box::new(ours::Boards::new(&boards(size), Method::fastest()))
        }),
        Entry::other(
            BoardsByRank,
            "pokers 0.10",
            Some(Pokers::TABLE_BYTES),
            |size| beside(Pokers, &boards_by_rank(size)),
        ),
        Entry::other(
            BoardsByRank,
            "rs_poker 5.0",
            Some(RsPoker::TABLE_BYTES),
            |size| beside(RsPoker, &boards_by_rank(size)),
        ),
        Entry::ours(BoardsByRank, "coinspot", board_tables, |size| {
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
