//! The pool as a running thing: a thread that owns the sequencer and its engine.
//!
//! Letters come in through [`GatewayLine`]s, one for each connection of a gateway, and go out to the lines through
//! which their tables have written. Everything that has arrived goes into one commit. A line that does not keep up
//! loses letters, never the pool: the important ones come again.
//!
//! While the engine cannot serve, the pool is silent: its tables then take no bets (STANDARDS 9). It tries again until
//! the engine serves. A pool that stands by has no lines, follows the log, and answers questions about its state.
//!
//! There is no network in here. This module alone waits in real time; the time of day is passed in as a function.

mod lines;
mod snapshot;
mod worker;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender, TrySendError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use shared_rules::wire::payload::Payload;

use crate::engine::LogEngine;
use crate::keys::LinkKeys;
use crate::lead::Leadership;
use crate::notice::HouseNotice;
use crate::ruling::GivenRuling;
use crate::sequencer::{Ignored, Sequencer};
use crate::state::LinkState;
use worker::Worker;

pub use snapshot::{MemberSnapshot, PoolSnapshot, QueuedClaim, ShownNotice};

/// Orders that wait for the thread: a few milliseconds' worth. A line that finds the queue full offers its letter again.
const ORDERS_MAX: usize = 4_096;

/// Letters that wait for a line whose owner has asked for a channel.
const LETTERS_MAX: usize = 4_096;

/// The longest wait for a snapshot: an engine may be busy for a second.
const SNAPSHOT_WAIT: Duration = Duration::from_secs(3);

/// The interval at which the outcome of a ruling is looked for.
const RULING_LOOK: Duration = Duration::from_millis(20);

/// A line to a gateway, as the pool numbers it.
type LineNumber = u64;

/// The end of a line at which the pool's news arrive. It must not wait; false if the line is gone.
pub type NewsSink = Box<dyn FnMut(PoolNews) -> bool + Send>;

/// The time of day, in milliseconds since 1970.
pub type TimeOfDay = Box<dyn FnMut() -> u64 + Send>;

/// Something that the pool tells a gateway.
#[derive(Clone, Debug)]
pub enum PoolNews {
    /// A letter to a table that has written through this line.
    Letter(Box<Payload>),
    /// A letter from this line had no effect.
    Ignored(Ignored),
}

/// An order to the thread.
enum Order {
    Letter(LineNumber, Vec<u8>),
    Attach(LineNumber, NewsSink),
    Detach(LineNumber),
    Rule(GivenRuling),
    Snapshot(SyncSender<PoolSnapshot>),
    Stop,
}

/// The pool does not run any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the pool does not run")]
pub struct PoolStopped;

/// The reason why there is no snapshot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoSnapshot {
    /// The pool does not run any more.
    Stopped,
    /// The pool has not answered for a while: its engine takes long.
    Late,
}

impl From<NoSnapshot> for PoolStopped {
    fn from(_: NoSnapshot) -> PoolStopped {
        PoolStopped
    }
}

/// The reason why the pool has not accepted a letter from a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotOffered {
    /// Too many letters wait: offer this one again.
    Later(Vec<u8>),
    /// The pool does not run any more.
    Stopped,
}

/// A running pool.
#[derive(Debug)]
pub struct PoolService {
    door: PoolDoor,
    killed: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

/// The way to a running pool, for anything that outlives no pool: pages, connections.
#[derive(Clone, Debug)]
pub struct PoolDoor {
    orders: SyncSender<Order>,
    lines: Arc<AtomicU64>,
    leadership: Leadership,
}

impl PoolService {
    /// Starts a pool that goes on from this state of the engine's log.
    ///
    /// # Errors
    /// The system gives no thread.
    pub fn start(
        engine: impl LogEngine + Send + 'static,
        state: LinkState,
        keys: LinkKeys,
        time: TimeOfDay,
    ) -> std::io::Result<PoolService> {
        PoolService::start_under(Leadership::alone(), engine, state, keys, time)
    }

    /// Starts a pool that serves while it leads, and follows the log while it does not.
    ///
    /// # Errors
    /// The system gives no thread.
    pub fn start_under(
        leadership: Leadership,
        engine: impl LogEngine + Send + 'static,
        state: LinkState,
        keys: LinkKeys,
        time: TimeOfDay,
    ) -> std::io::Result<PoolService> {
        let (orders, from_lines) = mpsc::sync_channel(ORDERS_MAX);
        let killed = Arc::new(AtomicBool::new(false));
        let sequencer = Sequencer::new(keys, state);
        let lead = leadership.clone();
        let worker = Worker::new(sequencer, engine, time, Arc::clone(&killed), lead);
        let thread = thread::Builder::new()
            .name("pool".to_owned())
            .spawn(move || worker.run(&from_lines))?;
        Ok(PoolService {
            door: PoolDoor {
                orders,
                lines: Arc::default(),
                leadership,
            },
            killed,
            thread,
        })
    }

    /// The way to this pool.
    #[must_use]
    pub fn door(&self) -> PoolDoor {
        self.door.clone()
    }

    /// Commits everything that has arrived, sends the answers, and ends. The log is closed then.
    ///
    /// # Errors
    /// The pool has ended before.
    pub fn stop(self) -> Result<(), PoolStopped> {
        // A thread that has ended does not need the order.
        let _ = self.door.orders.send(Order::Stop);
        self.thread.join().map_err(|_| PoolStopped)
    }

