//! A model of authentication without cryptography: the valid signatures are those that the console has made since the
//! table started, and nobody can make another one.

use std::collections::HashSet;

use shared_rules::wire::auth::{AuthError, Signed};
use shared_rules::wire::key::Tag;

/// As specified in `docs/security.md`.
const REFUSALS_TO_LOCK: u32 = 5;
const LOCK_OUT_MS: u64 = 30_000;

/// The state of authentication since the table started.
#[derive(Default, Debug)]
pub struct Guard {
    signed: HashSet<(u64, Tag, Vec<u8>)>,
    last_counter: u64,
    in_a_row: u32,
    locked_until_ms: u64,
}

impl Guard {
    /// Records a signature that the console has made for the present start of the table.
    pub fn note(&mut self, signed: &Signed) {
        self.signed
            .insert((signed.counter, signed.tag, signed.command.to_vec()));
    }

    /// The highest counter accepted so far.
    pub fn last_counter(&self) -> u64 {
        self.last_counter
    }

    /// Gives the verdict that the table must give on a command.
    ///
    /// # Errors
    /// The reason for which the table must refuse.
    pub fn judge(&mut self, signed: &Signed, now_ms: u64) -> Result<(), AuthError> {
        if now_ms < self.locked_until_ms {
            let until_ms = self.locked_until_ms;
            return Err(AuthError::LockedOut { until_ms });
        }
        let known = (signed.counter, signed.tag, signed.command.to_vec());
        let verdict = match self.signed.contains(&known) {
            false => Err(AuthError::Forged),
            true if signed.counter <= self.last_counter => Err(AuthError::Replayed),
            true => Ok(()),
        };
        self.in_a_row = match verdict {
            Ok(()) => 0,
            Err(_) => self.in_a_row + 1,
        };
        if verdict.is_ok() {
            self.last_counter = signed.counter;
        }
        if self.in_a_row == REFUSALS_TO_LOCK {
            self.in_a_row = 0;
            self.locked_until_ms = now_ms + LOCK_OUT_MS;
        }
        verdict
    }
}
