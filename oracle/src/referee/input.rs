//! Reads one round from JSON. Nothing is settled here; amounts are as placed, before any cap.

use super::check::check;
use super::fields::{Object, amount, cards, choice, known_fields, object, text};
use super::naive::Card;
use serde_json::Value;

/// One round as given.
pub struct Round {
    pub game: String,
    pub bonus_on_loss: String,
    pub dealer_qualifies: String,
    pub unexposed_community: String,
    pub fixed_awards: String,
    pub envy_for: String,
    pub envy_pair_plus: String,
    pub unexposed_unqualified: String,
    pub unit: i128,
    pub meter: i128,
    pub reset: i128,
    pub contribution_bp: i128,
    pub reserve_bp: i128,
    pub limits: Limits,
    pub dealer: Vec<Card>,
    pub community: Vec<Card>,
    pub seats: Vec<Seat>,
}

/// The maximum of each wager that can have one. A minimum changes nothing: what is under it is settled as
/// it stands (THB6 5.13, RWS6 5.2.1).
pub struct Limits {
    pub ante: Option<i128>,
    pub bonus: Option<i128>,
    pub pair_plus: Option<i128>,
}

/// One seat as given; what is left out is 0, `play`, `true`.
pub struct Seat {
    pub seat: i128,
    pub player: Option<Value>,
    pub ante: i128,
    pub bonus: i128,
    pub flop: i128,
    pub turn: i128,
    pub river: i128,
    pub play: i128,
    pub pair_plus: i128,
    pub units: i128,
    pub cards: Vec<Card>,
    pub decision: String,
    pub exposed: bool,
}

impl Seat {
    /// A wager lies here for which a hand is played; a Bonus or a progressive alone is none (THB6 3.4, 3.5).
    pub fn has_hand(&self) -> bool {
        let raises = self.flop + self.turn + self.river + self.play;
        self.ante + self.pair_plus + raises > 0
    }

    /// The hand can be seen.
    pub fn shows_cards(&self) -> bool {
        self.exposed && !self.cards.is_empty()
    }
}

const ROUND_FIELDS: [&str; 8] = [
    "game",
    "readings",
    "unit",
    "jackpot",
    "limits",
    "dealer",
    "community",
    "seats",
];
const READINGS: [&str; 7] = [
    "bonus_on_loss",
    "dealer_qualifies",
    "unexposed_community",
    "fixed_awards",
    "envy_for",
    "envy_pair_plus",
    "unexposed_unqualified",
];
const JACKPOT_FIELDS: [&str; 4] = ["meter", "reset", "contribution_bp", "reserve_bp"];
const SEAT_FIELDS: [&str; 13] = [
    "seat",
    "player",
    "ante",
    "bonus",
    "flop",
    "turn",
    "river",
    "play",
    "pair_plus",
    "progressive",
    "cards",
    "decision",
    "exposed",
];

/// Parses and checks one line.
pub fn parse_round(line: &str) -> Result<Round, String> {
    let value: Value = serde_json::from_str(line).map_err(|error| format!("not JSON: {error}"))?;
    let top = value.as_object().ok_or("a round must be a JSON object")?;
    known_fields(top, "round", &ROUND_FIELDS)?;
    let game = text(top, "game", "")?;
    if !["thb6", "rws6", "ml6", "ml9", "tcp5"].contains(&game.as_str()) {
        return Err(format!("unknown game {game:?}"));
    }
    let readings = object(top, "readings")?;
    known_fields(&readings, "readings", &READINGS)?;
    let jackpot = object(top, "jackpot")?;
    known_fields(&jackpot, "jackpot", &JACKPOT_FIELDS)?;
    let round = Round {
        game,
        bonus_on_loss: choice(&readings, "bonus_on_loss", &["letter", "hole_cards"])?,
        dealer_qualifies: choice(
            &readings,
            "dealer_qualifies",
            &["letter", "queen_high_or_better"],
        )?,
        unexposed_community: choice(&readings, "unexposed_community", &["letter", "paid"])?,
        fixed_awards: choice(&readings, "fixed_awards", &["house", "meter"])?,
        envy_for: choice(&readings, "envy_for", &["seat", "player"])?,
        envy_pair_plus: choice(&readings, "envy_pair_plus", &["that_hand", "all"])?,
        unexposed_unqualified: choice(&readings, "unexposed_unqualified", &["loses", "paid"])?,
        unit: amount(top, "unit")?,
        meter: amount(&jackpot, "meter")?,
        reset: amount(&jackpot, "reset")?,
        contribution_bp: amount(&jackpot, "contribution_bp")?,
        reserve_bp: amount(&jackpot, "reserve_bp")?,
        limits: limits(&object(top, "limits")?)?,
        dealer: cards(top, "dealer")?,
        community: cards(top, "community")?,
        seats: seats(top)?,
    };
    check(&round)?;
    Ok(round)
}

/// One `min` and `max` for all three wagers, or an object with both for each.
fn limits(limits: &Object) -> Result<Limits, String> {
    const WAGERS: [&str; 3] = ["ante", "bonus", "pair_plus"];
    if limits.keys().any(|key| WAGERS.contains(&key.as_str())) {
        known_fields(limits, "limits by wager", &WAGERS)?;
        let [ante, bonus, pair_plus] = WAGERS.map(|wager| maximum(&object(limits, wager)?));
        return Ok(Limits {
            ante: ante?,
            bonus: bonus?,
            pair_plus: pair_plus?,
        });
    }
    let max = maximum(limits)?;
    Ok(Limits {
        ante: max,
        bonus: max,
        pair_plus: max,
    })
}

/// A maximum left out is no maximum; 0 would forbid every wager.
fn maximum(limit: &Object) -> Result<Option<i128>, String> {
    known_fields(limit, "limits", &["min", "max"])?;
    amount(limit, "min")?;
    limit
        .contains_key("max")
        .then(|| amount(limit, "max"))
        .transpose()
}

fn seats(top: &Object) -> Result<Vec<Seat>, String> {
    let Some(value) = top.get("seats") else {
        return Ok(Vec::new());
    };
    let list = value.as_array().ok_or("seats must be a list")?;
    list.iter().map(parse_seat).collect()
}

fn parse_seat(value: &Value) -> Result<Seat, String> {
    let seat = value.as_object().ok_or("a seat must be a JSON object")?;
    known_fields(seat, "seat", &SEAT_FIELDS)?;
    let player = seat.get("player").cloned();
    if let Some(name) = &player
        && !name.is_string()
        && !name.is_i64()
    {
        return Err(format!(
            "player must be a text or a whole number, not {name}"
        ));
    }
    Ok(Seat {
        seat: amount(seat, "seat")?,
        player,
        ante: amount(seat, "ante")?,
        bonus: amount(seat, "bonus")?,
        flop: amount(seat, "flop")?,
        turn: amount(seat, "turn")?,
        river: amount(seat, "river")?,
        play: amount(seat, "play")?,
        pair_plus: amount(seat, "pair_plus")?,
        units: amount(seat, "progressive")?,
        cards: cards(seat, "cards")?,
        decision: choice(seat, "decision", &["play", "fold", "absent"])?,
        exposed: match seat.get("exposed") {
            None => true,
            Some(flag) => flag.as_bool().ok_or("exposed must be true or false")?,
        },
    })
}
