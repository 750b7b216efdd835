//! The journal's flash driver: bank 2 alone. The code is in bank 1, so that everything which interrupts the controller
//! goes on while it waits here: 0.1 ms for a double-word, 25 ms for a page.
//!
//! A double-word that was being written when power went fails its ECC: the flash sets ECCD and raises the non-maskable
//! interrupt. ECCC shows that a single wrong bit was corrected, in either bank. While one of the two is set, the
//! register keeps the address of the first error, whatever fails after it. (RM0351, 3.3.4)
#![expect(
    unsafe_code,
    reason = "the linker knows where the journal is, and only a pointer can read it"
)]

use core::pin::pin;
use core::ptr::{self, addr_of};
use core::sync::atomic::{AtomicBool, Ordering};
use core::task::{Context, Poll, Waker};

use board_support::fault;
use board_support::last_words::KeptWords;
use cortex_m::asm;
use cortex_m_rt::exception;
use embassy_stm32::flash::{Async, Flash};
use embassy_stm32::pac;
use embedded_storage::nor_flash::{
    ErrorType, NorFlash, NorFlashError, NorFlashErrorKind, ReadNorFlash, check_read,
};
use firmware::health::Task;

use super::shared::check_in;

const PAGE_BYTES: usize = 2048;
const WORD_BYTES: usize = 8;

unsafe extern "C" {
    /// See `memory.x`: the first double-word of the flash, that of the journal, and the one behind its last.
    static _flash_start: u64;
    static _journal_start: u64;
    static _journal_end: u64;
}

/// The journal is being read.
static READING: AtomicBool = AtomicBool::new(false);

/// A double-word of the journal could not be read since this was cleared.
static UNREADABLE: AtomicBool = AtomicBool::new(false);

/// The reason for a refusal of the flash.
#[derive(Clone, Copy, Debug)]
pub(super) enum Error {
    /// A double-word whose ECC does not match: it was being written when power went.
    Ecc,
    /// Not whole double-words of the journal.
    Range(NorFlashErrorKind),
    /// The driver's error.
    Driver(embassy_stm32::flash::Error),
}

impl NorFlashError for Error {
    fn kind(&self) -> NorFlashErrorKind {
        match self {
            Self::Ecc => NorFlashErrorKind::Other,
            Self::Range(kind) => *kind,
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

/// The driver counts from the start of the whole flash.
fn in_flash(offset: u32) -> u32 {
    let before = (addr_of!(_journal_start) as u32).saturating_sub(addr_of!(_flash_start) as u32);
    before.saturating_add(offset)
}

impl ErrorType for Bank2 {
    type Error = Error;
}

impl ReadNorFlash for Bank2 {
    const READ_SIZE: usize = WORD_BYTES;

    fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), Error> {
        check_read(self, offset, bytes.len()).map_err(Error::Range)?;
        let from = addr_of!(_journal_start).wrapping_byte_add(offset as usize);
        let (words, _) = bytes.as_chunks_mut();
        begin_reading();
        for (index, word) in words.iter_mut().enumerate() {
            // SAFETY: `check_read` has verified that these are aligned double-words of the journal, which is flash and
            // can always be read. Volatile, because it changes without the compiler's knowledge.
            *word = unsafe { ptr::read_volatile(from.wrapping_add(index)) }.to_ne_bytes();
        }
        match end_reading() {
            true => Ok(()),
            false => Err(Error::Ecc),
        }
    }

    fn capacity(&self) -> usize {
        (addr_of!(_journal_end) as usize).saturating_sub(addr_of!(_journal_start) as usize)
    }
}

/// Clears the flag of an earlier corrected bit, so that the next error gets its own address.
fn begin_reading() {
    UNREADABLE.store(false, Ordering::Relaxed);
    READING.store(true, Ordering::Relaxed);
    pac::FLASH.eccr().write(|eccr| eccr.set_eccc(true));
    // Registers are on another bus than the flash: without a barrier the first word may be read before the flag is
    // cleared.
    asm::dsb();
}

/// True if every double-word could be read. The interrupt comes some cycles after the read that caused it; ECCD is set
/// from the read until the handler has run, so the handler has run when it is found clear.
fn end_reading() -> bool {
    asm::dsb();
    while pac::FLASH.eccr().read().eccd() {}
    // The barrier keeps the accesses below from moving up.
    asm::dsb();
    READING.store(false, Ordering::Relaxed);
    !UNREADABLE.load(Ordering::Relaxed)
}

impl NorFlash for Bank2 {
    const WRITE_SIZE: usize = WORD_BYTES;
    const ERASE_SIZE: usize = PAGE_BYTES;

    /// The driver reports success if its interrupt has cleared the flash's error, so each double-word is read back:
    /// nothing is written behind one that failed.
    fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), Error> {
        for (word, at) in bytes.chunks(WORD_BYTES).zip((offset..).step_by(WORD_BYTES)) {
            let written = asleep_until(self.0.write(in_flash(at), word));
            // A journal that works for long has not hung.
            check_in(Task::Controller);
            written.map_err(Error::Driver)?;
            let mut found = [0; WORD_BYTES];
            self.read(at, &mut found)?;
            if found != *word {
                return Err(Error::Driver(embassy_stm32::flash::Error::Prog));
            }
        }
        Ok(())
    }

    fn erase(&mut self, from: u32, to: u32) -> Result<(), Error> {
        let erased = asleep_until(self.0.erase(in_flash(from), in_flash(to)));
        check_in(Task::Controller);
        erased.map_err(Error::Driver)
    }
}

/// Sleeps until an operation of the flash is done. Every interrupt wakes the core, and the flash's own comes at the end
/// of the operation: one that comes right before the core falls asleep keeps it awake, because it sets the event for
/// which the core waits (ARMv7-M ARM, B1.5.18).
fn asleep_until<T>(operation: impl Future<Output = T>) -> T {
    let mut operation = pin!(operation);
    let mut context = Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(done) = operation.as_mut().poll(&mut context) {
            return done;
        }
        asm::wfe();
    }
}

/// The flash has read a double-word whose ECC does not match. In the journal that is the remains of a power cut, and
/// its reader is told; in the program nothing can be trusted any more.
///
/// With ECCC set, the address is that of the corrected bit, which may belong to an instruction fetched since
/// [`begin_reading`]: then the error counts as the journal's if the journal is being read.
#[exception]
unsafe fn NonMaskableInt() {
    let state = pac::FLASH.eccr().read();
    // Writing 1 clears a flag.
    pac::FLASH.eccr().write(|eccr| {
        eccr.set_eccc(true);
        eccr.set_eccd(true);
    });
    let in_journal = match state.eccc() {
        true => READING.load(Ordering::Relaxed),
        false => state.bk_ecc(),
    };
    if !state.eccd() || !in_journal {
        fault::end(KeptWords::of("the program's flash cannot be read"));
    }
    UNREADABLE.store(true, Ordering::Relaxed);
    // The flash must withdraw its request before the handler returns, or the interrupt comes again without a reason.
    asm::dsb();
}
