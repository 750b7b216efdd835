//! `coinspot settle` on lines that may be anything.
//!
//! - There is one answer for each line, in its place: a settlement or an error, both JSON.
//! - A line alone is answered like the same line among others.
//! - For every line that is settled, the referee gives the same result to the cent, whichever paragraph it cites.

use coinspot::settle::{settle_line, settle_stream};
use oracle::referee;
use serde_json::Value;

/// The referee's error for a hand without cards. It refuses such a hand even where the cards decide nothing.
const NO_CARDS: &str = "wrong number of cards: 0";

/// Settles the lines of an input.
///
/// # Panics
/// If an answer is missing or wrong.
pub fn check(input: &[u8]) {
    let mut output = Vec::new();
    let stats = settle_stream(input, &mut output).expect("nothing else than memory");
    let answers = String::from_utf8(output).expect("UTF-8");
    let answers: Vec<&str> = answers.lines().collect();
    let lines = lines(input);
    assert_eq!(answers.len(), lines.len());
    let mut settled = 0;
    for (number, (line, answer)) in (1_u64..).zip(lines.iter().zip(answers)) {
        let json: Value = serde_json::from_str(answer).expect("JSON");
        let error = json.get("error").and_then(Value::as_str);
        let text = str::from_utf8(line).map_err(|_| String::new());
        match (error, text.and_then(settle_line)) {
            (None, Ok(alone)) => {
                assert_eq!(alone, answer);
                agree(line, json);
                settled += 1;
            }
            (Some(error), Err(alone)) => {
                assert_eq!(json.get("line"), Some(&Value::from(number)));
                assert!(alone.is_empty() || alone == error, "{alone}, {error}");
                assert!(!error.is_empty());
            }
            (_, alone) => panic!("{answer}, alone {alone:?}"),
        }
    }
    let found = (stats.good, stats.good + stats.bad);
    assert_eq!(found, (settled, lines.len() as u64));
}

/// Lines end with a line feed, before which a carriage return may stand.
fn lines(input: &[u8]) -> Vec<&[u8]> {
    let mut lines: Vec<&[u8]> = input.split(|byte| *byte == b'\n').collect();
    if lines.last() == Some(&&b""[..]) {
        lines.pop();
    }
    let without_return = |line: &&'_ [u8]| line.len() - usize::from(line.ends_with(b"\r"));
    lines
        .iter()
        .map(|line| &line[..without_return(line)])
        .collect()
}

/// Checks that the referee settles the line to the same result, if it can read it.
fn agree(line: &[u8], ours: Value) {
    let line = str::from_utf8(line).expect("UTF-8, since it was settled");
    let round: Value = serde_json::from_str(line).expect("JSON, since it was settled");
    match referee::settle(line) {
        Ok(theirs) => assert_eq!(without_rules(ours), without_rules(theirs)),
        Err(why) => assert!(
            is_beyond(&round) || is_large(&ours) || why.contains(NO_CARDS),
            "the referee refuses: {why}"
        ),
    }
}

/// True if the round is beyond what the referee reads. It accepts neither `null` for a missing value, nor limits for
/// all wagers and for single ones at once, nor amounts of more than 63 bits.
fn is_beyond(round: &Value) -> bool {
    match round {
        Value::Null => true,
        Value::Array(list) => list.iter().any(is_beyond),
        Value::Object(fields) => {
            let has = |names: &[&str]| names.iter().any(|name| fields.contains_key(*name));
            let has_both = has(&["min", "max"]) && has(&["ante", "bonus", "pair_plus"]);
            has_both || fields.values().any(is_beyond)
        }
        other => is_large(other),
    }
}

/// True if an amount has more than 63 bits: the referee writes none of those.
fn is_large(value: &Value) -> bool {
    match value {
        Value::Number(number) => number.as_i64().is_none(),
        Value::Array(list) => list.iter().any(is_large),
        Value::Object(fields) => fields.values().any(is_large),
        _ => false,
    }
}

/// Removes the cited paragraphs: where several apply, either may be cited. Everything else must agree.
fn without_rules(mut settled: Value) -> Value {
    let seats = settled.get_mut("seats").and_then(Value::as_array_mut);
    for seat in seats.into_iter().flatten() {
        let wagers = seat.get_mut("wagers").and_then(Value::as_object_mut);
        for (_, wager) in wagers.into_iter().flatten() {
            let rule = wager.as_object_mut().and_then(|wager| wager.remove("rule"));
            assert!(rule.is_some(), "a wager without its rule");
        }
    }
    settled
}
