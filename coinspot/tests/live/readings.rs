//! A table is configured under a reading, and whoever does it hears its cost.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use coinspot::odds::cost;
use coinspot::table::play::TablePlay;
use serde_json::{Value, json};
use shared_rules::games::{DealerQualifies, Game, RuleReadings};

use crate::commands::{ends, printed, stderr};
use crate::felt::{all, table, turn, view};

/// The sentence about the letter of TCP5 3.11; its figure is compared with the odds in `tests/odds.rs`.
fn cost_of_the_letter() -> String {
    let cost = cost(Game::Tcp5.rules(), RuleReadings::default());
    cost.expect("the letter costs something")
}

/// The choices of Three Card Poker on the page: label, cost, and the one that is configured.
fn choices(play: &TablePlay) -> [(Value, Value, Value); 2] {
    let games = view(play)["games"].as_array().expect("games").clone();
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
    let mut play = table(Game::Ml9);
    all(&mut play, &[turn("supervisor", true)]);
    let letter = json!("dealer_qualifies=letter");
    let other = json!("dealer_qualifies=queen_high_or_better");
    let cost = json!(cost_of_the_letter());
    for (readings, is_letter) in [
        (json!({"dealer_qualifies": "queen_high_or_better"}), false),
        (json!({"dealer_qualifies": "letter"}), true),
    ] {
        let configure = json!({"do": "configure", "game": "tcp5", "readings": readings});
        all(&mut play, &[configure]);
        let terms = play.terms().expect("a configuration");
        let configured = terms.readings.dealer_qualifies == DealerQualifies::Letter;
        assert_eq!((terms.game, configured), (Game::Tcp5, is_letter));
        let mut texts = play.log.lines().map(|line| &line.text);
        let entry = texts.rfind(|text| text.starts_with("The house configured"));
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
    let customary = "--reading=dealer_qualifies=queen_high_or_better";
    for (game, reading, says_cost) in [
        ("tcp5", None, true),
        ("tcp5", Some(customary), false),
        ("thb6", Some("--reading=bonus_on_loss=hole_cards"), false),
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_coinspot"))
            .args(["table", "--page", "0", "--game", game])
            .args(reading)
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
        let found = told.contains(&cost_of_the_letter());
        assert_eq!(found, says_cost, "{game} {reading:?}: {told}");
    }
}

#[test]
fn a_reading_that_is_none_is_refused() {
    for (reading, words) in [
        ("dealer_qualifies", "is no reading"),
        ("dealer_qualifies=always", "unknown variant `always`"),
        ("envy=seat", "unknown field `envy`"),
    ] {
        ends(&["table", "--page", "0", "--reading", reading], 1, words);
    }
}

/// `show` settles a round of the letter, and names its cost below it.
#[test]
fn a_shown_round_of_the_letter_says_its_cost() {
    for (game, says_cost) in [("tcp5", true), ("ml9", false)] {
        let text = printed(&["show", "--game", game, "--seed", "3"]);
        assert_eq!(text.contains(&cost_of_the_letter()), says_cost, "{text}");
    }
}
