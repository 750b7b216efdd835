//! The table's one main loop, without I/O: readings of the felt, received bytes and the time go in; lamps, frames, the
//! sign's picture and the next deadline come out.
//!
//! ```text
//! scan  -> FeltEnd -> readings --.                   .-> lamps   -> FeltEnd -> scan
//! bytes -> ConsolePort -> turns --+-> Controller ----+-> message -> ConsolePort -> frames
//! bytes -> SignPort    -> up? ----'                   '-> picture -> SignPort -> frames
//! ```
//! The board, the host and the simulator only carry samples and bytes to and from the [`Ends`]. The loop reaches the
//! ends through [`Access`], because on the board tasks of higher priority use them while the controller waits for its
//! flash.

use core::borrow::BorrowMut;
use core::cell::RefCell;

use embedded_storage::nor_flash::NorFlash;
use link::to_console::{ToConsole, Turn};
use link::to_sign::ToSign;
use shared_rules::wire::auth::Authenticator;
use shared_rules::wire::key::KeyRing;
use shared_rules::wire::payload::Payload;
use shared_rules::wire::sign::{SignPicture, SignVersion};

use crate::controller::{Controller, ViewMark};
use crate::felt::FeltEnd;
use crate::journal::{self, Journal};
use crate::sensors::SensorReadings;

/// The loop comes round at least this often: links go down, faults heal and the journal is scrubbed by time alone.
const TICK_MS: u64 = 10;

/// A value that other tasks use as well, one at a time.
pub trait Access {
    /// The value itself.
    type Inner;

    /// Calls `act` while no other task uses the value.
    fn with<R>(&self, act: impl FnOnce(&mut Self::Inner) -> R) -> R;
}

/// Without other tasks there is nobody to keep out.
impl<T> Access for RefCell<T> {
    type Inner = T;

    fn with<R>(&self, act: impl FnOnce(&mut T) -> R) -> R {
        act(&mut self.borrow_mut())
    }
}

/// The table's end of the wire to the sign.
pub trait SignPort {
    /// True while the sign answers.
    fn is_up(&self, now_ms: u64) -> bool;

    /// The version that the sign has reported.
    fn version(&self) -> Option<SignVersion> {
        None
    }

    /// Sends this picture when the wire is free for it; true if it differs from the one before.
    fn show(&mut self, picture: SignPicture) -> bool;
}

/// The table's end of the wire to the console.
pub trait ConsolePort {
    /// True while the console answers.
    fn is_up(&self, now_ms: u64) -> bool;

    /// The next turn for the console, if the wire is free for its answer.
    fn turn(&mut self) -> Option<Turn>;

    /// Sends the answer to a turn.
    fn say(&mut self, message: Payload);
}

impl SignPort for ToSign {
    fn is_up(&self, now_ms: u64) -> bool {
        self.is_up(now_ms)
    }

    fn version(&self) -> Option<SignVersion> {
        self.version()
    }

    fn show(&mut self, picture: SignPicture) -> bool {
        self.show(picture)
    }
}

impl ConsolePort for ToConsole {
    fn is_up(&self, now_ms: u64) -> bool {
        self.is_up(now_ms)
    }

    fn turn(&mut self) -> Option<Turn> {
        self.turn()
    }

    fn say(&mut self, message: Payload) {
        self.say(message);
    }
}

/// The parts with which the main loop exchanges data.
#[derive(Debug)]
#[allow(missing_docs, reason = "named like what they are")]
pub struct Ends<F, S, C> {
    pub felt: F,
    pub sign: S,
    pub console: C,
}

/// The news of one turn of the loop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LoopNews {
    /// Betting has opened.
    pub opened: bool,
    /// The sign has another picture to be sent.
    pub sign: bool,
    /// The console has a message to be sent.
    pub console: bool,
    /// The board's clock is to be set to this time of day, in seconds since 1970.
    pub clock: Option<u64>,
    /// The loop must come round again by this time, unless something happens earlier.
    pub next_ms: u64,
}

/// The controller and the felt as it was read last.
#[derive(Debug)]
pub struct MainLoop<F, A = Authenticator> {
    controller: Controller<F, A>,
    /// The last readings since betting opened.
    readings: Option<SensorReadings>,
    /// The view that lamps and sign show.
    shown: Option<ViewMark>,
    /// The reading of the board's clock for the next turn.
    time_of_day: Option<u64>,
}

impl<F: NorFlash> MainLoop<F> {
    /// The loop of a table over this flash. Its controller starts before the first turn.
    ///
    /// # Errors
    /// [`journal::Error::Geometry`] if the flash does not fit.
    pub fn new(flash: F) -> Result<Self, journal::Error> {
        Self::with(flash, Authenticator::new(KeyRing::new()))
    }
}

impl<F: NorFlash, A: BorrowMut<Authenticator>> MainLoop<F, A> {
    /// The same with an authenticator in its place.
    ///
    /// # Errors
    /// [`journal::Error::Geometry`] if the flash does not fit.
    #[inline]
    pub fn with(flash: F, authenticator: A) -> Result<Self, journal::Error> {
        let pages = Journal::pages(&flash)?;
        // Made in its place: a copy would take as much of the stack again.
        Ok(Self {
            controller: Controller::over(flash, pages, authenticator),
            readings: None,
            shown: None,
            time_of_day: None,
        })
    }

