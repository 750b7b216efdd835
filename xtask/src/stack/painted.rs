//! The measured depth of the stack: every simulated board notes it in a file, which is compared with the estimate.

use crate::{image, step};
use std::fs;
use std::path::{Path, PathBuf};

/// In the target directory, since it says something about this build.
const FILE: &str = "target/board-stack";

/// The file, begun anew.
#[derive(Debug)]
pub(crate) struct Painted(PathBuf);

impl Painted {
    pub(crate) fn new() -> Result<Self, String> {
        let path = step::root().join(FILE);
        fs::write(&path, "").map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Self(path))
    }

    /// Where boards note a line each: the bytes that they used.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Prints the deepest beside the estimate; an error where it is deeper than that.
    pub(crate) fn compare(&self) -> Result<(), String> {
        let noted = fs::read_to_string(&self.0);
        let noted = noted.map_err(|error| format!("{}: {error}", self.0.display()))?;
        let used: Vec<u32> = noted.lines().flat_map(str::parse).collect();
        let Some(deepest) = used.iter().max() else {
            return Ok(());
        };
        let estimate = image::stack_estimate()?;
        println!(
            "stack: {deepest} bytes at most in {} runs of the image, {estimate} by the estimate",
            used.len()
        );
        if *deepest > estimate {
            return Err("the stack was deeper than its estimate".to_owned());
        }
        Ok(())
    }
}
