//! Random histories of linked tables: nothing differs, the same seed is the same history, and planted mistakes are
//! found.

use simulator::simulate_link::{LinkPlan, Planted, run_link, shrink_link};

fn plan(seed: u64, planted: Planted) -> LinkPlan {
    LinkPlan {
        seed,
        tables: 4,
        rounds: 3,
        game: None,
        planted,
    }
}

#[test]
fn nothing_differs() {
    for seed in 0..30 {
        if let Err(failure) = run_link(&plan(seed, Planted::Nothing)) {
            panic!("seed {seed}: {}", failure.report());
        }
    }
}
