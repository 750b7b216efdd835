//! `coinspot simulate`: random sessions, every cent, lamp and line of the sign checked; and linked tables, every entry
//! of their log and every price checked.

use std::fmt::{Debug, Write as _};
use std::fs;
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Instant;

use super::progress::{Output, bar};
use anyhow::Context;
use clap::{ArgGroup, Args};
use shared_rules::games::Game;
use simulator::simulate::{
    CountKind, Counts, Failure, Layer, Life, Luck, RandomRun, RunPlan, Soak, honest, run, shrink,
    soak,
};
use simulator::simulate_link::{LinkPlan, Planted, run_link, shrink_link};

#[derive(Args)]
#[command(after_help = "\
One session in twenty (seeds 19, 39, ...) has every layer, the bytes on both wires included; the others hand requests \
and pictures over as they are, which is faster. Chain, sensors, controller, ledger, journal and flash are in all of them. \
The same seed is the same session, on any number of threads.

--link plays linked tables instead: each seed is a pit of one game with whole controllers, two sequencers, and letters, \
engine, power and clocks that fail. It ends quietly, and every table has to play again by itself.

--keep-flash writes what `board-sim start --flash` starts from and `coinspot journal` reads. The same seed is the same file.")]
#[command(group(ArgGroup::new("one_table").args(["hours", "keep_flash"]).multiple(true)))]
pub(crate) struct SimulateArguments {
    /// The seeds, from the first up to the last, which is not among them: 0..100
    #[arg(long, default_value = "0..20", value_parser = seeds)]
    seeds: Range<u64>,
    /// Rounds per session: 100 without it; with --link rounds per table, 3 without it
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: Option<u32>,
    /// The number of tables that share one jackpot, instead of a table by itself
    #[arg(long, value_name = "TABLES", conflicts_with = "one_table", value_parser = clap::value_parser!(u8).range(1..=16))]
    link: Option<u8>,
    /// The game; all five in every session without it, and one after the other with --link
    #[arg(long, value_parser = super::game())]
    game: Option<Game>,
    /// One table instead, for so many hours of a round a minute: wear of the flash and drift of the meters
    #[arg(long, conflicts_with_all = ["seeds", "rounds", "threads"], value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    hours: Option<u32>,
    /// One table with every seat in use instead, for --hours or --rounds: its journal goes into this file, all 512 KiB of bank 2
    #[arg(long, value_name = "FILE", conflicts_with_all = ["seeds", "threads"])]
    keep_flash: Option<PathBuf>,
    /// The seed of the one table
    #[arg(
        long,
        default_value_t = 1,
        requires = "one_table",
        conflicts_with = "seeds"
    )]
    seed: u64,
    /// The number of threads
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=64))]
    threads: u16,
}

fn seeds(text: &str) -> Result<Range<u64>, String> {
    let wrong = || String::from("two numbers, like 0..100, the first below the second");
    let (first, end) = text.split_once("..").ok_or_else(wrong)?;
    let (first, end) = (first.parse(), end.parse());
    match (first, end) {
        (Ok(first), Ok(end)) if first < end => Ok(first..end),
        _ => Err(wrong()),
    }
}

pub(crate) fn simulate(arguments: &SimulateArguments) -> anyhow::Result<ExitCode> {
    let started = Instant::now();
    if let Some(path) = &arguments.keep_flash {
        return keep_flash(path, arguments);
    }
    if let Some(hours) = arguments.hours {
        return soak_for(hours, arguments);
    }
    if arguments.link.is_some() {
        let all = All::play(arguments, |seed| run_link(&arguments.link_plan(seed)));
        let shorten = |seed, failure| shrink_link(&arguments.link_plan(seed), failure);
        return all.conclude(arguments, started, shorten);
    }
    let all = All::play(arguments, |seed| run(&arguments.plan(seed)));
    let shorten = |seed, failure| shrink(&arguments.plan(seed), failure);
    all.conclude(arguments, started, shorten)
}

/// The sums of all sessions.
struct All<S> {
    counts: Counts,
    /// The digest of all sessions, whatever their order.
    digest: u64,
    /// The lowest seed that failed.
    failed: Option<(u64, Failure<S>)>,
}

/// The end of one session, whose steps are of some kind.
type Ended<S> = Result<RandomRun, Box<Failure<S>>>;

