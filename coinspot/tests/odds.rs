//! `coinspot odds`: the page in `docs` is what the program writes, its figures are exact for programs too,
//! and random rounds through the settlement agree with them.

use std::process::{Command, Output};
use std::sync::LazyLock;

use coinspot::odds::check::check;
use coinspot::odds::jackpot::at_hit;
use coinspot::odds::{OddsReport, cost, csv, json, page, svg, text};
use coinspot::settle::ReadingsIn;
use odds::fraction::Fraction;
use odds::game::{Deals, GameOdds, House};
use odds::parallel::Workers;
use odds::progressive::SignFigures;
use odds::wager::WagerKind;
use serde_json::Value;
use shared_rules::games::{DealerQualifies, Game, RuleReadings};
use shared_rules::money::{BasisPoints, Cents};

static DEALS: LazyLock<Deals> = LazyLock::new(|| Deals::new(Workers::all_cores()));

/// All games with the amounts that the program takes by default.
static REPORTS: LazyLock<Vec<OddsReport>> = LazyLock::new(|| {
    let readings = ReadingsIn::default();
    let report = |game| OddsReport {
        odds: GameOdds::new(game, house(RuleReadings::default()), &DEALS),
        readings,
    };
    Game::ALL.map(report).into()
});

fn house(readings: RuleReadings) -> House {
    House {
        readings,
        sign: SignFigures {
            unit: Cents::dollars(5),
            units: 1,
            meter: Cents::dollars(100_000),
            reset: Cents::dollars(50_000),
            contribution: BasisPoints::new(2_000).expect("20 %"),
        },
        bonus_stake: Cents::dollars(5),
    }
}

/// The readings with this one of TCP5 3.11.
fn of_dealer(dealer_qualifies: DealerQualifies) -> RuleReadings {
    RuleReadings {
        dealer_qualifies,
        ..RuleReadings::default()
    }
}

#[test]
fn the_page_is_what_the_program_writes() {
    let on_disk = include_str!("../../docs/odds.md");
    assert!(
        page(&REPORTS) == on_disk,
        "docs/odds.md is another page: coinspot odds --format page > docs/odds.md"
    );
}

#[test]
fn the_plots_are_what_the_program_draws() {
    let plots = [
        include_str!("../../docs/odds/thb6.svg"),
        include_str!("../../docs/odds/rws6.svg"),
        include_str!("../../docs/odds/ml6.svg"),
        include_str!("../../docs/odds/ml9.svg"),
        include_str!("../../docs/odds/tcp5.svg"),
    ];
    for report in REPORTS.iter() {
        let drawn = svg(std::slice::from_ref(report));
        let key = report.odds.rules.key;
        assert!(plots.contains(&drawn.as_str()), "docs/odds/{key}.svg");
    }
}

/// A fraction of the JSON: its numerator, its denominator, its value.
fn fraction(of: &Value) -> (i128, i128, f64) {
    let number = |name: &str| of[name].as_str().expect("digits").parse();
    let [num, den] = ["num", "den"].map(|name| number(name).expect("a number"));
    (num, den, of["value"].as_f64().expect("a value"))
}

#[test]
#[expect(clippy::cast_precision_loss, reason = "to compare with the value")]
fn programs_get_exact_fractions_in_lowest_terms() {
    let games = json(&REPORTS);
    let games = games.as_array().expect("five games");
    assert_eq!(games.len(), 5);
    for game in games {
        for wager in game["wagers"].as_array().expect("wagers") {
            for name in ["edge", "fixed_return", "meter_return", "variance"] {
                let (num, den, value) = fraction(&wager[name]);
                let (mut a, mut b) = (num.abs(), den);
                while b != 0 {
                    (a, b) = (b, a % b);
                }
                assert_eq!(a, 1, "{name}: {num}/{den}");
                assert!((num as f64 / den as f64 - value).abs() <= 1e-12 * value.abs());
            }
            let rows = wager["rows"].as_array().expect("rows");
            let ways = rows.iter().map(|row| row["ways"].as_u64());
            let ways: u64 = ways.sum::<Option<u64>>().expect("ways");
            let of = rows[0]["of"].as_u64().expect("a total");
            assert!(0 < ways && ways <= of);
        }
    }
}

