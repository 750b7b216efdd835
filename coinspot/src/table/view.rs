//! The page's content as one JSON object, built whole every time from the journal's replica and the felt.

mod seat;

use serde::Serialize;
use shared_rules::games::{Game, RuleReadings, RuleSet};
use shared_rules::ledger::Table;
use shared_rules::round::Phase;
use shared_rules::seats::Seat;

use self::seat::{CardView, SeatView, places, seat_view};
use super::ask::{CardPlace, PressKey};
use super::chip_watch::FeltBets;
use super::guide::{self, GuideStep};
use super::hand_names;
use super::paytable::{self, PaySection};
use super::play::TablePlay;
use super::settled::{self, SettledSeat};
use super::spots::{side_wager, smallest};
use super::stage;
use super::status::StatusLine;
use super::steps::{self, OfferedStep};
use super::troubles::TableTrouble;
use super::words;
use crate::money::{exact, money, words as spaced};
use crate::odds::{choices, cost};
use crate::settle::ReadingsIn;

/// The table knows what it was before its oldest entry; whoever only follows the entries does not.
const PARTIAL: &str = "The table's journal no longer holds its beginning: game, round and meters on this page may be \
                       missing or wrong. The table itself knows them.";

/// The whole page but for lamps, sign and log.
#[derive(Debug, Serialize)]
pub struct View {
    game: Option<GameName>,
    games: Vec<GameName>,
    status: StatusLine,
    /// Why a press of each key would only be counted, in the order of the keys.
    keys: Vec<Option<String>>,
    phase: String,
    phase_key: &'static str,
    round: u32,
    power: bool,
    linked: bool,
    has_felt: bool,
    supervisor: bool,
    door: bool,
    side: Option<String>,
    /// The smallest Ante in cents: what the field for it begins with.
    stake: u64,
    units_max: u8,
    seats: Vec<SeatView>,
    dealer: Vec<CardView>,
    dealer_hand: Option<String>,
    board: Vec<CardView>,
    /// Cards that lie on the table or are picked: none of them can be picked again.
    used_cards: Vec<String>,
    steps: Vec<OfferedStep>,
    guide: Option<GuideStep>,
    settled: Vec<SettledSeat>,
    payments: Vec<String>,
    waiting: Vec<String>,
    meters: Vec<(&'static str, String)>,
    balanced: bool,
    pay_table: Vec<PaySection>,
    troubles: Vec<TroubleView>,
    /// The round that was settled last, for `coinspot settle`, or why it cannot be written so.
    round_json: Option<Result<String, String>>,
    /// Entries that somebody has caused: replayed steps wait for as many.
    heard: u64,
    /// Warnings that a reader needs before anything else on the page.
    notices: Vec<String>,
}

#[derive(Debug, Serialize)]
struct GameName {
    key: &'static str,
    tag: &'static str,
    title: &'static str,
    house: &'static str,
    version: u8,
    readings: Vec<ReadingChoice>,
}

/// A reading with which a game can be configured.
#[derive(Debug, Serialize)]
struct ReadingChoice {
    label: String,
    readings: ReadingsIn,
    chosen: bool,
    cost: Option<String>,
}

#[derive(Debug, Serialize)]
struct TroubleView {
    name: TableTrouble,
    label: String,
    hint: &'static str,
    active: bool,
}

impl View {
    /// The page as it is now.
    pub fn of(play: &TablePlay) -> View {
        let table = play.replica.table();
        let bets = FeltBets::of(play);
        let rules = play.rules();
        let readings = play
            .terms()
            .map_or_else(RuleReadings::default, |terms| terms.readings);
        let status = StatusLine::of(play, &bets);
        View {
            guide: guide::next(play, &bets, &status),
            used_cards: used_cards(play),
            dealer_hand: hand_names::of_dealer(play),
            game: rules.map(|rules| name(rules, readings)),
            games: Game::ALL.map(|game| name(game.rules(), readings)).into(),
            status,
            keys: PressKey::ALL
                .map(|key| steps::key_refusal(play, &bets, key))
                .into(),
            phase: stage::name(&play.replica),
            phase_key: phase_key(play.replica.phase()),
            round: stage::round_number(&play.replica),
            power: play.engine().is_powered(),
            linked: play.engine().is_linked(),
            has_felt: play.engine().has_felt(),
            supervisor: play.spots.supervisor,
            door: play.spots.door,
            side: rules
                .and_then(side_wager)
                .map(|wager| words::capital(&spaced(wager.name()))),
            stake: play.terms().map_or(0, |terms| smallest(terms).get()),
            units_max: rules.map_or(0, |rules| rules.units_max),
            seats: Seat::ALL.map(|seat| seat_view(play, &bets, seat)).into(),
            dealer: places(
                play,
                CardPlace::Dealer,
                play.replica.dealer(),
                stage::hand_size(&play.replica),
            ),
            board: places(
                play,
                CardPlace::Board,
                play.replica.community(),
                stage::board_size(&play.replica),
            ),
            steps: steps::of_dealer(play),
            settled: settled::of(play),
            payments: table.map(payments).unwrap_or_default(),
            waiting: table.map(waiting).unwrap_or_default(),
            meters: table
                .map(|table| meters(table, play.replica.ledger().link().is_some()))
                .into_iter()
                .flatten()
                .chain(play.sign.map(|sign| ("Sign", words::sign_version(sign))))
                .collect(),
            balanced: table.is_none_or(Table::is_balanced),
            pay_table: rules.map(paytable::sections).unwrap_or_default(),
            troubles: TableTrouble::ALL
                .into_iter()
                .filter(|trouble| *trouble != TableTrouble::PoolLink || play.engine().has_pool())
                .map(|trouble| trouble_view(play, trouble))
                .collect(),
            round_json: play.round_json.clone(),
            heard: play.papers.heard(),
            notices: notices(play),
        }
    }
}

fn used_cards(play: &TablePlay) -> Vec<String> {
    let picked = play.shoe.picks().map(|(_, card)| card);
    let used = play.replica.cards_out().into_iter().chain(picked);
    used.map(|card| card.to_string()).collect()
}

fn name(rules: &'static RuleSet, now: RuleReadings) -> GameName {
    let choices = choices(rules, now).into_iter();
    let readings = choices.map(|(label, readings)| ReadingChoice {
        label,
        readings: ReadingsIn(readings),
        chosen: readings == now,
        cost: cost(rules, readings),
    });
    GameName {
        readings: readings.collect(),
        key: rules.key,
        tag: rules.tag,
        title: rules.title,
        house: rules.house,
        version: rules.version,
    }
}

pub(super) const fn phase_key(phase: Phase) -> &'static str {
    match phase {
        Phase::Idle => "idle",
        Phase::BetsOpen => "open",
        Phase::Playing => "playing",
        Phase::Settled => "settled",
        Phase::Paid => "paid",
        Phase::Void(_) => "void",
    }
}

