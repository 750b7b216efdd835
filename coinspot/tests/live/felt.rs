//! A table in virtual time, and the hands around it.

use coinspot::table::ask;
use coinspot::table::host::Host;
use coinspot::table::parts::Parts;
use coinspot::table::play::TablePlay;
use serde_json::{Value, json};
use shared_rules::games::Game;

pub fn table(game: Game) -> TablePlay {
    let mut play = TablePlay::new(Box::new(Host::new(1, None)), 1);
    play.run_until_idle();
    play.configure(game).expect("a game");
    play
}

/// Asks for something, waits until it is done, and gives the answer of the page's side.
pub fn does(play: &mut TablePlay, ask: &Value) -> Result<(), String> {
    let done = play.ask(&ask::read(&ask.to_string())?);
    play.run_ms(120);
    play.run_until_idle();
    done
}

#[track_caller]
pub fn all(play: &mut TablePlay, asks: &[Value]) {
    for ask in asks {
        does(play, ask).unwrap_or_else(|why| panic!("{ask}: {why}"));
    }
}

pub fn view(play: &TablePlay) -> Value {
    let mut parts = Parts::default();
    parts.write(play);
    let message: Value = serde_json::from_str(&parts.view).expect("JSON");
    message["view"].clone()
}

pub fn sign(play: &TablePlay) -> String {
    play.engine().sign().expect("a sign").text
}

/// The newest line of the log.
pub fn last(play: &TablePlay) -> &str {
    play.log.lines().next_back().map_or("", |line| &line.text)
}

pub fn open() -> Value {
    json!({"do": "press", "key": "place_your_bets"})
}

pub fn lock() -> Value {
    json!({"do": "press", "key": "no_more_bets"})
}

pub fn deal() -> Value {
    json!({"do": "deal"})
}

pub fn ante(seat: u8) -> Value {
    json!({"do": "ante", "seat": seat, "on": true})
}

pub fn chips(seat: u8, count: u8) -> Value {
    json!({"do": "chips", "seat": seat, "count": count})
}

/// The bits of a seat's five bet lamps.
pub fn lamps(play: &TablePlay, seat: u32) -> u64 {
    play.engine().lit().expect("lamps") >> (1 + 5 * (seat - 1)) & 0b1_1111
}

/// Begins a trouble or ends it.
pub fn trouble(name: &str, on: bool) -> Value {
    json!({"do": "trouble", "name": name, "on": on})
}

/// Chooses the cards of the board or of a seat, from the first on.
pub fn picks(place: &Value, cards: &[&str]) -> Vec<Value> {
    let picks = cards.iter().enumerate();
    let pick = |(index, card)| json!({"do": "pick", "place": place, "index": index, "card": card});
    picks.map(pick).collect()
}

/// Turns a switch.
pub fn turn(switch: &str, on: bool) -> Value {
    json!({"do": "turn", "switch": switch, "on": on})
}

/// Plays on with everybody and shows all cards.
pub fn play_to_the_end(play: &mut TablePlay) {
    for label in [
        "Deal the hands",
        "All raise: Flop $20",
        "Show the flop",
        "Show the turn",
        "Show the river",
        "Settle",
    ] {
        click(play, "steps", label);
    }
}

/// Presses the button with this label among those of the dealer or of another part of the view.
#[track_caller]
pub fn click(play: &mut TablePlay, part: &str, label: &str) {
    let now = view(play);
    let steps = now.pointer(&format!("/{part}")).and_then(Value::as_array);
    let steps = steps.unwrap_or_else(|| panic!("no {part} in the view"));
    let step = steps.iter().find(|step| step["label"] == label);
    let step = step.unwrap_or_else(|| panic!("{label:?} is not in {steps:#?}"));
    assert_eq!(step["refused"], Value::Null, "{label}");
    all(play, &[step["ask"].clone()]);
}
