//! The queue of readings between the scan and the main loop: the scan goes on every millisecond, but an entry may take
//! 50 ms to become durable.
//!
//! Readings that differ wait in their order, so that a chip that is moved after "No more bets" never counts as one that
//! lay there before. When the queue is full, the newest two readings become one: no press of a key is lost, and the
//! state of the felt is the latest.

use heapless::Deque;

use crate::packed::PackedReadings;
use crate::sensors::SensorReadings;

/// Readings that may wait. A hand makes a few changes in 50 ms.
const WAITING_MAX: usize = 8;

/// A queue that never keeps the scan waiting.
#[derive(Debug, Default)]
pub struct ReadingsQueue {
    waiting: Deque<PackedReadings, WAITING_MAX>,
    /// The readings that were pushed last.
    newest: Option<PackedReadings>,
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

    /// Queues readings unless they equal the ones before; true if they are news.
    pub fn push(&mut self, readings: impl Into<PackedReadings>) -> bool {
        let mut readings = readings.into();
        if self.newest.replace(readings) == Some(readings) {
            return false;
        }
        if self.waiting.is_full()
            && let Some(last) = self.waiting.pop_back()
        {
            readings = readings.with_pressed(last.pressed());
        }
        // The pop above has made room.
        let _ = self.waiting.push_back(readings);
        true
    }

    /// The oldest readings.
    pub fn pop(&mut self) -> Option<SensorReadings> {
        self.waiting.pop_front().map(PackedReadings::unpack)
    }

    /// True if any readings are news: none have been pushed since the queue was made or cleared.
    #[must_use]
    pub const fn is_cleared(&self) -> bool {
        self.newest.is_none()
    }

    /// Forgets everything: the same felt, read again, is news.
    pub fn clear(&mut self) {
        self.waiting.clear();
        self.newest = None;
    }
}
