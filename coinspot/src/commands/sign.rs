//! `coinspot sign`: a picture of the sign.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use coinspot::demo::blocks::half_blocks;
use coinspot::picture::{awards, screen, write_png};
use coinspot::terminal::Colours;
use shared_rules::money::Cents;
use shared_rules::seats::Seat;
use shared_rules::wagers::{Limit, Limits};
use shared_rules::wire::sign::{Banner, BetLimits, SignFault, SignPhase, SignPicture, Win};

#[derive(Args)]
pub(crate) struct SignArguments {
    /// The jackpot in dollars, like 12345.67; not known without it
    #[arg(long, value_parser = cents)]
    amount: Option<Cents>,
    /// The phase of betting
    #[arg(long, value_enum, default_value_t = Phase::Idle)]
    phase: Phase,
    /// The award beside the amount
    #[arg(long, value_enum, default_value_t = Say::Nothing)]
    say: Say,
    /// The part that is broken
    #[arg(long, value_enum)]
    fault: Option<Broken>,
    /// The seat of a win or a fault
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=7))]
    seat: u8,
    /// The award of a win
    #[arg(long, default_value = "royal_flush", value_parser = award_names())]
    award: String,
    /// The amount of a win in dollars
    #[arg(long, default_value = "10000", value_parser = cents)]
    prize: Cents,
    /// The notice that no progressive bets are accepted (RWS6 5.17.2c)
    #[arg(long)]
    no_progressive_bets: bool,
    /// The progressive unit in dollars; without it no limits are shown
    #[arg(long, value_parser = cents)]
    unit: Option<Cents>,
    /// The most progressive units of a seat
    #[arg(long, default_value_t = 1, requires = "unit")]
    units: u8,
    /// The limits of the Ante in dollars, like 10-500, 10- or -500
    #[arg(long, value_parser = limit, requires = "unit", value_name = "MIN-MAX", allow_hyphen_values = true)]
    ante: Option<Limit>,
    /// The limits of the Bonus
    #[arg(long, value_parser = limit, requires = "unit", value_name = "MIN-MAX", allow_hyphen_values = true)]
    bonus: Option<Limit>,
    /// The limits of Pair Plus
    #[arg(long, value_parser = limit, requires = "unit", value_name = "MIN-MAX", allow_hyphen_values = true)]
    pair_plus: Option<Limit>,
    /// Milliseconds since the message came; pages take turns every two seconds
    #[arg(long, default_value_t = 0, value_name = "MS")]
    at: u64,
    /// Write a picture instead of half blocks
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// Pixels a dot
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=64))]
    scale: u32,
    /// The words alone, as JSON
    #[arg(long, conflicts_with = "png")]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Phase {
    Idle,
    Open,
    Closed,
}

#[derive(Clone, Copy, ValueEnum)]
enum Say {
    Nothing,
    Pending,
    Winner,
}

#[derive(Clone, Copy, ValueEnum)]
enum Broken {
    Seat,
    Chain,
    Journal,
    Console,
    Controller,
}

pub(crate) fn sign(arguments: &SignArguments) -> anyhow::Result<ExitCode> {
    let (screen, text) = screen(picture(arguments)?, arguments.at);
    if let Some(path) = &arguments.png {
        let file =
            File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
        write_png(&screen, arguments.scale, BufWriter::new(file))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut output = io::stdout().lock();
    if arguments.json {
        let lines: Vec<&str> = text.lines().collect();
        writeln!(output, "{}", serde_json::json!({ "lines": lines }))?;
        return Ok(ExitCode::SUCCESS);
    }
    let picture = half_blocks(&screen, Colours::of_stdout());
    output.write_all(picture.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn picture(arguments: &SignArguments) -> anyhow::Result<SignPicture> {
    let seat = Seat::new(arguments.seat).context("a seat from 1 to 7")?;
    let mut known = awards().into_iter();
    let award = known.find(|(name, _)| *name == arguments.award);
    let win = Win {
        seat,
        award: award.context("an unknown award")?.1,
        amount: arguments.prize,
    };
    Ok(SignPicture {
        amount: arguments.amount,
        phase: match arguments.phase {
            Phase::Idle => SignPhase::Idle,
            Phase::Open => SignPhase::Open,
            Phase::Closed => SignPhase::Closed,
        },
        banner: match arguments.say {
            Say::Nothing => Banner::None,
            Say::Pending => Banner::Pending(win),
            Say::Winner => Banner::Winner(win),
        },
        fault: arguments.fault.map(|broken| match broken {
            Broken::Seat => SignFault::Seat(seat),
            Broken::Chain => SignFault::Chain,
            Broken::Journal => SignFault::Journal,
            Broken::Console => SignFault::Console,
            Broken::Controller => SignFault::Controller,
        }),
        no_progressive_bets: arguments.no_progressive_bets,
        limits: arguments.unit.map(|unit| BetLimits {
            wagers: Limits {
                ante: arguments.ante.unwrap_or_default(),
                bonus: arguments.bonus.unwrap_or_default(),
                pair_plus: arguments.pair_plus.unwrap_or_default(),
            },
            unit,
            units_max: arguments.units,
        }),
    })
}

fn award_names() -> PossibleValuesParser {
    PossibleValuesParser::new(awards().into_iter().map(|(name, _)| name))
}

/// A minimum and a maximum, either of which may be missing.
fn limit(text: &str) -> Result<Limit, String> {
    let end = |text: &str| (!text.is_empty()).then(|| cents(text)).transpose();
    let (min, max) = text.split_once('-').ok_or("limits, like 10-500")?;
    Ok(Limit {
        min: end(min)?.unwrap_or_default(),
        max: end(max)?,
    })
}

/// Dollars with up to two decimals, exactly.
pub(super) fn cents(text: &str) -> Result<Cents, String> {
    let (dollars, cents) = text.split_once('.').unwrap_or((text, "00"));
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(dollars) || !is_number(cents) || cents.len() != 2 {
        return Err("an amount in dollars, like 12345.67".into());
    }
    let digits = format!("{dollars}{cents}");
    digits
        .parse()
        .map(Cents::new)
        .map_err(|_| "more than a sign can show".into())
}
