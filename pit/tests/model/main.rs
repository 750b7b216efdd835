//! The model of linked tables, every state of it. `cargo run --release -p pit --example model` visits larger ones.

mod conformance;
mod link_model;

use link_model::{Budget, LinkModel, Mistake};
use stateright::{Checker, HasDiscoveries, Model};

const SMALL: LinkModel = LinkModel {
    rounds: 1,
    budget: Budget {
        late: 0,
        crashes: 1,
        power_cuts: 0,
        voids: 0,
    },
    mistake: None,
};

#[test]
fn every_state_of_the_small_model_holds() {
    let checker = SMALL.checker().threads(2).spawn_bfs().join();
    let (states, depth) = (checker.unique_state_count(), checker.max_depth());
    println!("{states} states, {depth} deep");
    checker.assert_properties();
    assert!(states > 10_000, "{states} states");
}

/// The real sequencers go every way that the model's go, with late appends, crashes, power cuts and void rounds.
#[test]
fn the_real_sequencers_take_the_steps_of_the_model() {
    let model = LinkModel {
        rounds: 2,
        budget: Budget {
            late: 2,
            crashes: 2,
            power_cuts: 1,
            voids: 1,
        },
        mistake: None,
    };
    let blocks = conformance::walks(model, 100);
    println!("{blocks} blocks");
    assert!(blocks > 1_000, "{blocks} blocks");
}

/// The model with this mistake breaks these properties.
fn is_found(mistake: Mistake, broken: &[&'static str]) {
    let model = LinkModel {
        mistake: Some(mistake),
        ..SMALL
    };
    let all = broken.iter().copied().collect();
    let checker = model.checker().threads(2);
    let checker = checker.finish_when(HasDiscoveries::AllOf(all));
    let checker = checker.spawn_bfs().join();
    for name in broken {
        let found = checker.discovery(name);
        assert!(found.is_some(), "{mistake:?} does not break: {name}");
    }
}

#[test]
fn tables_that_do_not_wait_for_permits_are_found() {
    let broken = [
        "no bets without a permit",
        "RWS6 4.5: dealt first is paid first",
    ];
    is_found(Mistake::NoPermits, &broken);
}

#[test]
fn an_unconditional_append_is_found() {
    let broken = ["one order for all readers", "nothing is booked twice"];
    is_found(Mistake::UnconditionalAppend, &broken);
}

#[test]
fn a_pool_without_numbers_is_found() {
    is_found(Mistake::NoNumbers, &["nothing is booked twice"]);
}
