//! The browser tests: Chromium and its driver from the distribution, axe-core from npm, the image and the simulated
//! board that runs it, then the live table in them.

use crate::program::Program;
use crate::step::{self, cargo};
use crate::{apt, board, image};
use std::process::Command;

const PROGRAMS: [&str; 2] = ["chromium", "chromedriver"];
const PACKAGES: [&str; 2] = ["chromium", "chromium-driver"];

/// The checks of accessibility that the tests run in the page, pinned: another version finds other things.
const AXE: &str = "axe-core@4.14.1";

/// Where npm puts it; `coinspot/tests/browser/everyone.rs` reads it there.
const AXE_FOLDER: &str = "target/axe";

/// Runs the tests whose names hold one of `words`; all of them without any. Pictures are kept in `target/browser`.
///
/// # Errors
/// No browser, no image, no compiler for the simulated board, or a test that fails.
pub fn run(words: &[&str]) -> Result<(), String> {
    install()?;
    board::install()?;
    image::ensure(Program::Controller)?;
    // It is found beside the program under test.
    let mut simulator = cargo("build");
    simulator.args(["--locked", "--package", "board-sim"]);
    step::run("the simulated board", &mut simulator)?;
    // One at a time: each has a browser of its own.
    step::run(
        "browser tests",
        cargo("test")
            .env("COINSPOT_IMAGE", image::path(Program::Controller))
            .args(["--locked", "--package", "coinspot", "--features", "browser"])
            .args(["--test", "browser", "--", "--test-threads=1", "--nocapture"])
            .args(words),
    )
}

fn install() -> Result<(), String> {
    if !PROGRAMS.into_iter().all(step::is_there) {
        let programs = PROGRAMS.join(" and ");
        apt::install(&PACKAGES).map_err(|how| format!("{programs} are needed. {how}"))?;
    }
    install_axe()
}

/// npm checks the package against the registry's digest, and runs nothing of it.
fn install_axe() -> Result<(), String> {
    let installed = step::root()
        .join(AXE_FOLDER)
        .join("node_modules/axe-core/package.json");
    let package = std::fs::read_to_string(installed).unwrap_or_default();
    let version = AXE.rsplit('@').next().unwrap_or_default();
    if package.contains(&format!("\"version\": \"{version}\"")) {
        return Ok(());
    }
    if !step::is_there("npm") {
        apt::install(&["npm"]).map_err(|how| format!("npm is needed, to install {AXE}. {how}"))?;
    }
    step::run(
        AXE,
        Command::new("npm")
            .args(["install", "--prefix", AXE_FOLDER, "--ignore-scripts"])
            .args(["--no-package-lock", "--no-audit", "--no-fund", AXE]),
    )
}
