//! The record of a table: the digest of its last messages, by which table and pool compare their memories at each
//! question for a round.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Bytes of the digest in a record. An error in a memory goes unseen once in 2^64 times.
const DIGEST_BYTES: usize = 8;

/// The last messages of a table by its own journal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
pub struct OutboxRecord {
    /// The number of the messages: those since the question for the round before.
    pub messages: u8,
    /// The first bytes of the SHA-256 over the SHA-256 of each message's bytes.
    pub digest: [u8; DIGEST_BYTES],
}

impl OutboxRecord {
    /// The record of messages with these digests, the oldest first.
    pub fn of(digests: impl Iterator<Item = [u8; 32]>) -> OutboxRecord {
        let (mut all, mut messages) = (Sha256::new(), 0_u8);
        for digest in digests {
            all.update(digest);
            messages = messages.saturating_add(1);
        }
        let mut digest = [0; DIGEST_BYTES];
        digest
            .iter_mut()
            .zip(all.finalize())
            .for_each(|(to, from)| *to = from);
        OutboxRecord { messages, digest }
    }
}
