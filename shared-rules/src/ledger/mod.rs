//! The ledger: configuration, round, jackpot and awards of a table as the sum of its entries.
//!
//! There is one way to change it, [`Ledger::apply`], for the running table and for one that reads its journal
//! after a power cut: recovery is the live path. [`Ledger::propose`] says which entry an event would make, or
//! why it is refused, and changes nothing; whoever owns the ledger writes the entry down before applying it.
//!
//! Only what the players do while bets are open is no entry: [`Ledger::bet`] takes it, and the entry at the
//! close has it all.
//!
//! Invariant, to the micro-cent: seeds + contributions = meter + reserve + overflow + awards from the meter.

mod checkpoint;
mod config;
mod entry;
mod table;

pub use checkpoint::TooLong;
pub(crate) use checkpoint::{Input, Output, read, write};
pub use config::Configuration;
pub use entry::{Entry, Fault, LAST_WORDS_MAX, LastWords, RefusedKind, TooManyWords};
pub use table::{Table, Totals, WAITING_MAX, Waiting};

use core::fmt;

use heapless::Vec;
use serde::{Deserialize, Serialize};

use crate::money::MoneyError;
use crate::refusal::Refusal;
use crate::round::{Event, Phase, Transition};

/// A journal that cannot have been written by this ledger: the table stops.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Contradiction {
    /// An entry that the rules refuse.
    Refused(Refusal),
    /// An amount that does not fit.
    Money(MoneyError),
    /// The meter is not what the entry says.
    Meter,
    /// An entry about a table that has not been configured.
    NotConfigured,
    /// A configuration that no table can be run with, or one in the middle of a round.
    Configuration,
    /// A confirmation with no award waiting.
    NothingWaits,
    /// A round whose award has been confirmed, and so paid, is not undone.
    AlreadyConfirmed,
    /// A confirmation while players may still withdraw from the round.
    PlayersAreAsked,
    /// Something that is never an entry by itself.
    NotAnEntry,
    /// More than the ledger has room for.
    Full,
    /// A start whose number does not follow the one before.
    Boot,
    /// A checkpoint that cannot be understood.
    Checkpoint,
}

impl From<Refusal> for Contradiction {
    fn from(refusal: Refusal) -> Contradiction {
        Contradiction::Refused(refusal)
    }
}

impl From<MoneyError> for Contradiction {
    fn from(error: MoneyError) -> Contradiction {
        Contradiction::Money(error)
    }
}

impl Contradiction {
    /// The words of what has no details.
    pub(crate) const fn text(&self) -> &'static str {
        match self {
            Contradiction::Refused(_) => "refused",
            Contradiction::NotConfigured => "the table has not been configured",
            Contradiction::Configuration => "no table can be run so, or a round is open",
            Contradiction::AlreadyConfirmed => "an award of the round has been confirmed",
            Contradiction::PlayersAreAsked => "players may still withdraw from the round",
            Contradiction::NotAnEntry => "this is not for the console",
            Contradiction::NothingWaits => "no award waits",
            Contradiction::Full => "too many awards wait for the supervisor",
            Contradiction::Boot => "the count of starts does not follow",
            Contradiction::Checkpoint => "the checkpoint cannot be understood",
            Contradiction::Money(_) | Contradiction::Meter => "an amount does not fit",
        }
    }
}

/// The words without the paragraph of a refusal.
impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Contradiction::Refused(refusal) = self else {
            return f.write_str(self.text());
        };
        if let Some(seat) = refusal.seat {
            write!(f, "seat {}: ", seat.number())?;
        }
        write!(f, "{}", refusal.reason)
    }
}

/// The most faults that are kept at once: every seat and every other kind.
const FAULTS_MAX: usize = 16;

/// Everything that the table remembers.
#[derive(Clone, Debug, Hash, Default)]
pub struct Ledger {
    boots: u32,
    clock_seconds: Option<u64>,
    faults: Vec<Fault, FAULTS_MAX>,
    table: Option<Table>,
}

impl Ledger {
    /// The ledger of a table that has never been started.
    pub fn new() -> Ledger {
        Ledger::default()
    }

    /// How often the controller has been started.
    pub const fn boots(&self) -> u32 {
        self.boots
    }

    /// The time of day when it was told last.
    pub const fn clock_seconds(&self) -> Option<u64> {
        self.clock_seconds
    }

    /// What is broken.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// The table, once it has been configured.
    pub const fn table(&self) -> Option<&Table> {
        self.table.as_ref()
    }

    /// The entry that `event` leads to, or why it is refused; nothing changes. A bet while bets are open
    /// leads to none: [`Ledger::bet`] takes it.
    pub fn propose(&self, event: &Event) -> Result<Option<Entry>, Contradiction> {
        let table = self.table.as_ref().ok_or(Contradiction::NotConfigured)?;
        table.propose(event)
    }

