//! Names for the places of the building machine, so that an image holds none of its paths and
//! does not depend on them.

use crate::arm::Toolchain;
use std::path::{Path, PathBuf};
use std::{env, fs};

const WORKSPACE: &str = "/coinspot";
const CARGO_HOME: &str = "/cargo";
const CRATES: &str = "/cargo/registry";
const COMPILER: &str = "/rustc";

/// A path of this machine and what the image calls it.
type Name = (PathBuf, String);

/// The compiler flags that rename the places of a build.
pub(crate) fn flags(
    toolchain: Toolchain,
    workspace: &Path,
    cargo_home: &Path,
) -> Result<Vec<String>, String> {
    let mut names = vec![
        (workspace.to_owned(), WORKSPACE.to_owned()),
        (cargo_home.to_owned(), CARGO_HOME.to_owned()),
        core(toolchain)?,
    ];
    names.extend(crates(cargo_home));
    // The compiler takes the last that fits: the most particular.
    names.sort_by_key(|(path, _)| path.as_os_str().len());
    let flag = |(path, name): &Name| format!("--remap-path-prefix={}={name}", path.display());
    Ok(names.iter().map(flag).collect())
}

/// Where cargo keeps the crates of others.
pub(crate) fn cargo_home() -> Result<PathBuf, String> {
    let set = env::var_os("CARGO_HOME").filter(|path| !path.is_empty());
    let usual = || Some(env::home_dir()?.join(".cargo"));
    set.map(PathBuf::from)
        .or_else(usual)
        .ok_or_else(|| "no home directory, and CARGO_HOME is not set".to_owned())
}

/// A registry's crates are in a directory whose name differs from one cargo to the next.
fn crates(cargo_home: &Path) -> Vec<Name> {
    let registries = fs::read_dir(cargo_home.join("registry/src"));
    let directories = registries.into_iter().flatten().flatten();
    directories
        .map(|entry| (entry.path(), CRATES.to_owned()))
        .collect()
}

/// The source of `core`, where it is installed, under the name it has where it is not.
fn core(toolchain: Toolchain) -> Result<Name, String> {
    let sysroot = toolchain.ask_rustc(&["--print", "sysroot"])?;
    let source = Path::new(sysroot.trim()).join("lib/rustlib/src/rust");
    let about = toolchain.ask_rustc(&["--version", "--verbose"])?;
    let field = |name| about.lines().find_map(|line| line.strip_prefix(name));
    let commit = field("commit-hash: ").unwrap_or("unknown");
    Ok((source, format!("{COMPILER}/{commit}")))
}
