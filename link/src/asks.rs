//! The frames that were sent last and ask for an answer. An answer is only worth the time at which its question was
//! sent: whoever keeps answers back cannot make a dead link look alive.

use heapless::Deque;

/// Questions that are remembered: those of more than a second.
const ASKS_MAX: usize = 8;

/// The questions, the oldest first: counter and time.
#[derive(Debug)]
pub(super) struct Asks(Deque<(u64, u64), ASKS_MAX>);

impl Asks {
    pub(super) const fn new() -> Self {
        Self(Deque::new())
    }

    /// Notes that the frame with this counter was sent. The oldest one makes room.
    pub(super) fn note(&mut self, counter: u64, now_ms: u64) {
        if self.0.is_full() {
            self.0.pop_front();
        }
        // There is room.
        let _ = self.0.push_back((counter, now_ms));
    }

    /// The time at which the frame with this counter was sent.
    pub(super) fn sent_at(&self, counter: u64) -> Option<u64> {
        let asked = self.0.iter().find(|(of, _)| *of == counter);
        asked.map(|(_, at)| *at)
    }
}
