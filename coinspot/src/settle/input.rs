//! One round as JSON, and its way to a checked [`ClosedRound`].

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use shared_rules::cards::Card;
use shared_rules::closed::{ClosedRound, Decision, Player, SeatCards, SeatRecord};
use shared_rules::games::{
    BonusOnLoss, DealerQualifies, EnvyFor, EnvyPairPlus, FixedAwards, Game, RuleReadings, RuleSet,
    UnexposedCommunity, UnexposedUnqualified,
};
use shared_rules::jackpot::{Jackpot, JackpotTerms};
use shared_rules::money::BasisPoints;
use shared_rules::refusal::Reason;
use shared_rules::seats::{Seat, SeatMap};
use shared_rules::wagers::{Limit, Limits, Stakes, Terms};

use super::amount::Amount;
use super::object::Object;

/// A whole stake in basis points.
const WHOLE_BP: u32 = 10_000;

/// A round as it stands in the file; what is left out is 0, `play`, `true`.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct RoundIn<'a> {
    #[serde(borrow)]
    game: Cow<'a, str>,
    #[serde(default)]
    readings: Object<ReadingsIn>,
    #[serde(default)]
    unit: Amount,
    #[serde(default)]
    jackpot: Object<JackpotIn>,
    #[serde(default)]
    limits: Object<LimitsIn>,
    #[serde(default, borrow)]
    dealer: Cow<'a, str>,
    #[serde(default, borrow)]
    community: Cow<'a, str>,
    #[serde(default, borrow)]
    seats: Vec<Object<SeatIn<'a>>>,
}

/// The readings as settlement files call them.
#[derive(Clone, Copy, PartialEq, Deserialize, Serialize, Default, Debug)]
#[serde(transparent)]
pub struct ReadingsIn(#[serde(with = "ReadingsNames")] pub RuleReadings);

#[derive(Deserialize, Serialize)]
#[serde(
    remote = "RuleReadings",
    deny_unknown_fields,
    default = "RuleReadings::default"
)]
struct ReadingsNames {
    #[serde(with = "BonusOnLossNames")]
    bonus_on_loss: BonusOnLoss,
    #[serde(with = "DealerQualifiesNames")]
    dealer_qualifies: DealerQualifies,
    #[serde(with = "UnexposedCommunityNames")]
    unexposed_community: UnexposedCommunity,
    #[serde(with = "FixedAwardsNames")]
    fixed_awards: FixedAwards,
    #[serde(with = "EnvyForNames")]
    envy_for: EnvyFor,
    #[serde(with = "EnvyPairPlusNames")]
    envy_pair_plus: EnvyPairPlus,
    #[serde(with = "UnexposedUnqualifiedNames")]
    unexposed_unqualified: UnexposedUnqualified,
}

#[derive(Deserialize, Serialize)]
#[serde(remote = "BonusOnLoss", rename_all = "snake_case")]
enum BonusOnLossNames {
    Letter,
    HoleCards,
}

#[derive(Deserialize, Serialize)]
#[serde(remote = "DealerQualifies", rename_all = "snake_case")]
enum DealerQualifiesNames {
    Letter,
    QueenHighOrBetter,
}

#[derive(Deserialize, Serialize)]
#[serde(remote = "UnexposedCommunity", rename_all = "snake_case")]
enum UnexposedCommunityNames {
    Letter,
    Paid,
}

#[derive(Deserialize, Serialize)]
#[serde(remote = "FixedAwards", rename_all = "snake_case")]
enum FixedAwardsNames {
    House,
    Meter,
}

#[derive(Deserialize, Serialize)]
#[serde(remote = "EnvyFor", rename_all = "snake_case")]
enum EnvyForNames {
    Seat,
    Player,
}

#[derive(Deserialize, Serialize)]
#[serde(remote = "EnvyPairPlus", rename_all = "snake_case")]
enum EnvyPairPlusNames {
    ThatHand,
    All,
}

#[derive(Deserialize, Serialize)]
#[serde(remote = "UnexposedUnqualified", rename_all = "snake_case")]
enum UnexposedUnqualifiedNames {
    Loses,
    Paid,
}

#[derive(Deserialize, Default, Debug)]
#[serde(deny_unknown_fields, default)]
struct JackpotIn {
    meter: Amount,
    reset: Amount,
    contribution_bp: u16,
    reserve_bp: u16,
}

