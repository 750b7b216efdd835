//! The build of the targets: its options and its directories.
//!
//! Without a sanitizer, `cargo fuzz` needs nothing that a stable compiler does not have: in safe Rust there is nothing
//! for it to find. In the development profile, arithmetic that overflows and assertions stop, and the optimiser is on.

use crate::apt;
use crate::step::{self, cargo, cargo_program};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The release of cargo-fuzz that is installed where there is none.
const CARGO_FUZZ: &str = "0.13.2";

/// Gets what is missing.
pub(super) fn install() -> Result<(), String> {
    if !step::is_there("c++") {
        apt::install(&["g++"]).map_err(|how| format!("libFuzzer is built with c++. {how}"))?;
    }
    if step::answer(cargo("fuzz").arg("--version")).is_some() {
        return Ok(());
    }
    let mut install = cargo("install");
    install.args(["cargo-fuzz", "--locked", "--version", CARGO_FUZZ]);
    step::run("cargo install cargo-fuzz: it is missing", &mut install)
}

/// Sources, and where their targets are built and keep what they find.
pub(super) struct Site {
    root: PathBuf,
    /// Below the sources.
    directory: &'static str,
    host: String,
}

impl Site {
    pub(super) fn here() -> Result<Self, String> {
        Self::at(step::root().into(), "target/fuzz")
    }

    pub(super) fn at(root: PathBuf, directory: &'static str) -> Result<Self, String> {
        let version = step::answer(Command::new("rustc").arg("-vV")).unwrap_or_default();
        let host = version.lines().find_map(|line| line.strip_prefix("host: "));
        Ok(Self {
            root,
            directory,
            host: host.ok_or("rustc does not name its host")?.to_owned(),
        })
    }

    /// Builds these targets.
    pub(super) fn build(&self, targets: &[&str]) -> Result<(), String> {
        // cargo-fuzz takes one target, or builds all.
        let names = match targets {
            [target] => vec![*target],
            _ => vec![],
        };
        let mut build = Command::new(cargo_program());
        build.current_dir(&self.root).args(["fuzz", "build"]);
        build.args(self.options()).args(names);
        step::run("build of the fuzz targets", &mut build)
    }

    fn options(&self) -> [&str; 7] {
        let directory = self.directory;
        [
            "--dev",
            "--sanitizer",
            "none",
            "--target",
            &self.host,
            "--target-dir",
            directory,
        ]
    }

    /// A target's program.
    pub(super) fn program(&self, target: &str) -> PathBuf {
        let built = self.directory().join(&self.host).join("debug");
        built.join(target)
    }

    /// Where everything is kept that is not committed.
    pub(super) fn directory(&self) -> PathBuf {
        self.root.join(self.directory)
    }

    /// The committed folder: the targets and their corpus.
    pub(super) fn sources(&self) -> PathBuf {
        self.root.join("fuzz")
    }

    /// The command that runs a target with one input again.
    pub(super) fn replay(&self, target: &str, input: &Path) -> String {
        let options = self.options().join(" ");
        let input = input.strip_prefix(&self.root).unwrap_or(input);
        format!("cargo fuzz run {options} {target} {}", input.display())
    }
}
