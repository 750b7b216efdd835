//! The mood of one log: its terms, its tables, and how often each kind of entry comes.

use super::super::Terms;
use super::Dice;

/// The chances are percentages of the entries that could be of that kind.
#[derive(Clone, Debug)]
pub struct Mood {
    pub terms: Terms,
    pub tables: Vec<u32>,
    pub illegal: u64,
    pub confirm: u64,
    pub strike: u64,
    pub ruling: u64,
    pub void: u64,
    pub invalidate: u64,
    pub join: u64,
    pub returned: u64,
    pub registered: u64,
    /// Seats that make a row, and rows that are a share of the jackpot.
    pub wins: u64,
    pub shares: u64,
    /// The largest error of a table's clock, of one reading of it, and the largest step from one lock to the next.
    pub skew: u64,
    pub jitter: u64,
    pub step: u64,
}

impl Mood {
    pub fn new(dice: &mut Dice) -> Mood {
        let terms = terms(dice);
        let mut tables: Vec<u32> = (1..=9).collect();
        let count = 1 + dice.below(7);
        while tables.len() as u64 > count {
            let gone = dice.pick(&tables).copied();
            tables.retain(|table| Some(*table) != gone);
        }
        Mood {
            terms,
            tables,
            illegal: dice.one_of(&[0, 2, 5, 10]),
            confirm: dice.one_of(&[1, 3, 8, 20]),
            strike: dice.one_of(&[0, 1, 3]),
            ruling: dice.one_of(&[0, 1, 4]),
            void: dice.one_of(&[0, 3, 8, 15]),
            invalidate: dice.one_of(&[0, 4, 10, 20]),
            join: dice.one_of(&[0, 30, 80]),
            returned: dice.one_of(&[0, 5, 15]),
            registered: dice.one_of(&[0, 0, 10, 40]),
            wins: dice.one_of(&[10, 30, 60]),
            shares: dice.one_of(&[20, 50, 80]),
            skew: dice.one_of(&[0, 3, 20]),
            jitter: dice.one_of(&[0, 1, 10, 40]),
            step: dice.one_of(&[1, 2, 5]),
        }
    }
}

/// Terms whose shares leave micro-cents, with a limit that is reached often.
fn terms(dice: &mut Dice) -> Terms {
    let games = ["thb6", "rws6", "rws6", "rws6", "ml6", "ml9", "tcp5"];
    let game = dice.pick(&games).copied().unwrap_or_default();
    let unit = dice.one_of(&[1, 37, 500, 1_001, 10_000]);
    let reset = dice.one_of(&[0, 7, 12_345, 600_000, 1_500_000, 5_000_000, 25_000_001]);
    let contribution_bp = dice.one_of(&[0, 1, 333, 2_000, 4_567, 9_000]);
    let reserve_bp = dice.one_of(&[0, 1, 77, 500, 1_000]);
    let room = dice.one_of(&[0, 1, 500, 5_000, 40_000]);
    let has_limit = dice.percent(35);
    Terms {
        game: game.into(),
        unit,
        reset,
        contribution_bp,
        reserve_bp,
        limit: has_limit.then_some(reset + dice.below(room + 1)),
    }
}
