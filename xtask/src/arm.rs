//! The toolchain that builds for the board: the ordinary one with its ARM target, or, where
//! rustup cannot fetch that target, Debian's (see `debian`).

use crate::{debian, step};
use std::path::{Path, PathBuf};
use std::process::Command;

pub(crate) const TARGET: &str = "thumbv7em-none-eabihf";

/// The profile of the image in `Cargo.toml`, and the name of its directory.
pub(crate) const PROFILE: &str = "image";

/// Settings in the environment that change what is built, or where: the image has none but
/// those in the repository.
const SETTINGS: [&str; 7] = [
    "CARGO_BUILD_",
    "CARGO_ENCODED_RUSTFLAGS",
    "CARGO_INCREMENTAL",
    "CARGO_PROFILE_",
    "CARGO_TARGET_",
    "RUSTC",
    "RUSTFLAGS",
];

/// The one setting of these that changes only the speed of a build.
const JOBS: &str = "CARGO_BUILD_JOBS";

#[derive(Clone, Copy)]
pub(crate) enum Toolchain {
    Ordinary,
    Debian,
}

impl Toolchain {
    /// Finds a toolchain that can build for the board, installing what is missing: rustup's
    /// target first. Where that has failed once, it is not tried again.
    pub(crate) fn obtain() -> Result<Self, String> {
        let is_there = target_is_installed() || debian::is_installed();
        if !is_there && !rustup_adds_target() {
            debian::install(&format!("rustup target add {TARGET}"))?;
        }
        Ok(Self::present())
    }

    /// The one that has built, or would build, without installing anything.
    pub(crate) fn present() -> Self {
        if target_is_installed() {
            Self::Ordinary
        } else {
            Self::Debian
        }
    }

    /// `cargo <subcommand>`, with nothing of the environment in its way.
    pub(crate) fn cargo(self, subcommand: &str) -> Command {
        let mut command = match self {
            Self::Ordinary => Command::new(step::cargo_program()),
            Self::Debian => Command::new(debian::program(subcommand)),
        };
        without_settings(&mut command);
        command.arg(subcommand);
        if let Self::Debian = self {
            debian::prepare(&mut command);
        }
        command
    }

    /// `rustc <arguments>`, answered.
    pub(crate) fn ask_rustc(self, arguments: &[&str]) -> Result<String, String> {
        let compiler = match self {
            Self::Ordinary => "rustc",
            Self::Debian => debian::RUSTC,
        };
        step::answer(Command::new(compiler).args(arguments))
            .ok_or_else(|| format!("{compiler} {} does not answer", arguments.join(" ")))
    }

    /// Where cargo puts what it builds, from the workspace's root.
    pub(crate) fn target_directory(self) -> &'static Path {
        Path::new(match self {
            Self::Ordinary => "target",
            Self::Debian => "target/debian",
        })
    }

    /// Where a program for the board is, from the workspace's root.
    pub(crate) fn built(self, program: &str) -> PathBuf {
        let directory = self.target_directory().join(TARGET);
        directory.join(PROFILE).join(program)
    }
}

fn without_settings(command: &mut Command) {
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if text != JOBS && SETTINGS.iter().any(|prefix| text.starts_with(prefix)) {
            command.env_remove(&name);
        }
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
