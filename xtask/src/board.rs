//! The tests of the simulated board: what its engine is built with comes from the distribution, then the image is
//! played on it.

use crate::step::{self, cargo, deny_warnings};
use crate::{apt, image};

/// The engine is C, and its bindings are made from its headers.
const PACKAGES: [&str; 2] = ["cmake", "libclang-dev"];

/// Lints and runs the tests whose names hold one of `words`; all of them without any. The image must have been built.
///
/// # Errors
/// No compiler for the engine, or a test that fails.
pub fn run(words: &[&str]) -> Result<(), String> {
    if !apt::has(&PACKAGES) {
        apt::install(&PACKAGES)
            .map_err(|how| format!("the engine needs cmake and libclang. {how}"))?;
    }
    let mut lints = cargo("clippy");
    lints.args(["--package", "board-sim", "--all-targets", "--locked"]);
    step::run("lints of the simulated board", deny_warnings(&mut lints))?;
    let mut tests = cargo("test");
    tests
        .env("COINSPOT_IMAGE", image::path())
        .args(["--package", "board-sim", "--locked"])
        .args(words);
    step::run("tests of the simulated board", &mut tests)
}
