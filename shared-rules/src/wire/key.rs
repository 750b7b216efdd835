//! The keys of a table and the codes that they make: HMAC-SHA-256, cut to as many of its first bytes as its use needs.
//!
//! - A [`SharedKey`] is a secret that the table shares with one person or device.
//! - A [`KeyEntry`] says whose it is: a number, and a [`Role`].
//! - A [`KeyRing`] holds every key of a table.
//! - A [`ReadyKey`] has its key's own two blocks behind it, which is half the work of a short code.
//!
//! 16 of the 32 bytes are enough for a command, and as few as RFC 2104 advises: a forger can only guess, and a guess is
//! right once in 2^128 times. The shorter code leaves more of a frame to the command. A frame has 8 bytes: each guess
//! costs the time of a frame on a wire that carries some 500 of them a second, and a wrong one is counted.

use core::fmt;
use core::hint::black_box;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::role::Role;

/// Bytes in a key.
pub const KEY_BYTES: usize = 32;

/// Bytes in the code of a command.
pub const TAG_BYTES: usize = 16;

/// Keys that a table may hold.
pub const RING_MAX: usize = 12;

/// The block size of SHA-256; HMAC fills a shorter key up with zeros.
const BLOCK_BYTES: usize = 64;

/// A code as it goes over the wire with a command.
pub type Tag = [u8; TAG_BYTES];

/// A secret that the table shares with a person or a device. It does not print itself and does not serialize.
#[derive(Clone)]
pub struct SharedKey([u8; KEY_BYTES]);

impl SharedKey {
    /// A key of these bytes.
    #[must_use]
    pub const fn new(bytes: [u8; KEY_BYTES]) -> Self {
        Self(bytes)
    }

    /// The code of these parts, one after another.
    #[must_use]
    pub fn tag(&self, parts: &[&[u8]]) -> Tag {
        self.ready().tag(parts)
    }

    /// True if this is the code of these parts, in a time that does not depend on the answer.
    #[must_use]
    pub fn fits(&self, parts: &[&[u8]], tag: &Tag) -> bool {
        self.ready().fits(parts, tag)
    }

    /// The key that these parts derive from this one: whoever knows it does not know this one.
    #[must_use]
    pub fn derive(&self, parts: &[&[u8]]) -> Self {
        Self(self.ready().code(parts))
    }

    /// The key with its own blocks behind it, for many codes.
    #[inline(never)]
    #[must_use]
    pub fn ready(&self) -> ReadyKey {
        let mut block = [0; BLOCK_BYTES];
        block
            .iter_mut()
            .zip(self.0)
            .for_each(|(to, from)| *to = from);
        ReadyKey(Hmac::new(&block.into()))
    }
}

impl fmt::Debug for SharedKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SharedKey(..)")
    }
}

/// A key that is ready to make codes. As secret as the key: it does not print itself either.
#[derive(Clone)]
pub struct ReadyKey(Hmac<Sha256>);

impl ReadyKey {
    /// The whole code of these parts, one after another.
    #[inline(never)]
    #[must_use]
    pub fn code(&self, parts: &[&[u8]]) -> [u8; KEY_BYTES] {
        let mut code = self.0.clone();
        parts.iter().for_each(|part| code.update(part));
        code.finalize().into_bytes().into()
    }

    /// The first bytes of the code.
    #[must_use]
    pub fn tag<const N: usize>(&self, parts: &[&[u8]]) -> [u8; N] {
        let code = self.code(parts);
        let mut tag = [0; N];
        tag.iter_mut().zip(code).for_each(|(to, from)| *to = from);
        tag
    }

    /// True if these are the first bytes of the code, in a time that does not depend on the answer.
    #[must_use]
    pub fn fits<const N: usize>(&self, parts: &[&[u8]], tag: &[u8; N]) -> bool {
        let code = self.code(parts);
        let differences = code.iter().zip(tag).map(|(ours, theirs)| ours ^ theirs);
        // The compiler must not stop at the first difference.
        differences.fold(0, |all, difference| black_box(all | difference)) == 0
    }
}

impl fmt::Debug for ReadyKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ReadyKey(..)")
    }
}

/// A key with its owner.
#[derive(Clone, Debug)]
pub struct KeyEntry {
    /// The number of the person or device, unique at the table.
    pub number: u8,
    /// The role, which decides what the owner may do.
    pub role: Role,
    /// The secret.
    pub key: SharedKey,
}

/// A key that was not added: there is no room, or its number is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotAdded;

/// The keys of a table.
#[derive(Clone, Debug, Default)]
pub struct KeyRing(heapless::Vec<KeyEntry, RING_MAX>);

impl KeyRing {
    /// A ring without keys: nobody can prove anything to its table.
    #[must_use]
    pub const fn new() -> Self {
        Self(heapless::Vec::new())
    }

    /// Adds a key.
    ///
    /// # Errors
    /// If the ring is full, or its number is taken.
    pub fn add(&mut self, entry: KeyEntry) -> Result<(), NotAdded> {
        if self.get(entry.number).is_some() {
            return Err(NotAdded);
        }
        self.0.push(entry).map_err(|_| NotAdded)
    }

    /// The key with this number.
    #[must_use]
    pub fn get(&self, number: u8) -> Option<&KeyEntry> {
        self.0.iter().find(|entry| entry.number == number)
    }

    /// The first key with this role.
    #[must_use]
    pub fn of_role(&self, role: Role) -> Option<&KeyEntry> {
        self.0.iter().find(|entry| entry.role == role)
    }

    /// Every key, in the order in which they were added.
    #[must_use]
    pub fn entries(&self) -> &[KeyEntry] {
        &self.0
    }
}
