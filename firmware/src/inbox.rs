//! What the felt says while the controller is busy: the scan goes on every millisecond, but an entry may take 50 ms
//! to become durable.
//!
//! Readings that differ wait in their order, so that a chip that is moved after "No more bets" is never taken for
//! one that lay there before. When too many wait, the newest two become one: no press of a key is lost, and what
//! lies on the felt is as it was last.

use heapless::Deque;

use crate::sensors::SensorReadings;

/// Readings that wait. A hand makes a few changes in 50 ms.
const WAITING_MAX: usize = 8;

/// Between the scan, which is never kept waiting, and the controller.
#[derive(Debug, Default)]
pub struct Inbox {
    waiting: Deque<SensorReadings, WAITING_MAX>,
    /// What was put in last.
    newest: Option<SensorReadings>,
    /// Betting has opened, and the scan does not know it yet.
    opened: bool,
}

impl Inbox {
    /// Nothing has been read.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            waiting: Deque::new(),
            newest: None,
            opened: false,
        }
    }

    /// Takes what a scan has read, and says whether it is news.
    pub fn put(&mut self, mut readings: SensorReadings) -> bool {
        if self.newest.replace(readings) == Some(readings) {
            return false;
        }
        if self.waiting.is_full()
            && let Some(last) = self.waiting.pop_back()
        {
            readings.keys.pressed = readings.keys.pressed.with(last.keys.pressed);
        }
        // There is room now.
        let _ = self.waiting.push_back(readings);
        true
    }

    /// The next readings for the controller.
    pub fn take(&mut self) -> Option<SensorReadings> {
        self.waiting.pop_front()
    }

    /// The controller has opened betting. What was read before says nothing about bets.
    pub fn open_betting(&mut self) {
        self.waiting.clear();
        self.newest = None;
        self.opened = true;
    }

    /// Whether betting has opened since the scan asked last.
    pub fn take_opened(&mut self) -> bool {
        core::mem::take(&mut self.opened)
    }
}
