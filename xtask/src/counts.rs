//! Instruction counts on the core: builds the probe as the image is built, and has the simulated board count.

use crate::arm::{PROFILE, TARGET, Toolchain};
use crate::program::Program;
use crate::step::{self, cargo};
use crate::{board, image};
use std::path::PathBuf;

/// Prints the table, for people or as JSON. The image is built where it is missing.
///
/// # Errors
/// No compiler for the engine or for the board.
pub fn run(as_json: bool) -> Result<(), String> {
    board::install()?;
    image::ensure(Program::Controller)?;
    let spent = image::spent()?;
    let mut counts = cargo("run");
    counts
        .envs([
            ("COINSPOT_IMAGE", image::path(Program::Controller)),
            ("COINSPOT_PROBE", probe()?),
        ])
        .args(["--quiet", "--locked", "--package", "board-sim"])
        .args(["--example", "counts", "--"])
        .args(spent.map(|bytes| bytes.to_string()));
    if as_json {
        counts.arg("--json");
    }
    step::run("counts", &mut counts)
}

/// Builds the probe exactly as the image is built, and says where it is.
pub(crate) fn probe() -> Result<PathBuf, String> {
    let toolchain = Toolchain::obtain()?;
    let mut build = toolchain.cargo("build");
    build
        .args([
            "--package",
            "counts-probe",
            "--profile",
            PROFILE,
            "--locked",
        ])
        .args(["--target", TARGET, "--target-dir"])
        // The crates that the image has in common with the probe are not built again.
        .arg(toolchain.target_directory());
    step::run("probe", &mut build)?;
    Ok(step::root().join(toolchain.built("counts-probe")))
}
