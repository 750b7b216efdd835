//! The player's knowledge street by street: for the hole cards beside four community cards, how often they win and
//! lose over all rivers and all hands of the dealer; beside three, over all turns as well.
//!
//! Every class of boards is looked at once. What its pairs win and lose is added to all classes of four
//! cards that a river turns into it, each under its own names of the suits.

use super::rare::Rare;
use super::showdown::{PairShowdown, Showdowns};
use super::wins::Band;
use crate::evaluate::Method;
use crate::pairs::{PAIRS, renamed};
use crate::parallel::Workers;
use crate::rows::{Rows, row};
use crate::suits::{CARDS, Classes, Renaming};

/// Four counts in one number, which are added at once: 46 rivers times 990 hands of the dealer are less
/// than 16 bits.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Counts(u64);

const FIELD: u32 = 16;

impl Counts {
    fn of(showdown: &PairShowdown) -> Counts {
        let wins = u64::from(showdown.wins) << (FIELD * Band::of(showdown.key) as u32);
        Counts(wins | u64::from(showdown.losses) << (FIELD * Band::COUNT))
    }

    /// Wins by [`Band`], then losses.
    pub(super) fn all(self) -> [u64; 4] {
        [0, 1, 2, 3].map(|field| self.0 >> (FIELD * field) & 0xffff)
    }

    /// Its wins less its losses: the worth of a bet of 1.
    fn margin(self) -> i64 {
        let [low, straight, high, losses] = self.all();
        (low + straight + high).cast_signed() - losses.cast_signed()
    }
}

/// The wins and losses of every pair beside every class of four community cards.
#[derive(Debug)]
pub(super) struct Streets {
    pub(super) turns: Classes,
    counts: Vec<Counts>,
}

impl Streets {
    /// Looks at every board; what is rare is noted on the way.
    pub(super) fn enumerate(rare: impl Fn() -> Rare + Sync, workers: &Workers) -> (Streets, Rare) {
        let (boards, turns) = (Classes::of(5), Classes::of(4));
        let origins = origins(&boards, &turns, workers);
        let mut counts = vec![Counts::default(); turns.len() * PAIRS];
        let rows = Rows::of(&mut counts);
        let start = || (Showdowns::new(Method::fastest()), rare());
        let noted = workers.each(boards.all(), start, |(showdowns, rare), number, board| {
            let all = showdowns.on(*board);
            let counts = by_pair(all);
            for origin in &origins[number] {
                rows.change(origin.class, |row| add(row, &counts, origin.names));
            }
            rare.note(*board, all);
        });
        let rare = noted.into_iter().map(|(_, rare)| rare).sum();
        (Streets { turns, counts }, rare)
    }

    /// The counts of every pair beside the class `turn`.
    pub(super) fn turn(&self, turn: usize) -> &[Counts] {
        row(&self.counts, turn)
    }

    /// The worth of a bet before the river beside the class `turn`, for every pair.
    pub(super) fn river_margins(&self, turn: usize) -> Vec<i64> {
        self.turn(turn)
            .iter()
            .map(|counts| counts.margin())
            .collect()
    }
}

/// More than there are pairs: an index of eleven bits needs no check.
const ROOM: usize = 2048;

/// The counts of every pair, nothing for those that hold a card of the board.
fn by_pair(showdowns: &[PairShowdown]) -> [Counts; ROOM] {
    let mut counts = [Counts::default(); ROOM];
    for showdown in showdowns {
        counts[usize::from(showdown.pair) % ROOM] = Counts::of(showdown);
    }
    counts
}

/// Adds the counts of a board to a row, whose suits are called `names` on the board.
fn add(row: &mut [Counts], counts: &[Counts; ROOM], names: Renaming) {
    for (sum, pair) in row.iter_mut().zip(renamed(names)) {
        sum.0 = sum.0.wrapping_add(counts[usize::from(*pair) % ROOM].0);
    }
}

/// A class with one card less, from which one more card leads to a certain class, and what its suits are
/// called there.
#[derive(Clone, Copy, Debug)]
struct Origin {
    class: usize,
    names: Renaming,
}

/// For every class of `larger`, once for every card that leads to it, the class of `smaller` that it comes from.
fn origins(larger: &Classes, smaller: &Classes, workers: &Workers) -> Vec<Vec<Origin>> {
    let found = workers.each(smaller.all(), Vec::new, |found, class, cards| {
        for card in (0..CARDS).filter(|card| !cards.contains(*card)) {
            let (number, names) = larger.find(cards.with(&[card]));
            found.push((number, Origin { class, names }));
        }
    });
    let mut origins = vec![Vec::new(); larger.len()];
    for (number, origin) in found.into_iter().flatten() {
        origins[number].push(origin);
    }
    origins
}

/// The worth of a bet before the turn beside every class of three cards, for every pair.
pub(super) fn turn_margins(flops: &Classes, streets: &Streets, workers: &Workers) -> Vec<i64> {
    let mut margins = vec![0; flops.len() * PAIRS];
    let rows = Rows::of(&mut margins);
    workers.each(
        flops.all(),
        || (),
        |(), number, flop| {
            rows.change(number, |row| {
                for card in (0..CARDS).filter(|card| !flop.contains(*card)) {
                    let (turn, names) = streets.turns.find(flop.with(&[card]));
                    let margins = streets.river_margins(turn);
                    for (sum, pair) in row.iter_mut().zip(renamed(names)) {
                        *sum += margins[usize::from(*pair)];
                    }
                }
            });
        },
    );
    margins
}
