//! Source files, and the names of the test functions and scenarios in them, for the documents that name them.
#![allow(dead_code, reason = "not every program of tests needs all of it")]

use std::fs;
use std::path::{Path, PathBuf};

/// The lists of scenarios that host and board play.
pub const SCENARIOS: &str = include_str!("../../../simulator/src/scenarios/mod.rs");

/// Every `.rs` file below `folder`.
pub fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a readable folder");
    let paths = entries.map(|entry| entry.expect("a readable entry").path());
    let files = paths.flat_map(|path| match path.is_dir() {
        true => rust_files(&path),
        false => vec![path],
    });
    let is_rust = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "rs");
    files.filter(is_rust).collect()
}

/// The functions right behind a `#[test]`, or an async one's; one with `#[ignore]` between does not count.
pub fn test_names(source: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut lines = source.lines();
    while lines.any(|line| matches!(line.trim(), "#[test]" | "#[tokio::test]")) {
        let function = lines.next().map(str::trim).unwrap_or_default();
        let function = function.strip_prefix("async ").unwrap_or(function);
        let name = function.strip_prefix("fn ");
        names.extend(
            name.and_then(|name| name.split('(').next())
                .map(str::to_owned),
        );
    }
    names
}

/// The scenarios that host and board play, as `module::name`.
pub fn listed(scenarios: &str) -> Vec<String> {
    let lines = scenarios.lines().map(str::trim);
    let code: String = lines.filter(|line| !line.starts_with("//")).collect();
    let calls = code.split("$with!(").skip(1);
    let insides = calls.filter_map(|call| call.split_once(");"));
    insides
        .map(|(inside, _)| inside.trim().to_owned())
        .collect()
}
