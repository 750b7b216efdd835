//! One name, one meaning: a public type of one crate has a name that no other crate gives to a public type.

use crate::workspace::packages;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// The independent second implementation speaks of the same things, with types of its own.
const SKIPPED: &str = "oracle";

const KEYWORDS: [&str; 5] = ["struct", "enum", "trait", "type", "union"];

/// Names that stand in several crates, each with the reason.
const ALLOWED: &[(&str, &str)] = &[];

/// The crates in which each name is public.
type Owners = BTreeMap<String, BTreeSet<String>>;

/// The public type that a line declares, wherever its module is visible. `pub(crate)` is not public.
fn declared(line: &str) -> Option<&str> {
    let words = line.trim_start().strip_prefix("pub ")?;
    let name = KEYWORDS.iter().find_map(|keyword| {
        let rest = words.strip_prefix(keyword)?;
        rest.strip_prefix(' ')
    })?;
    name.split(|c: char| !c.is_alphanumeric() && c != '_')
        .next()
}

fn owners() -> Owners {
    let mut owners = Owners::new();
    for package in packages().iter().filter(|package| package.name != SKIPPED) {
        for file in package.sources() {
            let text = fs::read_to_string(&file).expect("a source file");
            for name in text.lines().filter_map(declared) {
                let crates = owners.entry(name.to_owned()).or_default();
                crates.insert(package.name.clone());
            }
        }
    }
    owners
}

fn is_allowed(name: &str) -> bool {
    ALLOWED.iter().any(|(allowed, _)| *allowed == name)
}

#[test]
fn no_name_is_public_in_two_crates() {
    let owners = owners();
    assert!(owners.len() > 200, "{} public types", owners.len());
    let clashes = owners.iter().filter(|(_, crates)| crates.len() > 1);
    let clashes = clashes.filter(|(name, _)| !is_allowed(name));
    let clashes: Vec<String> = clashes
        .map(|(name, crates)| format!("{name}: {crates:?}"))
        .collect();
    assert!(clashes.is_empty(), "\n  {}\n", clashes.join("\n  "));
}

#[test]
fn every_allowed_name_stands_in_two_crates_for_a_reason() {
    let owners = owners();
    for (name, reason) in ALLOWED {
        let crates = owners.get(*name).map_or(0, BTreeSet::len);
        assert!(crates > 1, "{name} clashes no longer: take it off the list");
        assert!(!reason.is_empty(), "{name}: no reason");
    }
}

#[test]
fn declarations_are_recognised() {
    assert_eq!(declared("pub struct Seat(u8);"), Some("Seat"));
    assert_eq!(declared("    pub enum Fate {"), Some("Fate"));
    assert_eq!(declared("pub type Row<T> = [T; 16];"), Some("Row"));
    assert_eq!(declared("pub trait Port: Send {"), Some("Port"));
    assert_eq!(declared("pub(crate) struct Hidden;"), None);
    assert_eq!(declared("pub fn structure() {}"), None);
    assert_eq!(declared("/// pub struct Told"), None);
}
