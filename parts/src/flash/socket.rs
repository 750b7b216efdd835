//! The flash as a driver sees it.

use super::{FlashChip, FlashError, Operation, PAGE, WORD};
use embedded_storage::nor_flash::{ErrorType, NorFlash, ReadNorFlash};
use std::cell::{RefCell, RefMut};
use std::fmt::Debug;
use std::io;
use std::ops::Range;
use std::rc::Rc;

/// A socket with a [`FlashChip`] in it. Its clones hold the same chip.
#[derive(Clone, Debug)]
pub struct Socket {
    chip: Rc<RefCell<FlashChip>>,
    keeper: Option<Rc<dyn Keep>>,
}

/// Keeps a second copy of a chip's contents, such as in a file.
pub trait Keep: Debug {
    /// Keeps what the chip holds at this address now.
    ///
    /// # Errors
    /// If it cannot be kept; the driver is told that its operation failed.
    fn keep(&self, address: usize, bytes: &[u8]) -> io::Result<()>;
}

impl Socket {
    /// Puts the chip into a socket.
    pub fn new(chip: FlashChip) -> Socket {
        Socket {
            chip: Rc::new(RefCell::new(chip)),
            keeper: None,
        }
    }

    /// The same, and whatever a driver changes is kept before the driver hears that it is done.
    pub fn kept(chip: FlashChip, keeper: impl Keep + 'static) -> Socket {
        Socket {
            keeper: Some(Rc::new(keeper)),
            ..Socket::new(chip)
        }
    }

    /// The chip, while no driver is at work.
    pub fn chip(&self) -> RefMut<'_, FlashChip> {
        self.chip.borrow_mut()
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
        let operations = pages.map(Operation::Erase);
        self.operate(from as usize..to as usize, operations)
    }

    fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), FlashError> {
        let from = offset as usize;
        let to = from + bytes.len();
        let words = self.units(from, to, WORD)?.zip(bytes.as_chunks().0);
        let operations = words.map(|(index, word)| Operation::Program(index, *word));
        self.operate(from..to, operations)
    }
}

impl Socket {
    /// Carries out operations on this range of addresses. What they leave is kept also where power fails in one.
    fn operate(
        &self,
        addresses: Range<usize>,
        mut operations: impl Iterator<Item = Operation>,
    ) -> Result<(), FlashError> {
        let mut chip = self.chip();
        let done = operations.try_for_each(|operation| chip.operate(operation));
        if let Some(keeper) = &self.keeper {
            let left = chip.bytes(addresses.start, addresses.len());
            let kept = keeper.keep(addresses.start, left);
            kept.map_err(|_| FlashError::NotKept)?;
        }
        done
    }

    /// The units of `size` bytes from `from` to `to`.
    fn units(&self, from: usize, to: usize, size: usize) -> Result<Range<usize>, FlashError> {
        if !from.is_multiple_of(size) || !to.is_multiple_of(size) {
            return Err(FlashError::NotAligned);
        }
        if from > to || to > self.capacity() {
            return Err(FlashError::OutOfBounds);
        }
        Ok(from / size..to / size)
    }
}
