//! The toolchain that builds for the board: the ordinary one with its ARM target, or, where
//! rustup cannot fetch that target, Debian's (see `debian`).

use crate::{debian, step};
use std::path::Path;
use std::process::Command;

const TARGET: &str = "thumbv7em-none-eabihf";

/// The libraries that run on the board, never the whole workspace: host crates need `std`,
/// and the firmware's program needs the board's start-up code.
const WHAT: [&str; 7] = [
    "--package",
    "shared-rules",
    "--package",
    "firmware",
    "--lib",
    "--release",
    "--locked",
];

#[derive(Clone, Copy)]
pub(crate) enum Toolchain {
    Ordinary,
    Debian,
}

impl Toolchain {
    /// Finds a toolchain that can build for the board, installing what is missing.
    pub(crate) fn obtain() -> Result<Self, String> {
        if target_is_installed() || rustup_adds_target() {
            return Ok(Self::Ordinary);
        }
        debian::install(&format!("rustup target add {TARGET}"))?;
        Ok(Self::Debian)
    }

    /// `cargo <subcommand>` for the board's libraries.
    pub(crate) fn cargo(self, subcommand: &str) -> Command {
        let mut command = match self {
            Self::Ordinary => step::cargo(subcommand),
            Self::Debian => debian::cargo(subcommand),
        };
        command.args(WHAT).args(["--target", TARGET]);
        command
    }
}

/// The directory of a target's libraries has a name even where it does not exist.
fn target_is_installed() -> bool {
    step::answer(Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]))
        .is_some_and(|directory| Path::new(directory.trim()).is_dir())
}

/// No error where rustup is missing or offline: there is another way.
fn rustup_adds_target() -> bool {
    step::run(
        "ARM target",
        Command::new("rustup").args(["target", "add", TARGET]),
    )
    .inspect_err(|why| eprintln!("{why}; trying Debian's toolchain instead"))
    .is_ok()
}
