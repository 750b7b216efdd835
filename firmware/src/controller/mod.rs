//! The controller: the sole owner of the ledger and its journal.
//!
//! ```text
//! readings, keys, commands -> event -> Ledger::propose -> entry -> Journal::append -> Ledger::apply -> view
//! ```
//! Nothing that moves money or locks a bet is shown, lit or answered before its entry is durable: outputs come from the
//! ledger alone, and only durable entries go in. Start-up reads the journal through the same [`Ledger::apply`].
//!
//! A journal that cannot be read back or contradicts itself *halts* the table: it accepts no more events, the sign and
//! the fault lamp show the halt, and a person has to look. The table never goes on with other values. The same holds
//! for memory: the ledger is [`Sealed`], and verified before anything that was judged by it is answered, written down or
//! shown.
//!
//! No clock and no I/O: milliseconds are passed in, and the [main loop](crate::main_loop) carries [`Controller::lamps`]
//! to the felt, [`Controller::picture`] to the sign and the answers of [`Controller::serve`] to the console.

mod alerts;
mod clock;
mod commit;
mod console;
mod faults;
mod pool;
mod sense;
mod view;

pub(crate) use view::ViewMark;

use core::borrow::BorrowMut;

use embedded_storage::nor_flash::NorFlash;
use shared_rules::ledger::{ChipNumber, Entry, Fault, JournalChain, LastWords, Ledger};
use shared_rules::round::Event;
use shared_rules::seats::SeatSet;
use shared_rules::wire::auth::Authenticator;
use shared_rules::wire::key::KeyRing;
use shared_rules::wire::payload;
use shared_rules::wire::role::Role;
use shared_rules::wire::sign::SignVersion;
use shared_rules::wire::why::Why;

use crate::journal::{self, EntryKind, Journal, MAX_CHECKPOINT, MAX_PAYLOAD, Repairs, Replay};
use crate::noise::NoiseCounts;
use crate::sealed::Sealed;
use crate::sensors::SensorReadings;
use crate::supply::{SupplyIsLow, never_low};
use alerts::Alerts;
use clock::Clock;
use pool::{PoolEnd, PoolShown};

pub use console::Follow;
pub use shared_rules::halt::Halt;

/// The controller has not started, accepts events, or is halted for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// The journal has not been read yet.
    NotStarted,
    Running,
    Halted(Halt),
}

/// The owner of the ledger. The authenticator holds the keys, and so its owner says where it lies: a host has it in the
/// controller, the board in memory that readout protection covers.
#[derive(Debug)]
pub struct Controller<F, A = Authenticator> {
    journal: Journal<F>,
    ledger: Sealed<Ledger>,
    state: State,
    authenticator: A,
    /// The role of the device at the other end of the console's wire.
    peer: Option<Role>,
    readings: Option<SensorReadings>,
    /// The number of times that the felt was looked at. It wraps.
    sensed: u32,
    /// The disturbed samples of the felt, for the console.
    noise: NoiseCounts,
    /// The version of the sign, for the console.
    sign_version: Option<SignVersion>,
    /// The time of the first reading of the felt or state of a link.
    started_ms: Option<u64>,
    alerts: Alerts,
    follow: Follow,
    /// Betting has opened, and the main loop has not been told.
    opened: bool,
    /// The felt has to be looked at even if nothing on it has changed.
    look_again: bool,
    /// A link that is down.
    silent: Option<Fault>,
    clock: Clock,
    /// The entries since the last link of the journal's chain.
    chain: JournalChain,
    /// A settlement has no link behind it yet.
    link_is_due: bool,
    /// The chip's unique number, where the program runs on a chip.
    identity: Option<ChipNumber>,
    /// The number of the person who acts, while a command is carried out.
    person: Option<u8>,
    /// The time at which the next entry of the journal is compared in both logs.
    scrub_ms: u64,
    /// The conversation with the pool, while the table is linked.
    pool: PoolEnd,
    pool_shown: Sealed<PoolShown>,
    supply_is_low: SupplyIsLow,
}

impl<F: NorFlash> Controller<F> {
    /// A controller that has not started: until [`start`](Self::start) it takes no events.
    ///
    /// # Errors
    /// [`journal::Error::Geometry`] if the flash does not fit.
    pub fn new(flash: F) -> Result<Self, journal::Error> {
        let pages = Journal::pages(&flash)?;
        Ok(Self::over(flash, pages, Authenticator::new(KeyRing::new())))
    }
}

