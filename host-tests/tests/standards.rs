//! `docs/standards.md` and `docs/security.md` against the code: every requirement stands there once, with a test or
//! with what is missing; whatever touches a wire has a test or is called unprotected; every test and scenario that is
//! named exists and runs. And no scenario is left out of the list that host and board play.

mod named;

use named::{SCENARIOS, listed, test_names};
use std::collections::BTreeMap;
use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

const STANDARDS: &str = include_str!("../../docs/standards.md");
const SECURITY: &str = include_str!("../../docs/security.md");

/// The lines of the list of requirements.
const LINES: RangeInclusive<u32> = 1..=30;

/// What a threat says where nothing is done about it.
const UNPROTECTED: &str = "not protected";

/// The folder of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A name of a test: `path/file.rs: name`, or `scenarios::module::name`.
fn is_name_of_a_test(text: &str) -> bool {
    text.starts_with("scenarios::") || text.contains(".rs: ")
}

/// Everything between backticks that is the name of a test.
fn tests_named_in(text: &str) -> impl Iterator<Item = &str> {
    let marked = text.split('`').skip(1).step_by(2);
    marked.filter(|marked| is_name_of_a_test(marked))
}

fn exists(test: &str) -> bool {
    if let Some(scenario) = test.strip_prefix("scenarios::") {
        return listed(SCENARIOS).iter().any(|listed| listed == scenario);
    }
    let Some((path, name)) = test.split_once(": ") else {
        return false;
    };
    let source = fs::read_to_string(root().join(path));
    source.is_ok_and(|source| test_names(&source).iter().any(|test| test == name))
}

/// Tests that are named and do not exist.
fn unknown_tests(document: &str) -> Vec<String> {
    tests_named_in(document)
        .filter(|test| !exists(test))
        .map(|test| format!("there is no {test}"))
        .collect()
}

/// How far a requirement is met.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    Met,
    InPart,
    NotMet,
}

/// One requirement: its number, and what stands under it.
struct Requirement<'d> {
    number: u32,
    text: &'d str,
}

impl Requirement<'_> {
    fn verdict(&self) -> Option<Verdict> {
        let verdicts = [
            ("**Met.**", Verdict::Met),
            ("**Met in part.**", Verdict::InPart),
            ("**Not met.**", Verdict::NotMet),
        ];
        let starts = |mark: &str| self.text.lines().any(|line| line.starts_with(mark));
        let mut given = verdicts.into_iter().filter(|(mark, _)| starts(mark));
        let first = given.next().map(|(_, verdict)| verdict);
        first.filter(|_| given.next().is_none())
    }

    /// A requirement is tested as far as it is met, and says what is missing as far as it is not.
    fn complaints(&self) -> Vec<String> {
        let number = self.number;
        let Some(verdict) = self.verdict() else {
            return vec![format!("{number} says neither that it is met nor that not")];
        };
        let says = |start: &str| self.text.lines().any(|line| line.starts_with(start));
        let is_tested = tests_named_in(self.text).next().is_some();
        let is_missing = says("Not met: ");
        #[rustfmt::skip]
        let wrong = [
            (!says("Asked: "), "does not say what is asked"),
            (verdict != Verdict::NotMet && !is_tested, "has no test"),
            (verdict != Verdict::Met && !is_missing, "does not say what is missing"),
            (verdict == Verdict::Met && is_missing, "is met, and is not met"),
        ];
        let wrong = wrong.into_iter().filter(|(is_wrong, _)| *is_wrong);
        wrong.map(|(_, what)| format!("{number} {what}")).collect()
    }
}

/// The sections `## 1. Title` of the document.
fn requirements(document: &str) -> Vec<Requirement<'_>> {
    let sections = document.split("\n## ").skip(1);
    let numbered = sections.filter_map(|section| {
        let (number, text) = section.split_once(". ")?;
        Some(Requirement {
            number: number.parse().ok()?,
            text,
        })
    });
    numbered.collect()
}

/// The numbers behind a mark at the beginning of the document: `1, 2, 3`, or `none`.
fn summary(document: &str, mark: &str) -> Option<Vec<u32>> {
    let mut lines = document.lines();
    let line = lines.find_map(|line| line.strip_prefix(mark))?.trim();
    if line == "none" {
        return Some(Vec::new());
    }
    line.split(", ").map(|number| number.parse().ok()).collect()
}

