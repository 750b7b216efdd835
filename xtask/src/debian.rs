//! The way around rustup: Debian's compiler with its own copy of `core`'s source. It has no
//! ready-made `core` for the board, so cargo builds one, which a stable compiler only does
//! with RUSTC_BOOTSTRAP set. The linker is that of the same LLVM.

use crate::apt;
use std::process::Command;

const PACKAGES: [&str; 5] = [
    "rustc-web",
    "cargo-web",
    "rust-web-src",
    "rust-web-clippy",
    "lld-22",
];
const LINKER: &str = "target.thumbv7em-none-eabihf.linker='ld.lld-22'";

const CARGO: &str = "/usr/bin/cargo";
pub(crate) const RUSTC: &str = "/usr/bin/rustc";

/// Variables that rustup's cargo leaves in the environment: they would lead Debian's cargo to
/// another compiler.
const RUSTUPS: [&str; 2] = ["LD_LIBRARY_PATH", "RUSTUP_TOOLCHAIN"];

/// True if all of it is there.
pub(crate) fn is_installed() -> bool {
    apt::has(&PACKAGES)
}

/// Installs it, or says how a person could, and what else.
pub(crate) fn install(alternative: &str) -> Result<(), String> {
    apt::install(&PACKAGES).map_err(|how| {
        format!(
            "no toolchain for the board. Where rustup can download, run\n    {alternative}\n{how}"
        )
    })
}

/// The cargo for a subcommand.
pub(crate) fn program(subcommand: &str) -> &'static str {
    // As `cargo clippy`, it would look in rustup's directory first and find rustup's clippy.
    if subcommand == "clippy" {
        "/usr/bin/cargo-clippy"
    } else {
        CARGO
    }
}

/// Leads cargo to Debian's compiler, `core` and linker, with nothing of rustup's in its way.
pub(crate) fn prepare(cargo: &mut Command) {
    for name in RUSTUPS {
        cargo.env_remove(name);
    }
    cargo
        .env("CARGO", CARGO)
        .env("RUSTC", RUSTC)
        .env("RUSTC_BOOTSTRAP", "1")
        .args(["-Zbuild-std=core", "--config", LINKER]);
}