    /// The controller.
    #[must_use]
    pub const fn controller(&self) -> &Controller<F, A> {
        &self.controller
    }

    /// The controller, to be started.
    pub const fn controller_mut(&mut self) -> &mut Controller<F, A> {
        &mut self.controller
    }

    /// Notes the reading of the board's clock, right before the turn in which it counts: seconds since 1970, where the
    /// clock has been set.
    pub const fn note_time_of_day(&mut self, seconds: Option<u64>) {
        self.time_of_day = seconds;
    }

    /// One turn: acts upon everything that has come in, and gives the results to the ends. The clock is read
    /// repeatedly, because writing an entry takes its time.
    pub fn poll<Felt, Sign, Console>(
        &mut self,
        ends: &Ends<Felt, Sign, Console>,
        clock: impl Fn() -> u64,
    ) -> LoopNews
    where
        Felt: Access<Inner = FeltEnd>,
        Sign: Access<Inner: SignPort>,
        Console: Access<Inner: ConsolePort>,
    {
        let mut news = LoopNews::default();
        self.controller.note_time(self.time_of_day.take(), clock());
        // The links first: no press opens a round before it is known that they are up.
        self.keep_watch(&ends.sign, &ends.console, clock());
        news.opened |= self.accept_readings(&ends.felt, &clock);
        self.controller
            .note_noise(ends.felt.with(|felt| felt.noise()));
        news.console = self.serve_console(&ends.console, &clock);
        news.opened |= self.open_felt(&ends.felt);
        news.sign = self.show(&ends.felt, &ends.sign, clock());
        news.clock = self.controller.pop_clock_setting();
        news.next_ms = clock().saturating_add(TICK_MS);
        news
    }

    /// Accepts all readings since the last turn, in their order; without new ones, the last readings again, since
    /// faults heal by time alone. True if betting has opened.
    #[inline(never)]
    fn accept_readings(
        &mut self,
        felt: &impl Access<Inner = FeltEnd>,
        clock: &impl Fn() -> u64,
    ) -> bool {
        let mut opened = false;
        let mut is_new = false;
        // While the supply is low the readings wait.
        while !self.controller.supply_is_low()
            && let Some(readings) = felt.with(FeltEnd::pop)
        {
            is_new = true;
            self.readings = Some(readings);
            self.controller.sense(&readings, clock());
            let lamps = self.controller.lamps(clock());
            felt.with(|felt| felt.show(lamps));
            opened |= self.open_felt(felt);
        }
        if let Some(readings) = self.readings.filter(|_| !is_new) {
            self.controller.sense(&readings, clock());
            opened |= self.open_felt(felt);
        }
        opened
    }

    /// The sensors have to know at once that betting has opened, by a key or by the console: chips that lie there now
    /// were there before, and chips that are put down next are bets.
    fn open_felt(&mut self, felt: &impl Access<Inner = FeltEnd>) -> bool {
        let opened = self.controller.pop_opened();
        if opened {
            felt.with(FeltEnd::open_betting);
            self.readings = None;
        }
        opened
    }

    /// Lets the controller do the work that is due by time alone.
    #[inline(never)]
    fn keep_watch(
        &mut self,
        sign: &impl Access<Inner: SignPort>,
        console: &impl Access<Inner: ConsolePort>,
        now_ms: u64,
    ) {
        let (sign_up, version) = sign.with(|sign| (sign.is_up(now_ms), sign.version()));
        self.controller.note_sign(version);
        let console_up = console.with(|console| console.is_up(now_ms));
        self.controller.keep_watch(sign_up, console_up, now_ms);
    }

    /// Serves requests until the queue is empty or the link is busy. True if there is something to send.
    #[inline(never)]
    fn serve_console(
        &mut self,
        console: &impl Access<Inner: ConsolePort>,
        clock: &impl Fn() -> u64,
    ) -> bool {
        let mut has_said = false;
        while let Some(turn) = console.with(ConsolePort::turn) {
            match self.controller.serve(&turn, clock()) {
                Some(message) => {
                    console.with(|console| console.say(message));
                    has_said = true;
                }
                None if turn == Turn::Free => break,
                None => {}
            }
        }
        has_said
    }

    /// Shows the state of the ledger where it is another one. True if the sign's picture has changed.
    #[inline(never)]
    fn show(
        &mut self,
        felt: &impl Access<Inner = FeltEnd>,
        sign: &impl Access<Inner: SignPort>,
        now_ms: u64,
    ) -> bool {
        let mark = self.controller.view_mark();
        if self.shown.replace(mark) == Some(mark) {
            return false;
        }
        let (lamps, picture) = self.controller.view(now_ms);
        felt.with(|felt| felt.show(lamps));
        sign.with(|sign| sign.show(picture))
    }
}
