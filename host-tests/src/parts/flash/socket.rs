//! The flash as a driver sees it.

use super::{Chip, FlashError, Operation, PAGE, WORD};
use embedded_storage::nor_flash::{ErrorType, NorFlash, ReadNorFlash};
use std::cell::{RefCell, RefMut};
use std::rc::Rc;

/// A socket with a [`Chip`] in it. Its clones hold the same chip.
#[derive(Clone, Debug)]
pub struct Socket(Rc<RefCell<Chip>>);

impl Socket {
    /// Puts the chip into a socket.
    pub fn new(chip: Chip) -> Socket {
        Socket(Rc::new(RefCell::new(chip)))
    }

    /// The chip, while no driver is at work.
    pub fn chip(&self) -> RefMut<'_, Chip> {
        self.0.borrow_mut()
    }
}

impl ErrorType for Socket {
    type Error = FlashError;
}

impl ReadNorFlash for Socket {
    const READ_SIZE: usize = 1;

    fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), FlashError> {
        self.chip().read(offset as usize, bytes)
    }

    fn capacity(&self) -> usize {
        self.chip().erasures.len() * PAGE
    }
}

impl NorFlash for Socket {
    const WRITE_SIZE: usize = WORD;
    const ERASE_SIZE: usize = PAGE;

    fn erase(&mut self, from: u32, to: u32) -> Result<(), FlashError> {
        let pages = self.units(from as usize, to as usize, PAGE)?;
        let mut chip = self.chip();
        pages
            .map(Operation::Erase)
            .try_for_each(|page| chip.operate(page))
    }

    fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), FlashError> {
        let from = offset as usize;
        let indices = self.units(from, from + bytes.len(), WORD)?;
        let mut chip = self.chip();
        let words = bytes.as_chunks().0;
        indices
            .zip(words)
            .try_for_each(|(index, word)| chip.operate(Operation::Program(index, *word)))
    }
}

impl Socket {
    /// The units of `size` bytes from `from` to `to`.
    fn units(
        &self,
        from: usize,
        to: usize,
        size: usize,
    ) -> Result<std::ops::Range<usize>, FlashError> {
        if !from.is_multiple_of(size) || !to.is_multiple_of(size) {
            return Err(FlashError::NotAligned);
        }
        if from > to || to > self.capacity() {
            return Err(FlashError::OutOfBounds);
        }
        Ok(from / size..to / size)
    }
}
