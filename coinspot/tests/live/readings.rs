//! A table is configured under a reading, and whoever does it hears its cost.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use coinspot::odds::cost;
use coinspot::table::ask;
use coinspot::table::host::Host;
use coinspot::table::parts::Parts;
use coinspot::table::play::TablePlay;
use serde_json::{Value, json};
use shared_rules::games::{DealerQualifies, Game, RuleReadings};

use crate::commands::{coinspot, stderr, stdout};

/// The sentence about the letter of TCP5 3.11; its figure is compared with the odds in `tests/odds.rs`.
fn cost_of_the_letter() -> String {
    let cost = cost(Game::Tcp5.rules(), RuleReadings::default());
    cost.expect("the letter costs something")
}

/// A table whose supervisor's key is turned.
fn table() -> TablePlay {
    let mut play = TablePlay::new(Box::new(Host::new(1, None)), 1);
    play.run_until_idle();
    play.configure(Game::Ml9).expect("a game");
    ask(
        &mut play,
        &json!({"do": "turn", "switch": "supervisor", "on": true}),
    );
    play
}

fn ask(play: &mut TablePlay, ask: &Value) {
    let read = ask::read(&ask.to_string()).expect("an ask");
    play.ask(&read).expect("a command");
    play.run_ms(120);
    play.run_until_idle();
}

/// The choices of Three Card Poker on the page: label, cost, and the one that is configured.
fn choices(play: &TablePlay) -> [(Value, Value, Value); 2] {
    let mut parts = Parts::default();
    parts.write(play);
    let message: Value = serde_json::from_str(&parts.view).expect("JSON");
    let games = message["view"]["games"].as_array().expect("games").clone();
    let (three_cards, others): (Vec<Value>, Vec<Value>) =
        games.into_iter().partition(|game| game["key"] == "tcp5");
    assert!(others.iter().all(|game| game["readings"] == json!([])));
    [0, 1].map(|at| {
        let choice = &three_cards[0]["readings"][at];
        let field = |name: &str| choice[name].clone();
        (field("label"), field("cost"), field("chosen"))
    })
}

#[test]
fn the_page_configures_a_reading_and_says_its_cost() {
    let mut play = table();
    let letter = json!("dealer_qualifies=letter");
    let other = json!("dealer_qualifies=queen_high_or_better");
    let cost = json!(cost_of_the_letter());
    for (readings, is_letter) in [
        (json!({"dealer_qualifies": "queen_high_or_better"}), false),
        (json!({"dealer_qualifies": "letter"}), true),
    ] {
        ask(
            &mut play,
            &json!({"do": "configure", "game": "tcp5", "readings": readings}),
        );
        let terms = play.terms().expect("a configuration");
        let configured = terms.readings.dealer_qualifies == DealerQualifies::Letter;
        assert_eq!((terms.game, configured), (Game::Tcp5, is_letter));
        let log: Vec<_> = play
            .log
            .lines()
            .map(|line| json!(line)["text"].clone())
            .collect();
        let entry = log.iter().rev().find_map(|text| {
            let text = text.as_str()?;
            text.starts_with("The house configured").then_some(text)
        });
        let says_cost = entry.expect("an entry").contains(&cost_of_the_letter());
        assert_eq!(says_cost, is_letter, "{entry:?}");
        let expected = [
            (letter.clone(), cost.clone(), json!(is_letter)),
            (other.clone(), Value::Null, json!(!is_letter)),
        ];
        assert_eq!(choices(&play), expected);
    }
}

/// The first line of the table's output comes when it is open: the cost has been told before.
#[test]
fn the_terminal_says_the_cost_when_the_table_opens() {
    for (arguments, says_cost) in [
        (&["--game", "tcp5"][..], true),
        (
            &[
                "--game",
                "tcp5",
                "--reading",
                "dealer_qualifies=queen_high_or_better",
            ],
            false,
        ),
        (
            &["--game", "thb6", "--reading", "bonus_on_loss=hole_cards"],
            false,
        ),
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_coinspot"))
            .args(["table", "--page", "0"])
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program");
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().expect("its output"));
        output.read_line(&mut line).expect("a line");
        assert!(line.starts_with("The table is open: "), "{line}");
        child.kill().expect("an end");
        let ended = child.wait_with_output().expect("an end");
        let told = stderr(&ended);
        assert_eq!(
            told.contains(&cost_of_the_letter()),
            says_cost,
            "{arguments:?}: {told}"
        );
    }
}

#[test]
fn a_reading_that_is_none_is_refused() {
    for (reading, words) in [
        ("dealer_qualifies", "is no reading"),
        ("dealer_qualifies=always", "unknown variant `always`"),
        ("envy=seat", "unknown field `envy`"),
    ] {
        let output = coinspot(&["table", "--page", "0", "--reading", reading]);
        assert_eq!(output.status.code(), Some(1), "{reading}");
        assert!(stderr(&output).contains(words), "{}", stderr(&output));
    }
}

/// `show` settles a round of the letter, and names its cost below it.
#[test]
fn a_shown_round_of_the_letter_says_its_cost() {
    for (game, says_cost) in [("tcp5", true), ("ml9", false)] {
        let output = coinspot(&["show", "--game", game, "--seed", "3"]);
        assert!(output.status.success());
        let text = stdout(&output);
        assert_eq!(text.contains(&cost_of_the_letter()), says_cost, "{text}");
    }
}
