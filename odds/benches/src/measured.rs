//! The cost of an entrant: time, from the samples that criterion left, and instructions, counted by valgrind.

use std::path::Path;
use std::process::Command;
use std::{env, fs, str};

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use crate::deals::Size;
use crate::table::Entrant;

/// The cost of an entrant per hand.
#[derive(Clone, Copy, Debug)]
pub struct Measured {
    /// Nanoseconds, in its fastest sample: others use the machine too.
    pub ns: f64,
    /// Instructions on the mean.
    pub instructions: f64,
}

/// Measures an entrant that criterion has timed, whose results are in `directory`.
pub fn measure(entrant: &Entrant, directory: &Path) -> Result<Measured> {
    Ok(Measured {
        ns: fastest_ns(entrant, directory)? / hands(entrant, Size::Timed),
        instructions: instructions(entrant)? / hands(entrant, Size::Counted),
    })
}

fn hands(entrant: &Entrant, size: Size) -> f64 {
    (entrant.start)(size).hands() as f64
}

/// Criterion's record of a benchmark: for each sample the number of runs and the time of all of them.
#[derive(Deserialize)]
struct Samples {
    iters: Vec<f64>,
    times: Vec<f64>,
}

fn fastest_ns(entrant: &Entrant, directory: &Path) -> Result<f64> {
    let file = directory
        .join(entrant.workload.to_string())
        .join(entrant.name)
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
fn instructions(entrant: &Entrant) -> Result<f64> {
    let [once, twice] = [collected(entrant, 1)?, collected(entrant, 2)?];
    ensure!(once < twice, "{}: a second run costs nothing", entrant.name);
    Ok((twice - once) as f64)
}

/// Instructions of this program while it runs an entrant so often.
fn collected(entrant: &Entrant, runs: u32) -> Result<u64> {
    let mut valgrind = Command::new("valgrind");
    valgrind
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(env::current_exe()?)
        .args([
            "run",
            &entrant.workload.to_string(),
            entrant.name,
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
