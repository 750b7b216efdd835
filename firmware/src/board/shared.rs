//! State that the board's tasks share: signals between them, and the heartbeats that gate the watchdog.

use core::cell::RefCell;

use embassy_sync::blocking_mutex::Mutex;
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::signal::Signal;
use embassy_time::Instant;
use firmware::health::{Health, Task};

/// There is something for the main loop to do.
pub(super) static NEWS: Signal<CriticalSectionRawMutex, ()> = Signal::new();

/// There is something to send to the sign.
pub(super) static SIGN_NEWS: Signal<CriticalSectionRawMutex, ()> = Signal::new();

/// There is something to send to the console.
pub(super) static CONSOLE_NEWS: Signal<CriticalSectionRawMutex, ()> = Signal::new();

static HEALTH: Mutex<CriticalSectionRawMutex, RefCell<Health>> =
    Mutex::new(RefCell::new(Health::new()));

/// Milliseconds since the start. Not inlined: it is called everywhere, and its division is long.
#[inline(never)]
pub(super) fn now_ms() -> u64 {
    Instant::now().as_millis()
}

/// A task is alive.
pub(super) fn check_in(task: Task) {
    check_in_at(task, now_ms());
}

/// A task that knows the time is alive.
pub(super) fn check_in_at(task: Task, now_ms: u64) {
    HEALTH.lock(|health| health.borrow_mut().check_in(task, now_ms));
}

/// A task that hangs, if one does.
pub(super) fn silent() -> Option<Task> {
    let now_ms = now_ms();
    HEALTH.lock(|health| health.borrow().silent(now_ms))
}