/// What is wrong with the list of requirements, in words.
fn complaints(document: &str) -> Vec<String> {
    let requirements = requirements(document);
    let mut times: BTreeMap<u32, u32> = BTreeMap::new();
    for requirement in &requirements {
        *times.entry(requirement.number).or_default() += 1;
    }
    let missing = LINES.filter(|number| !times.contains_key(number));
    let missing = missing.map(|number| format!("{number} is missing"));
    let twice = times.iter().filter(|(_, times)| **times > 1);
    let twice = twice.map(|(number, _)| format!("{number} is there twice"));
    let strange = times.keys().filter(|number| !LINES.contains(number));
    let strange = strange.map(|number| format!("there is no requirement {number}"));
    let each = requirements.iter().flat_map(Requirement::complaints);
    let marks = [
        ("**In part:**", Verdict::InPart),
        ("**Not met at all:**", Verdict::NotMet),
    ];
    let summaries = marks.into_iter().filter_map(|(mark, verdict)| {
        let are = |one: &&Requirement| one.verdict() == Some(verdict);
        let those = requirements.iter().filter(are).map(|one| one.number);
        let those: Vec<u32> = those.collect();
        (summary(document, mark) != Some(those)).then(|| format!("the summary is wrong: {mark}"))
    });
    let counted = missing.chain(twice).chain(strange);
    let read = each.chain(summaries).chain(unknown_tests(document));
    counted.chain(read).collect()
}

/// The cells of a row.
fn cells(row: &str) -> Vec<&str> {
    row.trim_matches('|').split('|').map(str::trim).collect()
}

/// The rows of all tables whose last column is what shows that a threat is met.
fn threats(document: &str) -> Vec<Vec<&str>> {
    let tables = document.split("\n\n").map(|table| table.lines().map(cells));
    let of_threats = tables.filter(|table| {
        let heading = table.clone().next();
        heading.is_some_and(|heading| heading.last() == Some(&"shown by"))
    });
    of_threats.flat_map(|table| table.skip(2)).collect()
}

/// What is wrong with the threats, in words.
fn complaints_about_threats(document: &str) -> Vec<String> {
    let threats = threats(document);
    let is_answered = |shown: &&str| {
        let mut tests = tests_named_in(shown);
        *shown == UNPROTECTED || tests.next().is_some()
    };
    let unanswered = threats.iter().filter_map(|cells| {
        let threat = cells.first()?;
        let answered = cells.last().is_some_and(is_answered);
        (!answered).then(|| format!("\"{threat}\" has neither a test nor the word"))
    });
    let none = threats.is_empty().then(|| "there is no threat".to_owned());
    let unknown = unknown_tests(document);
    unanswered.chain(none).chain(unknown).collect()
}

/// The functions in a module of scenarios that can be played on any table.
fn scenarios_in(source: &str) -> impl Iterator<Item = &str> {
    let functions = source.split("\npub fn ").skip(1);
    functions.filter_map(|function| {
        let (name, rest) = function.split_once('<')?;
        let signature: String = rest.split_whitespace().collect();
        signature.starts_with("E:FreshEngine>(){").then_some(name)
    })
}

/// Scenarios of a module that nobody plays.
fn forgotten(module: &str, source: &str, list: &str) -> Vec<String> {
    let listed = listed(list);
    scenarios_in(source)
        .map(|name| format!("{module}::{name}"))
        .filter(|scenario| !listed.contains(scenario))
        .collect()
}

#[test]
fn every_requirement_has_a_test_that_exists_or_says_what_is_missing() {
    let complaints = complaints(STANDARDS);
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    let tests = tests_named_in(STANDARDS).count();
    println!("{} requirements, {tests} tests", LINES.count());
}

#[test]
fn every_threat_has_a_test_that_exists_or_is_called_unprotected() {
    let complaints = complaints_about_threats(SECURITY);
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    println!("{} threats", threats(SECURITY).len());
}

#[test]
fn every_scenario_is_played() {
    let folder = root().join("simulator/src/scenarios");
    let mut found = 0;
    for file in fs::read_dir(folder).expect("the scenarios") {
        let path = file.expect("a file").path();
        let module = path.file_stem().expect("a name").to_string_lossy();
        let source = fs::read_to_string(&path).expect("a readable file");
        assert_eq!(forgotten(&module, &source, SCENARIOS), [""; 0]);
        found += scenarios_in(&source).count();
    }
    assert_eq!(found, listed(SCENARIOS).len());
}

