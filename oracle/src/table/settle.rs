//! The worth of a round: the referee settles what is settled at all, and what goes back is listed beside it.

use serde_json::{Value, json};

use super::document::{Document, document};
use super::round::{Phase, Round, Seated};
use super::words::{Card, Decision, House, Limit};
use crate::referee;

/// One wager of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "named as in settlement files")]
pub struct Line {
    pub wager: String,
    pub stake: u64,
    pub excess: u64,
    pub outcome: String,
    pub pays: u64,
    pub award: Option<String>,
}

/// One seat.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "named as in settlement files")]
pub struct SeatWorth {
    pub seat: usize,
    pub lines: Vec<Line>,
    pub envy: u64,
    pub net: i64,
}

/// One payment of an award.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "named as in settlement files")]
pub struct Payment {
    pub seat: usize,
    pub award: String,
    pub amount: u64,
    pub from_meter: bool,
}

/// A whole round.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Worth {
    /// The seats with something on them.
    pub seats: Vec<SeatWorth>,
    /// In the order of payment.
    pub payments: Vec<Payment>,
}

impl Worth {
    /// The outcome of a wager; empty where there is no such wager.
    pub fn outcome(&self, seat: usize, wager: &str) -> &str {
        let seats = self.seats.iter().filter(|worth| worth.seat == seat);
        let mut lines = seats.flat_map(|worth| &worth.lines);
        let line = lines.find(|line| line.wager == wager && line.stake > 0);
        line.map_or("", |line| &line.outcome)
    }
}

/// Settles a round at what the sign shows with the round's contributions on it, and at what it will when all of that
/// was won.
pub fn worth(round: &Round, house: &House, shown: u64, reset: u64) -> Worth {
    let document = document(house.game);
    let mut settled = Vec::new();
    let mut worth = Worth::default();
    for (seat, seated) in seats(round) {
        let (rest, back) = split(seated, round, house, &document);
        let lines = back.into_iter().map(returned).collect();
        worth.seats.push(SeatWorth {
            seat,
            lines,
            envy: 0,
            net: 0,
        });
        settled.extend(rest.map(|rest| (seat, rest)));
    }
    if !settled.is_empty() && settled.iter().any(|(_, seat)| seat.has_hand()) {
        let jackpot = json!({ "meter": shown, "reset": reset });
        let line = as_line(round, house, &jackpot, &document, &settled);
        let answer = referee::settle(&line).unwrap_or_else(|error| panic!("{error}: {line}"));
        worth.add(&answer);
    } else {
        // Whoever is left has nothing but a progressive wager and a Bonus without their base.
        for (seat, rest) in settled {
            let alone = everything(&rest, house).into_iter().map(returned);
            worth.seat_mut(seat).lines.extend(alone);
        }
    }
    worth
}

impl Worth {
    fn seat_mut(&mut self, seat: usize) -> &mut SeatWorth {
        let mut seats = self.seats.iter_mut();
        seats
            .find(|worth| worth.seat == seat)
            .expect("a seat that is listed")
    }

    /// Adds what the referee says.
    fn add(&mut self, answer: &Value) {
        for settled in answer["seats"].as_array().expect("seats") {
            let worth = self.seat_mut(index(settled));
            worth.envy = amount(&settled["envy"]);
            worth.net = settled["net"].as_i64().expect("an amount");
            let wagers = settled["wagers"].as_object().expect("wagers");
            worth.lines.extend(wagers.iter().map(line));
        }
        let payments = answer["awards"].as_array().expect("awards");
        self.payments.extend(payments.iter().map(|payment| Payment {
            seat: index(payment),
            award: text(&payment["award"]),
            amount: amount(&payment["amount"]),
            from_meter: payment["from"] == "meter",
        }));
    }
}

fn seats(round: &Round) -> impl Iterator<Item = (usize, &Seated)> {
    let seats = round.seats.iter().enumerate();
    seats.filter_map(|(seat, seated)| Some((seat, seated.as_ref()?)))
}

