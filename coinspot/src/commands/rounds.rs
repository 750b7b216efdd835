//! `settle`, `rounds` and `show`: rounds in files, and one to look at.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use super::progress::{Output, bar};
use anyhow::{Context, anyhow, ensure};
use clap::Args;
use coinspot::ordinary::ordinary_round;
use coinspot::settle::{Stats, first_line, settle_stream};
use coinspot::show::show as write_out;
use coinspot::terminal::{Colours, tell};
use shared_rules::games::Game;
use simulator::rounds::{GAMES, Rounds};

/// Large enough that a stream of a million rounds is not a stream of a million system calls.
const BUFFER: usize = 1 << 16;

#[derive(Args)]
pub(crate) struct SettleArguments {
    /// The file of rounds; standard input without it or with `-`
    file: Option<PathBuf>,
    /// Say on standard error how many rounds were settled, and how many a second
    #[arg(long)]
    stats: bool,
}

#[derive(Args)]
pub(crate) struct RoundsArguments {
    /// The game; all five in turn without it
    #[arg(long, value_parser = super::game())]
    game: Option<Game>,
    /// The number of rounds
    #[arg(long, default_value_t = 10)]
    count: u64,
    /// The same seed gives the same rounds
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[derive(Args)]
pub(crate) struct ShowArguments {
    /// A file whose first line is the round. Standard input with `-`, and in a pipe without it; at a terminal a random
    /// round is shown
    file: Option<PathBuf>,
    /// The game of a random round, which is shown instead; ml9 without it
    #[arg(long, value_parser = super::game(), conflicts_with = "file")]
    game: Option<Game>,
    /// The seed of a random round; another one each time without it
    #[arg(long, conflicts_with = "file")]
    seed: Option<u64>,
}

pub(crate) fn settle(arguments: &SettleArguments) -> anyhow::Result<ExitCode> {
    let input = input_of(arguments.file.as_deref())?;
    let started = Instant::now();
    let stats = settle_stream(input, answers())?;
    if arguments.stats {
        print_stats(stats, started.elapsed().as_secs_f64());
    }
    Ok(ExitCode::from(u8::from(stats.bad > 0)))
}

/// The lines of a file, with a progress bar, or of standard input.
pub(crate) fn input_of(file: Option<&Path>) -> anyhow::Result<impl BufRead + use<>> {
    let input: Box<dyn Read> = match named(file) {
        Some(path) => {
            let file = open(path)?;
            let length = file.metadata().map_or(0, |about| about.len());
            Box::new(bar(length, "bytes", Output::Meanwhile).wrap_read(file))
        }
        None => Box::new(io::stdin().lock()),
    };
    Ok(BufReader::with_capacity(BUFFER, input))
}

/// Standard output. A person who types lines by hand sees each answer at once.
pub(crate) fn answers() -> Box<dyn Write> {
    let stdout = io::stdout().lock();
    match stdout.is_terminal() {
        true => Box::new(stdout),
        false => Box::new(BufWriter::with_capacity(BUFFER, stdout)),
    }
}

fn print_stats(stats: Stats, seconds: f64) {
    let Stats { good: settled, bad } = stats;
    #[expect(clippy::cast_precision_loss, reason = "a rate for people to read")]
    let rate = (settled + bad) as f64 / seconds;
    tell(&format!(
        "{settled} rounds settled, {bad} bad lines, {seconds:.1} s, {rate:.0} rounds a second"
    ));
}

pub(crate) fn rounds(arguments: &RoundsArguments) -> anyhow::Result<ExitCode> {
    let mut rounds = Rounds::new(arguments.seed);
    let mut output = BufWriter::with_capacity(BUFFER, io::stdout().lock());
    let mut games = GAMES.into_iter().cycle();
    for _ in bar(arguments.count, "rounds", Output::Meanwhile).wrap_iter(0..arguments.count) {
        let game = match arguments.game {
            Some(game) => game.rules().key,
            None => games.next().context("a cycle does not end")?,
        };
        let line = serde_json::to_string(&rounds.next(game))?;
        writeln!(output, "{line}")?;
    }
    output.flush()?;
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn show(arguments: &ShowArguments) -> anyhow::Result<ExitCode> {
    let text = match arguments.is_random() {
        true => random_round(arguments)?,
        false => round_of(named(arguments.file.as_deref()))?,
    };
    io::stdout().lock().write_all(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

impl ShowArguments {
    /// A person who names nothing has no round at hand: a terminal would wait for one to be typed.
    fn is_random(&self) -> bool {
        let is_asked_for = self.game.is_some() || self.seed.is_some();
        is_asked_for || self.file.is_none() && io::stdin().is_terminal()
    }
}

fn random_round(arguments: &ShowArguments) -> anyhow::Result<String> {
    let seed = arguments.seed.unwrap_or_else(any_seed);
    let game = arguments.game.unwrap_or(Game::Ml9).rules().key;
    let line = serde_json::to_string(&ordinary_round(game, seed))?;
    let text = write_out(&line, Colours::of_stdout()).map_err(anyhow::Error::msg)?;
    Ok(format!(
        "{text}\nThe same round again: coinspot show --game {game} --seed {seed}. More: coinspot --help.\n"
    ))
}

/// The round of a file, or of standard input.
fn round_of(path: Option<&Path>) -> anyhow::Result<String> {
    let (line, name) = match path {
        Some(path) => (
            first_line(BufReader::new(open(path)?)),
            path.display().to_string(),
        ),
        None => (first_line(io::stdin().lock()), "standard input".into()),
    };
    let text = line.and_then(|line| write_out(&line, Colours::of_stdout()));
    text.map_err(|error| anyhow!("{name}: {error}"))
}

/// Another small number each time, easy to type again.
pub(crate) fn any_seed() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |time| u64::from(time.subsec_nanos()) % 1_000_000)
}

/// The file that is to be read; none is standard input.
fn named(file: Option<&Path>) -> Option<&Path> {
    file.filter(|path| *path != Path::new("-"))
}

fn open(path: &Path) -> anyhow::Result<File> {
    let name = path.display();
    let file = File::open(path).with_context(|| format!("cannot open {name}"))?;
    ensure!(!file.metadata()?.is_dir(), "{name} is a folder");
    Ok(file)
}
