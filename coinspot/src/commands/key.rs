//! The key that a console shares with its table, from a file.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use anyhow::Context;
use coinspot::pool::keys::key_of;
use shared_rules::wire::key::SharedKey;

/// More than a key and the blanks around it take. What is longer is no key, and may have no end.
const LONGEST: u64 = 1_024;

/// Reads 64 hexadecimal digits.
pub(crate) fn read(path: &Path) -> anyhow::Result<SharedKey> {
    let text = read_start(path).with_context(|| format!("cannot read {}", path.display()))?;
    let key = key_of(text.trim());
    key.with_context(|| format!("{} holds no key: 64 hexadecimal digits", path.display()))
}

fn read_start(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    File::open(path)?.take(LONGEST).read_to_string(&mut text)?;
    Ok(text)
}
