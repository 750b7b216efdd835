//! Developer's chores, run as `cargo xtask <command>`.
#![forbid(unsafe_code)]

mod arm;
mod browser;
mod debian;
mod gate;
mod step;

use std::process::ExitCode;

const HELP: &str = "\
Developer's chores.

Usage: cargo xtask <command>

Commands:
  ci      the whole gate: format, lints, tests, then no-std
  no-std  build and lint the portable crates for the board's processor
  browser the live table in headless Chromium, installed where it is missing
  help    print this
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args_os()
        .skip(1)
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match run(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(words: &[&str]) -> Result<(), String> {
    match words {
        [] | ["help" | "-h" | "--help"] => {
            print!("{HELP}");
            Ok(())
        }
        ["ci"] => gate::ci(),
        ["no-std"] => gate::no_std(),
        ["browser", words @ ..] => browser::run(words),
        ["ci" | "no-std", extra, ..] => Err(format!("unexpected argument `{extra}`\n\n{HELP}")),
        [unknown, ..] => Err(format!("unknown command `{unknown}`\n\n{HELP}")),
    }
}
