//! State that the sign's tasks share: the frames, the state to draw, and the heartbeats that gate the watchdog.

use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::signal::Signal;
use embassy_time::Instant;
use sign::{ScanFrames, Sign, SignTask, Vitals};

/// The renderer draws one frame while the row scan shows the other.
pub(super) static FRAMES: ScanFrames = ScanFrames::new();

/// The frame drawn last is shown.
pub(super) static SHOWN: Signal<CriticalSectionRawMutex, ()> = Signal::new();

/// The sign's state, whenever it has changed: the renderer draws the latest.
pub(super) static STATE: Signal<CriticalSectionRawMutex, Sign> = Signal::new();

/// The button is pressed.
pub(super) static PRESSED: Signal<CriticalSectionRawMutex, ()> = Signal::new();

static VITALS: Vitals = Vitals::new();

/// Milliseconds since the start. Not inlined: its division is long.
#[inline(never)]
pub(super) fn now_ms() -> u64 {
    Instant::now().as_millis()
}

/// A task is alive.
pub(super) fn check_in(task: SignTask) {
    VITALS.check_in(task, low(now_ms()));
}

/// A task that hangs, if one does.
pub(super) fn silent() -> Option<SignTask> {
    VITALS.silent(low(now_ms()))
}

/// The low word of a time: heartbeats are compared within minutes.
const fn low(ms: u64) -> u32 {
    let [a, b, c, d, ..] = ms.to_le_bytes();
    u32::from_le_bytes([a, b, c, d])
}
