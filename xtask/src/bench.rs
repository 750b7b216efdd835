//! The evaluators beside published ones: timed by criterion, counted by valgrind, judged by `odds-benches`.

use crate::apt;
use crate::step::{self, cargo};

/// The program that judges the measurements.
const PACKAGE: &str = "odds-benches";

/// The program that counts instructions, and the package that it is in.
const VALGRIND: &str = "valgrind";

/// Times all of them, counts their instructions, and prints the table of ratios.
///
/// # Errors
/// No valgrind, or a target that is missed.
pub fn run() -> Result<(), String> {
    if !step::is_there(VALGRIND) {
        apt::install(&[VALGRIND]).map_err(|how| format!("{VALGRIND} is needed. {how}"))?;
    }
    let target = step::root().join("target");
    let mut timed = cargo("bench");
    timed
        .args(["--quiet", "--locked", "--package", PACKAGE])
        .env("CARGO_TARGET_DIR", &target);
    step::run("evaluators, timed", &mut timed)?;
    let mut report = cargo("run");
    report
        .args([
            "--quiet",
            "--locked",
            "--release",
            "--package",
            PACKAGE,
            "--",
        ])
        .arg("report")
        .arg(target.join("criterion"))
        .env("CARGO_TARGET_DIR", &target);
    step::run("evaluators, side by side", &mut report)
}
