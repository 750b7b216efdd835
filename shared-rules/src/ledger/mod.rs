//! The ledger: configuration, round, jackpot and awards of a table as the sum of its entries.
//!
//! There is one way to change it, [`Ledger::apply`], for the running table and for one that reads its journal after a
//! power cut: recovery is the live path. [`Ledger::propose`] returns the entry that an event would make, or the
//! refusal, and changes nothing; the ledger's owner writes the entry down before applying it.
//!
//! Only bets while bets are open are no entries: [`Ledger::bet`] accepts them, and the entry at the close holds them
//! all.
//!
//! Invariant, to the micro-cent: seeds + contributions = meter + reserve + overflow + awards from the meter.

mod chain;
mod checkpoint;
mod config;
mod entry;
mod hits;
mod link;
mod outbox;
mod table;
mod table_link;
mod time;

pub use chain::{ChainLink, ChipNumber, JournalChain, LINK_BYTES};
pub use checkpoint::CheckpointTooLong;
pub(crate) use checkpoint::{Input, Output, read, write};
pub use config::{Configuration, Postponed, TakesEffect};
pub use entry::{Entry, Fault, LAST_WORDS_MAX, LastWords, RefusedKind, TooManyWords};
pub use hits::{HITS_KEPT, Hits, JackpotHit};
pub use link::{LinkBook, LinkEntry, OUTBOX_MAX};
pub use table::{Table, Totals, WAITING_MAX, Waiting};
pub use table_link::Unpriced;
pub use time::JournalTime;

use core::fmt;

use heapless::Vec;
use serde::{Deserialize, Serialize};

use crate::money::MoneyError;
use crate::refusal::Refusal;
use crate::round::{Event, Phase, Transition};

/// The reason why the ledger refuses a request. Nothing has changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum LedgerRefusal {
    /// The rules of the game refuse it.
    Rules(Refusal),
    /// An amount does not fit.
    Money(MoneyError),
    /// The table has not been configured.
    NotConfigured,
    /// No table can be run with this configuration, or a round is going on.
    Configuration,
    /// No award waits to be confirmed.
    NothingWaits,
    /// A round whose award has been confirmed, and so paid, is not undone.
    AlreadyConfirmed,
    /// Players may still withdraw from the round whose award is to be confirmed.
    PlayersAreAsked,
    /// This is never an entry by itself.
    NotAnEntry,
    /// The ledger has no room for more awards, faults or messages.
    Full,
    /// The table is not linked to others.
    NotLinked,
    /// The table is linked to others, or has awards or parameters that wait.
    Linked,
    /// The pool has not permitted the round.
    NoPermit,
    /// The pool has been asked for the next round, and undoes nothing of the one before it any more.
    NextIsAsked,
}

/// The reason why this ledger cannot have written the journal: the table stops.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Contradiction {
    /// An entry that the ledger refuses.
    Refused(LedgerRefusal),
    /// The meter differs from the entry's.
    Meter,
    /// A start whose number does not follow the one before.
    Boot,
    /// A checkpoint that cannot be decoded.
    Checkpoint,
}

impl From<Refusal> for LedgerRefusal {
    fn from(refusal: Refusal) -> LedgerRefusal {
        LedgerRefusal::Rules(refusal)
    }
}

impl From<MoneyError> for LedgerRefusal {
    fn from(error: MoneyError) -> LedgerRefusal {
        LedgerRefusal::Money(error)
    }
}

impl From<LedgerRefusal> for Contradiction {
    fn from(refusal: LedgerRefusal) -> Contradiction {
        Contradiction::Refused(refusal)
    }
}

impl LedgerRefusal {
    /// The words of a refusal without details.
    pub(crate) const fn text(&self) -> &'static str {
        match self {
            LedgerRefusal::Rules(_) => "refused",
            LedgerRefusal::NotConfigured => "the table has not been configured",
            LedgerRefusal::Configuration => "no table can be run so, or a round is open",
            LedgerRefusal::AlreadyConfirmed => "an award of the round has been confirmed",
            LedgerRefusal::PlayersAreAsked => "players may still withdraw from the round",
            LedgerRefusal::NotAnEntry => "this is not for the console",
            LedgerRefusal::NothingWaits => "no award waits",
            LedgerRefusal::Full => "too many awards wait for the supervisor",
            LedgerRefusal::NotLinked => "the table is not linked to others",
            LedgerRefusal::Linked => "the table is linked, or an award or a parameter waits",
            LedgerRefusal::NoPermit => "the pool has not permitted the round",
            LedgerRefusal::NextIsAsked => "the pool has been asked for the next round",
            LedgerRefusal::Money(_) => "an amount does not fit",
        }
    }
}

