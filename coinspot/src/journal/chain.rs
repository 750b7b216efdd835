//! Verifies the chain over a journal: every link is the code of the entries before it.

use std::fmt;

use firmware::journal::Error;
use serde::Serialize;
use shared_rules::ledger::{ChainLink, ChipNumber, Entry, JournalChain, Ledger};
use shared_rules::wire::key::SharedKey;
use shared_rules::wire::payload;

use super::JournalImage;
use super::records::{AuditRecord, records};

/// Entries that are not those that the table has linked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct BrokenLink {
    /// The first entry behind the last link that holds.
    pub from: u32,
    /// The link that does not hold, or the entry where one is missing.
    pub to: u32,
    /// In words.
    pub why: &'static str,
}

impl fmt::Display for BrokenLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "entries {} to {}: {}", self.from, self.to, self.why)
    }
}

/// What a chain shows.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct ChainReport {
    /// Links that hold.
    pub links: u32,
    /// Where it breaks.
    pub broken: Vec<BrokenLink>,
    /// Entries that no link covers: the oldest ones of a ring that has come round, and those behind the last link.
    pub unlinked: u32,
}

impl ChainReport {
    /// True if nothing that is linked was changed, and something is linked at all.
    pub fn holds(&self) -> bool {
        self.broken.is_empty() && self.links > 0
    }
}

const CHANGED: &str = "changed, removed, moved, or linked with another key";
const LOST: &str = "an entry is lost";
const MISSING: &str = "the link of the settlement is missing";

/// Verifies the chain of a flash image's journal.
///
/// # Errors
/// If the image has no size that a journal can have.
pub fn verify_chain(image: &[u8], key: &SharedKey) -> Result<ChainReport, Error> {
    let mut journal = JournalImage::new(image).journal()?;
    // A journal with lost entries can be read all the same.
    let _ = journal.recover();
    let records = records(&mut journal);
    let mut walk = Walk::new(key);
    for (index, record) in records.iter().enumerate() {
        match record {
            AuditRecord::Checkpoint(bytes) => walk.checkpoint(bytes),
            AuditRecord::Lost(number, _) => walk.lost(*number),
            AuditRecord::Entry(number, bytes) => {
                walk.entry(*number, bytes);
                if needs_link(bytes, records.get(index + 1)) {
                    walk.breaks(*number, MISSING);
                }
            }
        }
    }
    let mut report = walk.report;
    report.unlinked += walk.pending;
    Ok(report)
}

/// A settlement is followed by its link, unless power failed in between.
fn needs_link(bytes: &[u8], next: Option<&AuditRecord>) -> bool {
    let is_settled = matches!(payload::read(bytes), Some(Entry::Settled(_)));
    let Some(AuditRecord::Entry(_, next)) = next else {
        return false;
    };
    let follows = matches!(payload::read(next), Some(Entry::Chain(_) | Entry::Boot(_)));
    is_settled && !follows
}

/// The chain as far as it was read.
struct Walk<'k> {
    key: &'k SharedKey,
    chain: JournalChain,
    /// The last link, once one is known.
    before: Option<ChainLink>,
    chip: ChipNumber,
    /// Entries since the last link, and the first of them.
    pending: u32,
    from: u32,
    report: ChainReport,
}

impl Walk<'_> {
    fn new(key: &SharedKey) -> Walk<'_> {
        Walk {
            key,
            chain: JournalChain::default(),
            before: None,
            chip: ChipNumber::default(),
            pending: 0,
            from: 0,
            report: ChainReport::default(),
        }
    }

    /// A reader begins at the first checkpoint. Later ones are linked like entries.
    fn checkpoint(&mut self, bytes: &[u8]) {
        let mut ledger = Ledger::new();
        if self.before.is_none() && ledger.read_checkpoint(bytes).is_ok() {
            self.before = Some(ledger.last_link());
            self.chip = ledger.chip().unwrap_or_default();
        }
        self.report.unlinked += self.pending;
        self.pending = 0;
        self.chain.begin_at(bytes);
    }

    fn entry(&mut self, number: u32, bytes: &[u8]) {
        if self.pending == 0 {
            self.from = number;
        }
        match payload::read(bytes) {
            Some(Entry::Chain(link)) => self.link(number, link),
            Some(Entry::Chip(chip)) => self.chip = chip,
            _ => {}
        }
        self.chain.add(number, bytes);
        let is_link = self.chain.is_empty();
        self.pending = if is_link { 0 } else { self.pending + 1 };
    }

    /// A link that does not hold is where the next group begins all the same: only the changed entries are named.
    fn link(&mut self, number: u32, link: ChainLink) {
        match self.before {
            Some(before) if self.chain.link(self.key, &self.chip, &before, number) == link => {
                self.report.links += 1;
            }
            Some(_) => self.breaks(number, CHANGED),
            None => self.report.unlinked += self.pending,
        }
        self.before = Some(link);
    }

    fn lost(&mut self, number: u32) {
        if self.pending == 0 {
            self.from = number;
        }
        self.breaks(number, LOST);
    }

    fn breaks(&mut self, to: u32, why: &'static str) {
        let from = self.from.min(to);
        self.report.broken.push(BrokenLink { from, to, why });
    }
}