impl<F: NorFlash, A: BorrowMut<Authenticator>> Controller<F, A> {
    /// The same over a flash of which the geometry is known, with an authenticator in its place.
    pub(crate) fn over(flash: F, pages: u16, authenticator: A) -> Self {
        Self {
            journal: Journal::over(flash, pages),
            ledger: Sealed::unsealed(Ledger::new()),
            state: State::NotStarted,
            authenticator,
            peer: None,
            readings: None,
            sensed: 0,
            noise: NoiseCounts::default(),
            sign_version: None,
            started_ms: None,
            alerts: Alerts::default(),
            follow: Follow::default(),
            opened: false,
            look_again: false,
            silent: None,
            clock: Clock::default(),
            chain: JournalChain::default(),
            link_is_due: false,
            identity: None,
            person: None,
            scrub_ms: 0,
            pool: PoolEnd::default(),
            pool_shown: Sealed::unsealed(PoolShown::default()),
            supply_is_low: never_low,
        }
    }

    /// Sets the voltage detector to ask before anything is sensed or written.
    pub const fn set_supply(&mut self, supply_is_low: SupplyIsLow) {
        self.supply_is_low = supply_is_low;
    }

    /// Sets the chip's unique number. It is set before the start, which writes it down where it is news.
    pub const fn set_identity(&mut self, identity: ChipNumber) {
        self.identity = Some(identity);
    }

    /// The chip's unique number, where the program runs on a chip.
    #[must_use]
    pub const fn identity(&self) -> Option<ChipNumber> {
        self.identity
    }

    /// Notes who acts: the number of the person whose command is about to be carried out. It is written down with the
    /// next entry, so that a command that is refused costs none.
    pub const fn acts(&mut self, person: u8) {
        self.person = Some(person);
    }

    /// Notes the time, and the time of day in seconds since 1970 where the board's clock knows it.
    pub fn note_time(&mut self, time_of_day: Option<u64>, now_ms: u64) {
        self.clock.note(time_of_day, now_ms);
    }

    /// The time of day to which the board's clock is to be set, once after each setting.
    pub const fn pop_clock_setting(&mut self) -> Option<u64> {
        self.clock.pop_setting()
    }

    /// True while nothing is sensed and no entry is begun.
    pub(crate) fn supply_is_low(&self) -> bool {
        (self.supply_is_low)()
    }

    /// Starts from the journal, or from nothing on a new board. A round that was going on is treated as after a power
    /// failure, and `last_words` of a panic are written down. A table without keys accepts no commands. Any
    /// contradiction halts the table.
    pub fn start(&mut self, keys: &KeyRing, last_words: Option<LastWords>) {
        self.set_keys(keys);
        self.start_watched(last_words, || {});
    }

    /// The keys of those who may give commands. By itself, so that a board can wipe its stack of them before it starts.
    #[inline(never)]
    pub fn set_keys(&mut self, keys: &KeyRing) {
        *self.authenticator.borrow_mut() = Authenticator::new(keys.clone());
    }

    /// Starts with the keys that were set, and calls `alive` repeatedly while it works: an old journal takes its time.
    #[inline(never)]
    pub fn start_watched(&mut self, last_words: Option<LastWords>, mut alive: impl FnMut()) {
        self.wait_for_supply(&mut alive);
        let Self {
            ledger,
            journal,
            chain,
            ..
        } = self;
        let recovered = ledger.renew(|ledger| {
            let recovered = recover(journal, ledger, chain, &mut alive);
            if recovered.is_err() {
                // Half of a replay must not be used.
                *ledger = Ledger::new();
            }
            recovered
        });
        self.state = recovered.err().map_or(State::Running, State::Halted);
        let boot = self.ledger.boots().saturating_add(1);
        self.write_down_boot(boot, &mut alive);
        self.write_down_start(recovered == Ok(true), last_words);
    }

    /// A start begins no write while the supply is low: it comes up slowly, or falls again.
    fn wait_for_supply(&self, alive: &mut impl FnMut()) {
        while self.supply_is_low() {
            alive();
        }
    }

    /// Writes down the boot, on which the letters to the pool depend: a supply that falls at this moment delays it. An
    /// error halts the table, which then shows it; there is no caller to tell.
    fn write_down_boot(&mut self, boot: u32, alive: &mut impl FnMut()) {
        while self.commit(&Entry::Boot(boot)) == Err(Why::SupplyLow) {
            self.wait_for_supply(alive);
        }
    }

    fn write_down_start(&mut self, repaired: bool, last_words: Option<LastWords>) {
        // Power may have failed between the two entries of a repair.
        if repaired || self.ledger.faults().contains(&Fault::Journal) {
            self.write_down_repair();
        }
        if let Some(words) = last_words {
            let _ = self.commit(&Entry::LastWords(words));
        }
        if let Some(chip) = self
            .identity
            .filter(|_| self.ledger.chip() != self.identity)
        {
            let _ = self.commit(&Entry::Chip(chip));
        }
    }

