//! Writing to a log: appends records at the head, with a second try on a fresh page.
//!
//! Each page is erased right before it is opened. A page that a power cut left half-erased is therefore erased again in
//! full, even if it reads as blank.

use super::Log;
use crate::journal::Error;
use crate::journal::flash::{erase, is_blank, program};
use crate::journal::format::{Header, PAGE, Record, WORD};
use crate::journal::index::{Page, Position};
use embedded_storage::nor_flash::NorFlash;

/// Pages opened before a checkpoint is due: few enough for a quick start, enough for checkpoints to take little of the
/// flash. In a small ring it is a quarter.
const PAGES_A_CHECKPOINT: u16 = 8;

/// A write may turn the page, turn it once more if the flash fails, and needs a spare slot behind that.
const SLOTS_PER_WRITE: u16 = 3;

impl Log {
    /// True if so many pages have been opened since the newest checkpoint that the next is due.
    pub fn needs_checkpoint(&self, checkpoint: u32) -> bool {
        let pages = PAGES_A_CHECKPOINT.min(self.pages / 4);
        self.index.opened_since(checkpoint) >= usize::from(pages)
    }

    /// True if a record can be written so that every entry from `checkpoint` on stays, and the page can then be turned
    /// `spare` times more.
    pub fn has_room(&self, checkpoint: u32, spare: u16) -> bool {
        let slots = SLOTS_PER_WRITE.saturating_add(spare);
        !self.index.needed_ahead(slots, checkpoint)
    }

    /// Writes a record behind the last one and reads it back. If the flash does not accept it, its page is left behind:
    /// the record gets a second try on a freshly erased page, and no third.
    pub fn write<F: NorFlash>(&mut self, flash: &mut F, record: &Record) -> Result<(), Error> {
        if self.try_to_write(flash, record).is_ok() {
            return Ok(());
        }
        self.retries = self.retries.saturating_add(1);
        self.turn_page(flash, record.sequence())?;
        self.try_to_write(flash, record)
    }

    fn try_to_write<F: NorFlash>(&mut self, flash: &mut F, record: &Record) -> Result<(), Error> {
        if self.head_for(record).is_none() {
            self.turn_page(flash, record.sequence())?;
        }
        let page = self.head_for(record).ok_or(Error::Exhausted)?;
        let address = self.address(page.at.slot, self.free);
        program(flash, address, record.bytes())?;
        self.free = self.free.saturating_add(record.size());
        let next = record.sequence().saturating_add(1);
        self.index.extend(page.at.slot, next);
        Ok(())
    }

    /// The head page, if it has room for this record and ends right before it.
    fn head_for(&self, record: &Record) -> Option<Page> {
        let room = PAGE.saturating_sub(self.free);
        let follows = |page: &Page| page.next == record.sequence() && record.size() <= room;
        self.index.head().filter(follows)
    }

    fn turn_page<F: NorFlash>(&mut self, flash: &mut F, first: u32) -> Result<(), Error> {
        let at = self.index.next_position().ok_or(Error::Exhausted)?;
        let address = self.address(at.slot, 0);
        let out_of_order = self.index.end().is_some_and(|end| first < end);
        self.cursors = [None; 2];
        erase(flash, address)?;
        let header = Header {
            lap: at.lap,
            out_of_order,
            first,
        };
        program(flash, address, &header.encode(self.spot(at.slot)))?;
        self.index.open(at, out_of_order, first);
        self.index.spare_next();
        self.free = WORD;
        // A slot that does not erase reports the error when its turn comes.
        let _ = self.clean_spare(flash);
        Ok(())
    }

    /// Erases every page that is not blank, the newest last: a power cut leaves either the newest state or no state,
    /// never an older one.
    pub fn wipe<F: NorFlash>(&mut self, flash: &mut F) -> Result<(), Error> {
        let oldest = self.index.next_position().unwrap_or(Position::START).slot;
        for slot in (oldest..self.pages).chain(0..oldest) {
            let address = self.address(slot, 0);
            if !is_blank(flash, address) {
                erase(flash, address)?;
            }
        }
        self.forget();
        Ok(())
    }
}
