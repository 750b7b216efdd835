//! The stack frame of every function, as the compiler reports it with `-Z emit-stack-sizes`.
//!
//! That flag is not for stable compilers, and the image is not built with it: a second build
//! repeats only the last step, in which all code is generated, and must give the same flash.
//! To unlock the flag for that step and no other, this program stands between cargo and the
//! compiler.

use crate::elf::Elf;
use crate::image::stamp::ImageStamp;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs};

/// Where a linked file has them.
const SECTION: &str = ".stack_sizes";

const FLAG: &str = "-Zemit-stack-sizes";

/// Says that cargo has started this program as its `RUSTC_WRAPPER`.
const IS_WRAPPER: &str = "XTASK_IS_RUSTC_WRAPPER";

/// Bytes of a function's frame, by the function's address.
pub type StackFrames = BTreeMap<u32, u32>;

/// Reads the compiler's list: an address and a LEB128 number for each function.
#[must_use]
pub fn parse(mut list: &[u8]) -> StackFrames {
    let mut frames = StackFrames::new();
    while let Some((address, rest)) = list.split_first_chunk() {
        let (bytes, rest) = leb128(rest);
        frames.insert(u32::from_le_bytes(*address) & !1, bytes);
        list = rest;
    }
    frames
}

/// Seven bits a byte, the lowest first; the eighth says that more follow.
fn leb128(bytes: &[u8]) -> (u32, &[u8]) {
    let more = bytes.iter().take_while(|byte| **byte & 0x80 != 0).count();
    let (number, rest) = bytes.split_at((more + 1).min(bytes.len()));
    let bits = |sum: u32, byte: &u8| sum << 7 | u32::from(byte & 0x7F);
    (number.iter().rev().fold(0, bits), rest)
}

/// Keeps the list of an image beside it, behind the CRC of the flash that it is for.
pub(crate) fn keep(with_frames: &Elf, image: &Path) -> Result<(), String> {
    let list = with_frames
        .section(SECTION)
        .ok_or_else(|| format!("the compiler has not written {SECTION}"))?;
    let crc = ImageStamp::of(with_frames)?.computed.to_le_bytes();
    let file = file(image);
    fs::write(&file, [&crc, list.content.as_slice()].concat())
        .map_err(|error| format!("{}: {error}", file.display()))
}

/// The list that was kept for an image.
///
/// # Errors
/// No list, or one for another image.
pub fn kept(image: &Path, elf: &Elf) -> Result<StackFrames, String> {
    let file = file(image);
    let bytes = fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    match bytes.split_first_chunk() {
        Some((crc, list)) if u32::from_le_bytes(*crc) == ImageStamp::of(elf)?.computed => {
            Ok(parse(list))
        }
        _ => Err(format!("{} is not for this image", file.display())),
    }
}

fn file(image: &Path) -> PathBuf {
    image.with_extension("frames")
}

/// Makes `cargo rustc` report the frames of the program that it builds.
pub(crate) fn ask_for_frames(cargo_rustc: &mut Command) -> Result<&mut Command, String> {
    let this = env::current_exe().map_err(|error| format!("cannot find this program: {error}"))?;
    Ok(cargo_rustc
        .env("RUSTC_WRAPPER", this)
        .env(IS_WRAPPER, "1")
        .args(["--", FLAG]))
}

/// The compiler in place of a chore, if it is cargo that has started this program.
#[must_use]
pub fn as_wrapper() -> Option<ExitCode> {
    env::var_os(IS_WRAPPER)?;
    let words: Vec<_> = env::args_os().skip(1).collect();
    let (compiler, arguments) = words.split_first()?;
    let mut command = Command::new(compiler);
    command.args(arguments);
    if arguments.iter().any(|argument| argument == FLAG) {
        command.env("RUSTC_BOOTSTRAP", "1");
    }
    let is_success = command.status().is_ok_and(|status| status.success());
    Some(if is_success {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
