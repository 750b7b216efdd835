//! `coinspot journal`: what a flash image holds, entry by entry, and whether it can be trusted.

use firmware::controller::{Controller, decode};
use firmware::journal::{Error, Journal};
use parts::flash::{FlashChip, Socket};
use serde::Serialize;
use shared_rules::wire::key::KeyRing;

use crate::table::words;

/// One entry of the journal.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Read {
    /// Its number.
    pub number: u32,
    /// The kind of line: `entry`, `money`, `fault`, `mended`, `refused`, or `lost`.
    pub kind: &'static str,
    /// In words.
    pub text: String,
}

/// A journal that was read.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Dump {
    /// The entries that the logs still hold.
    pub entries: Vec<Read>,
    /// Entries that one log had to take from the other.
    pub repaired: u32,
    /// Why a table would not start from it; none if it would.
    pub wrong: Option<String>,
}

/// Reads a flash image. The file itself is not changed: repairs are made in memory.
///
/// # Errors
/// If the image has no size that a journal can have.
pub fn dump(image: &[u8]) -> Result<Dump, Error> {
    let chip = FlashChip::from_image(image);
    let mut journal = Journal::new(Socket::new(chip.clone()))?;
    let recovered = journal.recover();
    let repaired = recovered
        .as_ref()
        .map_or(0, |recovery| recovery.repairs.a + recovery.repairs.b);
    Ok(Dump {
        entries: entries(&mut journal),
        repaired,
        wrong: match recovered {
            Err(error) => Some(error.to_string()),
            Ok(_) => start(chip),
        },
    })
}

fn entries(journal: &mut Journal<Socket>) -> Vec<Read> {
    let mut read = Vec::new();
    let mut reader = journal.read_from(0);
    loop {
        match reader.next() {
            Ok(Some(entry)) => read.push(match decode(entry.kind, entry.payload) {
                Some(known) => Read {
                    number: entry.sequence,
                    kind: words::kind(&known),
                    text: words::entry(&known),
                },
                None => lost(entry.sequence, "not understood"),
            }),
            Ok(None) => return read,
            Err(Error::Lost { sequence }) => read.push(lost(sequence, "lost in both logs")),
            Err(Error::Disagreement { sequence }) => {
                read.push(lost(sequence, "different in the two logs"));
            }
            // Nothing else comes from reading.
            Err(error) => {
                read.push(lost(u32::MAX, &error.to_string()));
                return read;
            }
        }
    }
}

fn lost(number: u32, text: &str) -> Read {
    Read {
        number,
        kind: "lost",
        text: text.into(),
    }
}

/// Starts a table from the journal: only entries that its ledger can have written leave it without a halt.
fn start(chip: FlashChip) -> Option<String> {
    let mut controller = match Controller::new(Socket::new(chip)) {
        Ok(controller) => controller,
        Err(error) => return Some(error.to_string()),
    };
    controller.start(&KeyRing::new(), None);
    controller
        .halt()
        .map(|halt| format!("the table halts: {halt}"))
}
