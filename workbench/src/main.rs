//! `coinspot`: the host program.
#![forbid(unsafe_code)]

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context;
use clap::{Parser, Subcommand};
use workbench::settle::{Stats, settle_stream};

#[derive(Parser)]
#[command(
    version,
    about = "An open, provable controller for table-game progressives"
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Settle rounds: one round a line as JSON in, its settlement as JSON out
    Settle(Settle),
}

#[derive(clap::Args)]
struct Settle {
    /// The file of rounds; standard input without it
    file: Option<PathBuf>,
    /// Say on standard error how many rounds were settled, and how many a second
    #[arg(long)]
    stats: bool,
}

fn main() -> anyhow::Result<ExitCode> {
    match Arguments::parse().command {
        Command::Settle(arguments) => run_settle(&arguments),
    }
}

fn run_settle(arguments: &Settle) -> anyhow::Result<ExitCode> {
    let input: Box<dyn Read> = match &arguments.file {
        Some(path) => {
            let name = path.display();
            Box::new(File::open(path).with_context(|| format!("cannot open {name}"))?)
        }
        None => Box::new(io::stdin().lock()),
    };
    let started = Instant::now();
    let output = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let stats = settle_stream(BufReader::with_capacity(1 << 16, input), output)?;
    if arguments.stats {
        print_stats(stats, started.elapsed().as_secs_f64());
    }
    Ok(ExitCode::from(u8::from(stats.bad > 0)))
}

fn print_stats(stats: Stats, seconds: f64) {
    let Stats { settled, bad } = stats;
    #[expect(clippy::cast_precision_loss, reason = "a rate for people to read")]
    let rate = (settled + bad) as f64 / seconds;
    eprintln!(
        "{settled} rounds settled, {bad} bad lines, {seconds:.1} s, {rate:.0} rounds a second"
    );
}
