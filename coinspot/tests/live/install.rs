//! The program's version, and the files that are installed beside it.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::commands::{ends, printed};

const COMMANDS: &str =
    "table demo sign monitor journal settle rounds show simulate odds completions man";

/// The commit of the repository that these sources are in, if they are in their own one.
fn head() -> Option<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent()?;
    if !root.join(".git").exists() {
        return None;
    }
    let output = Command::new("git")
        .args(["rev-parse", "--short=7", "HEAD"])
        .env_remove("GIT_DIR")
        .env_remove("GIT_WORK_TREE")
        .current_dir(root)
        .output()
        .ok()?;
    let commit = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| commit.trim().to_owned())
}

#[test]
fn the_version_names_program_and_commit() {
    let version = env!("CARGO_PKG_VERSION");
    let expected = match head() {
        Some(commit) => format!("coinspot {version} ({commit})\n"),
        None => format!("coinspot {version}\n"),
    };
    for flag in ["--version", "-V"] {
        assert_eq!(printed(&[flag]), expected);
    }
}

#[test]
fn every_shell_completes_every_command() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = printed(&["completions", shell]);
        for word in COMMANDS.split(' ').chain(["timeout"]) {
            assert!(script.contains(word), "{shell} does not complete {word}");
        }
        // The generators for the other two shells know no values.
        if ["bash", "zsh", "fish"].contains(&shell) {
            assert!(script.contains("thb6"), "{shell} does not complete games");
        }
    }
    ends(&["completions", "tcsh"], 2, "powershell");
}

#[test]
fn the_manual_has_a_page_for_every_command() {
    let page = printed(&["man"]);
    assert!(page.contains(".TH coinspot 1"), "{page}");
    let folder = std::env::temp_dir().join(format!("coinspot-man-{}", std::process::id()));
    let path = folder.join("man1");
    let nothing = printed(&["man", "--out", path.to_str().expect("a path")]);
    assert_eq!(nothing, "");
    for command in COMMANDS.split(' ') {
        let page = fs::read_to_string(path.join(format!("coinspot-{command}.1")));
        let page = page.unwrap_or_else(|error| panic!("{command}: {error}"));
        assert!(page.contains(".SH NAME"), "{command}: {page}");
    }
    let main = fs::read_to_string(path.join("coinspot.1")).expect("the program's page");
    assert_eq!(main, page);
    fs::remove_dir_all(&folder).expect("it was there");
}

#[test]
fn pages_that_cannot_be_written_are_explained() {
    let words = "cannot write the pages into /dev/null/man1";
    ends(&["man", "--out", "/dev/null/man1"], 1, words);
}
