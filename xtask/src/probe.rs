//! The board on its probe: probe-rs started with what it needs to know, and never told to
//! erase the whole chip, which holds the journal and the key.

use crate::elf::Elf;
use crate::image::stamp::ImageStamp;
use crate::image::{self, stamp};
use crate::program::Program;
use crate::step;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const PROGRAM: &str = "probe-rs";
const INSTALL: &str = "cargo install probe-rs-tools --locked";

/// Where the chip is named, for probe-rs itself as well.
const SETTINGS: &str = "probe-rs.toml";

/// Builds the image, writes it to its board and shows its log.
///
/// # Errors
/// No image, no probe-rs, no board, or a board that runs another program.
pub fn flash(program: Program, probe: Option<&str>) -> Result<(), String> {
    is_installed()?;
    let probe = Probe::of(program, probe)?;
    write_and_run(&image::build(program)?, &probe, &[])
}

/// Shows the log of a board, which must run the image that was built last.
///
/// # Errors
/// No image, no probe-rs, or no board.
pub fn attach(program: Program, probe: Option<&str>) -> Result<(), String> {
    is_installed()?;
    let probe = Probe::of(program, probe)?;
    let image =
        found(&image::path(program)).map_err(|why| format!("{why}\n{}", image::BUILD_IT))?;
    step::run("attach", probe.command("attach")?.arg(image))
}

/// Stamps a program, writes it to its board and shows its log. `cargo run` starts this for the board's target.
///
/// # Errors
/// No image, no probe-rs, no board, or a board that runs another program.
pub fn run_elf(elf: &str, arguments: &[&str]) -> Result<(), String> {
    is_installed()?;
    let elf = found(Path::new(elf))?;
    let stamp = stamp::stamp(&elf)?;
    let program = Program::of_kind(stamp.kind).ok_or("the image names no board")?;
    write_and_run(&elf, &Probe::of(program, None)?, arguments)
}

fn write_and_run(elf: &Path, probe: &Probe, arguments: &[&str]) -> Result<(), String> {
    probe.is_for(&ImageStamp::of(&Elf::read(elf)?)?)?;
    step::run("run", probe.command("run")?.args(arguments).arg(elf))
}

/// A board on a probe: the chip, and which probe if there are several.
struct Probe {
    program: Program,
    /// As probe-rs lists it: vendor, product and serial number.
    selector: Option<String>,
}

impl Probe {
    fn of(program: Program, serial: Option<&str>) -> Result<Self, String> {
        let selector = serial.map(selector).transpose()?;
        Ok(Self { program, selector })
    }

    fn command(&self, subcommand: &str) -> Result<Command, String> {
        let mut command = Command::new(PROGRAM);
        let chip = self
            .program
            .chip()
            .map_or_else(chip, |chip| Ok(chip.to_owned()))?;
        command.args([subcommand, "--chip", &chip]);
        if let Some(selector) = &self.selector {
            command.args(["--probe", selector]);
        }
        Ok(command)
    }

    /// Checks that the board does not run the program of another kind of board. Both chips report the same device, so
    /// the word beside the image's check decides. A board without either program may be written.
    fn is_for(&self, stamp: &ImageStamp) -> Result<(), String> {
        let there = self.read_word(stamp.kind_address)?;
        match Program::of_kind(there) {
            Some(other) if other.kind() != stamp.kind => Err(format!(
                "this board runs the program of {}; nothing was written. Choose the other probe, or erase the board",
                other.word()
            )),
            _ => Ok(()),
        }
    }

    /// Reads a word at an address of the chip. probe-rs prints it in hexadecimal, in newer versions behind its address.
    fn read_word(&self, address: u32) -> Result<u32, String> {
        let mut read = self.command("read")?;
        read.args(["b32", &format!("{address:#010x}"), "1"]);
        let printed = step::answer(&mut read).ok_or("probe-rs does not reach the board")?;
        let word = printed.split_whitespace().next_back();
        word.and_then(|word| u32::from_str_radix(word, 16).ok())
            .ok_or_else(|| format!("probe-rs printed no word: {printed}"))
    }
}

/// The probe with this serial number, as probe-rs wants it named.
fn selector(serial: &str) -> Result<String, String> {
    let listed = step::answer(Command::new(PROGRAM).arg("list"))
        .ok_or("probe-rs does not list the probes")?;
    find_selector(&listed, serial)
        .ok_or_else(|| format!("no probe with the serial number {serial}:\n{listed}"))
}

/// `[0]: STLink V2-1 -- 0483:374b:066DFF485550 (ST-LINK)`
#[must_use]
pub fn find_selector(listed: &str, serial: &str) -> Option<String> {
    let words = listed.split_whitespace();
    let mut selectors = words.filter(|word| word.splitn(3, ':').nth(2) == Some(serial));
    selectors.next().map(str::to_owned)
}

/// Writes bytes to the board's flash, and leaves the pages around them alone.
pub(crate) fn write(program: Program, bytes: &Path, address: u32) -> Result<(), String> {
    is_installed()?;
    let place = format!("{address:#010X}").replace("0X", "0x");
    let format = ["--binary-format", "bin", "--base-address", &place];
    step::run(
        "write",
        Probe::of(program, None)?
            .command("download")?
            .args(format)
            .arg(found(bytes)?),
    )
}

/// Stores a word at an address of the chip.
pub(crate) fn write_word(address: u32, value: u32) -> Result<(), String> {
    is_installed()?;
    let words = [format!("{address:#010x}"), format!("{value:#010x}")];
    step::run("store", probe_rs("write")?.arg("b32").args(words))
}

/// Reads a word at an address of the chip.
pub(crate) fn read_word(address: u32) -> Result<u32, String> {
    is_installed()?;
    Probe::of(Program::Controller, None)?.read_word(address)
}

fn probe_rs(subcommand: &str) -> Result<Command, String> {
    Probe::of(Program::Controller, None)?.command(subcommand)
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
