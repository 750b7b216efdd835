//! The model of handshake and session, every state of it: the real code of both ends, with somebody in the middle who
//! knows everything but the keys.

mod attacker;
mod record;
mod wire_model;
mod world;

use stateright::{Checker, HasDiscoveries, Model};

use record::Promise;
use wire_model::{Budget, WireModel};
use world::Mistake;

/// Nothing at all happens; each model adds what it is about.
const NOTHING: Budget = Budget {
    words: [3, 3],
    payloads: [0, 0],
    restarts: [0, 0],
    waits: 1,
    inventions: 0,
};

/// Both sides start again at any time.
const RESTARTS: WireModel = WireModel::of(Budget {
    restarts: [1, 1],
    ..NOTHING
});

/// A payload is under way when the table starts again.
const LOST_PAYLOAD: WireModel = WireModel::of(Budget {
    payloads: [1, 0],
    restarts: [0, 1],
    ..NOTHING
});

/// Both ways carry a payload while the attacker adds a frame of their own.
const INVENTIONS: WireModel = WireModel::of(Budget {
    payloads: [1, 1],
    inventions: 1,
    ..NOTHING
});

/// Both ways carry a payload, with a word more for each side.
const EXCHANGE: WireModel = WireModel::of(Budget {
    words: [4, 4],
    payloads: [1, 1],
    ..NOTHING
});

fn every_state_holds(model: WireModel, states_min: usize) {
    let checker = model.checker().threads(2).spawn_bfs().join();
    let (states, depth) = (checker.unique_state_count(), checker.max_depth());
    println!("{states} states, {depth} deep");
    checker.assert_properties();
    assert!(states > states_min, "{states} states");
}

#[test]
fn every_state_with_restarts_holds() {
    every_state_holds(RESTARTS, 20_000);
}

#[test]
fn every_state_with_a_lost_payload_holds() {
    every_state_holds(LOST_PAYLOAD, 8_000);
}

#[test]
fn every_state_with_an_invented_frame_holds() {
    every_state_holds(INVENTIONS, 10_000);
}

#[test]
fn every_state_of_a_longer_exchange_holds() {
    every_state_holds(EXCHANGE, 30_000);
}

/// The model with this mistake breaks this promise.
fn is_found(mistake: Mistake, broken: Promise) {
    let model = WireModel {
        budget: Budget {
            restarts: [1, 1],
            inventions: 1,
            ..NOTHING
        },
        mistake: Some(mistake),
    };
    let name = broken.name();
    let checker = model.checker().threads(2);
    let checker = checker.finish_when(HasDiscoveries::AllOf([name].into_iter().collect()));
    let checker = checker.spawn_bfs().join();
    let found = checker.discovery(name).map(stateright::Path::into_actions);
    println!("{mistake:?}: {found:?}");
    assert!(found.is_some(), "{mistake:?} does not break: {name}");
}

#[test]
fn an_offer_that_is_used_twice_is_found() {
    is_found(Mistake::OfferUsedTwice, Promise::OneLife);
}

#[test]
fn a_tag_that_does_not_cover_the_counter_is_found() {
    is_found(Mistake::TagWithoutCounter, Promise::OnlyWhatWasSaid);
}

#[test]
fn a_tag_that_does_not_cover_the_speaker_is_found() {
    is_found(Mistake::TagWithoutSpeaker, Promise::OnlyWhatWasSaid);
}

#[test]
fn a_session_that_is_made_by_the_hello_alone_is_found() {
    is_found(Mistake::SessionByHello, Promise::Shared);
}
