//! The settlement against the referee: a second one, slow and obvious, written from the documents alone.
//! On random rounds of every game both must say the same about every cent.

use std::collections::BTreeMap;

use coinspot::settle::settle_line;
use oracle::referee;
use serde_json::Value;
use simulator::rounds::{GAMES, Rounds};

const ROUNDS_A_GAME: u64 = 20_000;

/// Which paragraph is cited is a matter of taste where several apply; everything else is not.
fn without_rules(mut settled: Value) -> Value {
    for seat in settled["seats"].as_array_mut().expect("seats") {
        for (_, wager) in seat["wagers"].as_object_mut().expect("wagers") {
            let rule = wager.as_object_mut().and_then(|wager| wager.remove("rule"));
            assert!(rule.is_some(), "a wager without its rule");
        }
    }
    settled
}

/// Counts the payments of each award, so that a run without one does not pass for a test of it.
fn count_awards(settled: &Value, paid: &mut BTreeMap<String, u64>) {
    for award in settled["awards"].as_array().expect("awards") {
        let name = award["award"].as_str().expect("a name");
        *paid.entry(name.to_owned()).or_default() += 1;
    }
}

fn compare(game: &str, seed: u64) -> BTreeMap<String, u64> {
    let mut rounds = Rounds::new(seed);
    let mut paid = BTreeMap::new();
    for number in 0..ROUNDS_A_GAME {
        let line = serde_json::to_string(&rounds.next(game)).expect("JSON");
        let ours = settle_line(&line).unwrap_or_else(|error| panic!("{error}\n{line}"));
        let ours: Value = serde_json::from_str(&ours).expect("JSON");
        let theirs = referee::settle(&line).unwrap_or_else(|error| panic!("{error}\n{line}"));
        count_awards(&ours, &mut paid);
        let (ours, theirs) = (without_rules(ours), without_rules(theirs));
        assert_eq!(ours, theirs, "{game}, seed {seed}, round {number}:\n{line}");
    }
    println!("{game}: {ROUNDS_A_GAME} rounds agree; awards paid: {paid:?}");
    paid
}

/// Every award of every game has been paid in the comparison.
fn compare_with(game: &str, awards: &str) {
    let seed = GAMES.iter().position(|name| *name == game).expect("a game");
    let paid = compare(game, seed as u64 + 1);
    let names: Vec<&str> = paid.keys().map(String::as_str).collect();
    let mut expected = Vec::from_iter(awards.split(' '));
    expected.sort_unstable();
    assert_eq!(names, expected, "{game}");
}

const STAGES: &str = "royal_flush_on_flop royal_flush_on_turn royal_flush_on_river straight_flush \
    four_of_a_kind community_royal_flush community_straight_flush community_four_of_a_kind";
const MEGALINK: &str = "royal_flush straight_flush four_of_a_kind full_house flush";

#[test]
fn referee_agrees_on_thb6() {
    compare_with("thb6", STAGES);
}

#[test]
fn referee_agrees_on_rws6() {
    compare_with("rws6", STAGES);
}

#[test]
fn referee_agrees_on_ml6() {
    compare_with("ml6", MEGALINK);
}

#[test]
fn referee_agrees_on_ml9() {
    compare_with("ml9", &format!("{MEGALINK} straight"));
}

#[test]
fn referee_agrees_on_tcp5() {
    let awards = "royal_flush_spades royal_flush straight_flush three_of_a_kind straight envy";
    compare_with("tcp5", awards);
}
