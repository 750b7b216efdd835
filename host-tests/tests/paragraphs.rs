//! `docs/paragraphs.md` against the documents: every numbered paragraph stands in it once, and every test
//! that it names exists and runs.
//!
//! `host-tests/paragraphs/*.txt` are the paragraph numbers of the documents, in their order.

mod named;

use named::{SCENARIOS, listed, rust_files, test_names};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

const INDEX: [(&str, &str); 5] = [
    ("THB6", include_str!("../paragraphs/thb6.txt")),
    ("RWS6", include_str!("../paragraphs/rws6.txt")),
    ("ML6", include_str!("../paragraphs/ml6.txt")),
    ("ML9", include_str!("../paragraphs/ml9.txt")),
    ("TCP5", include_str!("../paragraphs/tcp5.txt")),
];

const TABLE: &str = include_str!("../../docs/paragraphs.md");

/// One row of the table for one document.
#[derive(PartialEq, Eq, PartialOrd, Ord, Clone, Debug)]
struct Row {
    paragraph: (String, String),
    how: String,
}

fn rows(table: &str) -> Vec<Row> {
    let lines = table.lines().filter(|line| line.starts_with("| "));
    let cells = lines.map(|line| line.trim_matches('|').split('|').map(str::trim));
    let rows = cells.map(|cells| <[&str; 4]>::try_from(cells.collect::<Vec<_>>()));
    let rows = rows.map(|row| row.expect("four columns: documents, paragraph, subject, how"));
    rows.filter(|[documents, ..]| *documents != "documents" && *documents != "---")
        .flat_map(|[documents, paragraph, subject, how]| {
            assert!(!subject.is_empty(), "{documents} {paragraph}: no subject");
            documents.split(' ').map(move |document| Row {
                paragraph: (document.to_owned(), paragraph.to_owned()),
                how: how.to_owned(),
            })
        })
        .collect()
}

fn numbered_paragraphs() -> BTreeSet<(String, String)> {
    let lines = INDEX
        .iter()
        .flat_map(|(tag, index)| index.lines().map(move |line| (*tag, line)));
    lines
        .map(|(tag, number)| (tag.to_owned(), number.to_owned()))
        .collect()
}

/// What is wrong with a table, in words.
fn complaints(table: &str) -> Vec<String> {
    let mut times = BTreeMap::new();
    for row in rows(table) {
        *times.entry(row.paragraph).or_insert(0) += 1;
    }
    let numbered = numbered_paragraphs();
    let missing = numbered.iter().filter(|p| !times.contains_key(p));
    let missing = missing.map(|(tag, number)| format!("{tag} {number} is missing"));
    let unknown = times.keys().filter(|p| !numbered.contains(p));
    let unknown = unknown.map(|(tag, number)| format!("{tag} has no {number}"));
    let twice = times.iter().filter(|(_, times)| **times > 1);
    let twice = twice.map(|((tag, number), _)| format!("{tag} {number} is listed twice"));
    let tests = tests_of_the_workspace();
    let how = rows(table)
        .into_iter()
        .filter_map(|row| complaint_about_how(&row, &tests));
    missing.chain(unknown).chain(twice).chain(how).collect()
}

/// A paragraph is shown by tests, left to the dealer or the sign, or not honoured yet.
fn complaint_about_how(row: &Row, tests: &BTreeSet<String>) -> Option<String> {
    let (tag, number) = &row.paragraph;
    if let Some(("test", names)) = row.how.split_once(": ") {
        let missing = names.split(", ").find(|name| !tests.contains(*name))?;
        return Some(format!("{tag} {number}: there is no test {missing}"));
    }
    match row.how.split_once(" - ") {
        Some(("dealer" | "sign" | "not yet", why)) if !why.is_empty() => None,
        _ => Some(format!("{tag} {number}: \"{}\" says nothing", row.how)),
    }
}

/// The names of all test functions and scenarios, which `cargo test` runs.
fn tests_of_the_workspace() -> BTreeSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folders = ["host-tests/tests", "firmware/tests", "coinspot/tests"];
    let files = folders
        .iter()
        .flat_map(|folder| rust_files(&root.join(folder)));
    let functions = files
        .flat_map(|file| test_names(&fs::read_to_string(&file).expect("a readable test file")));
    let scenarios = listed(SCENARIOS).into_iter();
    let scenarios = scenarios.filter_map(|path| path.split("::").last().map(str::to_owned));
    functions.chain(scenarios).collect()
}

#[test]
fn every_paragraph_is_listed_once_with_a_test_that_exists() {
    let complaints = complaints(TABLE);
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    let rows = rows(TABLE);
    let tested = rows.iter().filter(|row| row.how.starts_with("test: "));
    let (all, tested) = (rows.len(), tested.count());
    println!(
        "{all} paragraphs of {} documents, {tested} of them tested",
        INDEX.len()
    );
}

#[test]
fn a_missing_a_repeated_and_an_untested_paragraph_are_found() {
    let row = "| THB6 ML6 ML9 TCP5 | 3.1 |";
    assert_eq!(TABLE.matches(row).count(), 1);
    let without = TABLE.replace(row, "| THB6 ML6 ML9 | 3.1 |");
    assert_eq!(complaints(&without), ["TCP5 3.1 is missing"]);
    let twice = TABLE.replace(row, "| THB6 ML6 ML9 TCP5 TCP5 | 3.1 |");
    assert_eq!(complaints(&twice), ["TCP5 3.1 is listed twice"]);
    let unknown = TABLE.replace(row, "| THB6 ML6 ML9 TCP5 RWS6 | 3.1.9 |");
    assert!(complaints(&unknown).contains(&"RWS6 has no 3.1.9".to_owned()));
    let open = "test: bets_open_at_place_your_bets";
    let second = TABLE.replace(open, &format!("{open}, no_such_test"));
    let expected = "THB6 3.1: there is no test no_such_test".to_owned();
    assert!(complaints(&second).contains(&expected));
    let untested = TABLE.replace(open, "test: no_such_test");
    assert!(complaints(&untested).contains(&expected));
}