impl<S: Debug + Send> All<S> {
    fn play(arguments: &SimulateArguments, run: impl Fn(u64) -> Ended<S> + Sync) -> All<S> {
        let Range { start, end } = arguments.seeds;
        let rounds = u64::from(arguments.rounds()) * u64::from(arguments.link.unwrap_or(1));
        let length = (end - start).saturating_mul(rounds);
        let progress = bar(length, "rounds", Output::Afterwards);
        let all = Mutex::new(All {
            counts: Counts::default(),
            digest: 0,
            failed: None,
        });
        let (next, is_failed) = (AtomicU64::new(start), AtomicBool::new(false));
        thread::scope(|threads| {
            for _ in 0..arguments.threads {
                threads.spawn(|| {
                    while !is_failed.load(Ordering::Relaxed) {
                        let seed = next.fetch_add(1, Ordering::Relaxed);
                        if seed >= end {
                            break;
                        }
                        let ended = run(seed);
                        is_failed.fetch_or(ended.is_err(), Ordering::Relaxed);
                        let mut all = all.lock().expect("no session panics with the lock");
                        all.note(seed, ended);
                        progress.inc(rounds);
                    }
                });
            }
        });
        progress.finish_and_clear();
        all.into_inner().expect("no session panics with the lock")
    }

    /// Prints the sums, or the failure of the lowest seed and its shortest form.
    fn conclude(
        self,
        arguments: &SimulateArguments,
        started: Instant,
        shorten: impl Fn(u64, Failure<S>) -> Failure<S>,
    ) -> anyhow::Result<ExitCode> {
        let mut output = io::stdout().lock();
        if let Some((seed, failure)) = self.failed {
            let (steps, difference) = (failure.history.len(), &failure.difference);
            writeln!(output, "seed {seed}, step {steps}: {difference}")?;
            writeln!(output, "again: {}\n", arguments.command(seed))?;
            // Whoever does not want to wait for the shortest history has read what it is about.
            output.flush()?;
            let shortest = shorten(seed, failure).report();
            writeln!(output, "The shortest history that fails:\n{shortest}")?;
            return Ok(ExitCode::FAILURE);
        }
        let seconds = started.elapsed().as_secs_f64();
        write!(output, "{}", table(&self.counts, self.digest, seconds))?;
        Ok(ExitCode::SUCCESS)
    }

    fn note(&mut self, seed: u64, ended: Ended<S>) {
        match ended {
            Ok(run) => {
                self.counts += &run.counts;
                self.digest ^= run.digest.rotate_left((seed % 64) as u32);
            }
            Err(failure)
                if self
                    .failed
                    .as_ref()
                    .is_none_or(|(lowest, _)| seed < *lowest) =>
            {
                self.failed = Some((seed, *failure));
            }
            Err(_) => {}
        }
    }
}

impl SimulateArguments {
    fn plan(&self, seed: u64) -> RunPlan {
        RunPlan {
            seed,
            rounds: self.rounds(),
            game: self.game,
            luck: Luck::BAD,
            layer: Layer::of_seed(seed),
            tamper: honest,
        }
    }

    fn link_plan(&self, seed: u64) -> LinkPlan {
        LinkPlan {
            seed,
            tables: self.link.map_or(1, usize::from),
            rounds: self.rounds(),
            game: self.game,
            planted: Planted::Nothing,
        }
    }

    /// Rounds per session, or per table of a link.
    fn rounds(&self) -> u32 {
        let usual = if self.link.is_some() { 3 } else { 100 };
        self.rounds.unwrap_or(usual)
    }

    /// Rounds of the one table: one a minute, or as many as an session has.
    fn rounds_of_life(&self) -> anyhow::Result<u32> {
        let hours = self.hours.map(|hours| hours.checked_mul(ROUNDS_AN_HOUR));
        hours
            .unwrap_or(Some(self.rounds()))
            .context("too many hours")
    }

    fn command(&self, seed: u64) -> String {
        let game = self
            .game
            .map(|game| format!(" --game {}", game.rules().key));
        let game = game.unwrap_or_default();
        let link = self.link.map(|tables| format!(" --link {tables}"));
        let link = link.unwrap_or_default();
        let (end, rounds) = (seed + 1, self.rounds());
        format!("coinspot simulate{link} --seeds {seed}..{end} --rounds {rounds}{game} --threads 1")
    }
}

/// Everything that was counted.
fn table(counts: &Counts, digest: u64, seconds: f64) -> String {
    let mut text = String::new();
    for (kind, name, count) in counts.iter() {
        // Writing to a text cannot fail.
        let _ = writeln!(text, "{:<10} {name:<32} {count:>12}", kind_name(kind));
    }
    let _ = writeln!(
        text,
        "{:<10} {:<32} {seconds:>12.1}",
        "time", "seconds on the wall"
    );
    let _ = writeln!(text, "{:<10} {:<32} {:>12}", "differences", "", 0);
    let _ = writeln!(text, "digest {digest:016x}");
    text
}

