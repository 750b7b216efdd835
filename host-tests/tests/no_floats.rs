//! No float in `shared-rules`: every one of its source files is taken apart into tokens, and none of them
//! may be a float literal or name a float type.

mod named;

use named::rust_files;
use proc_macro2::{TokenStream, TokenTree};
use std::fs;
use std::path::{Path, PathBuf};

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared-rules/src")
}

fn tokens(path: &Path) -> TokenStream {
    let text = fs::read_to_string(path).expect("a readable file");
    text.parse()
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The tokens that are a float literal or name a float type, wherever they are nested.
fn floats(tokens: TokenStream) -> Vec<String> {
    let found = tokens.into_iter().flat_map(|token| match token {
        TokenTree::Group(group) => floats(group.stream()),
        TokenTree::Ident(name) if names_a_float(&name.to_string()) => vec![name.to_string()],
        TokenTree::Literal(value) if is_float(&value.to_string()) => vec![value.to_string()],
        _ => Vec::new(),
    });
    found.collect()
}

fn names_a_float(name: &str) -> bool {
    name.contains("f32") || name.contains("f64")
}

/// Digits, and after them a point, an exponent or a float's suffix. Hexadecimal digits follow an `x`, so
/// that `0x1f32` is none, and texts start with a quote. `pair.0.1` is read as a float as well: name the part.
fn is_float(literal: &str) -> bool {
    let after_digits =
        literal.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == '_');
    let starts = [".", "e", "E", "f32", "f64"];
    after_digits.len() < literal.len() && starts.iter().any(|start| after_digits.starts_with(start))
}

/// What stands in each `#![...]` at the top of a file, without blanks.
fn inner_attributes(tokens: TokenStream) -> Vec<String> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let attributes = tokens.windows(3).filter_map(|three| match three {
        [
            TokenTree::Punct(hash),
            TokenTree::Punct(mark),
            TokenTree::Group(group),
        ] if hash.as_char() == '#' && mark.as_char() == '!' => {
            Some(group.stream().to_string().replace(' ', ""))
        }
        _ => None,
    });
    attributes.collect()
}

#[test]
fn shared_rules_use_no_float() {
    let files = rust_files(&source());
    for file in &files {
        assert_eq!(floats(tokens(file)), [""; 0], "{}", file.display());
    }
    println!("{} files without a float", files.len());
    assert!(files.len() > 10, "only {} files were seen", files.len());
}

#[test]
fn shared_rules_have_neither_std_nor_unsafe_code() {
    let attributes = inner_attributes(tokens(&source().join("lib.rs")));
    for expected in ["no_std", "forbid(unsafe_code)"] {
        let mut all = attributes.iter();
        let is_there = all.any(|attribute| attribute == expected);
        assert!(is_there, "{expected}: {attributes:?}");
    }
}

#[test]
fn the_scan_finds_every_kind_of_float() {
    let found = |text: &str| floats(text.parse().expect("Rust"));
    assert_eq!(found("fn odds() -> u32 { let edge = 2.037; 0 }"), ["2.037"]);
    let all = found("fn odds(rate: f64) { [1e3, 2E-1, 1_f32, 3.] }");
    assert_eq!(all, ["f64", "1e3", "2E-1", "1_f32", "3."]);
    let names = found("time.as_secs_f32() + core::f64::consts::PI");
    assert_eq!(names, ["as_secs_f32", "f64"]);
    let none = r#"/// 2.5 % of an f64
        const A: [usize; 4] = [0x1f32, 1_000usize, 0b1, 0o7]; const B: (&str, u8) = ("1.5", pair.0);"#;
    assert_eq!(found(none), [""; 0]);
}
