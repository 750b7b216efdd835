//! The tests of the simulated board: what its engine is built with comes from the distribution, then the image is
//! played on it.

use crate::stack::painted::Painted;
use crate::step::{self, cargo, deny_warnings};
use crate::{apt, counts, image, progress};

/// The engine is C, and its bindings are made from its headers.
const PACKAGES: [&str; 2] = ["cmake", "libclang-dev"];

/// Lints and runs the tests whose names hold one of `words`; all of them without any. The image must have been built.
///
/// # Errors
/// No compiler for the engine or for the board, a test that fails, or a stack deeper than its estimate.
pub fn run(words: &[&str]) -> Result<(), String> {
    install()?;
    let mut lints = cargo("clippy");
    lints.args(["--package", "board-sim", "--all-targets", "--locked"]);
    step::run("lints of the simulated board", deny_warnings(&mut lints))?;
    let stack = Painted::new()?;
    let mut tests = cargo("test");
    tests
        .env("COINSPOT_IMAGE", image::path())
        .env("COINSPOT_PROBES", counts::probes()?)
        .env("COINSPOT_STACK", stack.path())
        .args(["--package", "board-sim", "--locked"])
        .args(words)
        // Figures that a test has counted are part of its result.
        .args(["--", "--show-output"]);
    let tested = progress::run("tests of the simulated board", &mut tests);
    stack.compare().and(tested)
}

/// Gets what the engine is built with.
pub(crate) fn install() -> Result<(), String> {
    if apt::has(&PACKAGES) {
        return Ok(());
    }
    apt::install(&PACKAGES).map_err(|how| format!("the engine needs cmake and libclang. {how}"))
}
