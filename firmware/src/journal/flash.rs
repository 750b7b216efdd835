//! The journal's access to the flash. Words that cannot be read are `None`, like any other damage; words that are
//! written or erased are read back, because a driver may report success for an operation that failed.

use super::Error;
use super::format::{ERASED, PAGE, Record, WORD, Word};
use embedded_storage::nor_flash::NorFlash;

/// None if the double-word cannot be read: torn ones fail their ECC.
pub(super) fn read_word<F: NorFlash>(flash: &mut F, address: u32) -> Option<Word> {
    let mut word = ERASED;
    flash.read(address, &mut word).ok()?;
    Some(word)
}

/// None if the bytes cannot be read, or are not the record of this number and size.
pub(super) fn read_record<F: NorFlash>(
    flash: &mut F,
    address: u32,
    (sequence, size): (u32, u16),
    record: &mut Record,
) -> Option<()> {
    let bytes = record.make_room(sequence, size)?;
    flash.read(address, bytes).ok()?;
    record.is_sound().then_some(())
}

/// Programs whole double-words and reads them back.
pub(super) fn program<F: NorFlash>(flash: &mut F, address: u32, bytes: &[u8]) -> Result<(), Error> {
    let failed = Error::Program { address };
    flash.write(address, bytes).map_err(|_| failed)?;
    let words = bytes.chunks(usize::from(WORD));
    for (word, at) in words.zip((address..).step_by(usize::from(WORD))) {
        let read = read_word(flash, at).ok_or(failed)?;
        if read != word {
            return Err(failed);
        }
    }
    Ok(())
}

/// Erases a page and verifies that it is blank.
pub(super) fn erase<F: NorFlash>(flash: &mut F, address: u32) -> Result<(), Error> {
    let failed = Error::Erase { address };
    let end = address.checked_add(u32::from(PAGE)).ok_or(failed)?;
    flash.erase(address, end).map_err(|_| failed)?;
    if is_blank(flash, address) {
        Ok(())
    } else {
        Err(failed)
    }
}

/// True if every double-word of a page reads as erased. Read in large parts: each turn of a page asks for it.
pub(super) fn is_blank<F: NorFlash>(flash: &mut F, address: u32) -> bool {
    const PART_BYTES: usize = 128;
    const { assert!((PAGE as usize).is_multiple_of(PART_BYTES)) };
    let end = address.saturating_add(u32::from(PAGE));
    let mut part = [0; PART_BYTES];
    (address..end).step_by(PART_BYTES).all(|at| {
        let is_read = flash.read(at, &mut part).is_ok();
        is_read && part.as_chunks().0.iter().all(|word| *word == ERASED)
    })
}
