//! A model of authentication without cryptography: the valid signatures are those that the console has made in the
//! present session, and nobody can make another one.

use std::collections::HashSet;

use shared_rules::wire::auth::{AuthError, Signed};
use shared_rules::wire::key::Tag;
use simulator::table::key_ring;

/// The state of authentication in the present session.
#[derive(Default, Debug)]
pub struct Guard {
    signed: HashSet<(u8, u64, Tag, Vec<u8>)>,
    last_counter: u64,
}

impl Guard {
    /// Records a signature that the console has made in the present session.
    pub fn note(&mut self, signed: &Signed) {
        self.signed.insert(fields(signed));
    }

    /// The counter of the last command accepted so far.
    pub fn last_counter(&self) -> u64 {
        self.last_counter
    }

    /// Gives the verdict that the table must give on a command.
    ///
    /// # Errors
    /// The reason for which the table must refuse.
    pub fn judge(&mut self, signed: &Signed) -> Result<(), AuthError> {
        if key_ring().get(signed.person).is_none() {
            return Err(AuthError::UnknownPerson);
        }
        if !self.signed.contains(&fields(signed)) {
            return Err(AuthError::Forged);
        }
        if self.last_counter.checked_add(1) != Some(signed.counter) {
            return Err(AuthError::OutOfTurn);
        }
        self.last_counter = signed.counter;
        Ok(())
    }
}

fn fields(signed: &Signed) -> (u8, u64, Tag, Vec<u8>) {
    let Signed {
        person,
        counter,
        tag,
        command,
    } = *signed;
    (person, counter, tag, command.to_vec())
}
