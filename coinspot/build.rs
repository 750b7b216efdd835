//! Gives the program its version: that of the package, and the commit where git knows one.

use std::env;
use std::path::Path;
use std::process::Command;

/// The folder of this package in its repository. A repository around a copy of the sources is not theirs.
const PREFIX: &str = "coinspot/";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let version = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let version = match commit() {
        Some(commit) => format!("{version} ({commit})"),
        None => version,
    };
    println!("cargo::rustc-env=COINSPOT_VERSION={version}");
}

/// The short name of the commit, none without git or outside a repository.
fn commit() -> Option<String> {
    let text = git(&[
        "rev-parse",
        "--show-prefix",
        "--absolute-git-dir",
        "--short=7",
        "HEAD",
    ])?;
    let mut lines = text.lines();
    let (prefix, folder, commit) = (lines.next()?, lines.next()?, lines.next()?);
    if prefix != PREFIX {
        return None;
    }
    watch(Path::new(folder));
    Some(commit.to_owned())
}

/// The log of HEAD grows whenever HEAD moves, by a commit or to another branch. A file that does not exist must not be
/// watched: cargo would build the program anew each time.
fn watch(folder: &Path) {
    let files = [folder.join("logs/HEAD"), folder.join("HEAD")];
    for file in files.iter().filter(|file| file.is_file()) {
        println!("cargo::rerun-if-changed={}", file.display());
    }
}

/// A hook's variables would name another repository than the one around the sources.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git")
        .args(arguments)
        .env_remove("GIT_DIR")
        .env_remove("GIT_WORK_TREE")
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then_some(text)
}
