//! Random histories with power cuts within random flash operations, those of a start among them, on journals large and
//! small. One seed reproduces a run.

use simulator::simulate::{CountKind, Layer, Luck, RunPlan, honest, run, shrink};

const SEEDS: u64 = 10;
const ROUNDS: u32 = 75;

#[test]
fn random_evenings_survive_random_cuts() {
    let mut torn = 0;
    for seed in 0..SEEDS {
        let plan = RunPlan {
            seed,
            rounds: ROUNDS,
            game: None,
            luck: Luck::DARK,
            layer: Layer::Controller,
            tamper: honest,
        };
        match run(&plan) {
            Ok(run) => torn += run.counts.get(CountKind::Power, "torn"),
            Err(failure) => panic!("seed {seed}: {}", shrink(&plan, *failure).report()),
        }
    }
    println!("{torn} operations were torn");
    assert!(torn > 1_000, "only {torn} operations were torn");
}