type Back = Vec<(&'static str, u64)>;

/// Splits a seat into what is settled and what goes back: everything of a void round or an invalid hand; of a player who had a
/// wager under the minimum settled before, the next one, and with an Ante all that needs it (THB6 5.13).
fn split(
    seat: &Seated,
    round: &Round,
    house: &House,
    document: &Document,
) -> (Option<Seated>, Back) {
    if round.phase == Phase::Void || Round::goes_back(seat, document) {
        return (None, everything(seat, house));
    }
    let again = |stake: u64, limit: &Limit| {
        document.mbs && seat.under_before && stake > 0 && stake < limit.min
    };
    let mut rest = seat.clone();
    if again(seat.ante, &house.ante) {
        (rest.ante, rest.bonus, rest.play) = (0, 0, 0);
        (rest.flop, rest.turn, rest.river) = (0, 0, 0);
    }
    if again(seat.bonus, &house.bonus) {
        rest.bonus = 0;
    }
    if again(seat.pair_plus, &house.pair_plus) {
        rest.pair_plus = 0;
    }
    let kept = main_wagers(&rest);
    let mut back = main_wagers(seat);
    back.retain(|wager| !kept.contains(wager));
    (Some(rest), back)
}

/// A seat with only the wagers that win or lose, if any of its hand does: the progressive wager goes back with its hand,
/// or because its base is missing or goes back.
pub fn at_stake(round: &Round, seat: &Seated, house: &House) -> Option<Seated> {
    let (rest, _) = split(seat, round, house, &document(house.game));
    rest.filter(Seated::has_hand)
}

/// The progressive wager of a seat goes back.
pub fn progressive_goes_back(round: &Round, seat: usize, house: &House) -> bool {
    let seated = round.seats[seat].as_ref().expect("a seat with a wager");
    at_stake(round, seated, house).is_none()
}

fn everything(seat: &Seated, house: &House) -> Back {
    let mut back = main_wagers(seat);
    back.push(("progressive", u64::from(seat.units) * house.unit));
    back
}

fn main_wagers(seat: &Seated) -> Back {
    vec![
        ("ante", seat.ante),
        ("bonus", seat.bonus),
        ("flop", seat.flop),
        ("turn", seat.turn),
        ("river", seat.river),
        ("play", seat.play),
        ("pair_plus", seat.pair_plus),
    ]
}

fn returned((wager, stake): (&'static str, u64)) -> Line {
    Line {
        wager: wager.into(),
        stake,
        excess: 0,
        outcome: "returned".into(),
        pays: 0,
        award: None,
    }
}

fn line((wager, settled): (&String, &Value)) -> Line {
    Line {
        wager: wager.clone(),
        stake: amount(&settled["stake"]),
        excess: settled.get("excess").map_or(0, amount),
        outcome: text(&settled["outcome"]),
        pays: amount(&settled["pays"]),
        award: settled.get("award").map(text),
    }
}

/// The round in the file format of `coinspot settle`. The contributions are on the meter already.
fn as_line(
    round: &Round,
    house: &House,
    jackpot: &Value,
    document: &Document,
    settled: &[(usize, Seated)],
) -> String {
    let mut unused = deck().filter(|card| !is_out(round, *card));
    let seats = settled.iter().map(|(seat, seated)| {
        let hidden = seated.cards.is_empty() && seated.has_hand() && seated.exposed;
        // A folded hand whose cards nobody entered: they decide nothing, but the format asks for some.
        let cards = match hidden {
            true => written(unused.by_ref().take(document.hand())),
            false => written(seated.cards.iter().copied()),
        };
        json!({
            "seat": seat + 1, "player": seated.player, "ante": seated.ante, "bonus": seated.bonus,
            "flop": seated.flop, "turn": seated.turn, "river": seated.river, "play": seated.play,
            "pair_plus": seated.pair_plus, "progressive": seated.units, "cards": cards,
            "decision": decision(seated), "exposed": seated.exposed,
        })
    });
    let seats: Vec<Value> = seats.collect();
    json!({
        "game": document.key, "readings": readings(house), "unit": house.unit,
        "jackpot": jackpot,
        "limits": {
            "ante": limit(&house.ante), "bonus": limit(&house.bonus),
            "pair_plus": limit(&house.pair_plus),
        },
        "dealer": written(round.dealer.iter().copied()),
        "community": written(round.community.iter().copied()),
        "seats": seats,
    })
    .to_string()
}

fn decision(seat: &Seated) -> &'static str {
    match seat.decision {
        Decision::Play => "play",
        Decision::Fold => "fold",
        Decision::Absent => "absent",
    }
}

fn readings(house: &House) -> Value {
    let one_of =
        |other: bool, [letter, reading]: [&str; 2]| json!(if other { reading } else { letter });
    let readings = &house.readings;
    json!({
        "bonus_on_loss": one_of(readings.bonus_on_hole_cards, ["letter", "hole_cards"]),
        "dealer_qualifies": one_of(readings.low_pair_qualifies, ["letter", "queen_high_or_better"]),
        "unexposed_community": one_of(readings.unexposed_community_is_paid, ["letter", "paid"]),
        "fixed_awards": one_of(readings.meter_pays_fixed_awards, ["house", "meter"]),
        "envy_for": one_of(readings.envy_once_a_player, ["seat", "player"]),
        "envy_pair_plus": one_of(readings.pair_plus_cancels_envy, ["that_hand", "all"]),
        "unexposed_unqualified": one_of(readings.unexposed_ante_is_paid, ["loses", "paid"]),
    })
}

fn limit(limit: &Limit) -> Value {
    match limit.max {
        Some(max) => json!({ "min": limit.min, "max": max }),
        None => json!({ "min": limit.min }),
    }
}

fn is_out(round: &Round, card: Card) -> bool {
    let hands = round.seats.iter().flatten().flat_map(|seat| &seat.cards);
    let mut out = hands.chain(&round.dealer).chain(&round.community);
    out.any(|other| *other == card)
}

fn written(cards: impl Iterator<Item = Card>) -> String {
    let letter = |letters: &[u8], at: u8| char::from(letters[usize::from(at)]);
    let card = |(rank, suit)| [letter(b"23456789TJQKA", rank - 2), letter(b"cdhs", suit)];
    cards.flat_map(card).collect()
}

/// All cards.
fn deck() -> impl Iterator<Item = Card> {
    (0..4).flat_map(|suit| (2..=14).map(move |rank| (rank, suit)))
}

fn index(of: &Value) -> usize {
    usize::try_from(amount(&of["seat"])).expect("a seat") - 1
}

fn amount(value: &Value) -> u64 {
    value.as_u64().expect("an amount")
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").into()
}
