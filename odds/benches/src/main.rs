//! `cargo xtask bench` starts it: prints the evaluators side by side, or runs one of them to be counted.
#![forbid(unsafe_code)]

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use odds_benches::deals::Size;
use odds_benches::report::report;
use odds_benches::table::ENTRANTS;

const HELP: &str = "\
Evaluators side by side; `cargo xtask bench` times them first.

Usage: odds-benches report <DIRECTORY>         the table of ratios, from what criterion left in DIRECTORY
       odds-benches run <WORKLOAD> <NAME> <N>  one evaluator, N times, to be counted
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match act(&words) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => {
            eprintln!("error: a target is missed");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn act(words: &[&str]) -> Result<bool> {
    match words {
        ["report", directory] => report(Path::new(directory)),
        ["run", workload, name, times] => {
            run(workload, name, times.parse().context("N is a number")?)?;
            Ok(true)
        }
        [] | ["help" | "-h" | "--help"] => {
            print!("{HELP}");
            Ok(true)
        }
        _ => bail!("not a command\n\n{HELP}"),
    }
}

fn run(workload: &str, name: &str, times: u32) -> Result<()> {
    let mut entrants = ENTRANTS.iter();
    let entrant =
        entrants.find(|entrant| entrant.workload.to_string() == workload && entrant.name == name);
    let entrant =
        entrant.with_context(|| format!("no entrant {name} for the workload {workload}"))?;
    let mut contender = (entrant.start)(Size::Counted);
    (0..times).for_each(|_| contender.run());
    Ok(())
}
