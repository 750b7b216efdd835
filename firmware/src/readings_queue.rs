//! Readings of the felt that wait for the main loop: the scan goes on every millisecond, but an entry may take 50 ms
//! to become durable.
//!
//! Readings that differ wait in their order, so that a chip that is moved after "No more bets" is never taken for
//! one that lay there before. When too many wait, the newest two become one: no press of a key is lost, and what
//! lies on the felt is as it was last.

use heapless::Deque;

use crate::sensors::SensorReadings;

/// Readings that wait. A hand makes a few changes in 50 ms.
const WAITING_MAX: usize = 8;

/// A queue that never keeps the scan waiting.
#[derive(Debug, Default)]
pub struct ReadingsQueue {
    waiting: Deque<SensorReadings, WAITING_MAX>,
    /// The readings that were pushed last.
    newest: Option<SensorReadings>,
}

impl ReadingsQueue {
    /// An empty queue.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            waiting: Deque::new(),
            newest: None,
        }
    }

    /// Queues readings unless they equal the ones before, and says whether they are news.
    pub fn push(&mut self, mut readings: SensorReadings) -> bool {
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

    /// The oldest readings.
    pub fn pop(&mut self) -> Option<SensorReadings> {
        self.waiting.pop_front()
    }

    /// Forgets everything: the same felt, read again, is news.
    pub fn clear(&mut self) {
        self.waiting.clear();
        self.newest = None;
    }
}
