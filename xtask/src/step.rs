//! One step of a chore: a named command whose output the reader sees, timed, with a failure
//! that says which step it was.

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;
use std::thread::JoinHandle;
use std::time::Instant;
use std::{env, thread};

/// Runs `command`, at the workspace's root unless it is for elsewhere, and reports its name
/// and duration.
pub(crate) fn run(name: &str, command: &mut Command) -> Result<(), String> {
    eprintln!("==> {name}");
    let started = Instant::now();
    if command.get_current_dir().is_none() {
        command.current_dir(root());
    }
    let status = command
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

/// Chores of this program, one after the other, that run beside other steps. Their output is shown once they have
/// ended, so that it does not mix with that of the others.
pub(crate) struct Beside(JoinHandle<Result<(), String>>);

impl Beside {
    /// Starts them: each is a command of this program.
    pub(crate) fn start(chores: &'static [&'static str]) -> Self {
        let all = || chores.iter().try_for_each(|chore| run_unseen(chore));
        Self(thread::spawn(all))
    }

    /// Waits for their end.
    pub(crate) fn finish(self) -> Result<(), String> {
        let ended = self.0.join();
        ended.unwrap_or_else(|_| Err("a step that ran beside others has panicked".to_owned()))
    }
}

/// Runs one chore of this program and shows its output when it has ended.
fn run_unseen(chore: &str) -> Result<(), String> {
    let started = Instant::now();
    let program = env::current_exe().map_err(|error| format!("this program: {error}"))?;
    let output = Command::new(program)
        .args(chore.split(' '))
        .current_dir(root())
        .output();
    let output = output.map_err(|error| format!("step `{chore}` did not start: {error}"))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    eprintln!("==> {chore}, beside other steps");
    eprint!("{}{}", text(&output.stderr), text(&output.stdout));
    let seconds = started.elapsed().as_secs_f32();
    if !output.status.success() {
        let status = output.status;
        return Err(format!(
            "step `{chore}` failed after {seconds:.1} s: {status}"
        ));
    }
    eprintln!("==> {chore}: done in {seconds:.1} s");
    Ok(())
}

/// The cargo that started us, so that every step uses one toolchain.
pub(crate) fn cargo(subcommand: &str) -> Command {
    let mut command = Command::new(cargo_program());
    command.arg(subcommand);
    command
}

pub(crate) fn cargo_program() -> OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// Makes clippy's warnings errors.
pub(crate) fn deny_warnings(clippy: &mut Command) -> &mut Command {
    clippy.args(["--", "-D", "warnings"])
}

/// The output of `command`, or nothing where it is missing or fails: for questions, not for actions.
pub(crate) fn answer(command: &mut Command) -> Option<String> {
    let output = command.output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then_some(text)
}

/// True if there is such a program, which can say its version.
pub(crate) fn is_there(program: &str) -> bool {
    answer(Command::new(program).arg("--version")).is_some()
}

/// The workspace's root.
#[must_use]
pub fn root() -> &'static Path {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().unwrap_or(xtask)
}