/// The words, without the paragraph of a refusal by the rules.
impl fmt::Display for LedgerRefusal {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let LedgerRefusal::Rules(refusal) = self else {
            return f.write_str(self.text());
        };
        if let Some(seat) = refusal.seat {
            write!(f, "seat {}: ", seat.number())?;
        }
        write!(f, "{}", refusal.reason)
    }
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Contradiction::Refused(refusal) => return refusal.fmt(f),
            Contradiction::Meter => "an amount does not fit",
            Contradiction::Boot => "the count of starts does not follow",
            Contradiction::Checkpoint => "the checkpoint cannot be understood",
        })
    }
}

/// The most faults that are kept at once: every seat and every other kind.
const FAULTS_MAX: usize = 16;

/// The state that the table keeps.
#[derive(Clone, Debug, Hash, Default)]
pub struct Ledger {
    boots: u32,
    moment: JournalTime,
    signs: Signs,
    faults: Vec<Fault, FAULTS_MAX>,
    hits: Hits,
    table: Option<Table>,
    link: Option<LinkBook>,
}

/// The state of the journal itself: who and what stands behind its entries.
#[derive(Clone, Copy, Debug, Hash, Default, Serialize, Deserialize)]
struct Signs {
    /// The person whose commands follow.
    person: Option<u8>,
    supervisor: bool,
    chip: Option<ChipNumber>,
    /// The last link of the chain.
    link: ChainLink,
}

impl Signs {
    /// After a start nobody has acted, and no key has been seen.
    const fn begin(&mut self) {
        self.person = None;
        self.supervisor = false;
    }
}

impl Ledger {
    /// The ledger of a table that has never been started.
    pub fn new() -> Ledger {
        Ledger::default()
    }

    /// The number of starts of the controller.
    pub const fn boots(&self) -> u32 {
        self.boots
    }

    /// The time that was stated last.
    pub const fn moment(&self) -> JournalTime {
        self.moment
    }

    /// The number of the person whose commands follow, once somebody has acted since the start.
    pub const fn person(&self) -> Option<u8> {
        self.signs.person
    }

    /// True if the supervisor's key is turned, as it was written down last.
    pub const fn is_supervised(&self) -> bool {
        self.signs.supervisor
    }

    /// The unique number of the chip that writes the journal.
    pub const fn chip(&self) -> Option<ChipNumber> {
        self.signs.chip
    }

    /// The last link of the chain over the journal; zeros before the first.
    pub const fn last_link(&self) -> ChainLink {
        self.signs.link
    }

    /// The shares of the jackpot that were won.
    pub const fn hits(&self) -> &Hits {
        &self.hits
    }

    /// The faults that stand.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// The table, once it has been configured.
    pub const fn table(&self) -> Option<&Table> {
        self.table.as_ref()
    }

    /// The messages for the pool, while the table is linked.
    pub const fn link(&self) -> Option<&LinkBook> {
        self.link.as_ref()
    }

    /// True if the round in play shares its jackpot with other tables.
    pub fn is_linked_round(&self) -> bool {
        match (&self.link, &self.table) {
            (Some(link), Some(table)) => link.is_linked(table.round().number()),
            _ => false,
        }
    }

