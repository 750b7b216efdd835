//! The key that console and table share, and the codes that it makes: HMAC-SHA-256, cut to its first 16 bytes.
//!
//! 16 of the 32 bytes are enough, and as few as RFC 2104 advises: a forger can only guess, and a guess is right once in
//! 2^128 times. The shorter code leaves more of a frame to the command.

use core::fmt;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// Bytes in a key.
pub const KEY_BYTES: usize = 32;

/// Bytes in a code.
pub const TAG_BYTES: usize = 16;

/// The block size of SHA-256; HMAC fills a shorter key up with zeros.
const BLOCK_BYTES: usize = 64;

/// A code.
pub type Tag = [u8; TAG_BYTES];

/// The secret that console and table share. It does not print itself and does not serialize.
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
        let code = self.code_of(parts).finalize().into_bytes();
        let mut tag = [0; TAG_BYTES];
        tag.iter_mut().zip(code).for_each(|(to, from)| *to = from);
        tag
    }

    /// True if this is the code of these parts, in a time that does not depend on the answer.
    #[must_use]
    pub fn fits(&self, parts: &[&[u8]], tag: &Tag) -> bool {
        self.code_of(parts).verify_truncated_left(tag).is_ok()
    }

    fn code_of(&self, parts: &[&[u8]]) -> Hmac<Sha256> {
        let mut block = [0; BLOCK_BYTES];
        block
            .iter_mut()
            .zip(self.0)
            .for_each(|(to, from)| *to = from);
        let mut code = Hmac::new(&block.into());
        parts.iter().for_each(|part| code.update(part));
        code
    }
}

impl fmt::Debug for SharedKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SharedKey(..)")
    }
}
