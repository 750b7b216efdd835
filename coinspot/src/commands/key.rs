//! The key that a console shares with its table, from a file.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context, bail};
use shared_rules::wire::key::{KEY_BYTES, SharedKey};

/// More than a key and the blanks around it take. What is longer is no key, and may have no end.
const LONGEST: u64 = 1_024;

/// Reads 64 hexadecimal digits.
pub(crate) fn read(path: &Path) -> anyhow::Result<SharedKey> {
    let text = read_start(path).with_context(|| format!("cannot read {}", path.display()))?;
    let digits: Vec<u32> = text
        .trim()
        .chars()
        .filter_map(|digit| digit.to_digit(16))
        .collect();
    if digits.len() != 2 * KEY_BYTES || text.trim().len() != digits.len() {
        bail!("{} holds no key: 64 hexadecimal digits", path.display());
    }
    let mut key = [0; KEY_BYTES];
    for (byte, pair) in key.iter_mut().zip(digits.chunks(2)) {
        *byte = pair.iter().fold(0, |byte, digit| {
            byte << 4 | u8::try_from(*digit).unwrap_or(0)
        });
    }
    Ok(SharedKey::new(key))
}

fn read_start(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    File::open(path)?.take(LONGEST).read_to_string(&mut text)?;
    Ok(text)
}
