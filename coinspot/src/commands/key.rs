//! Keys from files: one alone, as of a pool or a house, and those of a table's persons and devices.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use anyhow::Context;
use coinspot::keys::TableKeys;
use coinspot::pool::keys::key_of;
use shared_rules::wire::key::SharedKey;
use shared_rules::wire::role::Role;

/// More than the keys of a table and the blanks around them take. What is longer is no key, and may have no end.
const LONGEST: u64 = 4_096;

/// Reads 64 hexadecimal digits.
pub(crate) fn read(path: &Path) -> anyhow::Result<SharedKey> {
    let text = read_start(path).with_context(|| format!("cannot read {}", path.display()))?;
    let key = key_of(text.trim());
    key.with_context(|| format!("{} holds no key: 64 hexadecimal digits", path.display()))
}

/// Reads the keys of a table, or gives those of simulated tables.
pub(crate) fn of_table(path: Option<&Path>) -> anyhow::Result<TableKeys> {
    path.map_or_else(|| Ok(TableKeys::of_simulated_tables()), read_keys)
}

/// The same for somebody who only watches.
pub(crate) fn of_watcher(path: Option<&Path>) -> anyhow::Result<TableKeys> {
    path.map_or_else(|| Ok(TableKeys::of_simulated_reader()), read_keys)
}

fn read_keys(path: &Path) -> anyhow::Result<TableKeys> {
    let text = read_start(path).with_context(|| format!("cannot read {}", path.display()))?;
    TableKeys::parse(&text).with_context(|| format!("{} holds no keys", path.display()))
}

/// Reads the journal's key from a table's file of keys, each in a line with its number and role; or from a file that
/// holds nothing else.
pub(crate) fn of_journal(path: &Path) -> anyhow::Result<SharedKey> {
    let text = read_start(path).with_context(|| format!("cannot read {}", path.display()))?;
    let of_line = |line: &str| match line.split_whitespace().collect::<Vec<_>>()[..] {
        [_, role, digits] if role == Role::Journal.name() => key_of(digits),
        _ => None,
    };
    let key = key_of(text.trim()).or_else(|| text.lines().find_map(of_line));
    key.with_context(|| format!("{} holds no key of a journal", path.display()))
}

fn read_start(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    File::open(path)?.take(LONGEST).read_to_string(&mut text)?;
    Ok(text)
}
