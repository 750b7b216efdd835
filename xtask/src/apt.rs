//! Debian's packages, for what neither cargo nor rustup brings.

use crate::step;
use std::process::Command;

/// True if all of them are installed.
pub(crate) fn has(packages: &[&str]) -> bool {
    let query = ["--show", "--showformat", "${db:Status-Status}\\n"];
    step::answer(Command::new("dpkg-query").args(query).args(packages))
        .is_some_and(|states| states.lines().all(|state| state == "installed"))
}

/// Installs them, or says how a person could.
pub(crate) fn install(packages: &[&str]) -> Result<(), String> {
    let names = packages.join(" ");
    if !is_root() || !step::is_there("apt-get") {
        return Err(format!(
            "On Debian, as root:\n    apt-get update && apt-get install --yes {names}"
        ));
    }
    // Without a fresh list, an old machine is offered what is no longer there, or too old.
    step::run("Debian's package list", &mut apt_get("update"))?;
    step::run(
        &format!("Debian's {names}"),
        apt_get("install")
            .arg("--no-install-recommends")
            .args(packages),
    )
}

fn apt_get(action: &str) -> Command {
    let mut command = Command::new("apt-get");
    command
        .env("DEBIAN_FRONTEND", "noninteractive")
        .args([action, "--quiet=2", "--yes"]);
    command
}

fn is_root() -> bool {
    step::answer(Command::new("id").arg("--user")).is_some_and(|user| user.trim() == "0")
}
