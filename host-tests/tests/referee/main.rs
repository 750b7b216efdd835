//! The referee against the documents' examples and against rounds that were settled by hand.

mod format;
mod holdem;
mod naive;
mod three_card;

use oracle::referee::settle;
use serde_json::Value;

const JACKPOT: &str = r#""unit":500,"jackpot":{"meter":1000000,"reset":250000,"contribution_bp":2000,"reserve_bp":1000}"#;

fn run(line: &str) -> Value {
    settle(line).unwrap_or_else(|error| panic!("{error}: {line}"))
}

/// `outcome pays` of a wager, or `-` where it is not listed.
fn wager(settled: &Value, seat: usize, name: &str) -> String {
    match settled["seats"][seat]["wagers"].get(name) {
        Some(wager) => format!(
            "{} {}",
            wager["outcome"].as_str().expect("an outcome"),
            wager["pays"]
        ),
        None => "-".to_string(),
    }
}

fn net(settled: &Value, seat: usize) -> i64 {
    settled["seats"][seat]["net"].as_i64().expect("a net")
}

fn awards(settled: &Value) -> Vec<String> {
    let line = |award: &Value| {
        let name = award["award"].as_str().expect("a name");
        let from = award["from"].as_str().expect("a payer");
        format!("{} {name} {} {from}", award["seat"], award["amount"])
    };
    settled["awards"]
        .as_array()
        .expect("awards")
        .iter()
        .map(line)
        .collect()
}
