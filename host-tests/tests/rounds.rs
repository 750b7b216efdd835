//! The random rounds are valid, the same for the same seed, and show everything that can happen.

use oracle::referee::settle;
use serde_json::Value;
use simulator::rounds::Rounds;
use std::collections::BTreeMap;

const ROUNDS: usize = 8_000;

/// How often each event must come up in [`ROUNDS`] rounds at least.
const OFTEN: usize = 5;

/// The events of every game.
const ALWAYS: &str = "ante win, ante lose, ante push, ante excess, ante under min,
    progressive win, progressive lose, progressive returned, progressive alone, progressive excess,
    decided play, decided fold, decided absent, folded and unexposed, fixed_awards matters,
    hand shown, hand unknown, cards left out, unit left out,
    limits left out, one limit, limits by wager, readings left out, jackpot left out, meter of 0, odd cents,
    paid by house, paid by meter, paid by both, two seats of a player, seats out of order, one seat";

/// The events of the four hold'em games.
const HOLDEM: &str = "bonus win, bonus lose, bonus excess, bonus alone, bonus returned, flop win, flop lose, flop push,
    flop excess, turn win, turn lose, turn push, river win, river lose, river push";

/// The awards of THB6 and RWS6 4.2.
const SEVEN_CARDS: &str =
    "royal_flush_on_flop, royal_flush_on_turn, royal_flush_on_river, straight_flush,
    four_of_a_kind, community_royal_flush, community_straight_flush, community_four_of_a_kind";

/// The awards of ML6 4.2, with two straight flushes in one pool (3.15.1) and a royal after one (3.15.2).
const FLOP: &str =
    "royal_flush, straight_flush, two straight_flush, straight_flush before royal_flush,
    four_of_a_kind, full_house, flush";

/// MBS 5.11, where in RWS6 the absent fold (5.5), the highest Bonus, which RWS6 caps, and one that a loss costs (3.10.3).
const MBS: &str = "ante returned, bonus at 1000 to 1, bonus_on_loss matters";

/// The awards of TCP5 4.4, with the royal of spades last (3.20.1), and the game's own wagers.
const THREE_CARDS: &str = "royal_flush_spades, royal_flush, straight_flush, three_of_a_kind, straight, envy,
    royal_flush before royal_flush_spades, ante returned, play win, play lose, play push, play excess,
    ante_bonus win, pair_plus win, pair_plus lose, pair_plus returned, pair_plus excess, pair_plus alone,
    dealer_qualifies matters, envy_for matters, envy_pair_plus matters, unexposed_unqualified matters";

/// The sizes of raises that RWS6 5.3 settles, the most that its Bonus pays (4.1.1), and nothing left to decide (5.6).
const RWS6: &str =
    "flop over, flop under, turn over, turn under, bonus capped, absent after the river";

const UNITS: &str = "1 units, 2 units, 3 units, 4 units, 5 units";

