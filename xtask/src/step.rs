//! One step of a chore: a named command whose output the reader sees, timed, with a failure
//! that says which step it was.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// Runs `command` at the workspace's root and reports its name and duration.
pub(crate) fn run(name: &str, command: &mut Command) -> Result<(), String> {
    eprintln!("==> {name}");
    let started = Instant::now();
    let status = command
        .current_dir(workspace_root())
        .status()
        .map_err(|error| format!("step `{name}` did not start: {error}"))?;
    let seconds = started.elapsed().as_secs_f32();
    if !status.success() {
        return Err(format!(
            "step `{name}` failed after {seconds:.1} s: {status}"
        ));
    }
    eprintln!("==> {name}: done in {seconds:.1} s");
    Ok(())
}

/// The cargo that started us, so that every step uses one toolchain.
pub(crate) fn cargo(subcommand: &str) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.arg(subcommand);
    command
}

/// What `command` prints, or nothing where it is missing or fails: for asking, not for doing.
pub(crate) fn answer(command: &mut Command) -> Option<String> {
    let output = command.output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then_some(text)
}

fn workspace_root() -> &'static Path {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().unwrap_or(xtask)
}
