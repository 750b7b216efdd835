//! Authentication of commands, which move money or configuration: a code over each of them, by the person who gives it.
//!
//! The wire has a session, and every frame its tag; that says which device speaks. A command says which person gives it:
//! the console's [`Signer`] adds the person's number, a counter and a code to the exact bytes of the command, and the
//! table's [`Authenticator`] gives these bytes back only if all of it is right:
//!
//! ```text
//! code = HMAC-SHA-256(person's key, "coinspot command 2" | session id | person | counter | command), 16 bytes
//! ```
//!
//! The session id has 16 bytes, the person one and the counter 8, low byte first; only the command varies in length, so
//! that no two sets of fields give the same message.
//!
//! - The session is the one between the table and its peer, a console or a gateway. A command dies with its session:
//!   whoever holds one back can do nothing with it later.
//! - The counter is exactly one higher than that of the command accepted before it: nothing acts twice, nothing is left
//!   out, nothing comes out of turn.
//! - A command that is refused changes nothing here, so that a stranger can keep nobody out.
//!
//! [`super::key`] explains why 16 bytes are enough.

use serde::{Deserialize, Serialize};

use super::key::{KeyEntry, KeyRing, ReadyKey, Tag};
use super::role::Role;
use super::session::SessionId;

/// Separates these codes from any other use of a person's key.
const DOMAIN: &[u8] = b"coinspot command 2";

/// The fields that a code covers.
struct Covered<'a> {
    session: &'a SessionId,
    person: [u8; 1],
    counter: [u8; 8],
    command: &'a [u8],
}

impl<'a> Covered<'a> {
    const fn new(session: &'a SessionId, person: u8, counter: u64, command: &'a [u8]) -> Self {
        Self {
            session,
            person: [person],
            counter: counter.to_le_bytes(),
            command,
        }
    }

    /// The fields in their order.
    const fn parts(&self) -> [&[u8]; 5] {
        [
            DOMAIN,
            self.session,
            &self.person,
            &self.counter,
            self.command,
        ]
    }
}

/// A command with its code, as it goes into a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Signed<'a> {
    /// The number of the person.
    pub person: u8,
    /// One higher than that of the command before it.
    pub counter: u64,
    /// The code.
    pub tag: Tag,
    /// The command's exact bytes. They are not to be trusted before [`Authenticator::check`] gives them.
    pub command: &'a [u8],
}

/// The console's side, for one session.
#[derive(Clone, Debug)]
pub struct Signer {
    session: SessionId,
    counter: u64,
}

impl Signer {
    /// Signs for this session, in which the table has accepted commands up to `last_counter`: the table says both.
    #[must_use]
    pub const fn new(session: SessionId, last_counter: u64) -> Self {
        Self {
            session,
            counter: last_counter,
        }
    }

    /// The command with the next counter, signed by this person.
    pub fn sign<'a>(&mut self, person: &KeyEntry, command: &'a [u8]) -> Signed<'a> {
        let signed = self.sign_next(person, command);
        self.counter = signed.counter;
        signed
    }

    /// Goes on as if a command had been signed.
    pub const fn skip(&mut self) {
        self.counter = self.counter.saturating_add(1);
    }

    /// The same without going on: it is the next one until another one is signed.
    #[must_use]
    pub fn sign_next<'a>(&self, person: &KeyEntry, command: &'a [u8]) -> Signed<'a> {
        let counter = self.counter.saturating_add(1);
        let KeyEntry { number, key, .. } = person;
        let covered = Covered::new(&self.session, *number, counter, command);
        Signed {
            person: *number,
            counter,
            tag: key.tag(&covered.parts()),
            command,
        }
    }
}

/// The reason of a refusal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum AuthError {
    /// The table has no key of a person with this number.
    UnknownPerson,
    /// The code is wrong: another key, another session, or other bytes.
    Forged,
    /// The code is right, but the counter is not the next one.
    OutOfTurn,
    /// There is no session in which something could be proved.
    NoSession,
}

/// The session in which commands are accepted.
#[derive(Clone, Copy, Debug)]
struct Judged {
    id: SessionId,
    last_counter: u64,
}

/// The table's side.
#[derive(Clone, Debug)]
pub struct Authenticator {
    keys: KeyRing,
    session: Option<Judged>,
    /// The key of the person who acted last, ready for the next command: it is mostly theirs.
    ready: Option<(u8, ReadyKey)>,
}

impl Authenticator {
    /// For a table with these keys. Until a session begins every command is refused.
    #[must_use]
    pub const fn new(keys: KeyRing) -> Self {
        Self {
            keys,
            session: None,
            ready: None,
        }
    }

    /// Another session begins: every signature of the one before is void.
    pub const fn begin(&mut self, id: SessionId) {
        self.session = Some(Judged {
            id,
            last_counter: 0,
        });
    }

    /// The command's bytes and the role of the person who has given it, if it is of this session and the next one.
    ///
    /// # Errors
    /// The reason of the refusal.
    pub fn check<'a>(&mut self, signed: &Signed<'a>) -> Result<(Role, &'a [u8]), AuthError> {
        let session = self.session.as_mut().ok_or(AuthError::NoSession)?;
        let person = self.keys.get(signed.person);
        let KeyEntry { number, role, key } = person.ok_or(AuthError::UnknownPerson)?;
        if self.ready.as_ref().is_none_or(|(of, _)| of != number) {
            self.ready = Some((*number, key.ready()));
        }
        let (_, key) = self.ready.as_ref().ok_or(AuthError::UnknownPerson)?;
        session.judge(key, signed)?;
        Ok((*role, signed.command))
    }

    /// The session in which commands are accepted.
    #[must_use]
    pub fn session(&self) -> Option<SessionId> {
        self.session.map(|session| session.id)
    }

    /// The counter of the last command accepted in this session.
    #[must_use]
    pub fn last_counter(&self) -> u64 {
        self.session.map_or(0, |session| session.last_counter)
    }

    /// The keys of the table.
    #[must_use]
    pub const fn keys(&self) -> &KeyRing {
        &self.keys
    }
}

impl Judged {
    fn judge(&mut self, key: &ReadyKey, signed: &Signed<'_>) -> Result<(), AuthError> {
        let covered = Covered::new(&self.id, signed.person, signed.counter, signed.command);
        if !key.fits(&covered.parts(), &signed.tag) {
            return Err(AuthError::Forged);
        }
        if self.last_counter.checked_add(1) != Some(signed.counter) {
            return Err(AuthError::OutOfTurn);
        }
        self.last_counter = signed.counter;
        Ok(())
    }
}
