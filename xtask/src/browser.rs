//! The browser tests: Chromium and its driver from the distribution, then the live table in them.

use crate::step::{self, cargo};
use std::process::Command;

const PROGRAMS: [&str; 2] = ["chromium", "chromedriver"];
const PACKAGES: [&str; 2] = ["chromium", "chromium-driver"];

/// Runs the tests whose names hold one of `words`; all of them without any. Pictures are kept in `target/browser`.
pub(crate) fn run(words: &[&str]) -> Result<(), String> {
    install()?;
    // One at a time: each has a browser of its own.
    step::run(
        "browser tests",
        cargo("test")
            .args([
                "--locked",
                "--package",
                "workbench",
                "--features",
                "browser",
            ])
            .args(["--test", "browser", "--", "--test-threads=1", "--nocapture"])
            .args(words),
    )
}

fn install() -> Result<(), String> {
    if PROGRAMS.into_iter().all(is_there) {
        return Ok(());
    }
    if !is_there("apt-get") || !is_root() {
        return Err(format!(
            "{} are needed. On Debian, as root:\n    apt-get update && apt-get install --yes {}",
            PROGRAMS.join(" and "),
            PACKAGES.join(" ")
        ));
    }
    step::run("Debian's package list", &mut apt_get("update"))?;
    step::run(
        "Chromium",
        apt_get("install")
            .arg("--no-install-recommends")
            .args(PACKAGES),
    )
}

fn apt_get(action: &str) -> Command {
    let mut command = Command::new("apt-get");
    command
        .env("DEBIAN_FRONTEND", "noninteractive")
        .args([action, "--quiet=2", "--yes"]);
    command
}

fn is_there(program: &str) -> bool {
    step::answer(Command::new(program).arg("--version")).is_some()
}

fn is_root() -> bool {
    step::answer(Command::new("id").arg("--user")).is_some_and(|user| user.trim() == "0")
}
