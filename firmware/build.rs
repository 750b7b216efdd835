//! Hands the board's memory map and link scripts to the linker; nothing on the host.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// `image.x` before `link.x`, which would otherwise decide where the code starts.
const LINK_ARGUMENTS: [&str; 4] = [
    // Sections as close as they fit: this is a flash, there are no pages to protect.
    "--nmagic",
    "-Timage.x",
    "-Tlink.x",
    "-Tdefmt.x",
];

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    if env::var("CARGO_CFG_TARGET_OS").as_deref() != Ok("none") {
        return Ok(());
    }
    let out = PathBuf::from(env::var("OUT_DIR").map_err(io::Error::other)?);
    for script in ["../memory.x", "image.x"] {
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
