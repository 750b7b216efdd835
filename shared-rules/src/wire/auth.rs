//! Authentication of commands, which move money or configuration: a message authentication code over each of them.
//!
//! Console and table share a [`SharedKey`]. The console's [`Signer`] adds a counter and a code to the exact bytes
//! of a command; the table's [`Authenticator`] gives these bytes back only if the code is right:
//!
//! ```text
//! code = HMAC-SHA-256(key, "coinspot command 1" | boot count | counter | command), its first 16 bytes
//! ```
//!
//! Boot count (4 bytes) and counter (8 bytes) are little-endian, and only the command varies in length, so
//! that no two sets of fields give the same message.
//!
//! - The boot count is the table's and durable: a recording from before a restart is worth nothing after it.
//! - The counter of an accepted command is above every one accepted before it: nothing acts twice.
//! - Five refusals in a row lock every command out for a while, the right ones as well.
//! - Freshness is not proved: a command that somebody holds back on the wire is good until a later one has been
//!   accepted or the table restarts.
//!
//! [`super::key`] explains why 16 bytes are enough.

use serde::{Deserialize, Serialize};

use super::key::{SharedKey, Tag};

/// Refusals in a row that lock out.
pub const REFUSALS_TO_LOCK: u8 = 5;

/// The duration of a lock-out, in milliseconds. Long enough that guessing and a console with the wrong key are noticed
/// at the table, short enough for a supervisor to wait beside it.
pub const LOCK_OUT_MS: u64 = 30_000;

/// Separates these codes from any other use of the key.
const DOMAIN: &[u8] = b"coinspot command 1";

/// The fields that a code covers.
struct Covered<'a> {
    boot: [u8; 4],
    counter: [u8; 8],
    command: &'a [u8],
}

impl<'a> Covered<'a> {
    const fn new(boot: u32, counter: u64, command: &'a [u8]) -> Self {
        Self {
            boot: boot.to_le_bytes(),
            counter: counter.to_le_bytes(),
            command,
        }
    }

    /// The fields in their order.
    const fn parts(&self) -> [&[u8]; 4] {
        [DOMAIN, &self.boot, &self.counter, self.command]
    }
}

/// A command with its code, as it goes into a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Signed<'a> {
    /// Above that of every command before it.
    pub counter: u64,
    /// The code.
    pub tag: Tag,
    /// The command's exact bytes. They are not to be trusted before [`Authenticator::check`] gives them.
    pub command: &'a [u8],
}

/// The console's side.
#[derive(Debug)]
pub struct Signer {
    key: SharedKey,
    boot: u32,
    counter: u64,
}

impl Signer {
    /// Signs for the table that counts `boot` starts and has accepted up to `last_counter`; both can be read from the
    /// table without a key.
    #[must_use]
    pub const fn new(key: SharedKey, boot: u32, last_counter: u64) -> Self {
        Self {
            key,
            boot,
            counter: last_counter,
        }
    }

    /// The command with the next counter and its code.
    pub fn sign<'a>(&mut self, command: &'a [u8]) -> Signed<'a> {
        self.counter = self.counter.saturating_add(1);
        let covered = Covered::new(self.boot, self.counter, command);
        Signed {
            counter: self.counter,
            tag: self.key.tag(&covered.parts()),
            command,
        }
    }
}

/// The reason of a refusal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum AuthError {
    /// The table has no key yet, so that nobody can prove anything to it.
    NoKey,
    /// The code is wrong: another key, another boot of the table, or other bytes.
    Forged,
    /// The code is right, but the counter has been used or passed.
    Replayed,
    /// Not checked: too many commands were refused in a row.
    LockedOut {
        /// The time at which commands are checked again, in milliseconds of the table's clock.
        until_ms: u64,
    },
}

/// The table's side.
#[derive(Debug)]
pub struct Authenticator {
    key: Option<SharedKey>,
    boot: u32,
    last_counter: u64,
    refused_in_a_row: u8,
    refused: u32,
    locked_until_ms: u64,
}

impl Authenticator {
    /// For the table's start number `boot`, which must be higher than at any start before. Without a key every
    /// command is refused.
    #[must_use]
    pub const fn new(key: Option<SharedKey>, boot: u32) -> Self {
        Self {
            key,
            boot,
            last_counter: 0,
            refused_in_a_row: 0,
            refused: 0,
            locked_until_ms: 0,
        }
    }

    /// The command's bytes, if a holder of the key sent it, for this start of the table, for the first time.
    ///
    /// # Errors
    /// The reason of the refusal; each refusal counts.
    pub fn check<'a>(&mut self, now_ms: u64, signed: &Signed<'a>) -> Result<&'a [u8], AuthError> {
        let verdict = self.judge(now_ms, signed);
        match verdict {
            Ok(()) => self.accept(signed.counter),
            Err(why) => self.refuse(now_ms, why),
        }
        verdict.map(|()| signed.command)
    }

    /// The highest counter accepted since the start: a console goes on from there.
    #[must_use]
    pub const fn last_counter(&self) -> u64 {
        self.last_counter
    }

    /// The commands refused since the start, those during a lock-out included.
    #[must_use]
    pub const fn refused(&self) -> u32 {
        self.refused
    }

    /// True while every command is refused.
    #[must_use]
    pub const fn is_locked_out(&self, now_ms: u64) -> bool {
        now_ms < self.locked_until_ms
    }

    fn judge(&self, now_ms: u64, signed: &Signed<'_>) -> Result<(), AuthError> {
        if self.is_locked_out(now_ms) {
            return Err(AuthError::LockedOut {
                until_ms: self.locked_until_ms,
            });
        }
        let key = self.key.as_ref().ok_or(AuthError::NoKey)?;
        let covered = Covered::new(self.boot, signed.counter, signed.command);
        if !key.fits(&covered.parts(), &signed.tag) {
            return Err(AuthError::Forged);
        }
        if signed.counter <= self.last_counter {
            return Err(AuthError::Replayed);
        }
        Ok(())
    }

    fn accept(&mut self, counter: u64) {
        self.last_counter = counter;
        self.refused_in_a_row = 0;
    }

    /// A refusal during a lock-out does not prolong it: otherwise a flood would lock the table for ever.
    fn refuse(&mut self, now_ms: u64, why: AuthError) {
        self.refused = self.refused.saturating_add(1);
        if matches!(why, AuthError::LockedOut { .. }) {
            return;
        }
        self.refused_in_a_row = self.refused_in_a_row.saturating_add(1);
        if self.refused_in_a_row >= REFUSALS_TO_LOCK {
            self.refused_in_a_row = 0;
            self.locked_until_ms = now_ms.saturating_add(LOCK_OUT_MS);
        }
    }
}
