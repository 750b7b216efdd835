//! The reference model of the whole table: everything it must do, written the slow and obvious way from the documents
//! and the descriptions, to hold the controller against. Its [`words`] are its own.
//!
//! | file | responsible for |
//! | --- | --- |
//! | `words` | the plain data in which a table is told what happens |
//! | `document` | the five documents about the course of a round |
//! | `round`, `betting`, `held`, `play`, `irregular`, `outcome` | the round |
//! | `settle`, `money` | its worth (by the referee), and the meters |
//! | `account`, `steps` | house, round and meters together, as the ledger keeps them |
//! | `felt`, `faults` | the sensors, and broken parts |
//! | `guard` | limits on commands |
//! | `events`, `follows` | the consequences of a step |
//! | `lamps`, `sign`, `shows` | the players' view |

mod account;
mod betting;
mod document;
mod events;
mod faults;
mod felt;
mod follows;
mod guard;
mod held;
mod irregular;
mod lamps;
mod money;
mod outcome;
mod play;
mod round;
mod settle;
mod shows;
mod sign;
mod steps;
pub mod words;

pub use account::{Account, Verdict};
pub use betting::{Bet, Refused};
pub use document::{Document, document};
pub use faults::Fault;
pub use felt::Felt;
pub use lamps::{Lamps, names};
pub use money::{Award, Money, Sums};
pub use round::{Phase, Restriction, Round, SEATS, Seated};
pub use settle::{Line, Payment, SeatWorth, Worth};
pub use sign::Picture;

use faults::Faults;
use felt::Seen;
use follows::First;
use guard::Guard;
use words::Event;

/// A time of which it is known to lie between these, in milliseconds.
pub type Between = (u64, u64);

/// Everything that a table should know and show.
#[derive(Clone, PartialEq, Debug)]
pub struct Reference {
    /// The felt.
    pub felt: Felt,
    seen: [Seen; SEATS],
    /// The part of a change of the felt that is seen first.
    first: First,
    /// The faults, as the ledger has them.
    faults: Faults,
    /// The sign's cable is in.
    pub sign_is_in: bool,
    /// The console's cable is in.
    pub console_is_in: bool,
    is_powered: bool,
    /// House, round and meters.
    pub account: Account,
    /// The events that the round was told, with its answers, since they were taken last.
    told: Vec<(Event, Verdict)>,
    /// A seat has become free: what lies there counts otherwise than before.
    looks_again: bool,
    guard: Guard,
    /// Chips at each seat when bets were closed, if power has not failed since, and those that lie there now if they
    /// were moved.
    at_close: [Option<u8>; SEATS],
    moved: [Option<u8>; SEATS],
    /// The same of the Antes.
    antes_at_close: [Option<bool>; SEATS],
    antes_moved: [bool; SEATS],
    alarms: Vec<Between>,
    /// The award that was confirmed last, until the next round opens.
    confirmed: Option<Award>,
    /// The message that the sign has heard last.
    heard: Picture,
}

impl Reference {
    /// A new table, with power.
    pub fn new() -> Reference {
        let heard = Picture {
            amount: None,
            heading: sign::NO_PROGRESSIVE_BETS,
            win: None,
            notice: true,
            fault: None,
            limits: Vec::new(),
        };
        Reference {
            felt: Felt::default(),
            seen: [Seen::default(); SEATS],
            first: First::Neither,
            faults: Faults::default(),
            sign_is_in: true,
            console_is_in: true,
            is_powered: true,
            account: Account::default(),
            told: Vec::new(),
            looks_again: false,
            guard: Guard::default(),
            at_close: [None; SEATS],
            moved: [None; SEATS],
            antes_at_close: [None; SEATS],
            antes_moved: [false; SEATS],
            alarms: Vec::new(),
            confirmed: None,
            heard,
        }
    }

    /// There is power.
    pub fn is_powered(&self) -> bool {
        self.is_powered
    }

    /// The faults that stand.
    pub fn faults(&self) -> impl Iterator<Item = Fault> {
        self.faults.iter()
    }

    /// Nobody can say at this time what the table knows: see [`faults`] and [`guard`].
    pub fn is_unsure(&self, now_ms: u64) -> bool {
        self.is_powered && (self.faults.are_unsure(now_ms) || self.guard.is_unsure(now_ms))
    }

    /// The sensors find other malfunctions than another reference's, which takes them longer.
    pub fn sees_other_faults(&self, other: &Reference) -> bool {
        let is_broken = |wrong: &felt::Wrong| *wrong != felt::Wrong::NotEmpty;
        let broken =
            |reference: &Reference| reference.seen.map(|seen| seen.wrong.filter(is_broken));
        broken(self) != broken(other)
    }

    /// Takes the events that the round was told, with its answers: those of the console, and those that follow from
    /// the felt, the cables and the power.
    pub fn take_told(&mut self) -> Vec<(Event, Verdict)> {
        std::mem::take(&mut self.told)
    }
}

impl Default for Reference {
    fn default() -> Reference {
        Reference::new()
    }
}
