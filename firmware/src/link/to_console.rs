//! The table's end of the wire to the console: requests are answered one by one, and in between the entries of the
//! journal are sent to a console that follows them.

use embedded_storage_async::nor_flash::NorFlash;
use heapless::Deque;
use shared_rules::wire::frame::{Encoded, Payload, Session};

use super::{Event, Link};
use crate::controller::Controller;

/// Requests that a console may send without waiting for the answers.
pub const REQUESTS_MAX: usize = 4;

/// The wire to the console.
#[derive(Debug)]
pub struct ToConsole {
    link: Link,
    /// Requests that wait for the answer before them to be on its way.
    requests: Deque<Payload, REQUESTS_MAX>,
}

impl ToConsole {
    /// The wire of a table that starts now.
    #[must_use]
    pub const fn new(session: Session) -> Self {
        Self {
            link: Link::new(session),
            requests: Deque::new(),
        }
    }

    /// Takes a byte from the console. A console that has more than [`REQUESTS_MAX`] requests without an answer is not
    /// heard until it has waited.
    pub fn receive<F: NorFlash>(&mut self, byte: u8, now_ms: u64, controller: &mut Controller<F>) {
        match self.link.receive(byte, now_ms) {
            Some(Event::Payload(request)) => {
                if let Ok(request) = Payload::from_slice(request) {
                    // One too many is dropped, as said above.
                    let _ = self.requests.push_back(request);
                }
            }
            Some(Event::NewPeer { .. }) => {
                self.requests.clear();
                controller.console_restarted();
            }
            _ => {}
        }
    }

    /// Answers the request that waits, or sends the next entry, if the wire is free for it.
    pub async fn work<F: NorFlash>(&mut self, controller: &mut Controller<F>, now_ms: u64) {
        if !self.link.is_free() {
            return;
        }
        let message = match self.requests.pop_front() {
            Some(request) => controller.answer(&request, now_ms).await,
            None => controller.next_entry().await,
        };
        if let Some(message) = message {
            // The wire is free: it has just been asked.
            let _ = self.link.send(message);
        }
    }

    /// The next frame to write out.
    pub fn transmit(&mut self, now_ms: u64) -> Option<Encoded> {
        self.link.transmit(now_ms)
    }

    /// When [`Self::transmit`] has a frame to give although nothing changes.
    #[must_use]
    pub fn poll_at(&self) -> u64 {
        self.link.poll_at()
    }

    /// Whether the console answers.
    #[must_use]
    pub fn is_up(&self, now_ms: u64) -> bool {
        self.link.is_up(now_ms)
    }
}
