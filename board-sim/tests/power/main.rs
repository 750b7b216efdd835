//! Power fails on the board, at every instruction after which the flash holds something else and at random ones: the
//! image comes back with everything that it had acknowledged, and does to the flash what the portable controller does.

mod evening;
mod restart;
mod state;

use board_sim::chip::flash::{Remains, Tear};
use evening::{Change, Changes, Pauses, record};
use restart::Bench;
use state::{State, distinct};

/// What is left to chance comes from here.
const SEED: u64 = 20_261_116;

/// Cuts at random instructions, at least.
const RANDOM_CUTS: usize = 10_000;

#[test]
fn every_change_of_the_flash_is_survived() {
    let (changes, story): (Changes, _) = record();
    let states = distinct(changes.all.iter().enumerate().flat_map(cut_in_every_way));
    println!(
        "{} operations, cut before, after and within: {} distinct states of the flash",
        changes.all.len(),
        states.len()
    );
    Bench::new(&story, "every_change_of_the_flash_is_survived").survives_all(&states);
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
    let (Pauses { cuts, within, .. }, story) = record();
    let count = cuts.len();
    let states = distinct(cuts);
    println!(
        "{count} cuts at random instructions, {within} of them while the flash was at work: {} distinct states of it",
        states.len()
    );
    assert!(count >= RANDOM_CUTS, "{count} cuts");
    Bench::new(&story, "cuts_at_random_instructions_are_survived").survives_all(&states);
}
