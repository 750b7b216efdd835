//! Properties of every round, whatever is dealt: the jackpot is conserved, no wager is paid more than its table
//! allows, and the order of seats changes only what the rules say it changes.

use std::collections::BTreeMap;

use coinspot::settle::settle_line;
use serde_json::Value;
use simulator::rounds::{GAMES, Rounds};

const ROUNDS_A_GAME: u64 = 5_000;

fn settle(round: &Value) -> Value {
    let settled = settle_line(&round.to_string());
    let settled = settled.unwrap_or_else(|error| panic!("{error}\n{round}"));
    serde_json::from_str(&settled).expect("JSON")
}

/// Runs `check` on random rounds of every game and their settlements.
fn for_every_round(seed: u64, check: impl Fn(&Value, &Value)) {
    for game in GAMES {
        let mut rounds = Rounds::new(seed);
        for _ in 0..ROUNDS_A_GAME {
            let round = serde_json::to_value(rounds.next(game)).expect("JSON");
            check(&round, &settle(&round));
        }
    }
}

fn int(value: &Value) -> i64 {
    value.as_i64().unwrap_or(0)
}

/// The sum of a field.
fn sum<'v>(values: impl IntoIterator<Item = &'v Value>, field: &str) -> i64 {
    values.into_iter().map(|value| int(&value[field])).sum()
}

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().expect("a list")
}

/// Every wager of every seat of a settlement: the seat's number, the wager's name, the wager.
fn wagers(settled: &Value) -> impl Iterator<Item = (i64, &String, &Value)> {
    list(&settled["seats"]).iter().flat_map(|seat| {
        let wagers = seat["wagers"].as_object().expect("wagers");
        let number = int(&seat["seat"]);
        wagers
            .iter()
            .map(move |(name, wager)| (number, name, wager))
    })
}

const WHOLE_JACKPOT: [&str; 3] = ["royal_flush_on_flop", "royal_flush_spades", "royal_flush"];

/// Returns true if a payment took the whole jackpot.
fn takes_all(game: &Value, award: &Value) -> bool {
    let fixed_royal = game == "tcp5" && award["award"] == "royal_flush";
    WHOLE_JACKPOT.iter().any(|name| award["award"] == *name) && !fixed_royal
}

#[test]
fn jackpot_is_conserved() {
    for_every_round(101, |round, settled| {
        let jackpot = &settled["jackpot"];
        let mut awards = list(&settled["awards"]).iter();
        let reset = match awards.any(|award| takes_all(&round["game"], award)) {
            true => int(&round["jackpot"]["reset"]),
            false => 0,
        };
        let before = int(&jackpot["before"]) + int(&jackpot["contributed"]);
        let found = before - int(&jackpot["paid"]) + reset;
        assert_eq!(found, int(&jackpot["after"]), "{round}");
        let awards = list(&settled["awards"]).iter();
        let from_meter = awards.filter(|award| award["from"] == "meter");
        let from_meter = sum(from_meter, "amount");
        assert_eq!(from_meter, int(&jackpot["paid"]), "{round}");
        assert!(int(&jackpot["after"]) >= 0, "{round}");
        assert!(from_meter <= before + reset, "{round}");
    });
}

#[test]
fn payments_are_what_the_wagers_say() {
    for_every_round(102, |round, settled| {
        let progressive = wagers(settled).filter(|(_, name, _)| *name == "progressive");
        let awarded = sum(progressive.map(|(_, _, wager)| wager), "pays");
        let envy = sum(list(&settled["seats"]), "envy");
        let paid = sum(list(&settled["awards"]), "amount");
        assert_eq!(awarded + envy, paid, "{round}");
    });
}

/// The most that each wager can pay for its stake (to 1), as the documents print it.
fn most_to_one(wager: &str) -> i64 {
    match wager {
        "bonus" => 1000,
        "pair_plus" => 40,
        _ => 1,
    }
}

/// The most that a fixed award can pay, a multiple of the stake for ML9.
fn most_fixed(game: &str, stake: i64) -> i64 {
    match game {
        "thb6" | "rws6" => 1_000_000,
        "ml6" => 200_000,
        "ml9" => 400 * stake,
        _ => 125_000,
    }
}

