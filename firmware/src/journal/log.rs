//! One of the two logs: a ring of pages, written at its head.
//!
//! Each page is erased right before it is opened. A page that a power cut left half-erased is
//! therefore erased again in full, even where it reads as blank.

use super::checkpoint::Part;
use super::flash::{erase, program, read_word};
use super::format::{ERASED, Header, PAGE, Record, Spot, WORD};
use super::index::{Index, Page, Position};
use super::walk::Walk;
use super::{Error, LogName};
use embedded_storage_async::nor_flash::NorFlash;

/// A write may turn the page, turn it once more where the flash fails, and needs a spare slot
/// behind that.
const SLOTS_PER_WRITE: u16 = 3;

#[derive(Debug)]
pub(super) struct Log {
    name: LogName,
    /// Where the log begins in the flash.
    base: u32,
    pages: u16,
    index: Index,
    /// Where in the head page the next record goes.
    free: u16,
    /// The first part of the newest checkpoint whose last part the scan saw.
    checkpoint: Option<u32>,
    /// Whether the scan saw something unreadable behind the last entry.
    torn: bool,
    /// Records that needed a second page since the journal was made.
    retries: u32,
    /// Where the last read ended: reads mostly go on from there.
    cursor: Option<Walk>,
}

impl Log {
    pub fn new(name: LogName, base: u32, pages: u16) -> Self {
        Self {
            name,
            base,
            pages,
            index: Index::new(pages),
            free: PAGE,
            checkpoint: None,
            torn: false,
            retries: 0,
            cursor: None,
        }
    }

    pub fn index(&self) -> &Index {
        &self.index
    }

    pub fn retries(&self) -> u32 {
        self.retries
    }

    pub fn checkpoint(&self) -> Option<u32> {
        self.checkpoint
    }

    /// Whether the log ends at `sequence` and shows traces of more.
    pub fn is_torn_at(&self, sequence: u32) -> bool {
        self.torn && self.index.end() == Some(sequence)
    }

    /// Reads the whole log and notes what is where.
    pub async fn scan<F: NorFlash>(&mut self, flash: &mut F) {
        self.forget();
        for slot in 0..self.pages {
            if let Some(header) = self.header(flash, slot).await {
                let lap = header.lap;
                self.index.open(Position { lap, slot }, header.first);
            }
        }
        self.index.spare_next();
        for slot in 0..self.pages {
            if let Some(page) = self.index.get(slot) {
                self.scan_page(flash, page).await;
            }
        }
        self.torn |= self.spare_is_damaged(flash).await;
    }

    async fn scan_page<F: NorFlash>(&mut self, flash: &mut F, page: Page) {
        let mut walk = Walk::new(self.address(page.at.slot, 0), page.first);
        while let Some(record) = walk.next(flash).await {
            self.checkpoint = self.checkpoint.max(Part::completes(&record));
        }
        self.index.extend(page.at.slot, walk.expected());
        if self.index.head().is_some_and(|head| head.at == page.at) {
            self.free = walk.free();
            self.torn = walk.ends_torn();
        }
    }

    /// Whether the slot behind the head begins with neither a header nor erased flash.
    async fn spare_is_damaged<F: NorFlash>(&self, flash: &mut F) -> bool {
        let Some(next) = self.index.next_position() else {
            return false;
        };
        let word = read_word(flash, self.address(next.slot, 0)).await;
        word != Some(ERASED) && self.header(flash, next.slot).await.is_none()
    }

    /// The entry with this number, if this log has it.
    pub async fn read<F: NorFlash>(&mut self, flash: &mut F, sequence: u32) -> Option<Record> {
        if let Some(walk) = self.cursor.take_if(|walk| walk.expected() == sequence)
            && let Some(record) = self.read_on(flash, walk, sequence).await
        {
            return Some(record);
        }
        let mut page = self.index.holder(sequence, None);
        while let Some(found) = page {
            let walk = Walk::new(self.address(found.at.slot, 0), found.first);
            if let Some(record) = self.read_on(flash, walk, sequence).await {
                return Some(record);
            }
            page = self.index.holder(sequence, Some(found.at));
        }
        None
    }

