//! The contents of the flash: bytes, and for each double-word the state of its ECC. (RM0351, 3.3.4)
//!
//! Pages are shared between copies until one of them changes, so that a snapshot costs next to nothing.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::ArrayOperation;
use crate::digest::Digest;

/// Bytes of the whole flash, of two banks.
pub const FLASH_BYTES: u32 = 1024 * 1024;
/// Bytes of a bank.
pub const BANK_BYTES: u32 = FLASH_BYTES / 2;
/// Bytes that are erased at once.
pub const PAGE_BYTES: u32 = 2048;
/// Bytes that are programmed at once.
pub const WORD_BYTES: u32 = 8;
/// A double-word after an erase.
pub const ERASED: u64 = u64::MAX;

/// An error in the ECC of a double-word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ecc {
    /// One bit is wrong, and is corrected when read.
    Corrected,
    /// More than one bit is wrong.
    Uncorrectable,
    /// It reads as erased, but is not fully erased: it cannot be programmed.
    Weak,
}

/// The length of a page, for buffers.
const PAGE_LENGTH: usize = PAGE_BYTES as usize;

/// A page.
pub type ArrayPage = [u8; PAGE_LENGTH];

/// The contents of both banks. Addresses are offsets from the start of the flash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Array {
    pages: Vec<Arc<ArrayPage>>,
    /// Double-words with an ECC error, by offset.
    wrong: BTreeMap<u32, Ecc>,
    version: [u64; 2],
}

impl Default for Array {
    fn default() -> Self {
        let blank = Arc::new([0xFF; PAGE_LENGTH]);
        Self {
            pages: std::iter::repeat_n(blank, (FLASH_BYTES / PAGE_BYTES) as usize).collect(),
            wrong: BTreeMap::new(),
            version: [0; 2],
        }
    }
}

/// A number that is never the same twice, not even on two boards.
fn next_version() -> u64 {
    static VERSIONS: AtomicU64 = AtomicU64::new(1);
    VERSIONS.fetch_add(1, Ordering::Relaxed)
}

const fn aligned(offset: u32) -> u32 {
    offset & !(WORD_BYTES - 1)
}

impl Array {
    /// The contents, page by page.
    pub fn pages(&self) -> impl Iterator<Item = &ArrayPage> {
        self.pages.iter().map(|page| &**page)
    }

    /// Some bytes of the contents.
    #[must_use]
    pub fn read(&self, offset: u32, bytes: usize) -> Vec<u8> {
        let skipped = (offset % PAGE_BYTES) as usize;
        let pages = self.pages().skip((offset / PAGE_BYTES) as usize);
        pages.flatten().skip(skipped).take(bytes).copied().collect()
    }

    /// A number that is never the same for different contents of a bank, which is 0 or 1.
    #[must_use]
    pub const fn version(&self, bank: usize) -> u64 {
        self.version[bank & 1]
    }

    /// A digest of the contents.
    #[must_use]
    pub fn digest(&self) -> u64 {
        let mut digest = Digest::default();
        self.pages().for_each(|page| digest.bytes(page));
        for (offset, ecc) in self.wrong() {
            digest.word(u64::from(offset) << 8 | ecc as u64);
        }
        digest.value()
    }

    /// The double-words with an ECC error.
    pub fn wrong(&self) -> impl Iterator<Item = (u32, Ecc)> {
        self.wrong.iter().map(|(offset, ecc)| (*offset, *ecc))
    }

    /// The double-word that an offset is in.
    #[must_use]
    pub fn word(&self, offset: u32) -> u64 {
        let start = aligned(offset) as usize;
        let page = self.pages.get(start / PAGE_LENGTH);
        let bytes = page.and_then(|page| page.get(start % PAGE_LENGTH..)?.first_chunk());
        bytes.map_or(0, |bytes| u64::from_le_bytes(*bytes))
    }

    /// The ECC error of the double-word that an offset is in, if it has one.
    #[must_use]
    pub fn ecc(&self, offset: u32) -> Option<Ecc> {
        if self.wrong.is_empty() {
            return None;
        }
        self.wrong.get(&aligned(offset)).copied()
    }

    /// Sets a double-word to any value, with or without an ECC error.
    pub fn set_word(&mut self, offset: u32, value: u64, ecc: Option<Ecc>) {
        let start = aligned(offset);
        if self.word(start) != value {
            self.put(start, &value.to_le_bytes());
        }
        if self.ecc(start) != ecc {
            match ecc {
                Some(ecc) => self.wrong.insert(start, ecc),
                None => self.wrong.remove(&start),
            };
            self.changed(start as usize);
        }
    }

    /// Carries out an operation.
    pub(super) fn apply(&mut self, operation: ArrayOperation) {
        match operation {
            ArrayOperation::Program { offset, value } => self.set_word(offset, value, None),
            ArrayOperation::Erase { offset, bytes } => {
                for word in (offset..offset + bytes).step_by(WORD_BYTES as usize) {
                    self.set_word(word, ERASED, None);
                }
            }
        }
    }

    /// Writes bytes, as a programmer would.
    pub fn load(&mut self, offset: u32, bytes: &[u8]) {
        self.put(offset, bytes);
        let end = offset.saturating_add(u32::try_from(bytes.len()).unwrap_or(u32::MAX));
        self.wrong
            .retain(|at, _| !(aligned(offset)..end).contains(at));
    }

    fn put(&mut self, offset: u32, mut bytes: &[u8]) {
        let mut at = offset as usize;
        while let Some(page) = self.pages.get_mut(at / PAGE_LENGTH)
            && !bytes.is_empty()
        {
            let (now, later) = bytes.split_at(bytes.len().min(PAGE_LENGTH - at % PAGE_LENGTH));
            let page = Arc::make_mut(page);
            if let Some(slots) = page.get_mut(at % PAGE_LENGTH..at % PAGE_LENGTH + now.len()) {
                slots.copy_from_slice(now);
            }
            self.changed(at);
            (at, bytes) = (at + now.len(), later);
        }
    }

    fn changed(&mut self, offset: usize) {
        self.version[usize::from(offset >= BANK_BYTES as usize)] = next_version();
    }
}
