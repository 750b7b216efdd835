//! One of the two logs: a ring of pages, written at its head. This module scans and reads it; `write` appends to it.

mod write;

use super::checkpoint::Part;
use super::flash::{erase, is_blank, read_word};
use super::format::{ERASED, Header, PAGE, Record, Spot, VERSION};
use super::index::{Index, Page, Position};
use super::walk::Walk;
use super::{Error, LogName};
use embedded_storage::nor_flash::NorFlash;

#[derive(Debug)]
pub(super) struct Log {
    name: LogName,
    /// The address of the log in the flash.
    base: u32,
    pages: u16,
    index: Index,
    /// The offset of the next record in the head page.
    free: u16,
    /// The first part of the newest checkpoint whose last part the scan saw.
    checkpoint: Option<u32>,
    /// The scan saw something unreadable behind the last entry.
    torn: bool,
    /// Records that needed a second page since the journal was made.
    retries: u32,
    /// The ends of the last reads, the newest first: the console that follows and the scrub read by turns, and each
    /// mostly goes on from its own.
    cursors: [Option<Walk>; 2],
}

impl Log {
    #[inline(always)]
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
            cursors: [None; 2],
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

    /// True if there is nothing but erased flash from this slot on.
    pub fn is_blank_from<F: NorFlash>(&self, flash: &mut F, slot: u16) -> bool {
        (slot..self.pages).all(|slot| is_blank(flash, self.address(slot, 0)))
    }

    /// True if the log ends at `sequence` and shows traces of more.
    pub fn is_torn_at(&self, sequence: u32) -> bool {
        self.torn && self.index.end() == Some(sequence)
    }

    /// Builds the index: from every page's header, and from the records of the latest pages back to the newest
    /// checkpoint. `alive` is called for each page that is read.
    pub fn scan<F: NorFlash>(&mut self, flash: &mut F, alive: &mut impl FnMut()) {
        self.forget();
        for slot in 0..self.pages {
            if let Some(header) = self.header(flash, slot) {
                let at = Position {
                    lap: header.lap,
                    slot,
                };
                self.index.open(at, header.out_of_order, header.first);
            }
        }
        self.index.spare_next();
        self.index.bound();
        let mut page = self.index.head();
        while let Some(found) = page {
            alive();
            self.scan_page(flash, found);
            let goes_on = !self.is_all_since_checkpoint(&found);
            page = self.index.before(found.at).filter(|_| goes_on);
        }
        self.torn |= self.spare_is_damaged(flash);
    }

    /// True if everything from the newest checkpoint on lies in this page and later ones. Entries behind the checkpoint
    /// were written after it, so none of them is in a page before one in order that begins at or before it.
    fn is_all_since_checkpoint(&self, page: &Page) -> bool {
        let begins_before = |checkpoint| page.first <= checkpoint;
        !page.out_of_order && self.checkpoint.is_some_and(begins_before)
    }

    /// The version of a page that another program has written, if there is one.
    pub fn other_version<F: NorFlash>(&self, flash: &mut F) -> Option<u8> {
        (0..self.pages).find_map(|slot| {
            let word = read_word(flash, self.address(slot, 0))?;
            Header::version(word, self.spot(slot)).filter(|version| *version != VERSION)
        })
    }

    fn scan_page<F: NorFlash>(&mut self, flash: &mut F, page: Page) {
        let mut walk = Walk::new(self.address(page.at.slot, 0), page.first);
        let mut record = Record::empty();
        while walk.next(flash, &mut record).is_some() {
            self.checkpoint = self.checkpoint.max(Part::completes(&record));
        }
        self.index.extend(page.at.slot, walk.expected());
        if self.index.head().is_some_and(|head| head.at == page.at) {
            self.free = walk.free();
            self.torn = walk.ends_torn();
        }
    }

    /// True if the slot behind the head begins with neither a header nor erased flash.
    fn spare_is_damaged<F: NorFlash>(&self, flash: &mut F) -> bool {
        let Some(next) = self.index.next_position() else {
            return false;
        };
        let word = read_word(flash, self.address(next.slot, 0));
        word != Some(ERASED) && self.header(flash, next.slot).is_none()
    }

    /// Erases the slot behind the head if a power cut or age has left neither a header nor erased flash there: it looks
    /// like the trace of an entry, and at the next cut would count as an entry that was lost.
    pub fn clean_spare<F: NorFlash>(&mut self, flash: &mut F) -> Result<(), Error> {
        match self.index.next_position() {
            Some(next) if self.spare_is_damaged(flash) => erase(flash, self.address(next.slot, 0)),
            _ => Ok(()),
        }
    }

    /// Reads the entry with this number into `record`; none if this log misses it.
    pub fn read<F: NorFlash>(
        &mut self,
        flash: &mut F,
        sequence: u32,
        record: &mut Record,
    ) -> Option<()> {
        let goes_on = |walk: &mut Walk| walk.expected() == sequence;
        let mut cursors = self.cursors.iter_mut();
        if let Some(walk) = cursors.find_map(|cursor| cursor.take_if(goes_on))
            && self.find(flash, walk, sequence, record).is_some()
        {
            return Some(());
        }
        let mut page = self.index.holder(sequence, None);
        while let Some(found) = page {
            let walk = Walk::new(self.address(found.at.slot, 0), found.first);
            if self.find(flash, walk, sequence, record).is_some() {
                return Some(());
            }
            page = self.index.holder(sequence, Some(found.at));
        }
        None
    }

    /// Reads on until the entry comes, or a later one, or the page ends.
    fn find<F: NorFlash>(
        &mut self,
        flash: &mut F,
        mut walk: Walk,
        sequence: u32,
        record: &mut Record,
    ) -> Option<()> {
        while walk.expected() <= sequence {
            walk.next(flash, record)?;
        }
        self.keep(walk);
        (record.sequence() == sequence).then_some(())
    }

    fn keep(&mut self, walk: Walk) {
        let [newest, other] = &mut self.cursors;
        if let Some(before) = newest.replace(walk) {
            *other = Some(before);
        }
    }

    fn forget(&mut self) {
        self.index.forget();
        self.free = PAGE;
        self.checkpoint = None;
        self.torn = false;
        self.cursors = [None; 2];
    }

    fn header<F: NorFlash>(&self, flash: &mut F, slot: u16) -> Option<Header> {
        let word = read_word(flash, self.address(slot, 0))?;
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