    async fn read_on<F: NorFlash>(
        &mut self,
        flash: &mut F,
        mut walk: Walk,
        sequence: u32,
    ) -> Option<Record> {
        while let Some(record) = walk.next(flash).await {
            if record.sequence() == sequence {
                self.cursor = Some(walk);
                return Some(record);
            }
        }
        None
    }

    /// Whether a quarter of the ring has been opened since the newest checkpoint: often enough
    /// for a quick start, seldom enough to take little of the flash.
    pub fn needs_checkpoint(&self, checkpoint: u32) -> bool {
        self.index.opened_since(checkpoint) >= usize::from(self.pages / 4)
    }

    /// Whether a record can be written so that every entry from `checkpoint` on stays, and the
    /// page can then be turned `spare` times more.
    pub fn has_room(&self, checkpoint: u32, spare: u16) -> bool {
        let slots = SLOTS_PER_WRITE.saturating_add(spare);
        !self.index.needed_ahead(slots, checkpoint)
    }

    /// Writes a record behind the last one and reads it back. Where the flash does not take it,
    /// its page is left behind: on a freshly erased one it gets a second chance, and no third.
    pub async fn write<F: NorFlash>(
        &mut self,
        flash: &mut F,
        record: &Record,
    ) -> Result<(), Error> {
        if self.try_to_write(flash, record).await.is_ok() {
            return Ok(());
        }
        self.retries = self.retries.saturating_add(1);
        self.turn_page(flash, record.sequence()).await?;
        self.try_to_write(flash, record).await
    }

    async fn try_to_write<F: NorFlash>(
        &mut self,
        flash: &mut F,
        record: &Record,
    ) -> Result<(), Error> {
        if self.head_for(record).is_none() {
            self.turn_page(flash, record.sequence()).await?;
        }
        let page = self.head_for(record).ok_or(Error::Exhausted)?;
        let address = self.address(page.at.slot, self.free);
        program(flash, address, record.bytes()).await?;
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

    async fn turn_page<F: NorFlash>(&mut self, flash: &mut F, first: u32) -> Result<(), Error> {
        let at = self.index.next_position().ok_or(Error::Exhausted)?;
        let address = self.address(at.slot, 0);
        self.cursor = None;
        erase(flash, address).await?;
        let header = Header { lap: at.lap, first };
        program(flash, address, &header.encode(self.spot(at.slot))).await?;
        self.index.open(at, first);
        self.index.spare_next();
        self.free = WORD;
        Ok(())
    }

    /// Erases every page, the newest last: what a power cut leaves is either the newest state
    /// or no state, never an older one.
    pub async fn wipe<F: NorFlash>(&mut self, flash: &mut F) -> Result<(), Error> {
        let oldest = self.index.next_position().unwrap_or(Position::START).slot;
        for slot in (oldest..self.pages).chain(0..oldest) {
            erase(flash, self.address(slot, 0)).await?;
        }
        self.forget();
        Ok(())
    }

    fn forget(&mut self) {
        *self = Self {
            retries: self.retries,
            ..Self::new(self.name, self.base, self.pages)
        };
    }

    async fn header<F: NorFlash>(&self, flash: &mut F, slot: u16) -> Option<Header> {
        let word = read_word(flash, self.address(slot, 0)).await?;
        Header::decode(word, self.spot(slot))
    }

    fn spot(&self, slot: u16) -> Spot {
        Spot {
            log: self.name,
            pages: self.pages,
            slot,
        }
    }

    #[expect(
        clippy::arithmetic_side_effects,
        reason = "slots and offsets lie in the log, and the log in a flash of at most 512 KiB"
    )]
    fn address(&self, slot: u16, offset: u16) -> u32 {
        self.base + u32::from(slot) * u32::from(PAGE) + u32::from(offset)
    }
}
