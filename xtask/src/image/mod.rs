//! The image: what the board runs, and whether it fits.

pub mod budget;
pub(crate) mod build;
mod remap;
pub mod sizes;
pub mod stamp;

use crate::arm::Toolchain;
use crate::elf::Elf;
use crate::program::Program;
use crate::stack::{Depth, frames};
use crate::step;
use budget::Budget;
use build::Site;
use sizes::Sizes;
use std::path::{Path, PathBuf};

/// The advice where there is no image to look at.
pub const BUILD_IT: &str = "build the image first: cargo xtask image";

/// Builds and stamps the image, prints what it takes, and fails where that is too much.
///
/// # Errors
/// No toolchain, no build, or an image over budget.
pub fn image(program: Program) -> Result<(), String> {
    let (site, toolchain) = (Site::here()?, Toolchain::obtain()?);
    site.fetch(toolchain)?;
    let with_frames = site.build_with_frames(program, toolchain)?;
    frames::keep(&with_frames, &site.image(program, toolchain))?;
    site.build(program, toolchain)?;
    size(program)
}

/// Prints what the built image takes.
///
/// # Errors
/// No image, or one that is over budget.
pub fn size(program: Program) -> Result<(), String> {
    let path = path(program);
    let (elf, depth) = read(&path)?;
    let sizes = Sizes::of(&elf)?;
    sizes::print(&elf)?;
    depth.print();
    let spent = [sizes.flash, sizes.ram, depth.bytes()];
    let spent: Vec<(Budget, u32)> = program.budgets().into_iter().zip(spent).collect();
    let verdict = budget::check(&spent);
    println!("\n{}", path.display());
    verdict
}

/// Builds and stamps the image and nothing more.
pub(crate) fn build(program: Program) -> Result<PathBuf, String> {
    let (site, toolchain) = (Site::here()?, Toolchain::obtain()?);
    site.fetch(toolchain)?;
    site.build(program, toolchain)
}

/// Builds the image where there is none yet.
pub(crate) fn ensure(program: Program) -> Result<(), String> {
    match path(program).exists() {
        true => Ok(()),
        false => image(program),
    }
}

/// Where `cargo xtask image` leaves it.
#[must_use]
pub fn path(program: Program) -> PathBuf {
    step::root().join(Toolchain::present().built(program.package()))
}

/// The estimated depth of the controller's stack, in bytes.
pub(crate) fn stack_estimate() -> Result<u32, String> {
    let (_, depth) = read(&path(Program::Controller))?;
    Ok(depth.bytes())
}

fn read(path: &Path) -> Result<(Elf, Depth), String> {
    let elf = Elf::read(path).map_err(|why| format!("{why}\n{BUILD_IT}"))?;
    let frames = frames::kept(path, &elf).map_err(|why| format!("{why}\n{BUILD_IT}"))?;
    let depth = Depth::of(&elf, &frames)?;
    Ok((elf, depth))
}

/// The bytes of flash, static RAM and worst stack that the controller's image takes.
pub(crate) fn spent() -> Result<[u32; 3], String> {
    let (elf, depth) = read(&path(Program::Controller))?;
    let sizes = Sizes::of(&elf)?;
    Ok([sizes.flash, sizes.ram, depth.bytes()])
}
