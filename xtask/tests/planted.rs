//! The bugs that the fuzzers must find still fit the sources.

use std::fs;
use std::process::Command;
use xtask::step;

#[test]
fn every_planted_bug_can_be_planted() {
    let patches = step::root().join("fuzz/planted");
    let patches: Vec<_> = fs::read_dir(patches)
        .expect("the patches")
        .map(|entry| entry.expect("a patch").path())
        .collect();
    assert_eq!(patches.len(), 6, "one for each target");
    for patch in patches {
        let mut check = Command::new("git");
        check.args(["apply", "--check"]).arg(&patch);
        let checked = check.current_dir(step::root()).output().expect("git");
        let said = String::from_utf8_lossy(&checked.stderr);
        assert!(checked.status.success(), "{}: {said}", patch.display());
    }
}
