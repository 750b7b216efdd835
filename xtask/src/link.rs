//! The tests of linked tables that need a real etcd: it comes from the distribution.

use crate::apt;
use crate::step::{self, cargo};

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
    let mut tests = cargo("test");
    tests.args(["--package", "pit", "--features", "cluster", "--locked"]);
    step::run("tests with etcd", tests.args(["--test", "etcd"]))
}
