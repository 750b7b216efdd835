//! The browser tests: Chromium and its driver from the distribution, the image and the simulated board that runs it,
//! then the live table in them.

use crate::program::Program;
use crate::step::{self, cargo};
use crate::{apt, board, image};

const PROGRAMS: [&str; 2] = ["chromium", "chromedriver"];
const PACKAGES: [&str; 2] = ["chromium", "chromium-driver"];

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
    if PROGRAMS.into_iter().all(step::is_there) {
        return Ok(());
    }
    let programs = PROGRAMS.join(" and ");
    apt::install(&PACKAGES).map_err(|how| format!("{programs} are needed. {how}"))
}
