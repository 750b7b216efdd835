//! SHA-256 digests, which chain blocks and name states.

use std::fmt;

use serde::{Deserialize, Serialize, Serializer};
use sha2::{Digest as _, Sha256};

/// Bytes in a digest.
pub const DIGEST_BYTES: usize = 32;

/// A SHA-256 digest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Deserialize)]
pub struct Digest([u8; DIGEST_BYTES]);

impl Digest {
    /// The digest of these bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Digest {
        Digest(Sha256::digest(bytes).into())
    }

    /// A digest that was stored.
    #[must_use]
    pub const fn new(bytes: [u8; DIGEST_BYTES]) -> Digest {
        Digest(bytes)
    }

    /// Its bytes.
    #[must_use]
    pub const fn bytes(&self) -> &[u8; DIGEST_BYTES] {
        &self.0
    }
}

/// Hexadecimal digits for people, bytes in a block.
impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(self)
        } else {
            self.0.serialize(serializer)
        }
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
