//! The image: what the board runs, and whether it fits.

pub mod budget;
pub(crate) mod build;
mod remap;
pub mod sizes;
pub mod stamp;

use crate::arm::Toolchain;
use crate::elf::Elf;
use crate::stack::{Depth, frames};
use crate::step;
use build::Site;
use sizes::Sizes;
use std::path::{Path, PathBuf};

/// The advice where there is no image to look at.
pub const BUILD_IT: &str = "build the image first: cargo xtask image";

/// Builds and stamps the image, prints what it takes, and fails where that is too much.
///
/// # Errors
/// No toolchain, no build, or an image over budget.
pub fn image() -> Result<(), String> {
    let (site, toolchain) = (Site::here()?, Toolchain::obtain()?);
    site.fetch(toolchain)?;
    let with_frames = site.build_with_frames(toolchain)?;
    frames::keep(&with_frames, &site.image(toolchain))?;
    let path = site.build(toolchain)?;
    report(&path)
}

/// Prints what the built image takes.
///
/// # Errors
/// No image, or one that is over budget.
pub fn size() -> Result<(), String> {
    report(&path())
}

/// Builds and stamps the image and nothing more.
pub(crate) fn build() -> Result<PathBuf, String> {
    let (site, toolchain) = (Site::here()?, Toolchain::obtain()?);
    site.fetch(toolchain)?;
    site.build(toolchain)
}

/// Builds the image where there is none yet.
pub(crate) fn ensure() -> Result<(), String> {
    match path().exists() {
        true => Ok(()),
        false => image(),
    }
}

/// Where `cargo xtask image` leaves it.
#[must_use]
pub fn path() -> PathBuf {
    step::root().join(Toolchain::present().image())
}

/// The estimated depth of the built image's stack, in bytes.
pub(crate) fn stack_estimate() -> Result<u32, String> {
    let (_, depth) = read(&path())?;
    Ok(depth.bytes())
}

fn read(path: &Path) -> Result<(Elf, Depth), String> {
    let elf = Elf::read(path).map_err(|why| format!("{why}\n{BUILD_IT}"))?;
    let frames = frames::kept(path, &elf).map_err(|why| format!("{why}\n{BUILD_IT}"))?;
    let depth = Depth::of(&elf, &frames)?;
    Ok((elf, depth))
}

/// The bytes of flash, static RAM and worst stack that the built image takes.
pub(crate) fn spent() -> Result<[u32; 3], String> {
    let (elf, depth) = read(&path())?;
    let sizes = Sizes::of(&elf)?;
    Ok([sizes.flash, sizes.ram, depth.bytes()])
}

fn report(path: &Path) -> Result<(), String> {
    let (elf, depth) = read(path)?;
    let sizes = Sizes::of(&elf)?;
    sizes::print(&elf)?;
    depth.print();
    let spent = [
        (budget::FLASH, sizes.flash),
        (budget::RAM, sizes.ram),
        (budget::STACK, depth.bytes()),
    ];
    let verdict = budget::check(&spent);
    println!("\n{}", path.display());
    verdict
}
