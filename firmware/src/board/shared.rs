//! What the tasks share. Between the scan, which interrupts the others, and the rest: cells that are copied in a
//! critical section of a few microseconds. Between tasks of the thread, which never interrupt each other: plain cells.

use core::cell::{Cell, RefCell};

use embassy_sync::blocking_mutex::Mutex;
use embassy_sync::blocking_mutex::raw::{CriticalSectionRawMutex, NoopRawMutex};
use embassy_sync::signal::Signal;
use embassy_time::Instant;
use firmware::health::{Health, Task};
use firmware::inbox::Inbox;
use firmware::lamps::Lamps;
use firmware::link::to_console::ToConsole;
use firmware::link::to_sign::ToSign;
use shared_rules::wire::frame::Session;
use shared_rules::wire::sign::SignPicture;

/// What the scan has read and the controller has not taken.
pub(super) static INBOX: Mutex<CriticalSectionRawMutex, RefCell<Inbox>> =
    Mutex::new(RefCell::new(Inbox::new()));

/// There is something for the controller to do.
pub(super) static NEWS: Signal<CriticalSectionRawMutex, ()> = Signal::new();

static LAMPS: Mutex<CriticalSectionRawMutex, Cell<Option<Lamps>>> = Mutex::new(Cell::new(None));

static HEALTH: Mutex<CriticalSectionRawMutex, Cell<Health>> = Mutex::new(Cell::new(Health::new(0)));

/// The wires' ends at the table, and what the sign should show.
pub(super) struct Wires {
    pub sign: RefCell<ToSign>,
    pub console: RefCell<ToConsole>,
    pub picture: Cell<SignPicture>,
    pub sign_news: Signal<NoopRawMutex, ()>,
    pub console_news: Signal<NoopRawMutex, ()>,
}

impl Wires {
    pub(super) const fn new(session: Session, picture: SignPicture) -> Self {
        Self {
            sign: RefCell::new(ToSign::new(session)),
            console: RefCell::new(ToConsole::new(session)),
            picture: Cell::new(picture),
            sign_news: Signal::new(),
            console_news: Signal::new(),
        }
    }
}

/// Milliseconds since the start.
pub(super) fn now_ms() -> u64 {
    Instant::now().as_millis()
}

/// Lights these lamps from the next scan on.
pub(super) fn show(lamps: Lamps) {
    LAMPS.lock(|shown| shown.set(Some(lamps)));
}

/// What the lamps should show: at first nothing.
pub(super) fn lamps() -> Lamps {
    LAMPS.lock(Cell::get).unwrap_or_default()
}

/// A task is alive.
pub(super) fn check_in(task: Task) {
    let now_ms = now_ms();
    HEALTH.lock(|health| {
        let mut changed = health.get();
        changed.check_in(task, now_ms);
        health.set(changed);
    });
}

/// A task that hangs, if one does.
pub(super) fn silent() -> Option<Task> {
    HEALTH.lock(Cell::get).silent(now_ms())
}