/// Everything that happened in a round.
fn events(round: &Value, settled: &Value) -> Vec<String> {
    let mut events = round_events(round);
    for (seat, result) in list(&round["seats"]).iter().zip(list(&settled["seats"])) {
        events.extend(seat_events(seat));
        events.extend(result_events(result));
        events.extend(raise_events(seat));
        if (1..minimum(round)).contains(&seat["ante"].as_u64().unwrap_or(0)) {
            events.push("ante under min".into());
        }
    }
    events.extend(award_events(list(&settled["awards"])));
    events
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

/// The smallest Ante of the table.
fn minimum(round: &Value) -> u64 {
    let limits = &round["limits"];
    let min = limits["min"].as_u64().or(limits["ante"]["min"].as_u64());
    min.unwrap_or(0)
}

fn round_events(round: &Value) -> Vec<String> {
    let seats = list(&round["seats"]);
    let number = |seat: &Value| seat["seat"].as_u64();
    let player = |seat: &Value| seat["player"].as_str().map(str::to_string);
    let mut players: Vec<String> = seats.iter().filter_map(player).collect();
    players.sort();
    let has_two_seats = players.windows(2).any(|pair| pair[0] == pair[1]);
    let limits = &round["limits"];
    let meter = round["jackpot"]["meter"].as_u64().unwrap_or(0);
    let events = [
        ("one seat", seats.len() == 1),
        ("seats out of order", !seats.is_sorted_by_key(number)),
        ("two seats of a player", has_two_seats),
        ("unit left out", round["unit"].is_null()),
        ("readings left out", round["readings"].is_null()),
        ("jackpot left out", round["jackpot"].is_null()),
        ("meter of 0", meter == 0),
        ("odd cents", !meter.is_multiple_of(5)),
        ("limits left out", limits.is_null()),
        ("one limit", !limits["max"].is_null()),
        ("limits by wager", !limits["ante"].is_null()),
    ];
    let events = events.into_iter().filter(|(_, happened)| *happened);
    events.map(|(event, _)| event.into()).collect()
}

fn seat_events(seat: &Value) -> Vec<String> {
    let placed = |wager: &str| seat[wager].as_u64().unwrap_or(0);
    let decision = seat["decision"].as_str().unwrap_or("play");
    let mut events = vec![format!("decided {decision}")];
    events.push(format!("{} units", placed("progressive")));
    if seat["cards"].is_null() {
        events.push("cards left out".into());
    }
    match (placed("ante"), placed("pair_plus"), placed("progressive")) {
        (0, 0, 1..) => events.push("progressive alone".into()),
        (0, 1.., _) => events.push("pair_plus alone".into()),
        _ => {}
    }
    if placed("bonus") > 0 && placed("ante") == 0 {
        events.push("bonus alone".into());
    }
    if placed("river") > 0 && seat["decision"] == "absent" {
        events.push("absent after the river".into());
    }
    if seat["decision"] == "fold" && seat["exposed"] == false {
        events.push("folded and unexposed".into());
    }
    events
}

/// RWS6 5.3: raises that are more or less than what is due.
fn raise_events(seat: &Value) -> Vec<String> {
    let placed = |wager: &str| seat[wager].as_u64().unwrap_or(0);
    let mut events = Vec::new();
    for (wager, due) in [("flop", 2 * placed("ante")), ("turn", placed("ante"))] {
        if placed(wager) > due {
            events.push(format!("{wager} over"));
        } else if placed(wager) > 0 && placed(wager) < due {
            events.push(format!("{wager} under"));
        }
    }
    events
}

fn result_events(result: &Value) -> Vec<String> {
    let shown = match result["hand"].is_null() {
        true => "hand unknown",
        false => "hand shown",
    };
    let mut events = vec![shown.to_string()];
    for (name, wager) in result["wagers"].as_object().expect("wagers by name") {
        let outcome = wager["outcome"].as_str().expect("an outcome");
        events.push(format!("{name} {outcome}"));
        if wager.get("excess").is_some() {
            events.push(format!("{name} excess"));
        }
        let cents = |key: &str| wager[key].as_u64().expect("an amount");
        if name == "bonus" && cents("pays") == 1000 * cents("stake") {
            events.push("bonus at 1000 to 1".into());
        }
        if wager["rule"] == "RWS6 4.1.1" {
            events.push("bonus capped".into());
        }
    }
    events
}

fn award_events(awards: &[Value]) -> Vec<String> {
    let mut events = Vec::new();
    let text = |award: &Value, key: &str| award[key].as_str().expect("a text").to_string();
    for award in awards {
        events.push(text(award, "award"));
        events.push(format!("paid by {}", text(award, "from")));
    }
    for pair in awards.windows(2) {
        let (first, second) = (text(&pair[0], "award"), text(&pair[1], "award"));
        if pair[0]["seat"] == pair[1]["seat"] && first == second {
            events.push("paid by both".into());
        } else if first == second {
            events.push(format!("two {first}"));
        } else {
            events.push(format!("{first} before {second}"));
        }
    }
    events
}

/// Without this reading the round is settled otherwise.
fn reading_matters(name: &str, round: &Value, settled: &Value) -> bool {
    let mut other = round.clone();
    let readings = other["readings"].as_object_mut();
    let is_chosen = readings.is_some_and(|readings| readings.remove(name).is_some());
    is_chosen && settle(&other.to_string()).expect("a round") != *settled
}

/// Every round is valid, and every event of `lists` comes up.
fn shows(game: &str, lists: &[&str]) {
    let mut rounds = Rounds::new(1);
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let expected = lists.iter().flat_map(|list| list.split(','));
    let expected: Vec<&str> = expected.map(str::trim).collect();
    for _ in 0..ROUNDS {
        let line = serde_json::to_string(&rounds.next(game)).expect("JSON");
        let settled = settle(&line).unwrap_or_else(|error| panic!("{error}: {line}"));
        let round = serde_json::from_str(&line).expect("JSON");
        for event in events(&round, &settled) {
            *seen.entry(event).or_default() += 1;
        }
        for event in &expected {
            let reading = event.strip_suffix(" matters");
            let is_rare = seen.get(*event).is_none_or(|times| *times < OFTEN);
            if is_rare && reading.is_some_and(|name| reading_matters(name, &round, &settled)) {
                *seen.entry((*event).into()).or_default() += 1;
            }
        }
    }
    println!("{game}, {ROUNDS} rounds:");
    for event in expected {
        let times = seen.get(event).copied().unwrap_or(0);
        println!("{times:>8} {event}");
        assert!(times >= OFTEN, "{game}: {event} came up {times} times");
    }
}

#[test]
fn thb6_rounds_show_everything() {
    let unexposed = "unexposed_community matters";
    shows("thb6", &[ALWAYS, HOLDEM, MBS, SEVEN_CARDS, unexposed]);
}

#[test]
fn rws6_rounds_show_everything() {
    shows("rws6", &[ALWAYS, HOLDEM, RWS6, SEVEN_CARDS]);
}

#[test]
fn ml6_rounds_show_everything() {
    shows("ml6", &[ALWAYS, HOLDEM, MBS, FLOP]);
}

#[test]
fn ml9_rounds_show_everything() {
    shows("ml9", &[ALWAYS, HOLDEM, MBS, FLOP, "straight", UNITS]);
}

#[test]
fn tcp5_rounds_show_everything() {
    shows("tcp5", &[ALWAYS, THREE_CARDS]);
}

/// The line changes with the generator and with nothing else.
#[test]
fn a_seed_gives_the_same_rounds_everywhere() {
    let line = r#"{"game":"tcp5","dealer":"AcQsAd","seats":[{"seat":5,"ante":1000,"play":1000,"pair_plus":2500,"cards":"QcQdAs","decision":"absent"}]}"#;
    let first = |seed| serde_json::to_string(&Rounds::new(seed).next("tcp5")).expect("JSON");
    assert_eq!(first(268), line);
    assert_ne!(first(269), line);
}
