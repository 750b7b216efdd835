//! `cargo xtask <command>`: the words, and which chore they ask for.
#![forbid(unsafe_code)]

use std::process::ExitCode;
use xtask::key::{self, KeyBoard, KeySource};
use xtask::mutants::{self, MutantSelection};
use xtask::program::Program;
use xtask::provision::{self, Provisioning};
use xtask::stack::frames;
use xtask::{bench, board, browser, counts, fuzz, gate, image, link, probe, reproduce};

const HELP: &str = "\
Developer's chores.

Usage: cargo xtask <command>

The image:
  image [sign]
             build and stamp it, print what it takes, fail over budget; the controller's or the sign's
  size [sign]
             print that again for the built image
  reproduce  build both once more elsewhere: the same bytes?

The board, through probe-rs:
  flash [sign] [--probe SERIAL]
             build the image, write it to its board, show its log; never over the image of another board
  attach [sign] [--probe SERIAL]
             show the log of a board that runs it, without a reset
  run-elf <ELF> [OPTION]...
             stamp a program, write it, show its log; what `cargo run` starts
  key [FILE] [--pool <FILE>] [--dry-run]
             make a set of keys for a board, keep it in FILE (table.keys), write its flash page
  key --from <FILE> [--sign] [--pool <FILE>] [--dry-run]
             write the page of the keys in FILE; a dry run leaves it in FILE.page. With --sign, the page is that of
             the sign's board: its key alone. With --pool, the page also holds the key of a linked table and its pool:
             that of the file, which is made if it is not there

  provision [--open] [--dry-run]
             write the option bytes of a table in use, read them back; --open lets an image be written

The code:
  lint       format and lints, for host and board
  board [--test PROGRAM] [NAME]...
             test the simulated board, and the built image on it
  counts [--json]
             print what the image and its parts take of the core: instructions, load, memory
  bench      the evaluators beside published ones: time, instructions, ratios; fails if a target is missed
  browser [NAME]...
             test the live table in headless Chromium, installed where it is missing
  fuzz [--seconds N] [--target T] [--jobs N]
             fuzz wires, flash and files: every target or T, N s each (10), N at a time (2); gets cargo-fuzz
  fuzz --planted [--seconds N] [--target T]
             plant a bug for each target in a copy of the sources: is it found within N s (60)?
  link [--runs N]
             test pools on three real etcd nodes under faults: a few of them, or N times all; as root
  mutants [--shard K/N] [--file FILE]
             change what decides money in one place at a time: do its tests notice?
  ci         the whole gate: lint, tests, link, fuzz, image, reproduce, image tests, board
  help       print this

The ARM target comes from rustup, or else from Debian's packages.
";

fn main() -> ExitCode {
    if let Some(exit) = frames::as_wrapper() {
        return exit;
    }
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
        ["image", words @ ..] => image::image(program(words)?),
        ["size", words @ ..] => image::size(program(words)?),
        ["reproduce"] => reproduce::reproduce(),
        ["flash", words @ ..] => on_probe(words, probe::flash),
        ["attach", words @ ..] => on_probe(words, probe::attach),
        ["run-elf", elf, arguments @ ..] => probe::run_elf(elf, arguments),
        ["key", words @ ..] => give_key(words),
        ["provision", words @ ..] => give_options(words),
        ["lint"] => gate::lint(),
        ["board", words @ ..] => board::run(words),
        ["counts"] => counts::run(false),
        ["counts", "--json"] => counts::run(true),
        ["bench"] => bench::run(),
        ["browser", words @ ..] => browser::run(words),
        ["fuzz", words @ ..] => fuzz::run(words),
        ["link"] => link::run(None),
        ["link", "--runs", count] => link::run(Some(link::rounds(count)?)),
        ["mutants", words @ ..] => test_mutants(words),
        ["ci"] => gate::ci(),
        _ => Err(misused(words)),
    }
}

/// The program that the words name: the controller's without any.
fn program(words: &[&str]) -> Result<Program, String> {
    match words {
        [] => Ok(Program::Controller),
        ["sign"] => Ok(Program::Sign),
        _ => Err(misused(words)),
    }
}

type ProbeChore = fn(Program, Option<&str>) -> Result<(), String>;

fn on_probe(words: &[&str], chore: ProbeChore) -> Result<(), String> {
    match words {
        [words @ .., "--probe", serial] => chore(program(words)?, Some(serial)),
        words => chore(program(words)?, None),
    }
}

fn give_key(words: &[&str]) -> Result<(), String> {
    let is_dry = words.last() == Some(&"--dry-run");
    let given = &words[..words.len() - usize::from(is_dry)];
    let (given, pool) = match given {
        [given @ .., "--pool", pool] => (given, Some(*pool)),
        given => (given, None),
    };
    let (source, board) = match given {
        [] => (KeySource::New(key::FILE), KeyBoard::Table),
        ["--from", file] => (KeySource::Given(file), KeyBoard::Table),
        ["--from", file, "--sign"] => (KeySource::Given(file), KeyBoard::Sign),
        [file] if !file.starts_with('-') => (KeySource::New(file), KeyBoard::Table),
        _ => return Err(misused(words)),
    };
    key::key(source, pool, board, is_dry)
}

fn give_options(words: &[&str]) -> Result<(), String> {
    let (mut wanted, mut is_dry) = (Provisioning::Closed, false);
    for word in words {
        match *word {
            "--open" => wanted = Provisioning::Open,
            "--dry-run" => is_dry = true,
            _ => return Err(misused(words)),
        }
    }
    provision::provision(wanted, is_dry)
}

fn test_mutants(words: &[&str]) -> Result<(), String> {
    let mut selection = MutantSelection::default();
    for option in words.chunks(2) {
        match option {
            ["--shard", shard] => selection = selection.of_shard(shard)?,
            ["--file", file] => selection.file = Some(file),
            _ => return Err(misused(words)),
        }
    }
    mutants::run(selection)
}

fn misused(words: &[&str]) -> String {
    format!("not a command: `{}`\n\n{HELP}", words.join(" "))
}
