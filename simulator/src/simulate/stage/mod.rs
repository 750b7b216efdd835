//! The layers under test, each with all those above it in this table:
//!
//! | stage | layer |
//! | --- | --- |
//! | [`RoundStage`] | the round |
//! | [`LedgerStage`] | the ledger, with its entries as bytes |
//! | [`Lean`] | the controller with chain, sensors, journal and flash, but without the bytes on the wires |
//! | [`Whole`] | the table with both wires, twenty times slower |

mod lean;
mod ledger;
mod round;
mod whole;

pub use lean::Lean;
pub use ledger::{LedgerStage, ledger_agrees};
pub use round::{RoundStage, round_agrees};
pub use whole::Whole;

use std::hash::{DefaultHasher, Hash, Hasher};

use oracle::table::words::House;
use oracle::table::{Fault, Reference, Verdict};
use shared_rules::ledger::{Entry, Ledger};
use shared_rules::round::Event;
use shared_rules::settle::Settlement;
use shared_rules::wire::message::{Command, Meters};
use shared_rules::wire::payload::Payload;
use sign::Sign;

use super::check::Difference;
use parts::chain::{Change, Cut};
use parts::flash::{FlashChip, Tear};

/// The table's answer to a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CommandAnswer {
    /// It was carried out.
    Done,
    /// It was refused.
    Refused,
}

/// A power cut that is planned: after so many more operations of the flash, how, and the seed of its chances.
pub type Cutting = (usize, Tear, u64);

/// A layer below the controller: it takes the events that reach the round.
pub trait EventStage {
    /// It keeps entries, and loses everything else with the power.
    const HAS_MEMORY: bool;

    /// Takes an event, of which the reference says what becomes of it, and says whether it was taken.
    ///
    /// # Errors
    /// A refused event has changed something.
    fn event(&mut self, event: &Event, verdict: Verdict) -> Result<bool, Difference>;

    /// Configures the table or confirms an award, and says whether it did; a layer that does not decide that follows
    /// the reference.
    fn house(&mut self, command: &Command, is_taken: bool) -> bool;

    /// The house's configuration as far as it holds now: a layer that does not decide that follows the reference.
    fn holds(&mut self, _house: &House) {}

    /// Power goes and comes back.
    fn power_cut(&mut self);

    /// Something began or ceased to be broken: the faults that stand now.
    fn faults(&mut self, _faults: &[Fault]) {}

    /// Holds everything that this layer shows against the reference.
    fn agrees_with(&self, reference: &Reference) -> Result<(), Difference>;
}

/// A table under test.
pub trait Stage {
    /// Milliseconds since the beginning.
    fn now_ms(&self) -> u64;

    /// Milliseconds pass, each of them with its scan of the felt.
    fn scan_ms(&mut self, count: u64);

    /// Milliseconds pass in which nothing happens.
    fn skip_ms(&mut self, count: u64);

    /// Something happens on the felt.
    fn change(&mut self, change: Change);

    /// A data line of the chain is cut, or mended.
    fn cut_chain(&mut self, cut: Option<Cut>);

    /// The sign's cable is pulled, or put back.
    fn sign_cable(&mut self, is_out: bool);

    /// The console's cable is pulled, or put back.
    fn console_cable(&mut self, is_out: bool);

    /// The wires damage and lose frames, or do not.
    fn noise(&mut self, is_noisy: bool);

    /// The bytes of a signed command, as they would go over the wire, if the table has said hello.
    fn signed(&mut self, command: &Command) -> Option<Payload>;

    /// Sends a request, and says what is answered, if anything is.
    fn send(&mut self, request: &Payload) -> Option<CommandAnswer>;

    /// The meters, as the table reports them.
    fn meters(&mut self) -> Option<Meters>;

    /// The settlement of the round, if there is one.
    fn settlement(&self) -> Option<Settlement>;

    /// The lines that the 595s drive.
    fn lit(&self) -> u64;

    /// The pages of the sign from a time on, so many turns after each other.
    fn pages(&self, from_ms: u64, count: usize) -> Vec<String>;

    /// The table takes no events.
    fn is_halted(&self) -> bool;

    /// There is power.
    fn is_powered(&self) -> bool;

    /// Power goes.
    fn power_off(&mut self);

    /// Power comes, and perhaps goes again while the table starts.
    fn power_on(&mut self, cutting: Option<Cutting>);

    /// The number of the journal's next entry.
    fn next_entry(&mut self) -> u32;

    /// The journal's entries from this number on.
    fn entries(&mut self, from: u32) -> Vec<Entry>;

    /// The journal's flash.
    fn with_flash<T>(&self, visit: impl FnOnce(&mut FlashChip) -> T) -> T;

    /// Sends a signed command.
    fn say(&mut self, command: &Command) -> Option<CommandAnswer> {
        let request = self.signed(command)?;
        self.send(&request)
    }
}

/// A number that is equal for what is equal.
fn digest(kept: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    kept.hash(&mut hasher);
    hasher.finish()
}

/// The meters as a ledger has them.
pub fn meters_of(ledger: &Ledger) -> Option<Meters> {
    let table = ledger.table()?;
    Some(Meters::of(table, ledger.hits()))
}

/// The time for which a page of the sign stays.
const TURN_MS: u64 = 2_000;

/// The pages of a sign in so many turns from a time on, if it hears nothing new, or nothing at all.
fn pages_of(sign: &Sign, is_heard: bool, from_ms: u64, count: usize) -> Vec<String> {
    let mut sign = sign.clone();
    let turns = (0..count as u64).map(|turn| {
        let now_ms = from_ms + turn * TURN_MS;
        if is_heard {
            sign.heartbeat(now_ms);
        }
        sign.lines(now_ms).to_string()
    });
    turns.collect()
}
