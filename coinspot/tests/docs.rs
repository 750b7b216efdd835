//! The examples of `docs/settle.md` are what the program answers, and the round in the README is what it prints.

use std::process::Command;

use coinspot::settle::settle_line;
use serde_json::Value;

const DOCS: &str = include_str!("../../docs/settle.md");
const README: &str = include_str!("../../README.md");

/// The JSON blocks of the page, in their order.
fn blocks() -> Vec<Value> {
    let pieces = DOCS.split("```json\n").skip(1);
    let blocks = pieces.filter_map(|piece| piece.split("```").next());
    blocks
        .map(|block| serde_json::from_str(block).expect("a block of JSON"))
        .collect()
}

#[test]
fn every_example_settles_as_the_page_says() {
    let blocks = blocks();
    let games = ["thb6", "rws6", "ml6", "ml9", "tcp5"];
    assert_eq!(blocks.len(), 2 * games.len(), "one example a game");
    for (pair, game) in blocks.chunks(2).zip(games) {
        let [round, expected] = pair else {
            panic!("a round and its settlement");
        };
        assert_eq!(round["game"], game);
        let settled = settle_line(&round.to_string()).expect("a round that settles");
        let settled: Value = serde_json::from_str(&settled).expect("JSON");
        assert_eq!(settled, *expected, "{game}");
    }
}

#[test]
fn the_readme_shows_what_the_program_prints() {
    let mut commands = README
        .lines()
        .filter_map(|line| line.strip_prefix("cargo run -- show "));
    let command = commands.next().expect("a command that shows a round");
    let arguments = command.split('#').next().expect("text before a comment");
    let mut pieces = README.split("```text\n").skip(1);
    let shown = pieces.next().and_then(|piece| piece.split("```").next());
    let output = Command::new(env!("CARGO_BIN_EXE_coinspot"))
        .arg("show")
        .args(arguments.split_whitespace())
        .output()
        .expect("the program runs");
    let printed = String::from_utf8(output.stdout).expect("text");
    assert_eq!(Some(printed.as_str()), shown);
}