    /// Writes down that one log had to be repaired from the other.
    fn write_down_repair(&mut self) {
        let _ = self.commit(&Entry::Fault(Fault::Journal));
        let _ = self.commit(&Entry::Healed(Fault::Journal));
    }

    fn authenticator(&self) -> &Authenticator {
        self.authenticator.borrow()
    }

    /// The table's ledger.
    #[must_use]
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// The ledger to be tampered with, for tests of the detection.
    #[doc(hidden)]
    pub fn tamper(&mut self) -> &mut Ledger {
        self.ledger.tamper()
    }

    /// The reason of the halt, if the table is halted.
    #[must_use]
    pub const fn halt(&self) -> Option<Halt> {
        match self.state {
            State::Halted(halt) => Some(halt),
            State::NotStarted | State::Running => None,
        }
    }

    /// True while the table accepts events: it has started, and nothing has halted it.
    fn is_running(&self) -> bool {
        self.state == State::Running
    }

    /// True once after betting has opened: the main loop has to tell the sensors.
    pub fn pop_opened(&mut self) -> bool {
        let opened = core::mem::take(&mut self.opened);
        self.look_again |= opened;
        opened
    }

    /// Gives the flash back, as a power cut would.
    pub fn release(self) -> F {
        self.journal.release()
    }

    /// Accepts an event of the round. If it frees a seat, the felt is looked at again: chips that lay there without
    /// being a bet may be one now, and chips that were moved are the player's.
    fn accept(&mut self, event: &Event, now_ms: u64) -> Result<Option<u32>, Why> {
        self.is_ready()?;
        let (free, at_stake) = (self.free_seats(), self.antes_at_stake());
        let written = self.enter(event, now_ms)?;
        self.look_again |= !self.free_seats().without(free).is_empty();
        self.look_again |= !at_stake.without(self.antes_at_stake()).is_empty();
        Ok(written)
    }

    fn free_seats(&self) -> SeatSet {
        let table = self.ledger.table();
        table.map_or(SeatSet::EMPTY, |table| table.round().free_seats())
    }

    fn antes_at_stake(&self) -> SeatSet {
        let table = self.ledger.table();
        table.map_or(SeatSet::EMPTY, |table| table.round().antes_at_stake())
    }

    /// The event is refused, noted as a bet, or written down and applied.
    ///
    /// The ledger is verified once, after it has been judged by: neither a refusal nor an entry comes of changed memory.
    /// Nothing waits between this and the entry's first double-word.
    fn enter(&mut self, event: &Event, now_ms: u64) -> Result<Option<u32>, Why> {
        let fault = self
            .blocking_fault()
            .filter(|_| matches!(event, Event::PlaceYourBets));
        let mut proposed = self.ledger.propose(event);
        self.runs()?;
        if let Some(fault) = fault {
            return Err(Why::Broken(fault));
        }
        // In its place: an entry is large, and each copy of it is on the stack under everything that follows.
        match &mut proposed {
            Err(refusal) => Err((*refusal).into()),
            Ok(None) => {
                self.ledger.renew(|ledger| ledger.bet(event))?;
                Ok(None)
            }
            Ok(Some(entry)) => {
                if matches!(event, Event::DeviceFault) {
                    self.register_amount();
                    self.runs()?;
                }
                self.complete(entry, now_ms)?;
                self.commit_verified(entry).map(Some)
            }
        }
    }

    /// A fault with which no round is opened.
    fn blocking_fault(&self) -> Option<Fault> {
        let mut faults = self.ledger.faults().iter().copied().chain(self.silent);
        faults.find(|fault| self.ledger.blocks_opening(*fault))
    }

    /// Refuses unless the table accepts events: nothing has halted it, its memory is intact, and its supply holds.
    fn runs(&mut self) -> Result<(), Why> {
        if self.is_running() && !self.ledger.is_intact() {
            self.stop(Halt::Memory);
        }
        self.is_ready()
    }

    /// The same for a caller that verifies the memory before anything comes of it.
    fn is_ready(&mut self) -> Result<(), Why> {
        match self.state {
            State::NotStarted => Err(Why::NotStarted),
            State::Running if self.supply_is_low() => {
                // The felt is looked at again once it can be believed.
                self.look_again = true;
                Err(Why::SupplyLow)
            }
            State::Running => Ok(()),
            State::Halted(halt) => Err(Why::Halted(halt)),
        }
    }

    /// Halts the table. A ledger that memory has changed is not shown to anybody. Not inlined, so that the new ledger is
    /// not on the stack of a table that runs.
    #[inline(never)]
    fn stop(&mut self, halt: Halt) {
        self.state = State::Halted(halt);
        if halt == Halt::Memory {
            self.ledger.renew(|ledger| *ledger = Ledger::new());
        }
    }

