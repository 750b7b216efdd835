//! The keys of a console, a monitor or a gateway, from a file that `cargo xtask key` has made or a part of it: for each
//! key a line with its number, its role and 64 hexadecimal digits. Whoever names no file has the keys of simulated
//! tables, which are known to everybody and open no other table.

use std::collections::BTreeSet;

use anyhow::Context;
use link::Seed;
use shared_rules::wire::key::{KEY_BYTES, KeyEntry, KeyRing, RING_MAX};
use shared_rules::wire::role::{Action, PERMISSIONS, Role, WireKind};
use simulator::engine::key_ring;

use crate::pool::keys::key_of;

/// Keys with their owners.
#[derive(Clone, Debug)]
pub struct TableKeys(Vec<KeyEntry>);

impl TableKeys {
    /// Every key of simulated tables; the shift manager's opens the wire.
    #[must_use]
    pub fn of_simulated_tables() -> TableKeys {
        let mut keys = key_ring().entries().to_vec();
        keys.sort_by_key(|entry| entry.role != Role::ShiftManager);
        TableKeys(keys)
    }

    /// The key of simulated tables with which they are only watched.
    #[must_use]
    pub fn of_simulated_reader() -> TableKeys {
        let reader = key_ring().of_role(Role::Reader).cloned();
        TableKeys(reader.into_iter().collect())
    }

    /// The keys of a file's text.
    ///
    /// # Errors
    /// Says which line is none, or that no key opens a table's wire.
    pub fn parse(text: &str) -> anyhow::Result<TableKeys> {
        let mut keys = Vec::new();
        let mut numbers = BTreeSet::new();
        for (line, number) in text.lines().zip(1..) {
            if line.trim().is_empty() {
                continue;
            }
            let entry = parse_line(line).with_context(|| {
                format!("line {number} is no key: a number, a role and 64 hexadecimal digits")
            })?;
            let is_new = numbers.insert(entry.number) && keys.len() < RING_MAX;
            anyhow::ensure!(is_new, "line {number} is one key too many");
            keys.push(entry);
        }
        let keys = TableKeys(keys);
        keys.opening()?;
        Ok(keys)
    }

    /// The key that opens the wire: the first one that does.
    ///
    /// # Errors
    /// There is none.
    pub fn opening(&self) -> anyhow::Result<KeyEntry> {
        self.first(|entry| entry.role.wire() == Some(WireKind::Console))
    }

    /// The key with which a gateway opens the wire to its table.
    ///
    /// # Errors
    /// There is none.
    pub fn of_gateway(&self) -> anyhow::Result<KeyEntry> {
        self.first(|entry| entry.role.may(Action::Relay))
            .context("a gateway needs a key with the role gateway")
    }

    fn first(&self, fits: impl Fn(&KeyEntry) -> bool) -> anyhow::Result<KeyEntry> {
        let entry = self.0.iter().find(|entry| fits(entry));
        entry.cloned().context("no key opens a table's wire")
    }

    /// Whoever may give commands.
    #[must_use]
    pub fn persons(&self) -> Vec<KeyEntry> {
        let is_person = |role: Role| {
            let actions = PERMISSIONS.iter().map(|(action, _)| *action);
            let mut allowed = actions.filter(|action| role.may(*action));
            allowed.any(|action| !matches!(action, Action::Read | Action::Relay))
        };
        let persons = self.0.iter().filter(|entry| is_person(entry.role));
        persons.cloned().collect()
    }

    /// The keys as a table has them.
    #[must_use]
    pub fn ring(&self) -> KeyRing {
        let mut ring = KeyRing::new();
        for entry in &self.0 {
            // A file has no more, and no number twice.
            let _ = ring.add(entry.clone());
        }
        ring
    }
}

fn parse_line(line: &str) -> Option<KeyEntry> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [number, role, digits] = words[..] else {
        return None;
    };
    Some(KeyEntry {
        number: number.parse().ok()?,
        role: Role::of_name(role)?,
        key: key_of(digits)?,
    })
}

/// Randomness for the sessions of a program that starts.
///
/// # Errors
/// The operating system has none.
pub fn fresh_seed() -> anyhow::Result<Seed> {
    let mut bytes = [0; KEY_BYTES];
    getrandom::fill(&mut bytes).context("no randomness")?;
    Ok(Seed::new(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    const DIGITS: &str = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

    #[test]
    fn a_file_has_a_line_for_each_key() {
        let text = format!("8 sign {DIGITS}\n\n6 gateway {DIGITS}\n1 dealer {DIGITS}\n");
        let keys = TableKeys::parse(&text).expect("keys");
        assert_eq!(keys.opening().expect("a key").number, 6);
        assert_eq!(keys.of_gateway().expect("a key").role, Role::Gateway);
        let persons: Vec<u8> = keys.persons().iter().map(|entry| entry.number).collect();
        assert_eq!(persons, [1]);
        assert_eq!(keys.ring().entries().len(), 3);
    }

    #[test]
    fn what_is_no_key_is_named() {
        let twice = format!("1 dealer {DIGITS}\n1 reader {DIGITS}");
        for (text, why) in [
            (DIGITS.to_owned(), "line 1 is no key"),
            (
                format!("1 dealer {DIGITS}\n2 boss {DIGITS}"),
                "line 2 is no key",
            ),
            (format!("300 dealer {DIGITS}"), "line 1 is no key"),
            (format!("1 dealer {}", &DIGITS[1..]), "line 1 is no key"),
            (twice, "line 2 is one key too many"),
            (format!("8 sign {DIGITS}"), "no key opens"),
            (String::new(), "no key opens"),
        ] {
            let error = TableKeys::parse(&text).expect_err("no keys").to_string();
            assert!(error.contains(why), "{text}: {error}");
        }
    }
}
