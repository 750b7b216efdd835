//! A check that an image depends on nothing but the sources and the compiler: it is built once
//! more, from a copy in another directory and with another cargo home.

use crate::arm::Toolchain;
use crate::image;
use crate::image::build::Site;
use crate::program::Program;
use crate::step;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io, process};

/// The parts of a cargo home that are shared: settings and downloads, but nothing unpacked.
const SHARED: [&str; 3] = ["config.toml", "registry/cache", "registry/index"];

/// Builds each image here and elsewhere, and compares the two files byte by byte.
///
/// # Errors
/// A build that fails, or files that differ.
pub fn reproduce() -> Result<(), String> {
    let toolchain = Toolchain::obtain()?;
    let elsewhere = Elsewhere::new(&Site::here()?.cargo_home)
        .map_err(|error| format!("a copy elsewhere: {error}"))?;
    elsewhere.site.fetch(toolchain)?;
    for program in Program::ALL {
        let here = image::build(program)?;
        let there = elsewhere.site.build(program, toolchain)?;
        if read(&here)? != read(&there)? {
            return Err(format!("{} differs when built elsewhere", here.display()));
        }
    }
    eprintln!("==> the same images elsewhere, byte by byte");
    Ok(())
}

/// A copy of the workspace, which goes when it is no longer needed.
struct Elsewhere {
    directory: PathBuf,
    site: Site,
}

impl Elsewhere {
    fn new(home: &Path) -> io::Result<Self> {
        let name = format!("coinspot-elsewhere-{}", process::id());
        let directory = env::temp_dir().join(name);
        let site = Site {
            workspace: directory.join("a/workspace"),
            cargo_home: directory.join("cargo-home"),
        };
        let elsewhere = Self { directory, site };
        elsewhere.copy_sources()?;
        elsewhere.share_downloads(home)?;
        Ok(elsewhere)
    }

    /// All that git knows or would take, as it is now.
    fn copy_sources(&self) -> io::Result<()> {
        let mut git = Command::new("git");
        git.args(["ls-files", "--cached", "--others", "--exclude-standard"]);
        let files = step::answer(git.current_dir(step::root()))
            .ok_or_else(|| io::Error::other("git does not list the files"))?;
        for file in files.lines() {
            let (from, to) = (step::root().join(file), self.site.workspace.join(file));
            if from.is_file() {
                fs::create_dir_all(to.parent().unwrap_or(&to))?;
                fs::copy(from, to)?;
            }
        }
        Ok(())
    }

    /// Nothing is downloaded twice.
    fn share_downloads(&self, home: &Path) -> io::Result<()> {
        fs::create_dir_all(self.site.cargo_home.join("registry"))?;
        for name in SHARED {
            let original = home.join(name);
            if original.exists() {
                link(&original, &self.site.cargo_home.join(name))?;
            }
        }
        Ok(())
    }
}

impl Drop for Elsewhere {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_dir_all(&self.directory) {
            eprintln!("{} is left behind: {error}", self.directory.display());
        }
    }
}

#[cfg(unix)]
fn link(original: &Path, name: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(original, name)
}

/// Without links, cargo downloads again.
#[cfg(not(unix))]
fn link(_original: &Path, _name: &Path) -> io::Result<()> {
    Ok(())
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}