    /// The seats that are in use.
    fn seats_in_use(&self) -> SeatSet {
        let table = self.ledger.table();
        table.map_or(SeatSet::EMPTY, |table| table.configuration().seats)
    }
}

/// Rebuilds a ledger from the journal while the journal is read.
struct Replayed<'l, A> {
    ledger: &'l mut Ledger,
    chain: &'l mut JournalChain,
    alive: A,
    /// The reason of a halt: an entry that cannot be decoded, or one that contradicts those before it.
    halt: Option<Halt>,
}

impl<A: FnMut()> Replay for Replayed<'_, A> {
    fn alive(&mut self) {
        (self.alive)();
    }

    fn checkpoint(&mut self, bytes: &[u8]) {
        self.chain.begin_at(bytes);
        let read = self.ledger.read_checkpoint(bytes);
        self.halt = read.err().map(Halt::Contradiction);
    }

    fn entry(&mut self, entry: journal::StoredEntry<'_>) {
        if self.halt.is_some() {
            return;
        }
        let mut buffer = Bytes::new();
        let decoded = join(entry.kind, entry.payload, &mut buffer);
        let Some(decoded) = decoded.and_then(payload::read) else {
            self.halt = Some(Halt::Unreadable(entry.sequence));
            return;
        };
        self.chain.add(entry.sequence, &buffer);
        let applied = self.ledger.replay(&decoded);
        self.halt = applied.err().map(Halt::Contradiction);
    }
}

/// Rebuilds the ledger from the journal; on a new board the ledger stays empty and becomes the first checkpoint. True
/// if one log had to be repaired from the other, beyond the last entry that a power cut may cost.
#[inline(never)]
fn recover<F: NorFlash>(
    journal: &mut Journal<F>,
    ledger: &mut Ledger,
    chain: &mut JournalChain,
    alive: impl FnMut(),
) -> Result<bool, Halt> {
    let mut replayed = Replayed {
        ledger,
        chain,
        alive,
        halt: None,
    };
    let recovered = journal.recover_into(&mut replayed);
    let Replayed {
        ledger,
        chain,
        halt,
        ..
    } = replayed;
    match (recovered, halt) {
        (Ok(_), Some(halt)) => Err(halt),
        (Ok(recovery), None) => {
            let Repairs { a, b } = recovery.repairs;
            Ok(a > 0 || b > 1)
        }
        (Err(journal::Error::Blank), _) => begin(journal, ledger, chain).map(|()| false),
        (Err(error), _) => Err(Halt::Journal(error)),
    }
}

/// Begins the journal of a new board. A function of its own, so that its buffer is not on the stack of a start from a
/// journal.
#[inline(never)]
fn begin<F: NorFlash>(
    journal: &mut Journal<F>,
    ledger: &Ledger,
    chain: &mut JournalChain,
) -> Result<(), Halt> {
    let mut buffer = [0; MAX_CHECKPOINT];
    let bytes = snapshot(ledger, &mut buffer)?;
    chain.begin_at(bytes);
    journal.format(bytes).map_err(Halt::Journal)
}

/// The bytes of the ledger as a checkpoint.
#[inline(never)]
fn snapshot<'b>(ledger: &Ledger, buffer: &'b mut [u8]) -> Result<&'b [u8], Halt> {
    let written = ledger.write_checkpoint(buffer);
    written.map_err(|_| Halt::Journal(journal::Error::TooLong))
}

/// An entry in postcard: its first byte is the variant, which is the kind in the journal.
fn encode<'b>(entry: &Entry, buffer: &'b mut [u8]) -> Result<&'b [u8], Halt> {
    let bytes = postcard::to_slice(entry, buffer);
    let bytes = bytes.map_err(|_| Halt::Journal(journal::Error::TooLong))?;
    Ok(bytes)
}

fn split(bytes: &[u8]) -> Result<(EntryKind, &[u8]), Halt> {
    let (kind, payload) = bytes.split_first().ok_or(Halt::Unreadable(0))?;
    let kind = EntryKind::new(*kind).ok_or(Halt::Unreadable(0))?;
    Ok((kind, payload))
}

/// The entry that `encode` turned into this kind and payload.
#[inline(never)]
#[must_use]
pub fn decode(kind: EntryKind, payload: &[u8]) -> Option<Entry> {
    payload::read(join(kind, payload, &mut Bytes::new())?)
}

/// An entry in postcard.
type Bytes = heapless::Vec<u8, { MAX_PAYLOAD + 1 }>;

fn join<'b>(kind: EntryKind, payload: &[u8], bytes: &'b mut Bytes) -> Option<&'b [u8]> {
    bytes.push(kind.code()).ok()?;
    bytes.extend_from_slice(payload).ok()?;
    Some(bytes)
}
