//! What the tests work with: the built image, a directory of their own, and a stand-in for
//! probe-rs that writes down how it was started.
#![allow(dead_code, reason = "no test program uses all of it")]

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};
use xtask::elf::Elf;
use xtask::image::{self, BUILD_IT};

pub fn elf() -> Elf {
    Elf::parse(&image_bytes()).unwrap()
}

pub fn image_bytes() -> Vec<u8> {
    fs::read(image::path()).unwrap_or_else(|why| panic!("{why}\n{BUILD_IT}"))
}

/// An empty directory for one test.
pub fn directory(test: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).unwrap();
    directory
}

/// `cargo xtask <words>` in a directory, with nothing else on the path than the given.
pub fn xtask(directory: &Path, path: &str, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(words)
        .current_dir(directory)
        .env("PATH", path)
        .output()
        .unwrap()
}

/// A program search path that begins with the stand-in, which keeps the words it was given,
/// a line each start, and a copy of the file that the last one names.
pub fn stand_in(directory: &Path) -> String {
    let program = directory.join("probe-rs");
    let script = format!(
        "#!/bin/sh\n[ \"$1\" = --version ] && exit\necho \"$*\" >> '{0}/started'\n\
         for last; do :; done\n[ ! -f \"$last\" ] || cat \"$last\" > '{0}/written'\n",
        directory.display()
    );
    fs::write(&program, script).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let path = env::var("PATH").unwrap_or_default();
    format!("{}:{path}", directory.display())
}

/// How the stand-in was started.
pub fn started(directory: &Path) -> String {
    fs::read_to_string(directory.join("started")).unwrap_or_default()
}

pub fn error(output: &Output) -> String {
    assert!(!output.status.success());
    String::from_utf8_lossy(&output.stderr).into_owned()
}
