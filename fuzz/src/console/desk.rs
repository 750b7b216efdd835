//! A controller over a small flash, and the entries that come from it.

use std::ops::{Deref, DerefMut};
use std::sync::LazyLock;

use firmware::controller::decode;
use firmware::journal::EntryKind;
use link::to_console::Turn;
use parts::flash::{FlashChip, Socket};
use shared_rules::ledger::Entry;
use shared_rules::wire::message::{Report, Request};
use shared_rules::wire::payload::{self, Payload};
use simulator::controller_driver::{ControllerDriver, FeltChange};

use super::step::Step;

/// A ring of 16 pages for each log: the smallest that there is.
const PAGES: usize = 32;

/// To format a new flash takes longer than most sessions.
static FORMATTED: LazyLock<FlashChip> = LazyLock::new(|| {
    let driver = ControllerDriver::new(Socket::new(FlashChip::new(PAGES)));
    driver.flash.chip().clone()
});

/// An entry with its number.
pub type Numbered = (u32, Entry);

/// A table with power.
#[derive(Debug)]
pub struct Desk {
    driver: ControllerDriver,
    /// The number of the first entry that has not been looked at.
    next_entry: u32,
}

impl Deref for Desk {
    type Target = ControllerDriver;

    fn deref(&self) -> &ControllerDriver {
        &self.driver
    }
}

impl DerefMut for Desk {
    fn deref_mut(&mut self) -> &mut ControllerDriver {
        &mut self.driver
    }
}

impl Desk {
    /// A board that was started once before, when it was new.
    pub fn new_board() -> Desk {
        Desk {
            driver: ControllerDriver::new(Socket::new(FORMATTED.clone())),
            next_entry: 0,
        }
    }

    /// The table's answer to a request.
    pub fn answer(&mut self, request: &[u8]) -> Option<Payload> {
        let request = Payload::from_slice(request).ok()?;
        self.serve(&Turn::Request(request))
    }

    /// The entries that have come since this was asked last.
    pub fn new_entries(&mut self) -> Vec<Numbered> {
        let follow = payload::write(&Request::Follow(self.next_entry)).expect("a short request");
        self.answer(&follow).expect("an answer");
        let mut entries = Vec::new();
        while let Some(report) = self.serve(&Turn::Free) {
            let Some(Report::Entry(number, bytes)) = payload::read(&report) else {
                panic!("no entry: {report:02x?}");
            };
            entries.push((number, entry(bytes)));
            self.next_entry = number + 1;
        }
        entries
    }

    /// Does a step that changes the felt, and lets the table see it.
    pub fn steps(&mut self, step: &Step) {
        match *step {
            Step::Chips(seat, count) => self.felt(FeltChange::Chips(seat, count)),
            Step::Ante(seat, lies) => self.felt(FeltChange::Ante(seat, lies)),
            Step::Press(key) => self.felt(FeltChange::Press(key)),
            Step::Supervisor(turned) => self.felt(FeltChange::Supervisor(turned)),
            Step::Chain(true) => self.felt(FeltChange::ChainIsBack),
            Step::Chain(false) => self.felt(FeltChange::ChainBreaks),
            _ => {}
        }
    }
}

/// The entry that a report holds: its kind, and the rest.
fn entry(bytes: &[u8]) -> Entry {
    let (kind, payload) = bytes.split_first().expect("a kind");
    let kind = EntryKind::new(*kind).expect("a kind that is no checkpoint");
    decode(kind, payload).expect("an entry")
}