fn payments(table: &Table) -> Vec<String> {
    let settlement = table.settlement();
    let payments = settlement.iter().flat_map(|settled| &settled.payments);
    payments.map(settled::payment).collect()
}

fn waiting(table: &Table) -> Vec<String> {
    let awards = table.waiting().iter();
    awards
        .map(|award| {
            let (seat, name) = (award.seat.number(), spaced(award.award.name()));
            format!("Seat {seat}: {name}, {}", money(award.amount))
        })
        .collect()
}

/// A linked table has no jackpot of its own.
fn meters(table: &Table, is_linked: bool) -> Vec<(&'static str, String)> {
    if is_linked {
        return vec![("Jackpot", "kept by the pool".into())];
    }
    let (jackpot, totals) = (table.jackpot(), table.totals());
    vec![
        ("Jackpot", exact(jackpot.meter())),
        ("Reserve", exact(jackpot.reserve())),
        ("Seeds", exact(totals.seeds)),
        ("Contributions", exact(totals.contributions)),
        ("Awards paid", exact(totals.awards)),
        ("Jackpots hit", totals.hits.to_string()),
    ]
}

fn notices(play: &TablePlay) -> Vec<String> {
    let failure = play.engine().failure().map(words::capital);
    let partial = play.replica.is_partial().then(|| PARTIAL.to_owned());
    let halted = play.halted.clone();
    let table = play.replica.table();
    let postponed = table.and_then(Table::postponed).map(words::postponed);
    let other_sign = play.sign.flatten().and_then(words::other_sign);
    let failures = failure.into_iter().chain(halted);
    failures
        .chain(partial)
        .chain(postponed)
        .chain(other_sign)
        .collect()
}

fn trouble_view(play: &TablePlay, trouble: TableTrouble) -> TroubleView {
    let (begin, end) = trouble.labels();
    let active = play.troubles.is_active(trouble);
    let label = match (active, play.troubles.seat(trouble)) {
        (true, Some(seat)) => format!("{end} (seat {})", seat.number()),
        (true, None) => end.into(),
        (false, _) => begin.into(),
    };
    TroubleView {
        name: trouble,
        label,
        hint: trouble.hint(),
        active,
    }
}