    /// Takes a bet while bets are open.
    pub fn bet(&mut self, event: &Event) -> Result<Transition, Contradiction> {
        if !matches!(event, Event::Chips(..) | Event::Stake(..)) {
            return Err(Contradiction::NotAnEntry);
        }
        let table = self.table.as_mut().ok_or(Contradiction::NotConfigured)?;
        table.bet(event)
    }

    /// Whether the table may be configured: no round is going on, and nobody has been asked anything.
    pub fn can_be_configured(&self) -> bool {
        self.table.as_ref().is_none_or(Table::is_between_rounds)
    }

    /// Whether the next round takes progressive wagers, if it can be opened.
    pub fn next_round_takes_progressive(&self) -> bool {
        let table = self.table.as_ref();
        table.is_none_or(|table| table.round().next_takes_progressive())
    }

    /// Whether an entry would be taken that the house or the supervisor asks for; nothing changes.
    pub fn accepts(&self, entry: &Entry) -> Result<(), Contradiction> {
        match (entry, &self.table) {
            (Entry::Configured(configuration), _) => self.can_become(configuration),
            (Entry::Confirmed, Some(table)) => table.first_to_confirm().map(|_| ()),
            (_, None) => Err(Contradiction::NotConfigured),
            (_, Some(_)) => Err(Contradiction::NotAnEntry),
        }
    }

    /// Takes an entry, or refuses it and stays as it is.
    pub fn apply(&mut self, entry: &Entry) -> Result<Transition, Contradiction> {
        self.take(entry, Table::apply)
    }

    /// The same for whoever reads a journal from its checkpoint on, and gives up where an entry is refused: nothing is
    /// copied, and after an error the ledger is none.
    pub fn replay(&mut self, entry: &Entry) -> Result<(), Contradiction> {
        self.take(entry, Table::replay).map(|_| ())
    }

    fn take(
        &mut self,
        entry: &Entry,
        at_table: impl Fn(&mut Table, &Entry) -> Result<Transition, Contradiction>,
    ) -> Result<Transition, Contradiction> {
        match entry {
            Entry::Boot(boots) => {
                if self.boots.checked_add(1) != Some(*boots) {
                    return Err(Contradiction::Boot);
                }
                let transition = match &mut self.table {
                    Some(table) => at_table(table, entry)?,
                    None => Transition::Noted,
                };
                self.boots = *boots;
                Ok(transition)
            }
            Entry::Clock(seconds) => {
                self.clock_seconds = Some(*seconds);
                Ok(Transition::Noted)
            }
            Entry::Fault(fault) => self.fault(*fault),
            Entry::Healed(fault) => {
                if let Some(at) = self.faults.iter().position(|broken| broken == fault) {
                    self.faults.remove(at);
                }
                Ok(Transition::Noted)
            }
            Entry::Configured(configuration) => self.configure(configuration),
            Entry::Moved(..) | Entry::Refused(..) | Entry::LastWords(_) | Entry::Door(_) => {
                Ok(Transition::Noted)
            }
            Entry::Round(event) if is_written_otherwise(event) => Err(Contradiction::NotAnEntry),
            Entry::Round(_) | Entry::Locked(_) | Entry::Settled(_) | Entry::Confirmed => {
                let table = self.table.as_mut().ok_or(Contradiction::NotConfigured)?;
                at_table(table, entry)
            }
        }
    }

    fn fault(&mut self, fault: Fault) -> Result<Transition, Contradiction> {
        if !self.faults.contains(&fault) {
            self.faults.push(fault).map_err(|_| Contradiction::Full)?;
        }
        Ok(Transition::Noted)
    }

    fn can_become(&self, configuration: &Configuration) -> Result<(), Contradiction> {
        if configuration.is_sound() && self.can_be_configured() {
            Ok(())
        } else {
            Err(Contradiction::Configuration)
        }
    }

    /// By itself, so that a new table is on the stack only while it is made.
    #[inline(never)]
    fn configure(&mut self, configuration: &Configuration) -> Result<Transition, Contradiction> {
        self.can_become(configuration)?;
        match &mut self.table {
            Some(table) => table.configure(configuration),
            None => self.table = Some(Table::new(configuration)?),
        }
        Ok(Transition::Noted)
    }

    /// Where the round is.
    pub fn phase(&self) -> Phase {
        self.table
            .as_ref()
            .map_or(Phase::Idle, |table| table.round().phase())
    }
}

/// Bets are in the entry of the close, and the close and the settlement have entries of their own.
fn is_written_otherwise(event: &Event) -> bool {
    match event {
        Event::Chips(..) | Event::NoMoreBets | Event::Settle => true,
        Event::Stake(_, wager, _) => wager.is_placed_first(),
        _ => false,
    }
}
