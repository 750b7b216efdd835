//! `coinspot journal`: the content of a flash image, entry by entry: what was written, when, by whom, and who won what;
//! and whether it can be trusted.

mod chain;
mod csv;
mod line;
mod records;

pub use chain::{BrokenLink, ChainReport, verify_chain};
pub use csv::write_csv;
pub use line::{JournalLine, JournalWin};

use firmware::controller::Controller;
use firmware::journal::{Error, Journal};
use parts::flash::{FlashChip, Socket};
use serde::Serialize;
use shared_rules::wire::key::KeyRing;

use crate::table::words;
pub(crate) use line::JournalStory;
use records::records;

/// Bytes of a board's journal.
const FLASH_BYTES: usize = 512 * 1024;

/// A journal that was read.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Dump {
    /// The entries that the logs still hold.
    pub entries: Vec<JournalLine>,
    /// Entries that one log had to take from the other.
    pub repaired: u32,
    /// Parameters that the house has set, and that wait until the jackpot has been won.
    pub waits: Option<String>,
    /// Why a table would not start from it; none if it would.
    pub wrong: Option<String>,
}

/// A flash image as a journal reads it: a truncated one is filled up with erased flash.
#[derive(Debug)]
pub struct JournalImage {
    chip: FlashChip,
    /// Its length, if it is truncated.
    truncated: Option<usize>,
}

impl JournalImage {
    /// Notices whether the image is truncated: pages of a board's journal in a shorter file, or half a page.
    pub fn new(image: &[u8]) -> JournalImage {
        let whole = FlashChip::from_image(image);
        let is_short = image.len() < FLASH_BYTES && !holds_entries(&whole);
        let filled = || [image, &vec![0xFF; FLASH_BYTES - image.len()]].concat();
        match is_short.then(|| FlashChip::from_image(&filled())) {
            Some(chip) if holds_entries(&chip) => JournalImage {
                chip,
                truncated: Some(image.len()),
            },
            _ => JournalImage {
                chip: whole,
                truncated: None,
            },
        }
    }

    /// In words, if it is truncated.
    fn truncation(&self) -> Option<String> {
        let length = self.truncated?;
        Some(format!(
            "the image is truncated: it has {length} of {FLASH_BYTES} bytes"
        ))
    }

    fn journal(&self) -> Result<Journal<Socket>, Error> {
        Journal::new(Socket::new(self.chip.clone()))
    }
}

fn holds_entries(chip: &FlashChip) -> bool {
    Journal::new(Socket::new(chip.clone())).is_ok_and(|mut journal| {
        // Whatever it says: pages of the other size are not found at all.
        let _ = journal.recover();
        journal.oldest().is_some()
    })
}

/// Reads a flash image. The file itself is not changed: repairs are made in memory.
///
/// # Errors
/// If the image has no size that a journal can have.
pub fn dump(image: &[u8]) -> Result<Dump, Error> {
    let image = JournalImage::new(image);
    let mut journal = image.journal()?;
    let recovered = journal.recover();
    let repaired = recovered
        .as_ref()
        .map_or(0, |recovery| recovery.repairs.a + recovery.repairs.b);
    let started = match recovered {
        Err(error) => Err(error.to_string()),
        Ok(_) => start(image.chip.clone()),
    };
    let mut story = JournalStory::default();
    Ok(Dump {
        entries: records(&mut journal)
            .iter()
            .filter_map(|record| story.tell(record))
            .collect(),
        repaired,
        waits: started.as_ref().ok().and_then(waits),
        wrong: image.truncation().or(started.err()),
    })
}

/// Starts a table from the journal: only entries that its ledger can have written leave it without a halt.
fn start(chip: FlashChip) -> Result<Controller<Socket>, String> {
    let mut controller = Controller::new(Socket::new(chip)).map_err(|error| error.to_string())?;
    controller.start(&KeyRing::new(), None);
    match controller.halt() {
        Some(halt) => Err(format!("the table halts: {halt}")),
        None => Ok(controller),
    }
}

fn waits(controller: &Controller<Socket>) -> Option<String> {
    let table = controller.ledger().table()?;
    table.postponed().map(words::postponed)
}
