//! How long it takes to evaluate all hands of all boards, one by one and eight at a time.

use std::hint::black_box;
use std::time::{Duration, Instant};

use odds::board::{ByPair, Keys, Method};
use odds::suits::{Classes, Suits};

/// Hands beside a board.
const HANDS: u32 = 1_081;
/// The fastest of so many runs counts: others use this machine too.
const RUNS: usize = 20;

fn main() {
    let boards = Classes::of(5);
    let boards: Vec<Suits> = boards.all().iter().copied().step_by(13).collect();
    for method in [Method::Scalar, Method::fastest()] {
        let runs = (0..RUNS).map(|_| run(&boards, method));
        let fastest = runs.min().unwrap_or_default().as_secs_f64();
        let hands = f64::from(HANDS) * boards.iter().map(|_| 1.0).sum::<f64>();
        println!("{method:?}: {:.3} ns a hand", 1e9 * fastest / hands);
    }
}

/// Evaluates every hand of every board into its place.
fn run(boards: &[Suits], method: Method) -> Duration {
    let mut keys = Keys::default();
    let mut by_pair = ByPair::default();
    let started = Instant::now();
    for board in boards {
        keys.find(*board, method);
        by_pair.fill(&keys);
        black_box(&by_pair);
    }
    started.elapsed()
}
