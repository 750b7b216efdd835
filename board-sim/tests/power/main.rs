//! Power fails on the board, at every instruction after which the contents of the flash change, and at random ones: the
//! image comes back with every acknowledged entry, and changes the flash exactly as the portable controller does.

mod aged;
mod evening;
mod restart;
mod ring;
mod state;

use aged::record_on_an_aged_table;
use board_sim::chip::flash::{ArrayOperation, ArrayTear, Remains};
use evening::{Change, Changes, Pauses, Story, record};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use restart::{Bench, survives_all};
use ring::record_on_an_old_table;
use state::{State, distinct};

/// The seed of everything random in these tests.
const SEED: u64 = 20_261_116;

/// A start on an aged flash takes ten times as long, so only one state in this many is started from. The number has no
/// factor in common with the number of ways to cut an operation, so that all ways occur.
const AGED_EVERY: usize = 5;

/// Cuts at random instructions, at least.
const RANDOM_CUTS: usize = 10_000;

#[test]
fn every_change_of_the_flash_is_survived() {
    let recorded = record();
    survives_every_change(recorded, 1, "every_change_of_the_flash_is_survived");
}

/// The same evening on a long journal.
#[test]
fn every_change_is_survived_on_an_aged_flash() {
    let recorded = record_on_an_aged_table();
    let name = "every_change_is_survived_on_an_aged_flash";
    survives_every_change(recorded, AGED_EVERY, name);
}

/// Pages with old entries are erased in it.
#[test]
fn every_change_is_survived_when_the_ring_has_come_round() {
    let (changes, story) = record_on_an_old_table();
    let is_erase = |change: &Change| matches!(change.operation, ArrayOperation::Erase { .. });
    assert!(changes.all.iter().any(is_erase), "a page is turned");
    let name = "every_change_is_survived_when_the_ring_has_come_round";
    survives_every_change((changes, story), 1, name);
}

/// One state in `every` is started from.
fn survives_every_change((changes, story): (Changes, Story), every: usize, name: &'static str) {
    let all = distinct(changes.all.iter().enumerate().flat_map(cut_in_every_way));
    let distinct = all.len();
    let states: Vec<State> = all.into_iter().step_by(every).collect();
    println!(
        "{} operations, cut before, after and within: {distinct} distinct states of the flash, {} started from",
        changes.all.len(),
        states.len()
    );
    survives_all(&story, name, &states);
}

fn cut_in_every_way((number, change): (usize, &Change)) -> Vec<State> {
    let torn = Remains::ALL.map(|remains| ArrayTear::Torn(remains, SEED ^ number as u64));
    let tears = [ArrayTear::Before, ArrayTear::After]
        .into_iter()
        .chain(torn);
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
    let name = "cuts_at_random_instructions_are_survived";
    survives_random_cuts(record(), 1, name);
}

#[test]
fn cuts_at_random_instructions_are_survived_on_an_aged_flash() {
    let name = "cuts_at_random_instructions_are_survived_on_an_aged_flash";
    survives_random_cuts(record_on_an_aged_table(), AGED_EVERY, name);
}

/// One distinct state of the evening in `every` is started from, and has some of its starts cut.
fn survives_random_cuts((pauses, story): (Pauses, Story), every: usize, name: &'static str) {
    let mut bench = Bench::new(&story, name);
    let evening = pauses.cuts.len();
    let mut cuts: Vec<State> = distinct(pauses.cuts).into_iter().step_by(every).collect();
    let mut random = ChaCha8Rng::seed_from_u64(SEED);
    for state in cuts.clone() {
        cuts.extend(bench.cut_starts(&state, &mut random));
    }
    let states = distinct(cuts);
    println!(
        "cuts at random instructions: {evening} in the evening, {} of them while the flash was at work; with those in \
         starts {} distinct states of the flash are started from",
        pauses.within,
        states.len()
    );
    assert!(evening >= RANDOM_CUTS, "{evening} cuts");
    survives_all(&story, name, &states);
}
