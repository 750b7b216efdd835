//! Power fails on the board, at every instruction after which the flash holds something else and at random ones: the
//! image comes back with everything that it had acknowledged, and does to the flash what the portable controller does.

mod evening;
mod restart;
mod ring;
mod state;

use board_sim::chip::flash::{Operation, Remains, Tear};
use evening::{Change, Changes, Pauses, Story, record};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use restart::Bench;
use ring::record_on_an_old_table;
use state::{State, distinct};

/// What is left to chance comes from here.
const SEED: u64 = 20_261_116;

/// Cuts at random instructions, at least.
const RANDOM_CUTS: usize = 10_000;

#[test]
fn every_change_of_the_flash_is_survived() {
    let recorded = record();
    survives_every_change(recorded, "every_change_of_the_flash_is_survived");
}

/// Pages are erased in it that hold old entries.
#[test]
fn every_change_is_survived_when_the_ring_has_come_round() {
    let (changes, story) = record_on_an_old_table();
    let is_erase = |change: &Change| matches!(change.operation, Operation::Erase { .. });
    assert!(changes.all.iter().any(is_erase), "a page is turned");
    let name = "every_change_is_survived_when_the_ring_has_come_round";
    survives_every_change((changes, story), name);
}

fn survives_every_change((changes, story): (Changes, Story), name: &'static str) {
    let states = distinct(changes.all.iter().enumerate().flat_map(cut_in_every_way));
    println!(
        "{} operations, cut before, after and within: {} distinct states of the flash",
        changes.all.len(),
        states.len()
    );
    Bench::new(&story, name).survives_all(&states);
}

fn cut_in_every_way((number, change): (usize, &Change)) -> Vec<State> {
    let torn = Remains::ALL.map(|remains| Tear::Torn(remains, SEED ^ number as u64));
    let tears = [Tear::Before, Tear::After].into_iter().chain(torn);
    let cut = |tear| {
        let mut flash = change.before.clone();
        flash.cut(change.operation, tear);
        State {
            flash,
            at_ms: change.at_ms,
            context: format!("operation {number}, {:?}, {tear:?}", change.operation),
        }
    };
    tears.map(cut).collect()
}

#[test]
fn cuts_at_random_instructions_are_survived() {
    let (pauses, story): (Pauses, _) = record();
    let mut bench = Bench::new(&story, "cuts_at_random_instructions_are_survived");
    let mut cuts = pauses.cuts;
    let evening = cuts.len();
    let mut random = ChaCha8Rng::seed_from_u64(SEED);
    for state in distinct(cuts.clone()) {
        cuts.extend(bench.cut_starts(&state, &mut random));
    }
    let starts = cuts.len() - evening;
    let states = distinct(cuts);
    println!(
        "cuts at random instructions: {evening} in the evening, {} of them while the flash was at work, and {starts} in \
         starts: {} distinct states of the flash",
        pauses.within,
        states.len()
    );
    assert!(evening >= RANDOM_CUTS, "{evening} cuts");
    bench.survives_all(&states);
}
