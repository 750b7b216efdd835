//! Reads the fields of JSON objects and says which field is wrong.

use super::naive::Card;
use serde_json::{Map, Value};

pub type Object = Map<String, Value>;

/// Refuses an object with a field that is not among `known`.
pub fn known_fields(object: &Object, place: &str, known: &[&str]) -> Result<(), String> {
    match object.keys().find(|key| !known.contains(&key.as_str())) {
        Some(key) => Err(format!("unknown field {key:?} in {place}")),
        None => Ok(()),
    }
}

/// An object within an object; an empty one where left out.
pub fn object(parent: &Object, key: &str) -> Result<Object, String> {
    match parent.get(key) {
        None => Ok(Object::new()),
        Some(Value::Object(object)) => Ok(object.clone()),
        Some(_) => Err(format!("{key} must be a JSON object")),
    }
}

/// A text; `default` where left out.
pub fn text(parent: &Object, key: &str, default: &str) -> Result<String, String> {
    match parent.get(key) {
        None => Ok(default.to_string()),
        Some(Value::String(text)) => Ok(text.clone()),
        Some(other) => Err(format!("{key} must be a text, not {other}")),
    }
}

/// A text out of a fixed set, the first of which is the default.
pub fn choice(parent: &Object, key: &str, allowed: &[&str]) -> Result<String, String> {
    let chosen = text(parent, key, allowed[0])?;
    if allowed.contains(&chosen.as_str()) {
        Ok(chosen)
    } else {
        Err(format!("{key} cannot be {chosen:?}"))
    }
}

/// A whole number from 0 to the largest `i64`; 0 where left out.
pub fn amount(parent: &Object, key: &str) -> Result<i128, String> {
    let Some(value) = parent.get(key) else {
        return Ok(0);
    };
    match value.as_i64() {
        Some(number) if number >= 0 => Ok(i128::from(number)),
        Some(number) => Err(format!("{key} is negative: {number}")),
        None => Err(format!(
            "{key} is not a whole number, or overflows: {value}"
        )),
    }
}

/// Cards like `"QsJsTs"`; none where left out.
pub fn cards(parent: &Object, key: &str) -> Result<Vec<Card>, String> {
    let text = text(parent, key, "")?;
    let letters: Vec<char> = text.chars().collect();
    letters
        .chunks(2)
        .map(|pair| card(pair).ok_or_else(|| unknown_card(pair, &text)))
        .collect()
}

fn card(pair: &[char]) -> Option<Card> {
    let [rank, suit] = pair else { return None };
    let rank = (2..=14)
        .zip("23456789TJQKA".chars())
        .find(|(_, letter)| letter == rank)?;
    let suit = (0..=3)
        .zip("cdhs".chars())
        .find(|(_, letter)| letter == suit)?;
    Some((rank.0, suit.0))
}

fn unknown_card(pair: &[char], text: &str) -> String {
    format!(
        "unknown card {:?} in {text:?}",
        pair.iter().collect::<String>()
    )
}
