//! Turns the linker's memory map into constants, so that each address is written once, and hands the link scripts to
//! the board's linker.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// `image.x` before `link.x`, which would otherwise decide where the code starts.
const LINK_ARGUMENTS: [&str; 5] = [
    // "COIN", the board that the image is for: the controller's.
    "--defsym=_board_kind=0x4E494F43",
    // Sections as close as they fit: this is a flash, there are no pages to protect.
    "--nmagic",
    "-Timage.x",
    "-Tlink.x",
    "-Tdefmt.x",
];

const MEMORY: &str = "../memory.x";
const IMAGE: &str = "../board-support/image.x";

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed={MEMORY}");
    let out = PathBuf::from(env::var("OUT_DIR").map_err(io::Error::other)?);
    let regions: String = fs::read_to_string(MEMORY)?
        .lines()
        .filter_map(region)
        .collect();
    fs::write(out.join("regions.rs"), regions)?;
    if env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("none") {
        link(&out)?;
    }
    Ok(())
}

/// A constant for `NAME : ORIGIN = 0x..., LENGTH = ...K`: the first address and the bytes.
fn region(line: &str) -> Option<String> {
    let (name, place) = line.trim().split_once(':')?;
    let (origin, length) = place.trim().strip_prefix("ORIGIN = ")?.split_once(',')?;
    let kibibytes = length.trim().strip_prefix("LENGTH = ")?.strip_suffix('K')?;
    let name = name.trim();
    Some(format!(
        "const {name}: (u32, u32) = ({origin}, {kibibytes} * 1024);\n"
    ))
}

fn link(out: &Path) -> io::Result<()> {
    for script in [MEMORY, IMAGE] {
        println!("cargo:rerun-if-changed={script}");
        let script = Path::new(script);
        let name = script
            .file_name()
            .ok_or_else(|| io::Error::other("no name"))?;
        fs::copy(script, out.join(name))?;
    }
    println!("cargo:rustc-link-search={}", out.display());
    for argument in LINK_ARGUMENTS {
        println!("cargo:rustc-link-arg-bins={argument}");
    }
    Ok(())
}