/// The wager of a game as JSON.
fn wager<'a>(game: &'a Value, name: &str, strategy: Option<&str>) -> &'a Value {
    let mut wagers = game["wagers"].as_array().expect("wagers").iter();
    let is_it = |wager: &&Value| wager["wager"] == name && wager["strategy"].as_str() == strategy;
    wagers.find(is_it).expect("the wager")
}

#[test]
fn one_game_is_one_object() {
    let game = json(&REPORTS[..1]);
    assert_eq!(game["game"], "thb6");
    assert_eq!(game["readings"]["bonus_on_loss"], "letter");
    let (num, den, _) = fraction(&wager(&game, "main", Some("optimal"))["edge"]);
    assert_eq!((num, den), (578_107_733, 28_381_438_800));
    let royal = &wager(&game, "progressive", Some("never_fold"))["rows"][0];
    assert_eq!(royal["award"], "royal_flush_on_flop");
    assert_eq!(royal["of"], royal["ways"].as_u64().expect("ways") * 649_740);
}

#[test]
fn spreadsheets_get_a_line_for_every_row() {
    let lines = csv(&REPORTS);
    let mut lines = lines.lines();
    let columns = lines.next().expect("a head").split(',').count();
    let rows_of = |odds: &GameOdds| {
        let wagers = odds.all().map(|wager| wager.lines.len() + 4);
        wagers.sum::<usize>() + 3 * odds.questions.len()
    };
    let rows: usize = REPORTS.iter().map(|report| rows_of(&report.odds)).sum();
    assert_eq!(lines.clone().count(), rows);
    assert!(lines.all(|line| line.split(',').count() == columns));
}

/// The question of a game about a reading.
fn question<'a>(game: &'a Value, name: &str) -> &'a Value {
    let mut questions = game["side_by_side"].as_array().expect("questions").iter();
    let found = questions.find(|question| question["question"] == name);
    found.expect("the question")
}

/// Each reading has the edge of the game that is played under it, and the difference is theirs.
#[test]
fn both_readings_of_the_dealers_queen_stand_side_by_side() {
    let game = json(&REPORTS[4..]);
    let question = question(&game, "dealer_qualifies");
    assert_eq!(question["rule"], "TCP5 3.11");
    let played = [DealerQualifies::Letter, DealerQualifies::QueenHighOrBetter].map(|reading| {
        let odds = GameOdds::new(Game::Tcp5, house(of_dealer(reading)), &DEALS);
        let mut wagers = odds.wagers.iter();
        let best = wagers.find(|wager| wager.strategy == Some("optimal"));
        best.expect("the main game").edge()
    });
    let told = [0, 1].map(|at| fraction(&question["readings"][at]["worth"]));
    let told = told.map(|(num, den, _)| Fraction::new(num, den));
    assert_eq!(told, played);
    let (num, den, value) = fraction(&question["difference"]);
    assert_eq!(Fraction::new(num, den), played[1] - played[0]);
    assert!(value > 0.3, "about 30 % of each Ante: {value}");
    let lines = csv(&REPORTS[4..]);
    for (reading, edge) in ["letter", "queen_high_or_better"].iter().zip(played) {
        let (num, den) = (edge.num(), edge.den());
        let line = format!("tcp5,main,,edge of dealer_qualifies={reading},,,{num},{den},");
        assert!(lines.contains(&line), "{line}");
    }
}

/// Dealers who do not qualify, counted apart: by the letter all hands of the 40 cards from 2 to J; by the other reading
/// those of three ranks that are no straight, in suits that are no flush.
#[test]
fn the_summary_says_why_the_readings_differ() {
    let text = text(&REPORTS[4..]);
    let sections = text.split_once("\nProgressive\n");
    let (summary, _) = sections.expect("the first section");
    let low_cards = 40 * 39 * 38 / 6;
    let (ranks, straights) = (10 * 9 * 8 / 6, 8);
    let low_and_nothing = (ranks - straights) * (4 * 4 * 4 - 4);
    let percent = |hands: u32| format!("{:.1} %", 100.0 * f64::from(hands) / 22_100.0);
    for part in [
        "-26.8051 %",
        "3.3730 %",
        "30.1781 % of each Ante",
        "dealer_qualifies (TCP5 3.11): ",
        "contains a queen or higher, so a pair of fives does not qualify",
        &percent(low_cards),
        &percent(low_and_nothing),
    ] {
        assert!(summary.contains(part), "{part}: {summary}");
    }
}

