//! The tests of linked tables that need a real etcd: it comes from the distribution.

use crate::apt;
use crate::step::{self, cargo, deny_warnings};

/// The server, and its command line for tests of users.
const PACKAGES: [&str; 2] = ["etcd-server", "etcd-client"];

/// Runs the tests.
///
/// # Errors
/// No etcd, or a test that fails.
pub fn run() -> Result<(), String> {
    if !apt::has(&PACKAGES) {
        apt::install(&PACKAGES).map_err(|how| format!("these tests need etcd. {how}"))?;
    }
    let with_etcd = ["--package", "pit", "--features", "cluster", "--locked"];
    let mut lints = cargo("clippy");
    lints.args(with_etcd).arg("--all-targets");
    step::run("lints with etcd", deny_warnings(&mut lints))?;
    let mut tests = cargo("test");
    tests.args(with_etcd).args(["--test", "etcd"]);
    step::run("tests with etcd", &mut tests)
}
