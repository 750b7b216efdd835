//! The tests of the simulated board: what its engine is built with comes from the distribution, then the image is
//! played on it.

use crate::program::Program;
use crate::stack::painted::Painted;
use crate::step::{self, cargo, deny_warnings};
use crate::{apt, counts, image, progress};

/// The engine is C, and its bindings are made from its headers.
const PACKAGES: [&str; 2] = ["cmake", "libclang-dev"];

/// Lints and runs the tests that `words` choose ([`TestChoice`]). The controller's image must have been built; the
/// sign's is built where it is missing.
///
/// # Errors
/// No compiler for the engine or for the board, a test that fails, a filter that chooses none, or a stack deeper than
/// its estimate.
pub fn run(words: &[&str]) -> Result<(), String> {
    install()?;
    image::ensure(Program::Sign)?;
    let mut lints = cargo("clippy");
    lints.args(["--package", "board-sim", "--all-targets", "--locked"]);
    step::run("lints of the simulated board", deny_warnings(&mut lints))?;
    test(words)
}

/// Runs the tests alone.
pub(crate) fn test(words: &[&str]) -> Result<(), String> {
    let choice = TestChoice::of(words);
    let stack = Painted::new()?;
    let mut tests = cargo("test");
    tests
        .env("COINSPOT_IMAGE", image::path(Program::Controller))
        .env("COINSPOT_SIGN_IMAGE", image::path(Program::Sign))
        .env("COINSPOT_PROBE", counts::probe()?)
        .env("COINSPOT_STACK", stack.path())
        .args(["--package", "board-sim", "--locked"])
        .args(&choice.options)
        // Figures that a test has counted are part of its result.
        .args(["--", "--show-output"])
        .args(&choice.filters);
    let tested = progress::run("tests of the simulated board", &mut tests, &choice.filters);
    stack.compare().and(tested)
}

/// The tests to run: all of them without any word.
#[derive(Debug, PartialEq, Eq)]
pub struct TestChoice<'a> {
    /// For cargo, such as `--test power`: one test program.
    pub options: Vec<&'a str>,
    /// For the test programs: parts of the names of tests.
    pub filters: Vec<&'a str>,
}

impl<'a> TestChoice<'a> {
    /// Sorts the words of a command line.
    #[must_use]
    pub fn of(words: &[&'a str]) -> Self {
        let (mut options, mut filters) = (Vec::new(), Vec::new());
        let mut words = words.iter().copied();
        while let Some(word) = words.next() {
            match word {
                "--test" => options.extend([word].into_iter().chain(words.next())),
                _ if word.starts_with('-') => options.push(word),
                _ => filters.push(word),
            }
        }
        Self { options, filters }
    }
}

/// Gets what the engine is built with.
pub(crate) fn install() -> Result<(), String> {
    if apt::has(&PACKAGES) {
        return Ok(());
    }
    apt::install(&PACKAGES).map_err(|how| format!("the engine needs cmake and libclang. {how}"))
}
