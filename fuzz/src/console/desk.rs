//! A controller over a small flash, and the state of the felt in front of it.

use std::sync::LazyLock;

use firmware::chips::SeatReading;
use firmware::controller::{Controller, decode};
use firmware::faults::ChainFault;
use firmware::journal::EntryKind;
use firmware::keys::{KeyReading, KeySet, TableKey};
use firmware::sensors::SensorReadings;
use link::to_console::Turn;
use parts::flash::{FlashChip, Socket};
use shared_rules::ledger::Entry;
use shared_rules::seats::SeatMap;
use shared_rules::wire::message::{Report, Request};
use shared_rules::wire::payload;
use shared_rules::wire::payload::Payload;
use simulator::table::shared_key;

use super::step::Step;

/// A ring of 16 pages for each log: the smallest that there is.
const PAGES: usize = 32;

/// Formatted once: formatting a new flash takes longer than most sessions.
static FORMATTED: LazyLock<FlashChip> = LazyLock::new(|| {
    let flash = Socket::new(FlashChip::new(PAGES));
    started(&flash);
    flash.chip().clone()
});

/// An entry with its number.
pub type Numbered = (u32, Entry);

/// A table with power.
#[derive(Debug)]
pub struct Desk {
    /// The flash under the journal.
    pub flash: Socket,
    /// The table itself.
    pub controller: Controller<Socket>,
    readings: SensorReadings,
    /// Milliseconds.
    pub now_ms: u64,
    /// The number of the first entry that has not been read.
    next_entry: u32,
}

impl Desk {
    /// A board that was started once before, when it was new.
    pub fn new_board() -> Desk {
        Desk::on(FORMATTED.clone())
    }

    fn on(chip: FlashChip) -> Desk {
        let flash = Socket::new(chip);
        let controller = started(&flash);
        Desk {
            flash,
            controller,
            readings: quiet(),
            now_ms: 0,
            next_entry: 0,
        }
    }

    /// Switches power off and on.
    pub fn restart(&mut self) {
        self.controller = started(&self.flash);
    }

    /// The table's answer to a request.
    pub fn answer(&mut self, request: &[u8]) -> Option<Payload> {
        let request = Payload::from_slice(request).ok()?;
        self.controller.serve(&Turn::Request(request), self.now_ms)
    }

    /// The entries since the last call.
    pub fn new_entries(&mut self) -> Vec<Numbered> {
        let follow = payload::write(&Request::Follow(self.next_entry)).expect("a short request");
        self.answer(&follow).expect("an answer");
        let mut entries = Vec::new();
        while let Some(report) = self.controller.serve(&Turn::Free, self.now_ms) {
            let Some(Report::Entry(number, bytes)) = payload::read(&report) else {
                panic!("no entry: {report:02x?}");
            };
            entries.push((number, entry(bytes)));
            self.next_entry = number + 1;
        }
        entries
    }

    /// True while the supervisor's key is turned.
    pub fn is_supervised(&self) -> bool {
        self.readings.keys.held.contains(TableKey::Supervisor)
    }

    /// Changes the felt, and lets the table sample it.
    pub fn felt(&mut self, step: &Step) {
        let mut pressed = KeySet::NONE;
        match *step {
            Step::Chips(seat, count) => self.readings.seats.get_mut(seat).chips = count,
            Step::Ante(seat, lies) => self.readings.seats.get_mut(seat).ante = lies,
            Step::Press(key) => pressed = KeySet::from_iter([key]),
            Step::Supervisor(turned) => {
                let held = turned.then_some(TableKey::Supervisor);
                self.readings.keys.held = held.into_iter().collect();
            }
            Step::Chain(true) => self.readings = quiet(),
            Step::Chain(false) => {
                self.readings.chain = Some(ChainFault::LoopBack);
                self.readings.seats = SeatMap::from_fn(|_| SeatReading::NOT_READ);
            }
            _ => {}
        }
        self.readings.keys.pressed = pressed;
        self.sense();
        if pressed != KeySet::NONE {
            self.readings.keys.pressed = KeySet::NONE;
            self.sense();
        }
    }

    /// Lets the table sample the felt.
    pub fn sense(&mut self) {
        self.now_ms += 1;
        self.controller.pop_opened();
        self.controller.sense(&self.readings, self.now_ms);
    }
}

fn started(flash: &Socket) -> Controller<Socket> {
    let mut controller = Controller::new(flash.clone()).expect("a flash that fits");
    controller.start(Some(shared_key()), None);
    controller
}

/// The entry that a report holds: its kind, and the rest.
fn entry(bytes: &[u8]) -> Entry {
    let (kind, payload) = bytes.split_first().expect("a kind");
    let kind = EntryKind::new(*kind).expect("a kind that is no checkpoint");
    decode(kind, payload).expect("an entry")
}

/// A felt with nothing on it.
fn quiet() -> SensorReadings {
    let empty = SeatReading {
        chips: 0,
        ante: false,
        fault: None,
    };
    SensorReadings {
        seats: SeatMap::from_fn(|_| empty),
        keys: KeyReading::default(),
        chain: None,
    }
}
