//! The chain over the journal: shows that nobody has changed, removed or moved an entry.
//!
//! A *link* is an entry with a code over all entries since the link before, and over that link. It follows every
//! settlement; one more stands on each side of every checkpoint. The code is an HMAC with a key of its own, which only
//! the table and its auditors have, over a SHA-256 of the entries: the entries are digested without the key.
//!
//! A reader may begin at a checkpoint: the last link before it is part of the ledger, and so of the checkpoint.

use sha2::{Digest, Sha256};

use crate::wire::key::SharedKey;

/// Bytes of a link: a forger guesses it once in 2^64 times, and has one try for each journal that is shown.
pub const LINK_BYTES: usize = 8;

/// The code in a link.
pub type ChainLink = [u8; LINK_BYTES];

/// The chip's unique number.
pub type ChipNumber = [u8; 12];

/// The kind of a link among the entries: its place in [`Entry`](super::Entry).
const LINK_KIND: u8 = 20;

/// Codes of a link are codes of nothing else.
const DOMAIN: &[u8] = b"coinspot journal link";

/// Marks a checkpoint among the entries: the kind of its parts, which is no entry's.
const CHECKPOINT: u8 = 0xFF;

/// The entries since the last link.
#[derive(Clone, Debug, Default)]
pub struct JournalChain {
    digest: Sha256,
    entries: u32,
}

impl JournalChain {
    /// Adds an entry with this number: its kind, and then its payload. A link begins the next group.
    pub fn add(&mut self, number: u32, bytes: &[u8]) {
        if bytes.first() == Some(&LINK_KIND) {
            return *self = JournalChain::default();
        }
        let length = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
        self.digest.update(number.to_le_bytes());
        self.digest.update(length.to_le_bytes());
        self.digest.update(bytes);
        self.entries = self.entries.saturating_add(1);
    }

    /// Begins anew with a checkpoint, so that a reader can begin there too.
    pub fn begin_at(&mut self, checkpoint: &[u8]) {
        *self = JournalChain::default();
        let length = u32::try_from(checkpoint.len()).unwrap_or(u32::MAX);
        self.digest.update([CHECKPOINT]);
        self.digest.update(length.to_le_bytes());
        self.digest.update(checkpoint);
        self.entries = 1;
    }

    /// True if there is nothing to be linked.
    pub const fn is_empty(&self) -> bool {
        self.entries == 0
    }

    /// The link with this number, of this chip's journal, after the link `before`.
    pub fn link(
        &self,
        key: &SharedKey,
        chip: &ChipNumber,
        before: &ChainLink,
        number: u32,
    ) -> ChainLink {
        let digest = self.digest.clone().finalize();
        let tag = key.tag(&[DOMAIN, chip, before, &number.to_le_bytes(), &digest]);
        let mut link = [0; LINK_BYTES];
        link.iter_mut().zip(tag).for_each(|(to, from)| *to = from);
        link
    }
}
