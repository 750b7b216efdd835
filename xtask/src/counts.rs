//! What things take on the core: builds the probe as the image is and for speed, and has the simulated board count.

use crate::arm::{TARGET, Toolchain};
use crate::step::{self, cargo};
use crate::{board, image};
use std::path::PathBuf;

/// The compiler's levels of optimisation.
const LEVELS: [&str; 2] = ["z", "3"];

/// Prints the table. The image must have been built.
///
/// # Errors
/// No compiler for the engine or for the board, or no image.
pub fn run() -> Result<(), String> {
    board::install()?;
    let mut counts = cargo("run");
    counts
        .envs([
            ("COINSPOT_IMAGE", image::path()),
            ("COINSPOT_PROBES", probes()?),
        ])
        .args(["--quiet", "--locked", "--package", "board-sim"])
        .args(["--bin", "counts"]);
    step::run("counts", &mut counts)
}

/// Builds a probe at each level, and says in which directory they are.
pub(crate) fn probes() -> Result<PathBuf, String> {
    let toolchain = Toolchain::obtain()?;
    let directory = step::root().join(toolchain.target_directory());
    let directory = directory.join("probe");
    for level in LEVELS {
        let mut build = toolchain.cargo("build");
        build
            .args(["--package", "counts-probe", "--release", "--locked"])
            .args(["--target", TARGET, "--target-dir"])
            .arg(directory.join(level))
            .args(["--config", &optimised(level)]);
        step::run(&format!("probe, level {level}"), &mut build)?;
    }
    Ok(directory)
}

/// Added to the flags in `.cargo/config.toml`; of two levels the last counts.
fn optimised(level: &str) -> String {
    format!("target.{TARGET}.rustflags=['-C','opt-level={level}']")
}