/// Limits for the three wagers together, for single ones, or both; a single one wins.
#[derive(Deserialize, Default, Debug)]
#[serde(deny_unknown_fields, default)]
struct LimitsIn {
    min: Option<Amount>,
    max: Option<Amount>,
    ante: Object<LimitIn>,
    bonus: Object<LimitIn>,
    pair_plus: Object<LimitIn>,
}

#[derive(Deserialize, Default, Debug)]
#[serde(deny_unknown_fields, default)]
struct LimitIn {
    min: Option<Amount>,
    max: Option<Amount>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct SeatIn<'a> {
    seat: u8,
    #[serde(default, borrow)]
    player: Option<PlayerIn<'a>>,
    #[serde(default)]
    ante: Amount,
    #[serde(default)]
    bonus: Amount,
    #[serde(default)]
    flop: Amount,
    #[serde(default)]
    turn: Amount,
    #[serde(default)]
    river: Amount,
    #[serde(default)]
    play: Amount,
    #[serde(default)]
    pair_plus: Amount,
    #[serde(default)]
    progressive: u64,
    #[serde(default, borrow)]
    cards: Cow<'a, str>,
    #[serde(default)]
    decision: DecisionIn,
    #[serde(default = "yes")]
    exposed: bool,
}

fn yes() -> bool {
    true
}

/// A player's name or number.
#[derive(Deserialize, PartialEq, Debug)]
#[serde(untagged, expecting = "a player is a name or a number")]
enum PlayerIn<'a> {
    Number(i64),
    #[serde(borrow)]
    Name(Cow<'a, str>),
}

#[derive(Deserialize, Default, Debug)]
#[serde(rename_all = "snake_case")]
enum DecisionIn {
    #[default]
    Play,
    Fold,
    Absent,
}

/// A round that can be settled, and where its answer goes.
pub(crate) struct Checked {
    pub(crate) round: ClosedRound,
    pub(crate) jackpot: Jackpot,
    pub(crate) dealer: Vec<Card>,
    /// In the order flop, turn, river.
    pub(crate) community: Vec<Card>,
    /// The seats in the order of the input.
    pub(crate) order: Vec<Seat>,
    /// Progressive units that no coin spot holds: they are excess and nothing else.
    pub(crate) units_beyond: Vec<(Seat, u64)>,
}

impl RoundIn<'_> {
    /// Reads a line; an error names the field.
    pub(crate) fn parse(line: &str) -> Result<RoundIn<'_>, String> {
        if line.trim().is_empty() {
            return Err("the line is empty: a round is a JSON object".into());
        }
        parse_line(line)
    }

    /// Checks everything that the rules and the format ask for.
    pub(crate) fn check(&self) -> Result<Checked, String> {
        let rules = game_of(&self.game)?.rules();
        let terms = Terms {
            rules,
            readings: self.readings.0.0,
            unit: self.unit.0,
            limits: self.limits.0.read(),
        };
        let mut seats = SeatMap::<Option<SeatRecord>>::default();
        let mut order = Vec::with_capacity(self.seats.len());
        let mut units_beyond = Vec::new();
        for (index, Object(entry)) in self.seats.iter().enumerate() {
            let seat = entry.seat_of(rules)?;
            let player = self.player(index);
            let place = seats.get_mut(seat);
            if place.is_some() {
                return Err(format!("seat {}: the seat is there twice", seat.number()));
            }
            *place = Some(entry.record(rules, seat, player)?);
            order.push(seat);
            if let Some(beyond) = entry.progressive.checked_sub(u64::from(u8::MAX)) {
                units_beyond.push((seat, beyond));
            }
        }
        let dealer = cards(&self.dealer).map_err(|error| format!("dealer: {error}"))?;
        let community = cards(&self.community).map_err(|error| format!("community: {error}"))?;
        let round = ClosedRound::new(&terms, &dealer, &community, &seats);
        Ok(Checked {
            round: round.map_err(|refusal| refusal.to_string())?,
            jackpot: self.jackpot.0.read()?,
            dealer,
            community,
            order,
            units_beyond,
        })
    }

    /// The first seat of the same player stands for the player; seats without one are their own.
    fn player(&self, index: usize) -> Player {
        let name = &self.seats[index].0.player;
        let first = self.seats.iter().position(|seat| seat.0.player == *name);
        let number = match name {
            Some(_) => first.unwrap_or(index),
            None => index,
        };
        Player(u8::try_from(number).unwrap_or(u8::MAX))
    }
}

