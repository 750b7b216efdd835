//! Random logs of linked tables: mostly legal histories, and a few percent of entries that cannot be. One seed makes
//! one log.

mod illegal;
mod legal;
mod mood;
mod reach;

pub use reach::Reach;

use super::ledger::{PoolLedger, RoundRecord};
use super::{Entry, Pool};
use mood::Mood;

/// A small generator of random numbers (SplitMix64).
#[derive(Clone, Debug)]
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below a bound, which must be above 0.
    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    fn percent(&mut self, chance: u64) -> bool {
        self.below(100) < chance
    }

    /// One of a list, none of an empty one.
    fn pick<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        let bound = u64::try_from(list.len()).ok().filter(|bound| *bound > 0)?;
        let place = usize::try_from(self.below(bound)).ok()?;
        list.get(place)
    }

    /// One of a list of numbers that is not empty.
    fn one_of(&mut self, list: &[u64]) -> u64 {
        self.pick(list).copied().unwrap_or_default()
    }
}

/// Makes a log line by line. It folds its own lines, so that it knows which entries can be.
#[derive(Clone, Debug)]
pub struct LogMaker {
    dice: Dice,
    mood: Mood,
    pool: Pool,
    time: i64,
}

impl LogMaker {
    /// A log that the seed decides.
    pub fn new(seed: u64) -> LogMaker {
        let mut dice = Dice(seed);
        let mood = Mood::new(&mut dice);
        LogMaker {
            dice,
            mood,
            pool: Pool::default(),
            time: 0,
        }
    }

    /// The next line.
    pub fn line(&mut self) -> String {
        let line = self.propose();
        // A line that cannot be changes nothing, here as everywhere.
        let _ = self.pool.apply_line(&line);
        line
    }

    fn propose(&mut self) -> String {
        let Some(ledger) = self.pool.ledger.clone() else {
            return match self.dice.percent(5) {
                true => written(&Entry::Open { table: 1, open: 1 }),
                false => written(&Entry::Terms {
                    terms: self.mood.terms.clone(),
                }),
            };
        };
        if self.dice.percent(self.mood.illegal) {
            return self.illegal(&ledger);
        }
        written(&self.legal(&ledger))
    }

    /// A round that the condition holds for.
    fn some_round(
        &mut self,
        ledger: &PoolLedger,
        condition: impl Fn(&RoundRecord) -> bool,
    ) -> Option<RoundRecord> {
        let rounds = ledger.rounds.iter().filter(|round| condition(round));
        let rounds: Vec<&RoundRecord> = rounds.collect();
        self.dice.pick(&rounds).map(|round| (*round).clone())
    }

    fn some_table(&mut self) -> u32 {
        self.dice.pick(&self.mood.tables).copied().unwrap_or(1)
    }
}

/// A whole random log.
pub fn random_log(seed: u64, lines: usize) -> Vec<String> {
    let mut maker = LogMaker::new(seed);
    (0..lines).map(|_| maker.line()).collect()
}

fn written(entry: &Entry) -> String {
    serde_json::to_string(entry).expect("an entry as JSON")
}