/// A house that configures the letter is told its cost to a tenth of a percent, and nobody else is.
#[test]
fn the_cost_of_a_reading_is_the_edge_that_is_computed() {
    for game in Game::ALL {
        for dealer_qualifies in [DealerQualifies::Letter, DealerQualifies::QueenHighOrBetter] {
            let readings = of_dealer(dealer_qualifies);
            let odds = GameOdds::new(game, house(readings), &DEALS);
            let mut main = odds.all().filter(|wager| wager.kind == WagerKind::Main);
            let best = main.find(|wager| wager.strategy == Some("optimal"));
            let edge = best.expect("the main game").edge();
            let told = cost(game.rules(), readings);
            assert_eq!(told.is_some(), edge < Fraction::ZERO, "{game:?}");
            let percent = format!("{:.1} % of each Ante", -100.0 * edge.value());
            assert!(told.is_none_or(|told| told.contains(&percent)), "{percent}");
        }
    }
}

#[test]
fn the_plotted_jackpot_has_the_exact_mean() {
    for report in REPORTS.iter() {
        for progressive in &report.odds.progressive {
            let plotted = at_hit(progressive, &report.odds.house.sign).mean();
            let exact = progressive.at_hit.value() / 100.0;
            let (off, key) = ((plotted / exact - 1.0).abs(), report.odds.rules.key);
            assert!(off < 0.01, "{key}: {plotted} for {exact}");
        }
    }
}

/// A short run; `coinspot odds --check 10000000` is the long one.
#[test]
fn settled_rounds_agree_with_the_odds() {
    for report in REPORTS.iter() {
        let found = check(&report.odds, &DEALS, 20_000, 7, &Workers::all_cores());
        let found = found.expect("rounds that settle");
        assert!(found.iter().filter(|finding| finding.judged).count() >= 6);
        for finding in found {
            assert!(finding.agrees(), "{}: {finding}", report.odds.rules.key);
        }
    }
}

#[test]
fn rounds_under_another_reading_do_not_agree() {
    let customary = of_dealer(DealerQualifies::QueenHighOrBetter);
    let mut odds = GameOdds::new(Game::Tcp5, house(customary), &DEALS);
    let agree = |odds: &GameOdds| {
        let found = check(odds, &DEALS, 20_000, 7, &Workers::all_cores());
        let found = found.expect("rounds that settle");
        found.iter().all(coinspot::odds::check::Finding::agrees)
    };
    assert!(agree(&odds));
    odds.house.readings = RuleReadings::default();
    assert!(!agree(&odds), "26 % more or less is noticed");
}

fn coinspot(arguments: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_coinspot"));
    program.args(arguments).output().expect("the program")
}

#[test]
fn the_program_takes_readings_and_amounts() {
    let output = coinspot(&[
        "odds",
        "--game=tcp5",
        "--reading=dealer_qualifies=queen_high_or_better",
        "--unit=1",
        "--meter=20000.00",
        "--contribution=22.5%",
        "--format=json",
    ]);
    assert!(output.status.success());
    let game: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(game["sign"]["contribution_bp"], 2_250);
    let (num, den, _) = fraction(&wager(&game, "main", Some("optimal"))["edge"]);
    assert_eq!((num, den), (686_689, 20_358_520));
    let (num, den, _) = fraction(&wager(&game, "progressive", None)["fixed_return"]);
    // $1,250, $175, $150 and $15 for a stake of $1.
    let fixed = 3 * 1_250 + 44 * 175 + 52 * 150 + 720 * 15;
    assert_eq!(num * 22_100, den * fixed);
}

#[test]
fn the_program_says_what_it_does_not_understand() {
    for wrong in [
        "--reading=dealer_qualifies",
        "--reading=dealer_qualifies=never",
        "--contribution=101",
        "--unit=0",
    ] {
        let output = coinspot(&["odds", "--game=tcp5", wrong]);
        assert!(!output.status.success(), "{wrong}");
        assert!(!output.stderr.is_empty(), "{wrong}");
    }
}

#[test]
fn the_program_checks_itself() {
    let output = coinspot(&["odds", "--game=tcp5", "--check=5000"]);
    assert!(output.status.success());
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("agrees") && !text.contains("NOT"), "{text}");
}
