//! The distribution of the jackpot when it is won: the meter wager by wager. It is for plots, so it is computed in
//! floats; its mean is known exactly and must agree.

use odds::progressive::{ProgressiveOdds, SignFigures};

/// The cells of the grid, up to [`SPAN`] times the mean.
const CELLS: usize = 800;
const SPAN: f64 = 4.0;
/// The probability that may be left out at the end.
const REST: f64 = 1e-6;

/// The jackpot at a hit: the width of a cell in dollars, and how probable each cell is.
#[derive(Debug)]
pub struct AtHit {
    /// Dollars a cell.
    pub width: f64,
    /// The probability of each cell, from an empty meter up; what is above all of them is in the last.
    pub cells: Vec<f64>,
}

impl AtHit {
    /// The mean, in dollars.
    pub fn mean(&self) -> f64 {
        let cells = (0_u32..).zip(&self.cells);
        cells
            .map(|(cell, part)| (f64::from(cell) + 0.5) * self.width * part)
            .sum()
    }
}

/// A share of the meter that is won, and how often a wager does.
struct Share {
    part: f64,
    chance: f64,
}

/// Lets the meter grow from its reset value, cell by cell, until it is won. In the time of one cell it may
/// be won, or a share of it.
pub fn at_hit(progressive: &ProgressiveOdds, sign: &SignFigures) -> AtHit {
    let mean = progressive.at_hit.value() / 100.0;
    #[expect(clippy::cast_precision_loss, reason = "a few hundred cells")]
    let width = SPAN * mean / CELLS as f64;
    let wagers = width / (sign.contribution().value() / 100.0);
    let hit = 1.0 - (1.0 - progressive.hit.value()).powf(wagers);
    let shares = shares(progressive, wagers);
    let mut alive = vec![0.0; CELLS];
    let mut cells = vec![0.0; CELLS];
    put(&mut alive, cents(sign.reset.get()) / width, 1.0);
    while alive.iter().sum::<f64>() > REST {
        alive = grown(&alive);
        for (alive, won) in alive.iter_mut().zip(&mut cells) {
            *won += *alive * hit;
            *alive *= 1.0 - hit;
        }
        for share in &shares {
            alive = without(&alive, share);
        }
    }
    AtHit { width, cells }
}

#[expect(clippy::cast_precision_loss, reason = "for a plot")]
fn cents(amount: u64) -> f64 {
    amount as f64 / 100.0
}

/// The awards of a part of the meter.
fn shares(progressive: &ProgressiveOdds, wagers: f64) -> Vec<Share> {
    let wager = &progressive.wager;
    let parts = wager.lines.iter().map(|line| Share {
        part: line.share.value(),
        chance: wagers * odds::fraction::Fraction::ways(line.ways, wager.of).value(),
    });
    parts
        .filter(|share| share.part > 0.0 && share.part < 1.0)
        .collect()
}

/// Every cell one up; the last keeps what it has.
fn grown(alive: &[f64]) -> Vec<f64> {
    let mut grown = vec![0.0; CELLS];
    grown[1..].copy_from_slice(&alive[..CELLS - 1]);
    grown[CELLS - 1] += alive[CELLS - 1];
    grown
}

/// After a share was won of some.
fn without(alive: &[f64], share: &Share) -> Vec<f64> {
    let mut after: Vec<f64> = alive
        .iter()
        .map(|part| part * (1.0 - share.chance))
        .collect();
    for (cell, part) in (0_u32..).zip(alive) {
        put(
            &mut after,
            f64::from(cell) * (1.0 - share.part),
            part * share.chance,
        );
    }
    after
}

/// Puts a part of the probability between two cells.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a place on the grid, not negative"
)]
fn put(cells: &mut [f64], place: f64, part: f64) {
    let cell = (place.floor() as usize).min(CELLS - 1);
    let above = place - place.floor();
    cells[cell] += part * (1.0 - above);
    cells[(cell + 1).min(CELLS - 1)] += part * above;
}
