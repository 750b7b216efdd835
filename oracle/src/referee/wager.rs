//! One settled wager: its stake, what became of it, and the paragraph that says so.

use serde_json::{Map, Value, json};

/// The outcome of a wager.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Outcome {
    Win,
    Lose,
    Push,
    Returned,
}

/// A settled wager; `pays` is what the player receives beyond the stake.
pub struct Wager {
    pub name: &'static str,
    pub stake: i128,
    pub excess: i128,
    pub outcome: Outcome,
    pub pays: i128,
    pub award: Option<String>,
    pub rule: String,
}

impl Wager {
    /// A wager of `placed`, of which `stake` counts and the rest is handed back outside the settlement.
    pub fn new(
        name: &'static str,
        placed: i128,
        stake: i128,
        outcome: Outcome,
        pays: i128,
        rule: String,
    ) -> Wager {
        Wager {
            name,
            stake,
            excess: placed - stake,
            outcome,
            pays,
            award: None,
            rule,
        }
    }

    /// The wager's part of the player's net.
    pub fn net(&self) -> i128 {
        match self.outcome {
            // The progressive stake is never given back with an award.
            Outcome::Win if self.name == "progressive" => self.pays - self.stake,
            Outcome::Win => self.pays,
            Outcome::Lose => -self.stake,
            Outcome::Push | Outcome::Returned => 0,
        }
    }

    /// The wager as the file format writes it; `excess` and `award` only where there is one.
    pub fn to_json(&self) -> Result<Value, String> {
        let outcome = match self.outcome {
            Outcome::Win => "win",
            Outcome::Lose => "lose",
            Outcome::Push => "push",
            Outcome::Returned => "returned",
        };
        let mut object = Map::new();
        object.insert("stake".into(), cents(self.stake)?);
        object.insert("outcome".into(), json!(outcome));
        object.insert("pays".into(), cents(self.pays)?);
        if self.excess > 0 {
            object.insert("excess".into(), cents(self.excess)?);
        }
        if let Some(award) = &self.award {
            object.insert("award".into(), json!(award));
        }
        object.insert("rule".into(), json!(self.rule));
        Ok(Value::Object(object))
    }
}

/// The part of a wager that counts under a maximum (THB6 5.14, RWS6 5.1.1).
pub fn capped(placed: i128, maximum: Option<i128>) -> i128 {
    maximum.map_or(placed, |maximum| placed.min(maximum))
}

/// An amount for the output; one that no `i64` can hold is an error.
pub fn cents(amount: i128) -> Result<Value, String> {
    match i64::try_from(amount) {
        Ok(amount) => Ok(json!(amount)),
        Err(_) => Err(format!("overflowing amount {amount}")),
    }
}
