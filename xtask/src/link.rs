//! The tests of linked tables that need a real etcd: one node for the engine's suite, and a cluster of three with pools
//! and tables on machines made of network namespaces. All of it comes from the distribution.

use crate::apt;
use crate::step::{self, cargo, deny_warnings};

/// The server and its command line, and what makes machines, slow disks and clocks that are wrong.
const PACKAGES: [&str; 6] = [
    "etcd-server",
    "etcd-client",
    "iproute2",
    "util-linux",
    "strace",
    "libfaketime",
];

const CLUSTER: [&str; 7] = [
    "--package",
    "pit",
    "--package",
    "coinspot",
    "--features",
    "pit/cluster,coinspot/cluster",
    "--locked",
];

/// Runs the tests; those of the cluster go so many times through all faults, or once through a few of them.
///
/// # Errors
/// No etcd, no right to make network namespaces, or a test that fails.
pub fn run(rounds: Option<u32>) -> Result<(), String> {
    if !apt::has(&PACKAGES) {
        apt::install(&PACKAGES).map_err(|how| format!("these tests need etcd. {how}"))?;
    }
    let mut lints = cargo("clippy");
    lints.args(CLUSTER).arg("--all-targets");
    step::run("lints with etcd", deny_warnings(&mut lints))?;
    let mut tests = cargo("test");
    tests.args(CLUSTER).args(["--test", "etcd"]);
    step::run("tests with etcd", &mut tests)?;
    let mut faults = cargo("test");
    faults.args(CLUSTER).args(["--test", "cluster"]);
    if let Some(rounds) = rounds {
        faults.env("COINSPOT_CLUSTER_RUNS", rounds.to_string());
    }
    step::run("faults of a cluster", &mut faults)
}

/// The number of rounds through all faults.
///
/// # Errors
/// It is no number.
pub fn rounds(text: &str) -> Result<u32, String> {
    let rounds = text.parse().ok().filter(|rounds| *rounds > 0);
    rounds.ok_or_else(|| format!("not a number of runs: {text}"))
}
