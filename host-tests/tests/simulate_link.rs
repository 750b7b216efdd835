//! Random histories of linked tables: nothing differs, the same seed is the same history, and planted mistakes are
//! found.

use simulator::simulate::CountKind;
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

/// A short form of `coinspot simulate --link 4`. Rare events are there too, so that the histories show something.
#[test]
fn nothing_differs() {
    let mut counts = simulator::simulate::Counts::default();
    for seed in 0..30 {
        match run_link(&plan(seed, Planted::Nothing)) {
            Ok(run) => counts += &run.counts,
            Err(failure) => panic!("seed {seed}: {}", failure.report()),
        }
    }
    for (kind, name) in [
        (CountKind::Claims, "paid"),
        (CountKind::Claims, "entries with several claims"),
        (CountKind::Claims, "entries with a claim that waits"),
        (CountKind::Claims, "registered amounts"),
        (CountKind::Log, "void"),
        (CountKind::Log, "invalidate"),
        (CountKind::Log, "ruling: strike"),
        (CountKind::Log, "ruling: do not wait"),
        (CountKind::Faults, "letter overtaken"),
        (CountKind::Faults, "sequencer crashed"),
        (CountKind::Power, "torn"),
    ] {
        assert!(counts.get(kind, name) > 0, "{name}");
    }
}

#[test]
fn the_same_seed_is_the_same_history() {
    let [one, other] = [(); 2].map(|()| run_link(&plan(3, Planted::Nothing)).map_err(|_| ()));
    assert!(one.is_ok());
    assert_eq!(one, other);
}

/// Such a mistake is found, and what shows it is short.
fn is_found(planted: Planted, what: &str) {
    let mut plans = (0..5).map(|seed| plan(seed, planted));
    let found = plans.find_map(|plan| Some((plan, run_link(&plan).err()?)));
    let (plan, failure) = found.expect("a difference");
    let difference = failure.difference.to_string();
    assert!(difference.contains(what), "{difference}");
    let steps = failure.history.len();
    let shortest = shrink_link(&plan, *failure);
    assert!(shortest.history.len() < steps, "{}", shortest.report());
}

#[test]
fn a_table_that_does_not_wait_for_its_permit_is_found() {
    is_found(Planted::NoPermits, "the permit for bets");
}

#[test]
fn an_unconditional_append_is_found() {
    is_found(Planted::UnconditionalAppend, "the log");
}

#[test]
fn a_pool_without_numbers_is_found() {
    is_found(Planted::NoNumbers, "in the log");
}
