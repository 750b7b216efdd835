//! The walks of `docs/architecture.md` lead somewhere: every file and every function that the page names exists.

use crate::workspace::root;
use std::fs;

const PAGE: &str = "docs/architecture.md";

/// The names in backticks that are a source file, with the function behind the colon if there is one.
fn named(page: &str) -> Vec<(&str, Option<&str>)> {
    let quoted = page.split('`').skip(1).step_by(2);
    let files = quoted.map(|name| match name.split_once(": ") {
        Some((path, function)) => (path, Some(function)),
        None => (name, None),
    });
    files.filter(|(path, _)| path.ends_with(".rs")).collect()
}

fn defines(source: &str, function: &str) -> bool {
    [
        "fn",
        "struct",
        "enum",
        "trait",
        "const",
        "static",
        "macro_rules!",
    ]
    .iter()
    .any(|keyword| {
        let definition = format!("{keyword} {function}");
        source.match_indices(&definition).any(|(at, found)| {
            let next = source[at + found.len()..].chars().next();
            next.is_none_or(|next| !next.is_alphanumeric() && next != '_')
        })
    })
}

#[test]
fn every_file_and_function_of_the_walks_exists() {
    let page = fs::read_to_string(root().join(PAGE)).expect(PAGE);
    let named = named(&page);
    for (path, function) in &named {
        let source = fs::read_to_string(root().join(path));
        let source = source.unwrap_or_else(|error| panic!("{path}: {error}"));
        if let Some(function) = function {
            assert!(defines(&source, function), "{path} has no {function}");
        }
    }
    let functions = named.iter().filter(|(_, function)| function.is_some());
    assert!(functions.count() > 50, "four walks name more functions");
}

#[test]
fn a_missing_name_is_noticed() {
    let page = "from `link/src/lib.rs: receive` to `nowhere.rs`, `Ledger` and `a.rs: b`";
    let expected = [
        ("link/src/lib.rs", Some("receive")),
        ("nowhere.rs", None),
        ("a.rs", Some("b")),
    ];
    assert_eq!(named(page), expected);
    assert!(defines("pub fn receive(&mut self)", "receive"));
    assert!(!defines("pub fn receive_all(&mut self)", "receive"));
}