fn kind_name(kind: CountKind) -> &'static str {
    match kind {
        CountKind::Runs => "sessions",
        CountKind::Rounds | CountKind::RoundsBy => "rounds",
        CountKind::Awards => "awards",
        CountKind::Claims => "claims",
        CountKind::Log => "log",
        CountKind::Letters => "letters",
        CountKind::Wagers => "wagers",
        CountKind::Readings => "readings",
        CountKind::Commands => "commands",
        CountKind::Accepted => "accepted",
        CountKind::Refused => "refused",
        CountKind::Faults => "faults",
        CountKind::Power => "power",
        CountKind::Attacks => "attacks",
        CountKind::Checks => "checks",
        CountKind::Time => "time",
    }
}

/// One round a minute.
const ROUNDS_AN_HOUR: u32 = 60;

/// The endurance of a flash page by its data sheet.
const ERASURES_MAX: u32 = 10_000;

fn soak_for(hours: u32, arguments: &SimulateArguments) -> anyhow::Result<ExitCode> {
    let started = Instant::now();
    let rounds = u64::from(hours) * 60;
    let progress = bar(rounds, "rounds", Output::Afterwards);
    let mut resident_kb = Vec::new();
    let played = |round: u32| {
        progress.set_position(round.into());
        if u64::from(round).is_multiple_of((rounds / 10).max(1)) {
            resident_kb.extend(resident());
        }
    };
    let ended = soak(hours, arguments.seed, arguments.game, played);
    progress.finish_and_clear();
    let mut output = io::stdout().lock();
    match ended {
        Ok(soak) => {
            let seconds = started.elapsed().as_secs_f64();
            write!(output, "{}", soaked(&soak, &resident_kb, seconds))?;
            let is_worn = soak.erasures.1 > ERASURES_MAX;
            Ok(ExitCode::from(u8::from(is_worn)))
        }
        Err((round, difference)) => {
            writeln!(output, "round {round}: {difference}")?;
            Ok(ExitCode::FAILURE)
        }
    }
}

/// Plays a life, and keeps its journal.
fn keep_flash(path: &Path, arguments: &SimulateArguments) -> anyhow::Result<ExitCode> {
    let rounds = arguments.rounds_of_life()?;
    let progress = bar(rounds.into(), "rounds", Output::Afterwards);
    let mut life = Life::new(arguments.seed, arguments.game);
    let ended = life.play_to(rounds, |round| progress.set_position(round.into()));
    progress.finish_and_clear();
    let mut output = io::stdout().lock();
    if let Err((round, difference)) = ended {
        writeln!(output, "round {round}: {difference}")?;
        return Ok(ExitCode::FAILURE);
    }
    let flash = life.flash();
    fs::write(path, &flash).with_context(|| format!("cannot write {}", path.display()))?;
    let (entries, bytes, file) = (life.next_entry(), flash.len(), path.display());
    writeln!(
        output,
        "{rounds} rounds, {entries} entries: {bytes} bytes in {file}"
    )?;
    Ok(ExitCode::SUCCESS)
}

/// Kilobytes of this process that are in memory, where the system says so.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().trim_end_matches(" kB").parse().ok()
}

fn soaked(soak: &Soak, resident_kb: &[u64], seconds: f64) -> String {
    let (least, most) = soak.erasures;
    let hours = soak.passed_ms / 3_600_000;
    let growth = match resident_kb {
        [_, first, .., last] => format!("{} kB", last.saturating_sub(*first)),
        _ => "not measured".into(),
    };
    let lines = [
        ("hours at the table", hours.to_string()),
        ("rounds", soak.rounds.to_string()),
        ("steps", soak.steps.to_string()),
        ("entries of the journal", soak.entries.to_string()),
        ("checkpoints", soak.checkpoints.to_string()),
        ("erasures of a page, least", least.to_string()),
        (
            "erasures of a page, most",
            format!("{most} of {ERASURES_MAX}"),
        ),
        ("drift in micro-cents", soak.drift.to_string()),
        (
            "controller, bytes of RAM here",
            soak.controller_bytes.to_string(),
        ),
        ("growth of this process", growth),
        ("stack", "measured on the board: docs/board-sim.md".into()),
        ("seconds on the wall", format!("{seconds:.1}")),
    ];
    let lines = lines.map(|(name, value)| format!("{name:<32} {value}\n"));
    lines.concat()
}
