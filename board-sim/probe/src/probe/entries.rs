//! One entry of the journal, in a flash that is RAM and takes no time.

use core::convert::Infallible;

use embedded_storage::nor_flash::{ErrorType, NorFlash, ReadNorFlash};
use firmware::journal::{EntryKind, Journal};

use super::kept::Kept;

/// The fewest pages of 2 KiB that a journal has: 16 for each of its logs.
const PAGE: usize = 2048;
const BYTES: usize = 2 * 16 * PAGE;

static CELLS: Kept<[u8; BYTES]> = Kept::new([0; BYTES]);
static JOURNAL: Kept<Option<Journal<Ram>>> = Kept::new(None);
static PAYLOAD: [u8; 240] = [0x5A; 240];

struct Ram;

impl ErrorType for Ram {
    type Error = Infallible;
}

impl ReadNorFlash for Ram {
    const READ_SIZE: usize = 1;

    fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), Infallible> {
        CELLS.with(|cells| {
            let from = cells.iter().skip(offset as usize);
            bytes
                .iter_mut()
                .zip(from)
                .for_each(|(byte, cell)| *byte = *cell);
        });
        Ok(())
    }

    fn capacity(&self) -> usize {
        BYTES
    }
}

impl NorFlash for Ram {
    const WRITE_SIZE: usize = 8;
    const ERASE_SIZE: usize = PAGE;

    fn erase(&mut self, from: u32, to: u32) -> Result<(), Infallible> {
        CELLS.with(|cells| {
            if let Some(pages) = cells.get_mut(from as usize..to as usize) {
                pages.fill(0xFF);
            }
        });
        Ok(())
    }

    fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), Infallible> {
        CELLS.with(|cells| {
            let to = cells.iter_mut().skip(offset as usize);
            to.zip(bytes).for_each(|(cell, byte)| *cell &= *byte);
        });
        Ok(())
    }
}

/// Begins a journal.
#[unsafe(no_mangle)]
pub(super) extern "C" fn format_journal(_: u32, _: u32) -> u32 {
    let Ok(mut journal) = Journal::new(Ram) else {
        return 0;
    };
    let is_formatted = journal.format(&[]).is_ok();
    JOURNAL.with(|kept| *kept = Some(journal));
    is_formatted.into()
}

/// Appends an entry of so many bytes.
#[unsafe(no_mangle)]
pub(super) extern "C" fn append_entry(bytes: u32, _: u32) -> u32 {
    let payload = PAYLOAD.get(..bytes as usize).unwrap_or_default();
    JOURNAL.with(|kept| match (kept, EntryKind::new(1)) {
        (Some(journal), Some(kind)) => journal.append(kind, payload).is_ok().into(),
        _ => 0,
    })
}
