//! Mutation tests of everything that decides money: the code is changed in one place at a time, and its tests must
//! notice. What is changed and which tests look stands in `.cargo/mutants.toml`; what they do not notice, and why that
//! is right, in `docs/mutants.md`.

pub mod report;

use crate::step::{self, cargo};
use report::{MutantReport, explained};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

const TOOL: &str = "cargo-mutants";
const DOCUMENT: &str = "docs/mutants.md";

/// A selection of the mutants; the default is all of them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct MutantSelection<'a> {
    /// One part of several, as `k/n` with the first `0/n`.
    pub shard: Option<&'a str>,
    /// Those of one source file.
    pub file: Option<&'a str>,
}

impl<'a> MutantSelection<'a> {
    /// The same, but only this shard of it.
    ///
    /// # Errors
    /// Words that name no shard.
    pub fn of_shard(self, shard: &'a str) -> Result<MutantSelection<'a>, String> {
        let numbers = shard.split_once('/');
        let numbers = numbers.and_then(|(k, n)| Some((k.parse::<u32>().ok()?, n.parse().ok()?)));
        match numbers {
            Some((k, n)) if k < n => Ok(MutantSelection {
                shard: Some(shard),
                ..self
            }),
            _ => Err(format!("{shard}: the parts of N are 0/N, 1/N and so on")),
        }
    }

    fn is_all(self) -> bool {
        self == MutantSelection::default()
    }
}

/// Makes the mutants, tests each, and compares the survivors with the document.
///
/// # Errors
/// No tool, tests that fail without a mutant, a survivor that the document does not explain; of all mutants also too
/// few that were caught, or an explanation of one that does not survive.
pub fn run(selection: MutantSelection) -> Result<(), String> {
    install()?;
    test_mutants(selection)?;
    let report = MutantReport::read(&results())?;
    print!("{report}");
    let document = step::root().join(DOCUMENT);
    let document = fs::read_to_string(&document).map_err(|error| format!("{DOCUMENT}: {error}"))?;
    let explained = explained(&document)?;
    report.has_no_stranger(&explained)?;
    if selection.is_all() {
        report.reaches_the_bar()?;
        report.has_survivors(&explained)?;
    }
    Ok(())
}

fn install() -> Result<(), String> {
    if step::answer(cargo("mutants").arg("--version")).is_some() {
        return Ok(());
    }
    step::run(TOOL, cargo("install").args([TOOL, "--locked"]))
}

/// The folder in which the tool leaves its lists.
fn results() -> PathBuf {
    step::root().join("target/mutants.out")
}

fn test_mutants(selection: MutantSelection) -> Result<(), String> {
    let mut mutants = cargo("mutants");
    mutants.current_dir(step::root());
    mutants.args(["--output", "target"]);
    // Tests that fail are what is expected here: where they do so is of no interest, and takes time.
    mutants.env("RUST_BACKTRACE", "0");
    if let Some(shard) = selection.shard {
        mutants.args(["--shard", shard]);
    }
    if let Some(file) = selection.file {
        for other in files_but(file)? {
            mutants.args(["--exclude", &other]);
        }
    }
    judge(&mut mutants)
}

/// The other files that have mutants: the tool can leave files out of those in its settings, not choose among them.
fn files_but(file: &str) -> Result<Vec<String>, String> {
    let mut list = cargo("mutants");
    let files = step::answer(list.arg("--list-files").current_dir(step::root()));
    let files = files.ok_or("cargo mutants does not list the files")?;
    let mut files: Vec<String> = files.lines().map(str::to_owned).collect();
    let known = files.iter().position(|known| known == file);
    let known =
        known.ok_or_else(|| format!("{file} has no mutants, but\n  {}", files.join("\n  ")))?;
    files.remove(known);
    Ok(files)
}

/// Survivors and mutants that ran out of time are results, not failures of the tool.
fn judge(mutants: &mut Command) -> Result<(), String> {
    const ALL_CAUGHT: i32 = 0;
    const SOME_SURVIVED: i32 = 2;
    const SOME_TOOK_TOO_LONG: i32 = 3;
    let status = mutants
        .status()
        .map_err(|error| format!("{TOOL} did not start: {error}"))?;
    match status.code() {
        Some(ALL_CAUGHT | SOME_SURVIVED | SOME_TOOK_TOO_LONG) => Ok(()),
        _ => Err(format!("{TOOL}: {status}")),
    }
}
