//! The gate: what must hold before a change is accepted, cheapest step first.

use crate::arm::{PROFILE, TARGET, Toolchain};
use crate::step::{self, Beside, cargo, deny_warnings};
use crate::{board, fuzz, link};
use std::process::Command;
use std::time::Instant;

/// Everything. Continuous integration runs exactly this.
///
/// # Errors
/// The first step that fails.
pub fn ci() -> Result<(), String> {
    let started = Instant::now();
    // Lints of everything in one go: what they have in common is compiled once, and both cores stay busy.
    board::install()?;
    lint_all_but(&[])?;
    // The linker of the image keeps one core busy at a time: the other one tests.
    let images = Beside::start(&["image", "image sign", "reproduce"]);
    step::run("tests", cargo("test").arg("--locked"))?;
    // The published evaluators must put all hands in the same order as ours.
    let mut agreement = cargo("test");
    agreement.args(["--locked", "--package", "odds-benches"]);
    step::run("published evaluators", &mut agreement)?;
    link::run(None)?;
    fuzz::gate()?;
    images.finish()?;
    let mut tests = cargo("test");
    step::run(
        "image tests",
        tests.args(["--locked", "--package", "xtask"]),
    )?;
    board::test(&[])?;
    eprintln!(
        "==> the gate holds: {:.1} s in all",
        started.elapsed().as_secs_f32()
    );
    Ok(())
}

/// Format and lints, for the host and for the board.
///
/// # Errors
/// The first that complains.
pub fn lint() -> Result<(), String> {
    // The simulated board and the fuzz targets need more than a Rust toolchain: they are linted where they are run.
    lint_all_but(&["board-sim", "fuzz"])
}

fn lint_all_but(excluded: &[&str]) -> Result<(), String> {
    step::run("format", cargo("fmt").args(["--all", "--check"]))?;
    let mut host = cargo("clippy");
    host.args(["--workspace", "--all-targets", "--locked"]);
    for package in excluded {
        host.args(["--exclude", package]);
    }
    step::run("lints", deny_warnings(&mut host))?;
    step::run("lints for the board", deny_warnings(&mut board_clippy()?))?;
    let mut sign = clippy_for_board(&["sign-board"])?;
    step::run("lints for the sign's board", deny_warnings(&mut sign))
}

/// The crates that run on the board. Only a build for it proves `no_std`: one for the host
/// finds `std` whatever a crate says.
fn board_clippy() -> Result<Command, String> {
    clippy_for_board(&[
        "shared-rules",
        "link",
        "board-support",
        "firmware",
        "sign",
        "counts-probe",
    ])
}

/// Lints of packages for the ARM target. The sign's program names another chip than the controller's, so they are not
/// linted together.
fn clippy_for_board(packages: &[&str]) -> Result<Command, String> {
    let toolchain = Toolchain::obtain()?;
    let mut clippy = toolchain.cargo("clippy");
    clippy
        .args(packages.iter().flat_map(|name| ["--package", *name]))
        .args(["--lib", "--bins", "--profile", PROFILE, "--locked"])
        .args(["--target", TARGET, "--target-dir"])
        .arg(toolchain.target_directory());
    Ok(clippy)
}
