//! The board on its probe: probe-rs started with what it needs to know, and never told to
//! erase the whole chip, which holds the journal and the key.

use crate::image::{self, stamp};
use crate::step;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const PROGRAM: &str = "probe-rs";
const INSTALL: &str = "cargo install probe-rs-tools --locked";

/// Where the chip is named, for probe-rs itself as well.
const SETTINGS: &str = "probe-rs.toml";

/// Builds the image, writes it to the board and shows its log.
///
/// # Errors
/// No image, no probe-rs, or no board.
pub fn flash() -> Result<(), String> {
    is_installed()?;
    write_and_run(&image::build()?, &[])
}

/// Shows the log of the board, which must run the image that was built last.
///
/// # Errors
/// No image, no probe-rs, or no board.
pub fn attach() -> Result<(), String> {
    is_installed()?;
    let image = found(&image::path()).map_err(|why| format!("{why}\n{}", image::BUILD_IT))?;
    step::run("attach", probe_rs("attach")?.arg(image))
}

/// Stamps a program, writes it to the board and shows its log. `cargo run` starts this for the
/// board's target.
///
/// # Errors
/// No image, no probe-rs, or no board.
pub fn run_elf(elf: &str, arguments: &[&str]) -> Result<(), String> {
    is_installed()?;
    let elf = found(Path::new(elf))?;
    stamp::stamp(&elf)?;
    write_and_run(&elf, arguments)
}

fn write_and_run(elf: &Path, arguments: &[&str]) -> Result<(), String> {
    step::run("run", probe_rs("run")?.args(arguments).arg(elf))
}

/// Writes bytes to the board's flash, and leaves the pages around them alone.
pub(crate) fn write(bytes: &Path, address: u32) -> Result<(), String> {
    is_installed()?;
    let place = format!("{address:#010X}").replace("0X", "0x");
    let format = ["--binary-format", "bin", "--base-address", &place];
    step::run(
        "write",
        probe_rs("download")?.args(format).arg(found(bytes)?),
    )
}

/// Stores a word at an address of the chip.
pub(crate) fn write_word(address: u32, value: u32) -> Result<(), String> {
    is_installed()?;
    let words = [format!("{address:#010x}"), format!("{value:#010x}")];
    step::run("store", probe_rs("write")?.arg("b32").args(words))
}

/// Reads a word at an address of the chip. probe-rs prints it in hexadecimal, in newer versions behind its address.
pub(crate) fn read_word(address: u32) -> Result<u32, String> {
    is_installed()?;
    let mut read = probe_rs("read")?;
    read.args(["b32", &format!("{address:#010x}"), "1"]);
    let printed = step::answer(&mut read).ok_or("probe-rs does not reach the board")?;
    let word = printed.split_whitespace().next_back();
    word.and_then(|word| u32::from_str_radix(word, 16).ok())
        .ok_or_else(|| format!("probe-rs printed no word: {printed}"))
}

fn probe_rs(subcommand: &str) -> Result<Command, String> {
    let mut command = Command::new(PROGRAM);
    command.args([subcommand, "--chip", &chip()?]);
    Ok(command)
}

/// `chip = "STM32L475VG"`
fn chip() -> Result<String, String> {
    let settings = fs::read_to_string(step::root().join(SETTINGS))
        .map_err(|error| format!("{SETTINGS}: {error}"))?;
    let mut values = settings
        .lines()
        .filter_map(|line| line.strip_prefix("chip = "));
    let chip = values
        .next()
        .ok_or_else(|| format!("{SETTINGS} names no chip"))?;
    Ok(chip.trim().trim_matches('"').to_owned())
}

fn is_installed() -> Result<(), String> {
    match step::answer(Command::new(PROGRAM).arg("--version")) {
        Some(_) => Ok(()),
        None => Err(format!(
            "{PROGRAM} is not installed. Install it with\n    {INSTALL}"
        )),
    }
}

/// The whole path: probe-rs starts in another directory than this program.
fn found(path: &Path) -> Result<PathBuf, String> {
    fs::canonicalize(path).map_err(|error| format!("{}: {error}", path.display()))
}
