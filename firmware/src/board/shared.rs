//! What the tasks share. What the scan shares with the rest is copied in a critical section of a few microseconds;
//! between the wires' tasks and the controller a [`Ceiling`] is enough.

use core::cell::{Cell, RefCell};

use embassy_sync::blocking_mutex::Mutex;
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::signal::Signal;
use embassy_time::Instant;
use firmware::health::{Health, Task};
use firmware::inbox::Inbox;
use firmware::lamps::Lamps;
use shared_rules::wire::sign::SignPicture;

use super::ceiling::Ceiling;

/// What the scan has read and the controller has not taken.
pub(super) static INBOX: Mutex<CriticalSectionRawMutex, RefCell<Inbox>> =
    Mutex::new(RefCell::new(Inbox::new()));

/// There is something for the controller to do.
pub(super) static NEWS: Signal<CriticalSectionRawMutex, ()> = Signal::new();

static LAMPS: Mutex<CriticalSectionRawMutex, Cell<Option<Lamps>>> = Mutex::new(Cell::new(None));

static HEALTH: Mutex<CriticalSectionRawMutex, Cell<Health>> = Mutex::new(Cell::new(Health::new()));

/// What the sign should show.
pub(super) static PICTURE: Mutex<Ceiling, Cell<Option<SignPicture>>> = Mutex::new(Cell::new(None));

/// There is something to send to the sign.
pub(super) static SIGN_NEWS: Signal<CriticalSectionRawMutex, ()> = Signal::new();

/// There is something to send to the console.
pub(super) static CONSOLE_NEWS: Signal<CriticalSectionRawMutex, ()> = Signal::new();

/// Milliseconds since the start. Called everywhere, and its division is long.
#[inline(never)]
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
