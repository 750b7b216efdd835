//! A run of tests that tests nothing is no success: the words that choose tests, and the check that they chose some.

use std::process::Command;
use xtask::board::TestChoice;
use xtask::progress;

/// A stand-in for `cargo test`, whose two test programs print as libtest does. The second has no test of that name.
const PRINTED: &str = "
running 2 tests
test power::a_cut_is_survived ... ok
test power::another_is_not_run ... ignored
test result: ok. 1 passed; 0 failed; 1 ignored

running 0 tests
test result: ok. 0 passed; 0 failed
";

fn run(printed: &str, filters: &[&str]) -> Result<(), String> {
    let mut tests = Command::new("printf");
    let tests = tests.args(["%s", printed]);
    progress::run_to(&mut Vec::new(), "tests", tests, filters)
}

#[test]
fn a_filter_that_chooses_a_test_holds() {
    run(PRINTED, &[]).unwrap();
    run(PRINTED, &["a_cut"]).unwrap();
    run(PRINTED, &["power::", "survived"]).unwrap();
}

#[test]
fn a_filter_that_chooses_no_test_is_an_error() {
    for filters in [&["a_cat"][..], &["a_cut", "a_cat"], &["a_cat", "a_cut"]] {
        let why = run(PRINTED, filters).unwrap_err();
        assert!(why.contains("`a_cat`"), "{why}");
    }
}

#[test]
fn a_test_that_is_left_out_has_not_run() {
    let why = run(PRINTED, &["another"]).unwrap_err();
    assert!(why.contains("`another`"), "{why}");
}

#[test]
fn a_run_without_tests_is_an_error() {
    let nothing = "\nrunning 0 tests\n\ntest result: ok. 0 passed; 0 failed\n";
    let why = run(nothing, &[]).unwrap_err();
    assert!(why.contains("no test has run"), "{why}");
}

#[test]
fn words_choose_programs_and_tests() {
    let words = ["--test", "power", "cut", "--release", "start"];
    let chosen = TestChoice {
        options: vec!["--test", "power", "--release"],
        filters: vec!["cut", "start"],
    };
    assert_eq!(TestChoice::of(&words), chosen);
}
