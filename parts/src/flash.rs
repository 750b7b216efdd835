//! A simulated NOR flash with the habits of the STM32L4's: double-words of 8 bytes with ECC that are
//! programmed once per erasure, pages of 2 KiB, and power that may fail during any operation.
//!
//! An **operation** is the programming of one double-word or the erasure of one page. A [`Tear`] says what an operation
//! leaves behind when power fails during it; a seed decides the random part. A [`FlashChip`] is the flash itself, and
//! its clone is a second one with the same contents. A driver holds a [`Socket`], so that a test can look at the chip
//! while the driver uses it.

mod socket;
mod tear;

pub use socket::{Keep, Socket};
pub use tear::Tear;

use embedded_storage::nor_flash::{NorFlashError, NorFlashErrorKind};
use std::ops::Range;

/// Bytes of a double-word.
pub const WORD: usize = 8;
/// Bytes of a page.
pub const PAGE: usize = 2048;

/// An operation that changes the flash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Programs the double-word with this index.
    Program(usize, [u8; WORD]),
    /// Erases the page with this index.
    Erase(usize),
}

/// The reason for which the flash refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlashError {
    /// Not on a boundary of double-words or pages.
    NotAligned,
    /// Beyond the end.
    OutOfBounds,
    /// The double-word has been programmed since its page was erased.
    NotErased,
    /// The double-word's ECC does not match.
    Ecc,
    /// Power is off.
    PowerLost,
    /// The second copy could not be written.
    NotKept,
}

impl NorFlashError for FlashError {
    fn kind(&self) -> NorFlashErrorKind {
        match self {
            Self::NotAligned => NorFlashErrorKind::NotAligned,
            Self::OutOfBounds => NorFlashErrorKind::OutOfBounds,
            Self::NotErased | Self::Ecc | Self::PowerLost | Self::NotKept => {
                NorFlashErrorKind::Other
            }
        }
    }
}

/// The state of a double-word, which decides if it can be read or programmed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Erased in full: it may be programmed.
    Erased,
    /// It can be read, whatever its contents.
    Used,
    /// Reading it is an ECC error.
    Unreadable,
}

/// A planned fault.
#[derive(Clone, Copy, Debug)]
enum Mishap {
    PowerCut(Tear, u64),
    SilentFailure,
    SilentFailures,
}

/// The flash.
#[derive(Clone, Debug)]
pub struct FlashChip {
    bytes: Vec<u8>,
    words: Vec<State>,
    erasures: Vec<u32>,
    powered: bool,
    /// Every operation so far.
    history: Vec<Operation>,
    /// The fault that replaces the operation with this number.
    mishap: Option<(usize, Mishap)>,
}

impl FlashChip {
    /// An erased flash.
    pub fn new(pages: usize) -> FlashChip {
        FlashChip {
            bytes: vec![0xFF; pages * PAGE],
            words: vec![State::Erased; pages * PAGE / WORD],
            erasures: vec![0; pages],
            powered: true,
            history: Vec::new(),
            mishap: None,
        }
    }

    /// A flash that was read out elsewhere. Double-words that read as erased can be programmed; the wear is unknown.
    pub fn from_image(image: &[u8]) -> FlashChip {
        let mut chip = FlashChip::new(image.len().div_ceil(PAGE));
        for (index, bytes) in image.as_chunks().0.iter().enumerate() {
            if *bytes != [0xFF; WORD] {
                chip.set(index, *bytes, State::Used);
            }
        }
        chip
    }

    /// The whole contents, whatever the ECC says.
    pub fn image(&self) -> &[u8] {
        &self.bytes
    }

    /// Erasures of each page so far.
    pub fn erasures(&self) -> &[u32] {
        &self.erasures
    }

    /// Every operation that was begun.
    pub fn history(&self) -> &[Operation] {
        &self.history
    }

    /// Forgets the operations so far, so that clones are cheap.
    pub fn clear_history(&mut self) {
        self.history.clear();
    }

    /// Power fails during the operation that follows after `operations` more.
    pub fn cut_power_after(&mut self, operations: usize, tear: Tear, seed: u64) {
        self.plan(operations, Mishap::PowerCut(tear, seed));
    }

    /// The operation that follows after `operations` more does nothing, and reports success.
    pub fn fail_silently_after(&mut self, operations: usize) {
        self.plan(operations, Mishap::SilentFailure);
    }