impl SeatIn<'_> {
    fn seat_of(&self, rules: &RuleSet) -> Result<Seat, String> {
        let reason = Reason::NoSuchPosition;
        let rule = rules.cite(rules.paragraphs.positions);
        Seat::new(self.seat).ok_or_else(|| format!("seat {}: {reason} ({rule})", self.seat))
    }

    fn record(&self, rules: &RuleSet, seat: Seat, player: Player) -> Result<SeatRecord, String> {
        let at_seat = |error| format!("seat {}: {error}", seat.number());
        let cards = match cards(&self.cards).map_err(at_seat)?.as_slice() {
            [] => SeatCards::Unknown,
            cards => SeatCards::new(rules, seat, cards).map_err(|refusal| refusal.to_string())?,
        };
        Ok(SeatRecord {
            stakes: Stakes {
                ante: self.ante.0,
                bonus: self.bonus.0,
                flop: self.flop.0,
                turn: self.turn.0,
                river: self.river.0,
                play: self.play.0,
                pair_plus: self.pair_plus.0,
            },
            units: u8::try_from(self.progressive).unwrap_or(u8::MAX),
            cards,
            decision: match self.decision {
                DecisionIn::Play => Decision::Play,
                DecisionIn::Fold => Decision::Fold,
                DecisionIn::Absent => Decision::Absent,
            },
            exposed: self.exposed,
            ..SeatRecord::new(player)
        })
    }
}

impl JackpotIn {
    fn read(&self) -> Result<Jackpot, String> {
        let rate = |field: &str, points| {
            let error = || format!("jackpot.{field}: at most 10000 basis points");
            BasisPoints::new(points).ok_or_else(error)
        };
        let terms = JackpotTerms {
            reset: self.reset.0,
            contribution: rate("contribution_bp", self.contribution_bp)?,
            reserve: rate("reserve_bp", self.reserve_bp)?,
            limit: None,
        };
        self.check_whole()?;
        Jackpot::new(terms, self.meter.0).map_err(|_| "jackpot.meter: too large".into())
    }

    /// Both shares come out of the same stake: more than all of it would be money from nowhere.
    fn check_whole(&self) -> Result<(), String> {
        let together = u32::from(self.contribution_bp) + u32::from(self.reserve_bp);
        if together <= WHOLE_BP {
            return Ok(());
        }
        Err(format!(
            "jackpot: contribution_bp and reserve_bp are {together} basis points together, at most {WHOLE_BP}"
        ))
    }
}

impl LimitsIn {
    fn read(&self) -> Limits {
        let limit = |own: &LimitIn| Limit {
            min: own.min.or(self.min).unwrap_or_default().0,
            max: own.max.or(self.max).map(|max| max.0),
        };
        Limits {
            ante: limit(&self.ante.0),
            bonus: limit(&self.bonus.0),
            pair_plus: limit(&self.pair_plus.0),
        }
    }
}

/// Cards written one after the other, like `QsJsTs2d3c`.
fn cards(text: &str) -> Result<Vec<Card>, String> {
    let letters: Vec<char> = text.chars().collect();
    let pairs = letters.chunks(2).map(String::from_iter);
    pairs
        .map(|pair| {
            pair.parse()
                .map_err(|error| format!("\"{pair}\" is {error}"))
        })
        .collect()
}

/// Reads a JSON object; an error names the field.
pub(crate) fn parse_line<'a, T: Deserialize<'a>>(line: &'a str) -> Result<T, String> {
    // The path to a field costs time, so it is only looked for where there is an error to report.
    let parsed: Result<Object<T>, _> = serde_json::from_str(line);
    parsed.map(|Object(parsed)| parsed).map_err(|plain| {
        let deserializer = &mut serde_json::Deserializer::from_str(line);
        match serde_path_to_error::deserialize::<_, Object<T>>(deserializer) {
            Err(at) if at.path().iter().next().is_some() => {
                format!("{}: {}", at.path(), without_line(at.inner()))
            }
            _ => without_line(&plain),
        }
    })
}

/// The game with this key.
pub(crate) fn game_of(key: &str) -> Result<Game, String> {
    Game::from_key(key).ok_or_else(|| {
        let known = Game::ALL.map(|game| game.rules().key).join(" ");
        format!("game: unknown game \"{key}\", known are {known}")
    })
}

/// serde_json counts lines within the text that it was given, which here is always one.
fn without_line(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let (message, _) = text.split_once(" at line ").unwrap_or((&text, ""));
    match error.classify() {
        serde_json::error::Category::Data => message.to_owned(),
        _ => format!("not JSON: {message} at column {}", error.column()),
    }
}
