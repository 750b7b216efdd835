//! What an entry takes: time, as criterion left it, and instructions, as valgrind counts them.

use std::path::Path;
use std::process::Command;
use std::{env, fs, str};

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use crate::deals::Size;
use crate::table::Entry;

/// What an entry takes for a hand.
#[derive(Clone, Copy, Debug)]
pub struct Measured {
    /// Nanoseconds, in its fastest sample: others use the machine too.
    pub ns: f64,
    /// Instructions on the mean.
    pub instructions: f64,
}

/// Measures an entry that criterion has timed, whose results are in `directory`.
pub fn measure(entry: &Entry, directory: &Path) -> Result<Measured> {
    Ok(Measured {
        ns: fastest_ns(entry, directory)? / hands(entry, Size::Timed),
        instructions: instructions(entry)? / hands(entry, Size::Counted),
    })
}

fn hands(entry: &Entry, size: Size) -> f64 {
    (entry.start)(size).hands() as f64
}

/// What criterion keeps of a benchmark: how often it ran for each sample, and how long that took.
#[derive(Deserialize)]
struct Samples {
    iters: Vec<f64>,
    times: Vec<f64>,
}

fn fastest_ns(entry: &Entry, directory: &Path) -> Result<f64> {
    let file = directory
        .join(entry.task.to_string())
        .join(entry.name)
        .join("new/sample.json");
    let text = fs::read(&file).with_context(|| {
        let file = file.display();
        format!("{file}: time it first, with `cargo bench --package odds-benches`")
    })?;
    let samples: Samples = serde_json::from_slice(&text)?;
    let times = samples.times.iter().zip(&samples.iters);
    let fastest = times.map(|(time, iterations)| time / iterations);
    fastest.reduce(f64::min).context("no samples")
}

/// Instructions of one run: those of a program that runs twice, less those of one that runs once.
fn instructions(entry: &Entry) -> Result<f64> {
    let [once, twice] = [collected(entry, 1)?, collected(entry, 2)?];
    ensure!(once < twice, "{}: a second run costs nothing", entry.name);
    Ok((twice - once) as f64)
}

/// Instructions of this program while it runs an entry so often.
fn collected(entry: &Entry, runs: u32) -> Result<u64> {
    let mut valgrind = Command::new("valgrind");
    valgrind
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(env::current_exe()?)
        .args([
            "run",
            &entry.task.to_string(),
            entry.name,
            &runs.to_string(),
        ]);
    let output = valgrind.output().context(
        "valgrind counts the instructions; on Debian, as root: apt-get install --yes valgrind",
    )?;
    let said = str::from_utf8(&output.stderr)?;
    ensure!(output.status.success(), "valgrind failed:\n{said}");
    let line = said.lines().find_map(|line| line.split_once("Collected :"));
    let (_, count) = line.with_context(|| format!("valgrind counted nothing:\n{said}"))?;
    Ok(count.trim().parse()?)
}
