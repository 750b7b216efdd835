//! A walk over the records of one page.
//!
//! Whatever is not a record (torn, damaged, erased) is stepped over, one double-word at a time.
//! A record behind such a place may have a later number than the next one, but only by as many
//! as could have been lost there: one for every double-word.

use super::flash::{read_record, read_word};
use super::format::{ERASED, PAGE, Record, WORD, record_size};
use embedded_storage_async::nor_flash::NorFlash;

#[derive(Clone, Copy, Debug)]
pub(super) struct Walk {
    /// Where the page begins in the flash.
    page: u32,
    /// Where in the page the walk is.
    offset: u16,
    /// The number that the next record has if nothing is lost.
    expected: u32,
    /// Double-words stepped over since the last record.
    skipped: u16,
    /// Where the last record ends.
    records_end: u16,
    /// Behind this, the page is erased as far as the walk went.
    used_end: u16,
}

impl Walk {
    /// Begins behind the header of a page whose first entry is `first`.
    pub fn new(page: u32, first: u32) -> Self {
        Self {
            page,
            offset: WORD,
            expected: first,
            skipped: 0,
            records_end: WORD,
            used_end: WORD,
        }
    }

    pub fn expected(&self) -> u32 {
        self.expected
    }

    /// Where the page's free space begins, once the walk is over.
    ///
    /// One double-word behind the last one in use stays free: power may have failed while it was
    /// being programmed, and it reads as erased without being so.
    pub fn free(&self) -> u16 {
        self.used_end.saturating_add(WORD)
    }

    /// Whether something that is not a record lies behind the last record.
    pub fn ends_torn(&self) -> bool {
        self.used_end > self.records_end
    }

    /// The next sound record of the page.
    pub async fn next<F: NorFlash>(&mut self, flash: &mut F) -> Option<Record> {
        while self.offset < PAGE {
            let word = read_word(flash, self.address()).await;
            let record = match word {
                Some([low, length, ..]) => self.record_here(flash, low, length).await,
                None => None,
            };
            if let Some(record) = record {
                self.step_past(&record);
                return Some(record);
            }
            self.step_over(word == Some(ERASED));
        }
        None
    }

    /// The record whose first two bytes are these, if it is sound and its number can be.
    async fn record_here<F: NorFlash>(&self, flash: &mut F, low: u8, length: u8) -> Option<Record> {
        let size = record_size(length)?;
        let [expected_low, ..] = self.expected.to_le_bytes();
        let lost = low.wrapping_sub(expected_low);
        if size > PAGE.saturating_sub(self.offset) || u16::from(lost) > self.skipped {
            return None;
        }
        let sequence = self.expected.checked_add(u32::from(lost))?;
        let bytes = read_record(flash, self.address(), size).await?;
        Record::decode(sequence, bytes)
    }

    fn step_past(&mut self, record: &Record) {
        self.offset = self.offset.saturating_add(record.size());
        self.expected = record.sequence().saturating_add(1);
        self.skipped = 0;
        self.records_end = self.offset;
        self.used_end = self.offset;
    }

    fn step_over(&mut self, erased: bool) {
        self.offset = self.offset.saturating_add(WORD);
        self.skipped = self.skipped.saturating_add(1);
        if !erased {
            self.used_end = self.offset;
        }
    }

    fn address(&self) -> u32 {
        self.page.saturating_add(u32::from(self.offset))
    }
}
