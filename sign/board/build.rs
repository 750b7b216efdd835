//! Hands the link scripts to the sign's linker; nothing on the host.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// `image.x` before `link.x`, which would otherwise decide where the code starts.
const LINK_ARGUMENTS: [&str; 5] = [
    // "SIGN", the board that the image is for.
    "--defsym=_board_kind=0x4E474953",
    // Sections as close as they fit: this is a flash, there are no pages to protect.
    "--nmagic",
    "-Timage.x",
    "-Tlink.x",
    "-Tdefmt.x",
];

const SCRIPTS: [&str; 2] = ["../../memory.x", "../../board-support/image.x"];

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    if env::var("CARGO_CFG_TARGET_OS").as_deref() != Ok("none") {
        return Ok(());
    }
    let out = PathBuf::from(env::var("OUT_DIR").map_err(io::Error::other)?);
    for script in SCRIPTS {
        println!("cargo:rerun-if-changed={script}");
        let name = Path::new(script).file_name();
        let name = name.ok_or_else(|| io::Error::other("no name"))?;
        fs::copy(script, out.join(name))?;
    }
    println!("cargo:rustc-link-search={}", out.display());
    for argument in LINK_ARGUMENTS {
        println!("cargo:rustc-link-arg-bins={argument}");
    }
    Ok(())
}
