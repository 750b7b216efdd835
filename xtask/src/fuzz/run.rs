//! Runs targets, several at a time, and reads what libFuzzer says about them.

use super::build::Site;
use std::collections::VecDeque;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

/// A single input that takes this long, in seconds, is a finding too.
const INPUT_SECONDS: u32 = 10;

/// As much as is shown of what a target says when it panics.
const PANIC_LINES: usize = 5;

/// The time of each target, and the number of targets at a time.
pub(super) struct Limits {
    pub(super) seconds: u32,
    pub(super) jobs: usize,
}

/// The outcome of a target.
#[derive(Clone, Debug, Default)]
pub(super) struct Outcome {
    pub(super) target: &'static str,
    pub(super) executions: u64,
    pub(super) seconds: f64,
    pub(super) corpus: u64,
    /// Edges of the program that were run, and how often each in powers of two.
    pub(super) coverage: u64,
    pub(super) features: u64,
    /// The input that it ended with.
    pub(super) crash: Option<PathBuf>,
    /// The message of that panic.
    pub(super) panic: Vec<String>,
    has_said_why: bool,
    /// Set if it came to its end.
    pub(super) is_sound: bool,
}

/// Runs all of them, and shows how far they are.
pub(super) fn all(
    site: &Site,
    targets: &[&'static str],
    limits: &Limits,
) -> Result<Vec<Outcome>, String> {
    let jobs = limits.jobs;
    eprintln!("==> fuzzing, {} s each, {jobs} at a time", limits.seconds);
    let waiting = Mutex::new(VecDeque::from(targets.to_vec()));
    let board = Board::default();
    let results = thread::scope(|scope| {
        let work = || {
            let mut results = Vec::new();
            while let Some(target) = pop(&waiting) {
                results.push(one(site, target, limits.seconds, &board));
            }
            results
        };
        let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
        while workers.iter().any(|worker| !worker.is_finished()) {
            thread::sleep(Duration::from_millis(250));
            board.show();
        }
        let joined = workers
            .into_iter()
            .map(|worker| worker.join().map_err(|_| "a thread died"));
        joined.collect::<Result<Vec<_>, _>>()
    })?;
    board.clear();
    let mut results = results
        .into_iter()
        .flatten()
        .collect::<Result<Vec<_>, _>>()?;
    results.sort_by_key(|outcome: &Outcome| outcome.target);
    Ok(results)
}

fn pop(waiting: &Mutex<VecDeque<&'static str>>) -> Option<&'static str> {
    waiting.lock().ok()?.pop_front()
}

/// Runs one. New inputs go into a directory of their own: what is committed is only read.
fn one(site: &Site, target: &'static str, seconds: u32, board: &Board) -> Result<Outcome, String> {
    let failed = |error: io::Error| format!("{target}: {error}");
    let kept = site.directory();
    let [found, crashes, logs] = ["corpus", "crashes", "logs"].map(|name| kept.join(name));
    let (found, crashes) = (found.join(target), crashes.join(target));
    for directory in [&found, &crashes, &logs] {
        fs::create_dir_all(directory).map_err(failed)?;
    }
    let mut fuzzer = Command::new(site.program(target));
    fuzzer
        .arg(found)
        .arg(site.sources().join("corpus").join(target));
    fuzzer.args([
        format!("-max_total_time={seconds}"),
        // A fixed seed lets a second run find the same.
        format!("-seed={seconds}"),
        format!("-timeout={INPUT_SECONDS}"),
        format!("-artifact_prefix={}/", crashes.display()),
        "-print_final_stats=1".to_owned(),
    ]);
    let dictionary = site.sources().join("dictionaries").join(target);
    if dictionary.exists() {
        fuzzer.arg(format!("-dict={}", dictionary.display()));
    }
    let started = Instant::now();
    let mut child = fuzzer
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    let mut log = File::create(logs.join(target)).map_err(failed)?;
    let mut outcome = Outcome {
        target,
        ..Outcome::default()
    };
    if let Some(said) = child.stderr.take() {
        for line in BufReader::new(said).split(b'\n') {
            let line = line.map_err(failed)?;
            log.write_all(&line)
                .and_then(|()| log.write_all(b"\n"))
                .map_err(failed)?;
            outcome.take(&String::from_utf8_lossy(&line));
            outcome.seconds = started.elapsed().as_secs_f64();
            board.note(&outcome);
        }
    }
    outcome.is_sound = child.wait().map_err(failed)?.success();
    board.end(&outcome);
    Ok(outcome)
}

impl Outcome {
    /// A line of libFuzzer's, such as `#2048 NEW cov: 537 ft: 2635 corp: 470/123Kb exec/s: 7092`.
    fn take(&mut self, line: &str) {
        if let Some(rest) = line.strip_prefix('#') {
            self.executions = leading(rest).unwrap_or(self.executions);
            for (name, value) in [
                ("cov: ", &mut self.coverage),
                ("ft: ", &mut self.features),
                ("corp: ", &mut self.corpus),
            ] {
                let said = line.split_once(name).and_then(|(_, rest)| leading(rest));
                *value = said.unwrap_or(*value);
            }
        }
        if let Some(count) = line.strip_prefix("stat::number_of_executed_units:") {
            self.executions = leading(count.trim()).unwrap_or(self.executions);
        }
        if let Some((_, path)) = line.split_once("Test unit written to ") {
            self.crash = Some(path.into());
        }
        if line.starts_with("stack backtrace") {
            self.has_said_why = true;
        }
        let goes_on = (1..PANIC_LINES).contains(&self.panic.len()) && !self.has_said_why;
        if goes_on || line.contains(" panicked at ") {
            self.panic.push(line.to_owned());
        }
    }

    pub(super) fn per_second(&self) -> f64 {
        // Far fewer than what a float can count.
        #[allow(clippy::cast_precision_loss, reason = "a rate for a person")]
        let executions = self.executions as f64;
        executions / self.seconds.max(0.001)
    }
}

/// The number that a text begins with.
fn leading(text: &str) -> Option<u64> {
    let end = text.find(|letter: char| !letter.is_ascii_digit());
    text[..end.unwrap_or(text.len())].parse().ok()
}

/// The progress of the targets: on a terminal one line that is written over, and a line for each that has ended.
#[derive(Default)]
struct Board(Mutex<Vec<Outcome>>);

impl Board {
    fn note(&self, outcome: &Outcome) {
        if let Ok(mut running) = self.0.lock() {
            running.retain(|other| other.target != outcome.target);
            running.push(outcome.clone());
        }
    }

    fn end(&self, outcome: &Outcome) {
        if let Ok(mut running) = self.0.lock() {
            running.retain(|other| other.target != outcome.target);
        }
        self.clear();
        let (target, seconds) = (outcome.target, outcome.seconds);
        eprintln!(
            "{target}: {} executions in {seconds:.1} s",
            outcome.executions
        );
    }

    fn show(&self) {
        if !io::stderr().is_terminal() {
            return;
        }
        let Ok(running) = self.0.lock() else {
            return;
        };
        let states = running.iter().map(|outcome| {
            let (target, seconds) = (outcome.target, outcome.seconds);
            format!("{target} {seconds:.0} s, {}", outcome.executions)
        });
        eprint!("\r\x1b[K{}", states.collect::<Vec<_>>().join("   "));
    }

    fn clear(&self) {
        if io::stderr().is_terminal() {
            eprint!("\r\x1b[K");
        }
    }
}
