//! Every chore that a page names is one that there is.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

const CHORE: &str = "cargo xtask ";

/// The words behind `cargo xtask` in a text, without those that stand for any.
fn chores(text: &str) -> BTreeSet<&str> {
    let named = text.split(CHORE).skip(1);
    let words = named.map(|rest| rest.split(|c: char| !c.is_ascii_lowercase()).next());
    words.flatten().filter(|word| !word.is_empty()).collect()
}

#[test]
fn the_chores_of_every_page_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let pages = fs::read_dir(root.join("docs")).expect("the documents");
    let pages = pages.map(|page| page.expect("a document").path());
    let pages = pages.filter(|page| page.extension().is_some_and(|end| end == "md"));
    let help = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .arg("help")
        .output();
    let help = String::from_utf8(help.expect("xtask").stdout).expect("text");
    let known: BTreeSet<&str> = help
        .lines()
        .filter_map(|line| line.trim().split(' ').next())
        .collect();
    let mut named = 0;
    for page in pages.chain([root.join("README.md")]) {
        let text = fs::read_to_string(&page).expect("a page");
        for chore in chores(&text) {
            assert!(known.contains(chore), "{}: {chore}", page.display());
            named += 1;
        }
    }
    assert!(named > 10, "{named} chores are named");
}