    /// The entry that `event` leads to, or the refusal; nothing changes. A bet while bets are open leads to no entry:
    /// [`Ledger::bet`] accepts it.
    ///
    /// A linked table asks its pool before it opens a round, and the caller knows the time and the meter of its lock.
    pub fn propose(&self, event: &Event) -> Result<Option<Entry>, LedgerRefusal> {
        let table = self.table.as_ref().ok_or(LedgerRefusal::NotConfigured)?;
        let proposed = table.propose(event)?;
        if matches!(
            event,
            Event::Void(..) | Event::Invalidate(..) | Event::PermitWithdrawal(_)
        ) {
            self.can_undo()?;
        }
        Ok(match proposed {
            Some(Entry::Round(Event::PlaceYourBets)) if self.must_ask().is_some() => self
                .must_ask()
                .map(|round| Entry::Link(LinkEntry::Asked(round))),
            Some(Entry::Locked(bets)) if self.is_linked_round() => {
                Some(Entry::Link(LinkEntry::Locked {
                    bets,
                    dealt: 0,
                    seen: None,
                }))
            }
            proposed => proposed,
        })
    }

    /// The number of the next round, if the pool has to be asked for it first.
    fn must_ask(&self) -> Option<u32> {
        let (link, table) = (self.link.as_ref()?, self.table.as_ref()?);
        let next = table.round().number().checked_add(1)?;
        (self.next_round_takes_progressive() && link.asked() != Some(next)).then_some(next)
    }

    /// Accepts a bet while bets are open.
    pub fn bet(&mut self, event: &Event) -> Result<Transition, LedgerRefusal> {
        if !matches!(event, Event::Chips(..) | Event::Stake(..)) {
            return Err(LedgerRefusal::NotAnEntry);
        }
        let table = self.table.as_mut().ok_or(LedgerRefusal::NotConfigured)?;
        table.bet(event)
    }

    /// True if the table may be configured: no round is going on, and no question is open.
    pub fn can_be_configured(&self) -> bool {
        self.table.as_ref().is_none_or(Table::is_between_rounds)
    }

    /// True if the next round takes progressive wagers, if it can be opened.
    pub fn next_round_takes_progressive(&self) -> bool {
        let table = self.table.as_ref();
        table.is_none_or(|table| table.round().next_takes_progressive())
    }

    /// True if no round is opened with this fault: the felt, the sign or the console cannot be relied on (9 NYCRR
    /// 5321.18(c)). A fault of a single seat only blocks that seat, and a round without progressive wagers does not need
    /// the felt (RWS6 5.17.2c).
    pub fn blocks_opening(&self, fault: Fault) -> bool {
        match fault {
            Fault::Seat(_) => false,
            Fault::Chain | Fault::Pool => self.next_round_takes_progressive(),
            _ => true,
        }
    }

    /// True if an event of the console takes the supervisor's key: it undoes a settlement, or decides in the house's name.
    /// The key is read through the chain: while the chain is a fault, the house decides without it about the round and
    /// those to come, or nobody could.
    pub fn needs_supervisor(&self, event: &Event) -> bool {
        match event {
            Event::Void(..) => matches!(self.phase(), Phase::Settled | Phase::Paid),
            Event::ShiftManager(_) | Event::NextRounds(..) => !self.faults.contains(&Fault::Chain),
            Event::DeviceRepaired => true,
            _ => false,
        }
    }

    /// Refuses an entry of the house or the supervisor that [`Ledger::apply`] would refuse; nothing changes.
    pub fn accepts(&self, entry: &Entry) -> Result<(), LedgerRefusal> {
        match (entry, &self.table) {
            (Entry::Configured(configuration), _) => self.can_become(configuration),
            (Entry::Confirmed, Some(table)) => {
                self.link
                    .as_ref()
                    .map_or(Ok(()), LinkBook::has_room_to_confirm)?;
                table.first_to_confirm().map(|_| ())
            }
            (Entry::Overruled(round), Some(table)) => {
                self.can_undo()?;
                table.can_be_overruled(*round)
            }
            (Entry::Link(entry), Some(table)) => link_accepts(self.link.as_ref(), entry, table),
            (_, None) => Err(LedgerRefusal::NotConfigured),
            (_, Some(_)) => Err(LedgerRefusal::NotAnEntry),
        }
    }

    /// Refuses to undo anything of a round once the next one was asked for. The question may be in the pool's log, and
    /// the pool would keep a claim that the table no longer has: it would stand in the queue for ever.
    fn can_undo(&self) -> Result<(), LedgerRefusal> {
        let asked = self.link.as_ref().and_then(LinkBook::asked);
        let round = self.table.as_ref().map(|table| table.round().number());
        if asked > round {
            Err(LedgerRefusal::NextIsAsked)
        } else {
            Ok(())
        }
    }

