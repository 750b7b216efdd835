//! Bank 2 of the flash, for the journal. The code is in bank 1, so that everything which interrupts the controller
//! goes on while it waits here: 0.1 ms for a double-word, 25 ms for a page.

use core::sync::atomic::{AtomicBool, Ordering, compiler_fence};

use cortex_m_rt::exception;
use embassy_futures::block_on;
use embassy_stm32::flash::{Async, Flash};
use embassy_stm32::pac;
use embedded_storage::nor_flash::{
    ErrorType, NorFlash, NorFlashError, NorFlashErrorKind, ReadNorFlash,
};
use firmware::health::Task;

use super::fault;
use super::last_words::Words;
use super::shared::check_in;

/// Offsets in the whole flash, from `memory.x`.
const BANK2: u32 = 512 * 1024;
const BANK2_BYTES: usize = 512 * 1024;
const PAGE_BYTES: usize = 2048;
const WORD_BYTES: u32 = 8;

/// A double-word of bank 2 could not be read since this was cleared.
static UNREADABLE: AtomicBool = AtomicBool::new(false);

/// Why the flash refuses.
#[derive(Clone, Copy, Debug)]
pub(super) enum Error {
    /// A double-word whose ECC does not match: it was being written when power went.
    Ecc,
    /// What the driver says.
    Driver(embassy_stm32::flash::Error),
}

impl NorFlashError for Error {
    fn kind(&self) -> NorFlashErrorKind {
        match self {
            Self::Ecc => NorFlashErrorKind::Other,
            Self::Driver(error) => error.kind(),
        }
    }
}

/// The journal's half of the flash.
pub(super) struct Bank2(Flash<'static, Async>);

impl Bank2 {
    pub(super) const fn new(flash: Flash<'static, Async>) -> Self {
        Self(flash)
    }
}

impl ErrorType for Bank2 {
    type Error = Error;
}

impl ReadNorFlash for Bank2 {
    const READ_SIZE: usize = 1;

    fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), Error> {
        UNREADABLE.store(false, Ordering::Relaxed);
        // The flash interrupts the very instruction that reads; the compiler must not move it.
        compiler_fence(Ordering::SeqCst);
        let read = self.0.blocking_read(BANK2.saturating_add(offset), bytes);
        compiler_fence(Ordering::SeqCst);
        read.map_err(Error::Driver)?;
        match UNREADABLE.load(Ordering::Relaxed) {
            true => Err(Error::Ecc),
            false => Ok(()),
        }
    }

    fn capacity(&self) -> usize {
        BANK2_BYTES
    }
}

impl NorFlash for Bank2 {
    const WRITE_SIZE: usize = WORD_BYTES as usize;
    const ERASE_SIZE: usize = PAGE_BYTES;

    /// The driver reports success where its interrupt has cleared the flash's error, so each double-word is read back:
    /// nothing is written behind one that failed.
    fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), Error> {
        let mut offset = offset;
        for word in bytes.chunks(Self::WRITE_SIZE) {
            let written = block_on(self.0.write(BANK2.saturating_add(offset), word));
            // However long the journal works, it has not hung.
            check_in(Task::Controller);
            written.map_err(Error::Driver)?;
            let mut found = [0; Self::WRITE_SIZE];
            self.read(offset, &mut found)?;
            if found != *word {
                return Err(Error::Driver(embassy_stm32::flash::Error::Prog));
            }
            offset = offset.saturating_add(WORD_BYTES);
        }
        Ok(())
    }

    fn erase(&mut self, from: u32, to: u32) -> Result<(), Error> {
        let (from, to) = (BANK2.saturating_add(from), BANK2.saturating_add(to));
        let erased = block_on(self.0.erase(from, to));
        check_in(Task::Controller);
        erased.map_err(Error::Driver)
    }
}

/// The flash has read a double-word whose ECC does not match. In the journal that is what a power cut leaves behind,
/// and its reader is told; in the program nothing can be trusted any more.
#[exception]
#[allow(
    unsafe_code,
    reason = "the attribute asks for it; nothing here can be re-entered"
)]
unsafe fn NonMaskableInt() {
    let state = pac::FLASH.eccr().read();
    // Written as one, the flag is cleared.
    pac::FLASH.eccr().modify(|eccr| eccr.set_eccd(true));
    if state.eccd() && state.bk_ecc() {
        UNREADABLE.store(true, Ordering::Relaxed);
    } else {
        fault::end(Words::of("the program's flash cannot be read"));
    }
}
