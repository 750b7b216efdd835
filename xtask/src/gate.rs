//! The gate: what must hold before a change is accepted, cheapest step first.

use crate::arm::Toolchain;
use crate::step::{self, cargo};
use std::process::Command;
use std::time::Instant;

/// Everything. Continuous integration runs exactly this.
pub(crate) fn ci() -> Result<(), String> {
    let started = Instant::now();
    step::run("format", cargo("fmt").args(["--all", "--check"]))?;
    step::run(
        "lints",
        deny_warnings(cargo("clippy").args(["--workspace", "--all-targets", "--locked"])),
    )?;
    step::run("tests", cargo("test").arg("--locked"))?;
    no_std()?;
    eprintln!(
        "==> the gate holds: {:.1} s in all",
        started.elapsed().as_secs_f32()
    );
    Ok(())
}

/// The portable crates for the board's processor. Only this proves `no_std`: a host build
/// would find `std` whatever a crate says.
pub(crate) fn no_std() -> Result<(), String> {
    let toolchain = Toolchain::obtain()?;
    step::run("no-std build", &mut toolchain.cargo("build"))?;
    step::run(
        "no-std lints",
        deny_warnings(&mut toolchain.cargo("clippy")),
    )
}

fn deny_warnings(clippy: &mut Command) -> &mut Command {
    clippy.args(["--", "-D", "warnings"])
}