#[test]
fn no_wager_is_paid_more_than_its_table_allows() {
    for_every_round(103, |round, settled| {
        let game = round["game"].as_str().expect("a game");
        let meter = int(&settled["jackpot"]["before"]) + int(&settled["jackpot"]["contributed"]);
        for (seat, name, wager) in wagers(settled) {
            let (stake, pays) = (int(&wager["stake"]), int(&wager["pays"]));
            let ante = wagers(settled).find(|(s, n, _)| *s == seat && *n == "ante");
            let most = match name.as_str() {
                "progressive" => meter.max(most_fixed(game, stake)),
                "ante_bonus" => 5 * ante.map_or(0, |(_, _, ante)| int(&ante["stake"])),
                name => stake * most_to_one(name),
            };
            assert!(pays <= most, "{name} pays {pays}: {round}");
            assert!(wager["outcome"] == "win" || pays == 0, "{name}: {round}");
        }
    });
}

#[test]
fn net_is_what_is_received_less_what_is_staked() {
    for_every_round(104, |round, settled| {
        for seat in list(&settled["seats"]) {
            let mut net = int(&seat["envy"]);
            for (name, wager) in seat["wagers"].as_object().expect("wagers") {
                let (stake, pays) = (int(&wager["stake"]), int(&wager["pays"]));
                let stake_back = match (wager["outcome"].as_str(), name.as_str()) {
                    (Some("win"), "progressive") | (Some("lose"), _) => 0,
                    _ => stake,
                };
                net += stake_back + pays - stake;
            }
            assert_eq!(int(&seat["net"]), net, "{round}");
        }
    });
}

fn by_seat(settled: &Value) -> BTreeMap<i64, &Value> {
    let seats = list(&settled["seats"]).iter();
    seats.map(|seat| (int(&seat["seat"]), seat)).collect()
}

#[test]
fn order_in_the_file_changes_nothing() {
    for_every_round(105, |round, settled| {
        let mut turned = round.clone();
        turned["seats"].as_array_mut().expect("seats").reverse();
        let turned = settle(&turned);
        assert_eq!(by_seat(settled), by_seat(&turned), "{round}");
        assert_eq!(settled["awards"], turned["awards"], "{round}");
        assert_eq!(settled["jackpot"], turned["jackpot"], "{round}");
    });
}

/// The same hands at mirrored seats, among the positions that every layout has.
fn mirrored(round: &Value) -> Option<Value> {
    let mut mirrored = round.clone();
    for seat in mirrored["seats"].as_array_mut().expect("seats") {
        let number = int(&seat["seat"]);
        if number == 7 {
            return None;
        }
        seat["seat"] = Value::from(7 - number);
    }
    Some(mirrored)
}

/// The envy of every player; a seat without one is a player's only seat. `number` gives a seat its name.
fn envy_by_player(
    round: &Value,
    settled: &Value,
    number: impl Fn(i64) -> i64,
) -> BTreeMap<String, i64> {
    let mut envy = BTreeMap::new();
    for (entry, seat) in list(&round["seats"]).iter().zip(list(&settled["seats"])) {
        let player = match &entry["player"] {
            Value::Null => format!("seat {}", number(int(&seat["seat"]))),
            player => player.to_string(),
        };
        *envy.entry(player).or_default() += int(&seat["envy"]);
    }
    envy
}

/// Dealing order decides about odd cents of a pool (ML9 3.15.1), where the meter pays fixed awards for whom it still
/// suffices, and at which seat a player receives envy that is paid once; nothing else.
#[test]
fn dealing_order_changes_only_odd_cents_and_who_pays() {
    for_every_round(106, |round, settled| {
        let Some(mirrored) = mirrored(round) else {
            return;
        };
        let other = settle(&mirrored);
        assert_eq!(settled["jackpot"], other["jackpot"], "{round}");
        assert_eq!(
            envy_by_player(round, settled, |number| number),
            envy_by_player(&mirrored, &other, |number| 7 - number),
            "{round}"
        );
        let (ours, theirs) = (by_seat(settled), by_seat(&other));
        for (number, seat) in ours {
            let twin = theirs[&(7 - number)];
            assert_eq!(seat["hand"], twin["hand"]);
            if round["readings"]["envy_for"] != "player" {
                assert_eq!(seat["envy"], twin["envy"], "{round}");
            }
            for (name, wager) in seat["wagers"].as_object().expect("wagers") {
                let twin = &twin["wagers"][name];
                let odd_cent = i64::from(wager["award"] == "straight_flush");
                let difference = int(&wager["pays"]) - int(&twin["pays"]);
                assert!(difference.abs() <= odd_cent, "{round}");
                for field in ["stake", "outcome", "excess", "award", "rule"] {
                    assert_eq!(wager[field], twin[field], "{name} {field}: {round}");
                }
            }
        }
    });
}