    /// Accepts an entry, or refuses it and stays as it is.
    pub fn apply(&mut self, entry: &Entry) -> Result<Transition, Contradiction> {
        self.accept(entry, Table::apply)
    }

    /// The same for a reader of a journal, from its checkpoint on, that gives up at the first refusal: nothing is
    /// copied, and after an error the ledger must not be used.
    pub fn replay(&mut self, entry: &Entry) -> Result<(), Contradiction> {
        self.accept(entry, Table::replay).map(|_| ())
    }

    fn accept(
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
                self.moment = JournalTime::of_start(*boots);
                self.signs.begin();
                self.count_hits(&transition);
                self.tell_pool(&transition)?;
                Ok(transition)
            }
            Entry::Clock(_)
            | Entry::Time(_)
            | Entry::TimeOfDay(_)
            | Entry::Person(_)
            | Entry::Supervisor(_)
            | Entry::Chip(_)
            | Entry::Chain(_) => {
                self.note(entry);
                Ok(Transition::Noted)
            }
            Entry::Fault(fault) => Ok(self.fault(*fault)?),
            Entry::Healed(fault) => {
                if let Some(at) = self.faults.iter().position(|broken| broken == fault) {
                    self.faults.remove(at);
                }
                Ok(Transition::Noted)
            }
            Entry::Configured(configuration) => Ok(self.configure(configuration)?),
            Entry::Moved(..)
            | Entry::AnteMoved(..)
            | Entry::Refused(..)
            | Entry::LastWords(_)
            | Entry::Door(_) => Ok(Transition::Noted),
            Entry::Round(event) if is_written_otherwise(event) => {
                Err(LedgerRefusal::NotAnEntry.into())
            }
            Entry::Round(Event::PlaceYourBets) if self.must_ask().is_some() => {
                Err(LedgerRefusal::NoPermit.into())
            }
            Entry::Locked(_) if self.is_linked_round() => Err(LedgerRefusal::NotAnEntry.into()),
            Entry::Link(link) => {
                let table = self.table.as_mut().ok_or(LedgerRefusal::NotConfigured)?;
                link_accepts(self.link.as_ref(), link, table)?;
                let transition = at_table(table, entry)?;
                self.count_priced(link);
                self.follow_link(link)?;
                Ok(transition)
            }
            Entry::Round(_)
            | Entry::Locked(_)
            | Entry::Settled(_)
            | Entry::Confirmed
            | Entry::Overruled(_) => {
                let table = self.table.as_mut().ok_or(LedgerRefusal::NotConfigured)?;
                let transition = at_table(table, entry)?;
                self.count_hits(&transition);
                self.tell_pool(&transition)?;
                Ok(transition)
            }
        }
    }

    /// Accepts a note about entries, or the setting of the clock, as [`Ledger::apply`] does. Any other entry changes
    /// nothing.
    pub fn note(&mut self, entry: &Entry) {
        match entry {
            Entry::Time(seconds) => self.moment = self.moment.later(*seconds),
            Entry::Clock(seconds) | Entry::TimeOfDay(seconds) => {
                self.moment = JournalTime::TimeOfDay(*seconds);
            }
            Entry::Person(person) => self.signs.person = Some(*person),
            Entry::Supervisor(is_turned) => self.signs.supervisor = *is_turned,
            Entry::Chip(chip) => self.signs.chip = Some(*chip),
            Entry::Chain(link) => self.signs.link = *link,
            _ => {}
        }
    }

    /// Counts the hits of a settlement, or takes them back with it.
    fn count_hits(&mut self, transition: &Transition) {
        let changes = matches!(
            transition,
            Transition::Settled | Transition::Invalidated(..) | Transition::Voided(_)
        );
        if let Some(table) = self.table.as_ref().filter(|_| changes) {
            let round = table.round().number();
            self.hits.set(round, table.waiting(), self.moment);
        }
    }

    /// Counts the hits of a round that the pool has priced. A round that was paid at a registered amount has its hits
    /// already; the house may strike them.
    fn count_priced(&mut self, entry: &LinkEntry) {
        if let (LinkEntry::Priced(round, awards), Some(table)) = (entry, &self.table)
            && (awards.is_empty() || !self.hits.has(*round))
        {
            self.hits.set(*round, table.waiting(), self.moment);
        }
    }

    /// Adds the messages for the pool that a change of the round leads to.
    fn tell_pool(&mut self, transition: &Transition) -> Result<(), LedgerRefusal> {
        let (Some(link), Some(table)) = (&mut self.link, &mut self.table) else {
            return Ok(());
        };
        link.follow(table, transition)?;
        match table.pop_confirmed_claim() {
            Some(round) => link.confirm(round),
            None => Ok(()),
        }
    }

    /// Adds the messages of an entry about the link itself.
    fn follow_link(&mut self, entry: &LinkEntry) -> Result<(), LedgerRefusal> {
        let table = self.table.as_mut().ok_or(LedgerRefusal::NotConfigured)?;
        match (entry, &mut self.link) {
            (LinkEntry::Joined(membership), link) => {
                link.insert(LinkBook::new(*membership)).join(table)?;
            }
            (LinkEntry::Left, link) => *link = None,
            (LinkEntry::Asked(round), Some(link)) => link.ask(*round)?,
            (LinkEntry::Locked { dealt, .. }, Some(link)) => link.lock(table, *dealt)?,
            _ => {}
        }
        self.tell_pool(&Transition::Noted)
    }

    fn fault(&mut self, fault: Fault) -> Result<Transition, LedgerRefusal> {
        if !self.faults.contains(&fault) {
            self.faults.push(fault).map_err(|_| LedgerRefusal::Full)?;
        }
        Ok(Transition::Noted)
    }

    fn can_become(&self, configuration: &Configuration) -> Result<(), LedgerRefusal> {
        // The terms of a shared jackpot are the pool's.
        if let (Some(_), Some(table)) = (&self.link, &self.table) {
            let now = table.configuration();
            let payer = |of: &Configuration| of.readings.fixed_awards;
            let shared =
                |of: &Configuration| (of.game, of.unit, of.jackpot, payer(of), of.takes_effect);
            if shared(now) != shared(configuration) {
                return Err(LedgerRefusal::Linked);
            }
        }
        let table = self.table.as_ref();
        let until_then = table.map_or(*configuration, |table| table.until_won(configuration));
        if configuration.is_sound() && until_then.is_sound() && self.can_be_configured() {
            Ok(())
        } else {
            Err(LedgerRefusal::Configuration)
        }
    }

    fn configure(&mut self, configuration: &Configuration) -> Result<Transition, LedgerRefusal> {
        self.can_become(configuration)?;
        match &mut self.table {
            Some(table) => table.configure(configuration),
            None => self.begin(configuration)?,
        }
        Ok(Transition::Noted)
    }

    /// Not inlined, so that a new table is on the stack only while it is made.
    #[inline(never)]
    fn begin(&mut self, configuration: &Configuration) -> Result<(), LedgerRefusal> {
        self.table = Some(Table::new(configuration)?);
        Ok(())
    }

    /// The phase of the round.
    pub fn phase(&self) -> Phase {
        self.table
            .as_ref()
            .map_or(Phase::Idle, |table| table.round().phase())
    }
}

/// Refuses an entry about the link that does not fit; nothing changes.
fn link_accepts(
    link: Option<&LinkBook>,
    entry: &LinkEntry,
    table: &Table,
) -> Result<(), LedgerRefusal> {
    match (link, entry) {
        (None, LinkEntry::Joined(_)) => {}
        (Some(_), LinkEntry::Joined(_)) => return Err(LedgerRefusal::Linked),
        (None, _) => return Err(LedgerRefusal::NotLinked),
        (Some(link), entry) => link.accepts(entry, table.round().number())?,
    }
    table.accepts_link(entry)
}

/// True for bets, which are in the entry of the close, and for the close and the settlement, which have entries of
/// their own.
fn is_written_otherwise(event: &Event) -> bool {
    match event {
        Event::Chips(..) | Event::NoMoreBets | Event::Settle => true,
        Event::Stake(_, wager, _) => wager.is_placed_first(),
        _ => false,
    }
}
