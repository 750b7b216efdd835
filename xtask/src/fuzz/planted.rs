//! A test of the targets: each must find the bug that `fuzz/planted` holds for it, in a copy of the sources.

use super::build::Site;
use super::run::{self, Limits};
use crate::step;
use std::path::Path;
use std::process::Command;
use std::{fs, io};

/// Where the copy is. Its own target directory is kept, so that the libraries are built once.
const COPY: &str = "target/fuzz-planted";

/// Plants each bug, and runs its target until it is found.
pub(super) fn run(targets: &[&'static str], limits: &Limits) -> Result<(), String> {
    let copy = step::root().join(COPY);
    let site = Site::at(copy.clone(), "target/fuzz")?;
    let mut results = Vec::new();
    for target in targets {
        copy_sources(&copy).map_err(|error| format!("{}: {error}", copy.display()))?;
        forget_found(&site.directory()).map_err(|error| format!("{target}: {error}"))?;
        plant(&copy, target)?;
        site.build(&[target])?;
        results.extend(run::all(&site, &[target], limits)?);
    }
    println!(
        "\n{:<9} {:>11} {:>9}  found by",
        "planted", "executions", "seconds"
    );
    for outcome in &results {
        let found = outcome.panic.get(1).map_or("not found", String::as_str);
        let (target, executions) = (outcome.target, outcome.executions);
        println!(
            "{target:<9} {executions:>11} {:>9.1}  {found}",
            outcome.seconds
        );
    }
    let missed = results.iter().filter(|outcome| outcome.crash.is_none());
    let missed: Vec<&str> = missed.map(|outcome| outcome.target).collect();
    match missed[..] {
        [] => Ok(()),
        _ => Err(format!(
            "not found in {} s: {}",
            limits.seconds,
            missed.join(", ")
        )),
    }
}

/// All that git knows or would take, as it is now. What has not changed is left alone, so that it is not built again.
fn copy_sources(copy: &Path) -> io::Result<()> {
    let mut git = Command::new("git");
    git.args(["ls-files", "--cached", "--others", "--exclude-standard"]);
    let files = step::answer(git.current_dir(step::root()))
        .ok_or_else(|| io::Error::other("git does not list the files"))?;
    for file in files.lines() {
        let (from, to) = (step::root().join(file), copy.join(file));
        if !from.is_file() {
            continue;
        }
        let bytes = fs::read(&from)?;
        if fs::read(&to).ok().as_ref() != Some(&bytes) {
            fs::create_dir_all(to.parent().unwrap_or(&to))?;
            fs::write(to, bytes)?;
        }
    }
    Ok(())
}

/// Removes the inputs of earlier runs, which would lead to the bug at once.
fn forget_found(directory: &Path) -> io::Result<()> {
    for name in ["corpus", "crashes"] {
        match fs::remove_dir_all(directory.join(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

fn plant(copy: &Path, target: &str) -> Result<(), String> {
    let patch = step::root()
        .join("fuzz/planted")
        .join(target)
        .with_extension("patch");
    let mut apply = Command::new("git");
    // The copy lies within the repository, and is none of its own.
    apply.env("GIT_CEILING_DIRECTORIES", step::root().join("target"));
    apply.current_dir(copy).arg("apply").arg(patch);
    step::run(&format!("a bug for {target}"), &mut apply)
}
