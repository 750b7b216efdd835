//! The index of a log: the entries that each page holds. It is kept in memory and made from the pages' headers and
//! records at start-up; it does not touch the flash.
//!
//! - A **slot** is a place for a page in the ring; a **position** is a slot and how often the
//!   ring had come round, so that later pages have greater positions.
//! - The **head** is the page with the greatest position: the one that is written.
//! - The slot behind the head is spare: it is erased next, perhaps half-erased already, so its
//!   page does not count any more.
//! - A repair puts old entries into a new page, which is then **out of order**: an entry may lie in
//!   several pages. Every other page begins behind all that the log held before, so that pages
//!   before it hold lesser numbers only.

use super::format::MAX_LAP;

/// The most pages in one log.
pub(super) const MAX_PAGES: usize = 128;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Position {
    pub lap: u16,
    pub slot: u16,
}

impl Position {
    pub const START: Self = Self { lap: 0, slot: 0 };

    /// None once laps have run out.
    fn following(self, pages: u16) -> Option<Self> {
        let slot = self.slot.saturating_add(1);
        if slot < pages {
            return Some(Self { slot, ..self });
        }
        let lap = self.lap.saturating_add(1);
        (lap <= MAX_LAP).then_some(Self { lap, slot: 0 })
    }
}

/// A page in use: it holds entries from `first` up to, not including, `next`, if none is damaged. If the records of the
/// page have not been read, `next` is an upper bound.
#[derive(Clone, Copy, Debug)]
pub(super) struct Page {
    pub at: Position,
    pub out_of_order: bool,
    pub first: u32,
    pub next: u32,
}

#[derive(Debug)]
pub(super) struct Index {
    pages: u16,
    slots: [Option<Page>; MAX_PAGES],
    /// Asked for in every turn of the main loop: they are kept, not looked for.
    edges: Edges,
}

/// The first and the last of a log's numbers, and the position of its head.
#[derive(Clone, Copy, Debug, Default)]
struct Edges {
    oldest: Option<u32>,
    end: Option<u32>,
    head: Option<Position>,
}

impl Edges {
    fn include(&mut self, page: Page) {
        let Page {
            at, first, next, ..
        } = page;
        self.head = self.head.max(Some(at));
        self.oldest = Some(self.oldest.map_or(first, |oldest| oldest.min(first)));
        if next > first {
            self.end = Some(self.end.map_or(next, |end| end.max(next)));
        }
    }
}

impl Index {
    #[inline(always)]
    pub fn new(pages: u16) -> Self {
        Self {
            pages,
            slots: [None; MAX_PAGES],
            edges: Edges {
                oldest: None,
                end: None,
                head: None,
            },
        }
    }

    pub fn forget(&mut self) {
        self.slots.fill(None);
        self.edges = Edges::default();
    }

    pub fn pages(&self) -> impl Iterator<Item = Page> {
        self.slots.iter().copied().flatten()
    }

    pub fn head(&self) -> Option<Page> {
        self.get(self.edges.head?.slot)
    }

    /// The latest page before this position.
    pub fn before(&self, at: Position) -> Option<Page> {
        self.latest(|page| page.at < at)
    }

    /// The latest of the pages that satisfy the condition.
    fn latest(&self, is_so: impl Fn(&Page) -> bool) -> Option<Page> {
        let mut latest: Option<&Page> = None;
        for page in self.slots.iter().flatten() {
            if is_so(page) && latest.is_none_or(|latest| latest.at < page.at) {
                latest = Some(page);
            }
        }
        latest.copied()
    }

    /// The position of the page to open next; none once laps have run out.
    pub fn next_position(&self) -> Option<Position> {
        match self.head() {
            Some(head) => head.at.following(self.pages),
            None => Some(Position::START),
        }
    }

    /// The number behind the greatest one in the log.
    pub const fn end(&self) -> Option<u32> {
        self.edges.end
    }

    /// The least number in the log.
    pub const fn oldest(&self) -> Option<u32> {
        self.edges.oldest
    }

    /// The latest page before `before` that should hold this entry.
    pub fn holder(&self, sequence: u32, before: Option<Position>) -> Option<Page> {
        self.latest(|page| {
            (page.first..page.next).contains(&sequence)
                && before.is_none_or(|before| page.at < before)
        })
    }

    /// The number of pages opened since this entry was written.
    pub fn opened_since(&self, sequence: u32) -> usize {
        self.pages().filter(|page| page.first > sequence).count()
    }

    /// True if one of the next `count` slots behind the head holds this entry or a later one.
    pub fn needed_ahead(&self, count: u16, sequence: u32) -> bool {
        let mut ahead = self.next_position();
        for _ in 0..count {
            let page = ahead.and_then(|at| self.get(at.slot));
            if page.is_some_and(|page| page.next > sequence) {
                return true;
            }
            ahead = ahead.and_then(|at| at.following(self.pages));
        }
        false
    }

    /// Notes a page with no entries yet.
    pub fn open(&mut self, at: Position, out_of_order: bool, first: u32) {
        let page = Page {
            at,
            out_of_order,
            first,
            next: first,
        };
        self.set(at.slot, Some(page));
    }

    /// Notes the upper bound of each page: it ends before the next page in order begins.
    pub fn bound(&mut self) {
        let mut ordered: Option<u32> = None;
        let mut page = self.head();
        while let Some(found) = page {
            if let Some(next) = ordered {
                self.extend(found.at.slot, next.max(found.first));
            }
            if !found.out_of_order {
                ordered = Some(found.first);
            }
            page = self.before(found.at);
        }
    }

    /// Notes that a page holds entries up to, not including, `next`.
    pub fn extend(&mut self, slot: u16, next: u32) {
        if let Some(page) = self.get(slot) {
            self.set(slot, Some(Page { next, ..page }));
        }
    }

    /// Stops relying on the page behind the head.
    pub fn spare_next(&mut self) {
        if let Some(at) = self.next_position() {
            self.set(at.slot, None);
        }
    }

    pub fn get(&self, slot: u16) -> Option<Page> {
        self.slots.get(usize::from(slot)).copied().flatten()
    }

    fn set(&mut self, slot: u16, page: Option<Page>) {
        let Some(entry) = self.slots.get_mut(usize::from(slot)) else {
            return;
        };
        let before = core::mem::replace(entry, page);
        let has_grown = |page: &Page| {
            before.is_none_or(|before| before.first == page.first && before.next <= page.next)
        };
        match page.filter(has_grown) {
            Some(page) => self.edges.include(page),
            None => self.find_edges(),
        }
    }

    fn find_edges(&mut self) {
        let mut edges = Edges::default();
        self.pages().for_each(|page| edges.include(page));
        self.edges = edges;
    }
}
