//! A gateway at the console's end of a table without wires: it relays letters and follows the journal.

use link::to_console::Turn;
use shared_rules::ledger::{Entry, Ledger};
use shared_rules::wire::message::{Report, Request};
use shared_rules::wire::payload::{self, Payload};
use shared_rules::wire::sign::SignPicture;

use super::{Lean, Stage};

/// The most messages that a table may have for its gateway at a time.
const MESSAGES_MAX: usize = 512;

impl Lean {
    /// The table's ledger, while there is power.
    pub fn ledger(&self) -> Option<&Ledger> {
        let powered = self.powered.as_ref()?;
        Some(powered.main_loop.controller().ledger())
    }

    /// The picture for the sign, while there is power.
    pub fn picture(&self) -> Option<SignPicture> {
        self.powered.as_ref()?.ends.sign.borrow().picture
    }

    /// A gateway relays letters from now on, and follows the journal from this entry on.
    pub fn attend(&mut self, from: u32) {
        for request in [Request::Relay, Request::Follow(from)] {
            let _ = self.ask(&request, |_| Some(()));
        }
        self.after_flash();
    }

    /// Passes letters of the pool on to the table. Returns the table's letters, and its entries with their numbers.
    pub fn converse(&mut self, letters: &[Payload]) -> (Vec<Payload>, Vec<(u32, Entry)>) {
        let now_ms = self.now_ms();
        let Some(powered) = &mut self.powered else {
            return Default::default();
        };
        let requests = letters.iter().map(|letter| {
            let request = payload::write(&Request::Letter(letter));
            Turn::Request(request.expect("a letter that the wire carries"))
        });
        let turns = requests.chain(std::iter::repeat_n(Turn::Free, MESSAGES_MAX));
        powered.ends.console.borrow_mut().turns.extend(turns);
        powered.main_loop.poll(&powered.ends, || now_ms);
        let mut console = powered.ends.console.borrow_mut();
        console.turns.clear();
        let (mut said, mut written) = (Vec::new(), Vec::new());
        for answer in console.answers.drain(..) {
            match payload::read(&answer) {
                Some(Report::Letter(letter)) => said.extend(Payload::from_slice(letter)),
                Some(Report::Entry(number, bytes)) => {
                    written.extend(payload::read(bytes).map(|entry| (number, entry)));
                }
                _ => {}
            }
        }
        drop(console);
        self.after_flash();
        (said, written)
    }
}
