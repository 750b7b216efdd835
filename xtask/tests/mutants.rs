//! The report on the lists of mutants, and the document that explains the survivors.

use xtask::mutants::report::{MutantReport, explained};

const CAUGHT: &str = "a.rs:1:2: replace + with - in sum\na.rs:3:4: replace sum with 0\n";
const MISSED: &str =
    "a.rs:5:6: replace && with || in both\na.rs:5:16: replace && with || in both\n";
const UNVIABLE: &str = "b.rs:7:8: replace seat with Default::default()\n";
const TIMEOUT: &str = "b.rs:9:10: replace < with <= in walk\n";

const DOCUMENT: &str = "\
# Survivors

Not an item: `a.rs: replace + with - in sum`.

- `a.rs: replace && with || in both`: the left side implies the right one.
- `a.rs: replace && with || in both`: and so does the right side the left one.
";

fn report(missed: &str) -> MutantReport {
    MutantReport::new([CAUGHT, missed, UNVIABLE, TIMEOUT]).expect("lists of mutants")
}

#[test]
fn a_mutant_that_runs_out_of_time_is_caught_and_one_that_does_not_compile_is_none() {
    let printed = report(MISSED).to_string();
    let rows: Vec<Vec<&str>> = printed
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    let heading = ["mutants", "caught", "missed", "unviable", "timeout"];
    assert_eq!(rows[0], heading);
    assert_eq!(rows[1], ["a.rs", "4", "2", "2", "0", "0", "50.0", "%"]);
    assert_eq!(rows[2], ["b.rs", "2", "0", "0", "1", "1", "100.0", "%"]);
    assert_eq!(rows[3], ["all", "6", "2", "2", "1", "1", "60.0", "%"]);
}

#[test]
fn too_few_that_are_caught_are_an_error() {
    assert!(report(MISSED).reaches_the_bar().is_err());
    assert!(report("").reaches_the_bar().is_ok());
    let caught = CAUGHT.repeat(19);
    let at_the_bar = MutantReport::new([&caught, MISSED, "", ""]).expect("lists of mutants");
    assert!(at_the_bar.reaches_the_bar().is_ok());
    let below_it =
        MutantReport::new([&caught, &MISSED.repeat(2), "", ""]).expect("lists of mutants");
    assert!(below_it.reaches_the_bar().is_err());
}

#[test]
fn every_survivor_is_explained_and_every_explanation_has_one() {
    let explained = explained(DOCUMENT).expect("reasons");
    assert!(report(MISSED).has_no_stranger(&explained).is_ok());
    assert!(report(MISSED).has_survivors(&explained).is_ok());

    let three = format!("{MISSED}a.rs:5:26: replace && with || in both\n");
    let error = report(&three).has_no_stranger(&explained);
    assert!(error.is_err_and(|error| error.contains("a.rs: replace && with || in both")));

    let one = "a.rs:5:6: replace && with || in both\n";
    assert!(report(one).has_no_stranger(&explained).is_ok());
    assert!(report(one).has_survivors(&explained).is_err());
}

#[test]
fn an_explanation_without_a_reason_is_none() {
    assert!(explained("- `a.rs: replace && with || in both`:\n").is_err());
}

#[test]
fn a_line_that_names_no_mutant_is_an_error() {
    assert!(MutantReport::new(["", "a.rs", "", ""]).is_err());
}
