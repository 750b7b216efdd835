//! Instruction counts on the core: builds the probe as the image is and for speed, and has the simulated board count.

use crate::arm::{TARGET, Toolchain};
use crate::step::{self, cargo};
use crate::{board, image};
use std::fs;
use std::path::{Path, PathBuf};

/// Prints the table. The image is built where it is missing.
///
/// # Errors
/// No compiler for the engine or for the board.
pub fn run() -> Result<(), String> {
    board::install()?;
    image::ensure()?;
    let mut counts = cargo("run");
    counts
        .envs([
            ("COINSPOT_IMAGE", image::path()),
            ("COINSPOT_PROBES", probes()?),
        ])
        .args(["--quiet", "--locked", "--package", "board-sim"])
        .args(["--example", "counts"]);
    step::run("counts", &mut counts)
}

/// Builds the probe as the image is and for speed, and says in which directory both are.
pub(crate) fn probes() -> Result<PathBuf, String> {
    let toolchain = Toolchain::obtain()?;
    // The crates that the image has in common with the probe are not built again.
    let like_the_image = step::root().join(toolchain.target_directory());
    let probes = like_the_image.join("probe");
    fs::create_dir_all(&probes).map_err(|error| format!("{}: {error}", probes.display()))?;
    build(
        &toolchain,
        &like_the_image,
        &[],
        &probes.join("counts-probe-z"),
    )?;
    // Added to the flags in `.cargo/config.toml`; of two levels the last counts.
    let level = format!("target.{TARGET}.rustflags=['-C','opt-level=3']");
    let for_speed = ["--config", &level];
    build(
        &toolchain,
        &probes.join("3"),
        &for_speed,
        &probes.join("counts-probe-3"),
    )?;
    Ok(probes)
}

/// Builds it in a directory, and keeps it somewhere else.
fn build(
    toolchain: &Toolchain,
    directory: &Path,
    options: &[&str],
    kept: &Path,
) -> Result<(), String> {
    let mut build = toolchain.cargo("build");
    build
        .args(["--package", "counts-probe", "--release", "--locked"])
        .args(["--target", TARGET, "--target-dir"])
        .arg(directory)
        .args(options);
    step::run("probe", &mut build)?;
    let built = directory.join(TARGET).join("release/counts-probe");
    let copied = fs::copy(&built, kept).map(drop);
    copied.map_err(|error| format!("{}: {error}", built.display()))
}