    /// The same, and all operations after it fail in the same way.
    pub fn fail_silently_from(&mut self, operations: usize) {
        self.plan(operations, Mishap::SilentFailures);
    }

    fn plan(&mut self, operations: usize, mishap: Mishap) {
        self.mishap = Some((self.history.len() + operations, mishap));
    }

    /// Switches power back on and drops the planned fault.
    pub fn power_on(&mut self) {
        self.powered = true;
        self.mishap = None;
    }

    /// True while the flash has power.
    pub fn is_powered(&self) -> bool {
        self.powered
    }

    /// Inverts one bit of a byte, as age or radiation would where the ECC does not notice.
    pub fn flip_bit(&mut self, address: usize, bit: usize) {
        self.bytes[address] ^= 1 << bit;
        self.words[address / WORD] = State::Used;
    }

    /// From now on the double-word at this address reads with an ECC error.
    pub fn spoil_word(&mut self, address: usize) {
        self.words[address / WORD] = State::Unreadable;
    }

    /// From now on the double-word at this address cannot be programmed, whatever it reads as.
    pub fn weaken_word(&mut self, address: usize) {
        self.words[address / WORD] = State::Used;
    }

    /// Takes over the contents of these pages.
    pub fn copy_pages_from(&mut self, other: &FlashChip, pages: Range<usize>) {
        let words = pages.start * PAGE / WORD..pages.end * PAGE / WORD;
        for word in words {
            self.set(word, other.word(word), other.words[word]);
        }
    }

    /// The bytes at this address, whatever the ECC says.
    pub fn bytes(&self, address: usize, length: usize) -> &[u8] {
        &self.bytes[address..address + length]
    }

    /// Carries out one operation, or the fault that is planned in its place.
    ///
    /// # Errors
    /// [`FlashError::NotErased`] and [`FlashError::PowerLost`].
    pub fn operate(&mut self, operation: Operation) -> Result<(), FlashError> {
        if !self.powered {
            return Err(FlashError::PowerLost);
        }
        let number = self.history.len();
        self.history.push(operation);
        match self.mishap {
            Some((at, Mishap::SilentFailure)) if at == number => Ok(()),
            Some((at, Mishap::SilentFailures)) if at <= number => Ok(()),
            Some((at, Mishap::PowerCut(tear, seed))) if at == number => {
                self.tear(operation, tear, seed);
                self.powered = false;
                Err(FlashError::PowerLost)
            }
            _ => self.complete(operation),
        }
    }

    fn complete(&mut self, operation: Operation) -> Result<(), FlashError> {
        match operation {
            Operation::Program(word, _) if self.words[word] != State::Erased => {
                return Err(FlashError::NotErased);
            }
            Operation::Program(word, bytes) => self.set(word, bytes, State::Used),
            Operation::Erase(page) => {
                self.erasures[page] += 1;
                self.each_word(page, |_| ([0xFF; WORD], State::Erased));
            }
        }
        Ok(())
    }

    fn read(&self, address: usize, bytes: &mut [u8]) -> Result<(), FlashError> {
        if !self.powered {
            return Err(FlashError::PowerLost);
        }
        let end = address + bytes.len();
        let stored = self.bytes.get(address..end);
        bytes.copy_from_slice(stored.ok_or(FlashError::OutOfBounds)?);
        let mut words = self.words[address / WORD..end.div_ceil(WORD)].iter();
        if words.any(|word| *word == State::Unreadable) {
            return Err(FlashError::Ecc);
        }
        Ok(())
    }

    fn word(&self, word: usize) -> [u8; WORD] {
        let bytes = self.bytes.as_chunks().0;
        bytes[word]
    }

    fn set(&mut self, word: usize, bytes: [u8; WORD], state: State) {
        self.bytes.as_chunks_mut().0[word] = bytes;
        self.words[word] = state;
    }

    /// Replaces every double-word of a page.
    fn each_word(
        &mut self,
        page: usize,
        mut change: impl FnMut([u8; WORD]) -> ([u8; WORD], State),
    ) {
        let words = PAGE / WORD;
        for word in page * words..(page + 1) * words {
            let (bytes, state) = change(self.word(word));
            self.set(word, bytes, state);
        }
    }
}
