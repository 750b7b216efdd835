//! `coinspot odds`: the exact odds of the games.

use std::io::{self, Write};
use std::process::ExitCode;
use std::thread::available_parallelism;

use super::progress::{Output, bar};
use super::sign::cents;
use anyhow::bail;
use clap::{Args, ValueEnum};
use coinspot::odds::check::{BATCH, Finding, check};
use coinspot::odds::{OddsReport, csv, json, page, svg, text};
use coinspot::settle::ReadingsIn;
use odds::game::{Deals, GameOdds, House};
use odds::holdem::STEPS;
use odds::parallel::Workers;
use odds::progressive::SignFigures;
use shared_rules::games::Game;
use shared_rules::money::{BasisPoints, Cents};

#[derive(Args)]
pub(crate) struct OddsArguments {
    /// The game; all five without it
    #[arg(long, value_parser = super::game())]
    game: Option<Game>,
    /// A reading of a question that the document leaves open, like `dealer_qualifies=queen_high_or_better`; see
    /// docs/settle.md
    #[arg(long = "reading", value_name = "QUESTION=READING")]
    readings: Vec<String>,
    /// One progressive unit in dollars
    #[arg(long, default_value = "5", value_parser = cents)]
    unit: Cents,
    /// Progressive units that are wagered
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=5))]
    units: u8,
    /// The meter in dollars when bets are closed
    #[arg(long, default_value = "100000", value_parser = cents)]
    meter: Cents,
    /// The meter in dollars after a reset
    #[arg(long, default_value = "50000", value_parser = cents)]
    reset: Cents,
    /// The percentage of a stake that goes on the meter, like 22.5
    #[arg(long, default_value = "20", value_parser = basis_points)]
    contribution: BasisPoints,
    /// The stake on Bonus in dollars, which matters where that has a cap
    #[arg(long, default_value = "5", value_parser = cents)]
    bonus: Cents,
    /// The format of the output
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    /// Play so many random rounds a game through the settlement, and hold what they bring against the odds
    #[arg(long, value_name = "ROUNDS", conflicts_with = "format")]
    check: Option<u64>,
    /// The seed of those rounds
    #[arg(long, default_value_t = 1, requires = "check")]
    seed: u64,
    /// The number of threads; one per core without it
    #[arg(long)]
    threads: Option<usize>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// Tables in the terminal
    Table,
    /// Exact fractions for programs
    Json,
    /// Lines for a spreadsheet
    Csv,
    /// Plots for a report
    Svg,
    /// The page docs/odds.md
    Page,
}

pub(crate) fn odds(arguments: &OddsArguments) -> anyhow::Result<ExitCode> {
    let readings = readings(&arguments.readings)?;
    let progress = bar(STEPS, "steps", Output::Afterwards);
    let done = |steps| progress.inc(steps);
    let deals = Deals::new(Workers::new(threads(arguments), &done));
    let reports = reports(arguments, readings, &deals)?;
    progress.finish_and_clear();
    if let Some(rounds) = arguments.check {
        return check_all(arguments, &reports, &deals, rounds);
    }
    let out = match arguments.format {
        Format::Table => text(&reports),
        Format::Json => format!("{}\n", json(&reports)),
        Format::Csv => csv(&reports),
        Format::Svg => svg(&reports),
        Format::Page => page(&reports),
    };
    io::stdout().lock().write_all(out.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn threads(arguments: &OddsArguments) -> usize {
    let cores = || available_parallelism().map_or(1, usize::from);
    arguments.threads.unwrap_or_else(cores)
}

fn reports(
    arguments: &OddsArguments,
    readings: ReadingsIn,
    deals: &Deals,
) -> anyhow::Result<Vec<OddsReport>> {
    let games = arguments.game.map_or(Game::ALL.to_vec(), |game| vec![game]);
    let reports = games.into_iter().map(|game| {
        let house = house(arguments, readings, game.rules().units_max)?;
        let odds = GameOdds::new(game, house, deals);
        Ok(OddsReport { odds, readings })
    });
    reports.collect()
}

/// The exit code is 1 where something does not agree.
fn check_all(
    arguments: &OddsArguments,
    reports: &[OddsReport],
    deals: &Deals,
    rounds: u64,
) -> anyhow::Result<ExitCode> {
    let progress = bar(
        rounds.div_ceil(BATCH) * reports.len() as u64,
        "batches of rounds",
        Output::Afterwards,
    );
    let done = |batches| progress.inc(batches);
    let workers = Workers::new(threads(arguments), &done);
    let mut all_agree = true;
    for OddsReport { odds, .. } in reports {
        let found = check(odds, deals, rounds, arguments.seed, &workers);
        let found = found.map_err(anyhow::Error::msg)?;
        all_agree &= found.iter().all(Finding::agrees);
        progress.suspend(|| write_findings(odds.rules.key, &found))?;
    }
    progress.finish_and_clear();
    Ok(ExitCode::from(u8::from(!all_agree)))
}

fn write_findings(game: &str, found: &[Finding]) -> io::Result<()> {
    let mut output = io::stdout().lock();
    let mut lines = found.iter().map(|finding| format!("{game} {finding}"));
    lines.try_for_each(|line| writeln!(output, "{line}"))
}

/// The most that a sign may show here, so that no figure overflows: a billion dollars.
const METER_MAX: Cents = Cents::dollars(1_000_000_000);

fn house(arguments: &OddsArguments, readings: ReadingsIn, most: u8) -> anyhow::Result<House> {
    if arguments.unit.is_zero() || arguments.bonus.is_zero() {
        bail!("a wager has a stake");
    }
    if arguments.meter.max(arguments.reset) > METER_MAX {
        bail!("a meter of more than {METER_MAX}");
    }
    Ok(House {
        readings: readings.0,
        sign: SignFigures {
            unit: arguments.unit,
            units: arguments.units.min(most),
            meter: arguments.meter,
            reset: arguments.reset,
            contribution: arguments.contribution,
        },
        bonus_stake: arguments.bonus,
    })
}

/// Questions and readings as settlement files call them.
pub(super) fn readings(texts: &[String]) -> anyhow::Result<ReadingsIn> {
    let mut object = serde_json::Map::new();
    for text in texts {
        let Some((question, reading)) = text.split_once('=') else {
            bail!("`{text}` is no reading: a question, =, and how it is read are needed");
        };
        object.insert(question.into(), reading.into());
    }
    Ok(serde_json::from_value(object.into())?)
}

/// A percentage with up to two decimals, exactly.
fn basis_points(text: &str) -> Result<BasisPoints, String> {
    let wrong = || String::from("a percentage up to 100, like 22.5");
    let text = text.trim_end_matches('%').trim_end();
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let digits = format!("{whole}{part:0<2}");
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit()) && part.len() <= 2;
    let points = digits
        .parse()
        .ok()
        .filter(|_| is_number && !whole.is_empty());
    points.and_then(BasisPoints::new).ok_or_else(wrong)
}
