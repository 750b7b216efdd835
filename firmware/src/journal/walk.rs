//! A walk over the records of one page. It reads the flash and changes nothing.
//!
//! Words that are not a record (torn, damaged, erased) are stepped over, one double-word at a time. The walk looks for
//! the next record where one can be: behind the end that a damaged record claims, or behind an erased double-word,
//! where writing went on after a power cut. Bytes within a damaged record never count as a record of their own.
//!
//! A record behind such a place may have a later number than the next one, but only by as many
//! as could have been lost there: one for every double-word.

use super::flash::{read_record, read_word};
use super::format::{ERASED, PAGE, Record, WORD, Word, record_size};
use embedded_storage::nor_flash::NorFlash;

#[derive(Clone, Copy, Debug)]
pub(super) struct Walk {
    /// The address of the page in the flash.
    page: u32,
    /// The offset of the walk in the page.
    offset: u16,
    /// The number that the next record has if nothing is lost.
    expected: u32,
    /// Before this offset no record begins.
    resume: u16,
    /// Double-words stepped over since the last record.
    skipped: u16,
    /// The end of the last record.
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
            resume: WORD,
            skipped: 0,
            records_end: WORD,
            used_end: WORD,
        }
    }

    pub fn expected(&self) -> u32 {
        self.expected
    }

    /// The offset of the page's free space, once the walk is over.
    ///
    /// One double-word behind the last one in use stays free: power may have failed while it was
    /// being programmed, and it reads as erased without being so.
    pub fn free(&self) -> u16 {
        self.used_end.saturating_add(WORD)
    }

    /// True if something that is not a record lies behind the last record.
    pub fn ends_torn(&self) -> bool {
        self.used_end > self.records_end
    }

    /// Reads the next sound record of the page into `record`; none behind the last one.
    pub fn next<F: NorFlash>(&mut self, flash: &mut F, record: &mut Record) -> Option<()> {
        while self.offset < PAGE {
            let word = read_word(flash, self.address());
            if let Some(expected) = word.and_then(|word| self.record_here(word))
                && read_record(flash, self.address(), expected, record).is_some()
            {
                self.step_past(record);
                return Some(());
            }
            self.step_over(word);
        }
        None
    }

    /// Number and size of the record that begins with this word, if there can be one here.
    fn record_here(&self, [low, length, ..]: Word) -> Option<(u32, u16)> {
        let size = record_size(length)?;
        let [expected_low, ..] = self.expected.to_le_bytes();
        let lost = low.wrapping_sub(expected_low);
        let sequence = self.expected.checked_add(u32::from(lost))?;
        let may_begin = self.offset >= self.resume;
        let fits = size <= PAGE.saturating_sub(self.offset);
        let can_be_lost = u16::from(lost) <= self.skipped;
        (may_begin && fits && can_be_lost).then_some((sequence, size))
    }

    fn step_past(&mut self, record: &Record) {
        self.offset = self.offset.saturating_add(record.size());
        self.expected = record.sequence().saturating_add(1);
        self.skipped = 0;
        self.records_end = self.offset;
        self.used_end = self.offset;
    }

    fn step_over(&mut self, word: Option<Word>) {
        let begin = self.offset;
        self.offset = begin.saturating_add(WORD);
        self.skipped = self.skipped.saturating_add(1);
        if word == Some(ERASED) {
            self.resume = self.offset;
            return;
        }
        self.used_end = self.offset;
        if begin >= self.resume {
            let claimed = word.and_then(|[_, length, ..]| record_size(length));
            self.resume = begin.saturating_add(claimed.unwrap_or(WORD));
        }
    }

    fn address(&self) -> u32 {
        self.page.saturating_add(u32::from(self.offset))
    }
}