/// A document with one thing spoiled, which is there exactly once.
#[track_caller]
fn spoiled(document: &str, thing: &str, other: &str) -> String {
    assert_eq!(document.matches(thing).count(), 1, "{thing}");
    document.replace(thing, other)
}

#[test]
fn what_is_wrong_with_the_requirements_is_found() {
    let without = |thing: &str, other: &str| complaints(&spoiled(STANDARDS, thing, other));
    assert_eq!(without("\n## 24. ", "\n## "), ["24 is missing"]);
    let twice = without("\n## 24. ", "\n## 16. ");
    assert_eq!(twice, ["24 is missing", "16 is there twice"]);
    let strange = without("\n## 24. ", "\n## 31. ");
    assert_eq!(strange, ["24 is missing", "there is no requirement 31"]);

    let alarm = "**Met.** The sounder";
    let silent = ["24 says neither that it is met nor that not"];
    assert_eq!(without(alarm, "The sounder"), silent);
    let in_part = without(alarm, "**Met in part.** The sounder");
    let expected = [
        "24 does not say what is missing",
        "the summary is wrong: **In part:**",
    ];
    assert_eq!(in_part, expected);
    let both = without(alarm, "Not met: much\n\n**Met.** The sounder");
    assert_eq!(both, ["24 is met, and is not met"]);

    let tests = "- `scenarios::after_lock::a_chip_is_added`\n- `scenarios::after_lock::a_chip_is_swapped`\n\n## 25.";
    assert_eq!(without(tests, "\n## 25."), ["24 has no test"]);
    let summary = without("**Not met at all:** none", "**Not met at all:** 2");
    assert_eq!(summary, ["the summary is wrong: **Not met at all:**"]);
}

#[test]
fn a_test_that_does_not_exist_is_found() {
    let start = "recovery.rs: every_checkpoint_is_a_start";
    let smaller = "sign/odometer.rs: a_smaller_amount_is_shown_at_once";
    let (win, five) = (
        "megalink::a_win_is_on_the_sign",
        "games::five_games_in_one_evening",
    );
    for (test, other) in [
        // No such test, not in this file, no such file, a function that is no test.
        (start, "recovery.rs: no_such_test"),
        (start, "waiting.rs: every_checkpoint_is_a_start"),
        (start, "nowhere.rs: every_checkpoint_is_a_start"),
        (smaller, "board.rs: readings"),
        // Not a scenario, and one of another module.
        (win, "megalink::no_such_scenario"),
        (five, "power::five_games_in_one_evening"),
    ] {
        let got = complaints(&spoiled(STANDARDS, test, other));
        let [complaint] = &got[..] else {
            panic!("{other}: {got:?}");
        };
        assert!(complaint.starts_with("there is no ") && complaint.contains(other));
    }
}

#[test]
fn a_threat_without_an_answer_is_found() {
    let threat = "| a | b | c | not protected |";
    let table = |row: &str| {
        format!("| threat | who | what stops it | shown by |\n| --- | --- | --- | --- |\n{row}\n")
    };
    assert_eq!(complaints_about_threats(&table(threat)), [""; 0]);
    let unanswered = complaints_about_threats(&table("| a | b | c | nothing |"));
    assert_eq!(unanswered, ["\"a\" has neither a test nor the word"]);
    let unknown =
        complaints_about_threats(&table("| a | b | c | `host-tests/tests/auth.rs: no` |"));
    assert_eq!(unknown, ["there is no host-tests/tests/auth.rs: no"]);
    assert_eq!(complaints_about_threats(""), ["there is no threat"]);
}

#[test]
fn a_scenario_that_nobody_plays_is_found() {
    let source = "\npub fn played<E: FreshEngine>() {\n}\npub fn unplayed<E: FreshEngine>() {\n}\npub fn helper<E: FreshEngine>(of: E) {\n}\n";
    let list = "$with!(module::played);\n$with!(\n    other::unplayed\n);";
    assert_eq!(forgotten("module", source, list), ["module::unplayed"]);
}
