//! Building a board's program: one way, whoever asks.

use super::{remap, stamp};
use crate::arm::{PROFILE, TARGET, Toolchain};
use crate::elf::Elf;
use crate::program::Program;
use crate::stack::frames;
use crate::step;
use std::path::PathBuf;
use std::process::Command;

/// A board's program and nothing else of the workspace: host crates need `std`, and each board has its own chip.
const fn what(program: Program) -> [&'static str; 7] {
    let name = program.package();
    [
        "--package",
        name,
        "--bin",
        name,
        "--profile",
        PROFILE,
        "--locked",
    ]
}

/// Where an image is built.
pub(crate) struct Site {
    /// A copy of the workspace.
    pub(crate) workspace: PathBuf,
    /// Where cargo keeps the crates of others.
    pub(crate) cargo_home: PathBuf,
}

impl Site {
    /// This workspace, with the developer's own crates.
    pub(crate) fn here() -> Result<Self, String> {
        Ok(Self {
            workspace: step::root().to_owned(),
            cargo_home: remap::cargo_home()?,
        })
    }

    /// Gets the crates before anything is built: the names of their directories must be known.
    pub(crate) fn fetch(&self, toolchain: Toolchain) -> Result<(), String> {
        let mut fetch = self.cargo(toolchain, "fetch");
        step::run("crates", fetch.args(["--locked", "--target", TARGET]))
    }

    /// Builds the image, stamps it, and says where it is.
    pub(crate) fn build(&self, program: Program, toolchain: Toolchain) -> Result<PathBuf, String> {
        let mut build = self.cargo(toolchain, "build");
        step::run("image", self.what(&mut build, program, toolchain)?)?;
        let image = self.image(program, toolchain);
        stamp::stamp(&image)?;
        Ok(image)
    }

    /// Repeats the last step of the build with a list of stack frames in the file. Leaves that
    /// file in the image's place.
    pub(crate) fn build_with_frames(
        &self,
        program: Program,
        toolchain: Toolchain,
    ) -> Result<Elf, String> {
        let mut build = self.cargo(toolchain, "rustc");
        let build = frames::ask_for_frames(self.what(&mut build, program, toolchain)?)?;
        step::run("stack frames", build)?;
        Elf::read(&self.image(program, toolchain))
    }

    /// Where the image is, once built.
    pub(crate) fn image(&self, program: Program, toolchain: Toolchain) -> PathBuf {
        self.workspace.join(toolchain.built(program.package()))
    }

    fn cargo(&self, toolchain: Toolchain, subcommand: &str) -> Command {
        let mut command = toolchain.cargo(subcommand);
        command
            .current_dir(&self.workspace)
            .env("CARGO_HOME", &self.cargo_home);
        command
    }

    fn what<'a>(
        &self,
        cargo: &'a mut Command,
        program: Program,
        toolchain: Toolchain,
    ) -> Result<&'a mut Command, String> {
        let flags = remap::flags(toolchain, &self.workspace, &self.cargo_home)?;
        Ok(cargo
            .args(what(program))
            .args(["--target", TARGET, "--target-dir"])
            .arg(toolchain.target_directory())
            .args(["--config", &merged(&flags)]))
    }
}

/// As a setting that cargo adds to those in `.cargo/config.toml`, which an environment
/// variable would replace.
fn merged(flags: &[String]) -> String {
    format!("target.{TARGET}.rustflags={flags:?}")
}