    /// Ends without another commit, as after a failure of power. The log is closed then.
    ///
    /// # Errors
    /// The pool has ended before.
    pub fn kill(self) -> Result<(), PoolStopped> {
        self.killed.store(true, Ordering::Release);
        self.stop()
    }
}

impl PoolDoor {
    /// The part that the pool takes.
    #[must_use]
    pub const fn leadership(&self) -> &Leadership {
        &self.leadership
    }

    /// A line whose news go to `sink`.
    ///
    /// # Errors
    /// The pool does not run.
    pub fn attach(&self, sink: NewsSink) -> Result<GatewayLine, PoolStopped> {
        let number = self.lines.fetch_add(1, Ordering::Relaxed);
        let attached = self.orders.send(Order::Attach(number, sink));
        attached.map_err(|_| PoolStopped)?;
        Ok(GatewayLine {
            number,
            orders: self.orders.clone(),
        })
    }

    /// A line whose news come through a channel. News that find it full are lost.
    ///
    /// # Errors
    /// The pool does not run.
    pub fn attach_channel(&self) -> Result<(GatewayLine, Receiver<PoolNews>), PoolStopped> {
        let (to_line, news) = mpsc::sync_channel(LETTERS_MAX);
        let sink =
            move |news| !matches!(to_line.try_send(news), Err(TrySendError::Disconnected(_)));
        Ok((self.attach(Box::new(sink))?, news))
    }

    /// Asks for a ruling of the house. The log decides if it can be; a notice tells.
    ///
    /// # Errors
    /// The pool does not run.
    pub fn rule(&self, ruling: impl Into<GivenRuling>) -> Result<(), PoolStopped> {
        let asked = self.orders.send(Order::Rule(ruling.into()));
        asked.map_err(|_| PoolStopped)
    }

    /// Asks for a ruling of the house, and waits for the notice about its outcome.
    ///
    /// # Errors
    /// The pool does not run, or has not decided for a while.
    pub fn rule_and_wait(&self, given: GivenRuling) -> Result<HouseNotice, PoolStopped> {
        let number =
            |snapshot: &PoolSnapshot| snapshot.notices.back().map_or(0, |last| last.number);
        let before = number(&self.snapshot()?);
        self.rule(given)?;
        let words = given.ruling.to_string();
        let start = Instant::now();
        while start.elapsed() < SNAPSHOT_WAIT {
            let notices = self.snapshot()?.notices;
            let mut new = notices.into_iter().filter(|shown| shown.number > before);
            if let Some(shown) = new.find(|shown| shown.notice.is_about_ruling(&words)) {
                return Ok(shown.notice);
            }
            thread::sleep(RULING_LOOK);
        }
        Err(PoolStopped)
    }

    /// The state after the last commit.
    ///
    /// # Errors
    /// The pool does not run, or has not answered for a while.
    pub fn snapshot(&self) -> Result<PoolSnapshot, NoSnapshot> {
        let (to_caller, answer) = mpsc::sync_channel(1);
        let asked = self.orders.send(Order::Snapshot(to_caller));
        asked.map_err(|_| NoSnapshot::Stopped)?;
        answer
            .recv_timeout(SNAPSHOT_WAIT)
            .map_err(|error| match error {
                RecvTimeoutError::Timeout => NoSnapshot::Late,
                RecvTimeoutError::Disconnected => NoSnapshot::Stopped,
            })
    }
}

/// A gateway's line to the pool. It ends when it is dropped.
#[derive(Debug)]
pub struct GatewayLine {
    number: LineNumber,
    orders: SyncSender<Order>,
}

impl GatewayLine {
    /// Offers a letter of a table, without waiting.
    ///
    /// # Errors
    /// Too many letters wait, or the pool has stopped.
    pub fn offer(&self, letter: Vec<u8>) -> Result<(), NotOffered> {
        let offered = self.orders.try_send(Order::Letter(self.number, letter));
        offered.map_err(|error| match error {
            TrySendError::Full(Order::Letter(_, letter)) => NotOffered::Later(letter),
            _ => NotOffered::Stopped,
        })
    }

    /// Sends a letter of a table; waits while too many others wait.
    ///
    /// # Errors
    /// The pool has stopped.
    pub fn send(&self, letter: Vec<u8>) -> Result<(), PoolStopped> {
        let sent = self.orders.send(Order::Letter(self.number, letter));
        sent.map_err(|_| PoolStopped)
    }
}

impl Drop for GatewayLine {
    fn drop(&mut self) {
        // A pool that has stopped has no lines. One that is overloaded finds the line gone at its next letter.
        let _ = self.orders.try_send(Order::Detach(self.number));
    }
}

/// The system's time of day.
#[must_use]
pub fn system_time() -> TimeOfDay {
    Box::new(|| {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        let ms = since.map_or(0, |since| since.as_millis());
        u64::try_from(ms).unwrap_or(u64::MAX)
    })
}

/// The next order, for which the thread waits at most this long.
enum Wake {
    Order(Order),
    Late,
    Alone,
}

fn next_order(orders: &Receiver<Order>, wait: Duration) -> Wake {
    match orders.recv_timeout(wait) {
        Ok(order) => Wake::Order(order),
        Err(RecvTimeoutError::Timeout) => Wake::Late,
        Err(RecvTimeoutError::Disconnected) => Wake::Alone,
    }
}
