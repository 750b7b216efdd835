//! The table's end of the wire to the console: requests are answered one by one, and in between the entries of the
//! journal are sent to a console that follows them.

use embedded_storage_async::nor_flash::NorFlash;
use shared_rules::wire::frame::{Encoded, Payload, Session};

use super::{Event, Link};
use crate::controller::Controller;

/// The wire to the console.
#[derive(Debug)]
pub struct ToConsole {
    link: Link,
    /// A request that waits for the answer before it to be on its way.
    request: Option<Payload>,
}

impl ToConsole {
    /// The wire of a table that starts now.
    #[must_use]
    pub const fn new(session: Session) -> Self {
        Self {
            link: Link::new(session),
            request: None,
        }
    }

    /// Takes a byte from the console. A console sends its next request when it has the answer to the one before;
    /// one that does not wait is not heard.
    pub fn receive<F: NorFlash>(&mut self, byte: u8, now_ms: u64, controller: &mut Controller<F>) {
        match self.link.receive(byte, now_ms) {
            Some(Event::Payload(request)) if self.request.is_none() => {
                self.request = Payload::from_slice(request).ok();
            }
            Some(Event::NewPeer { .. }) => {
                self.request = None;
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
        let message = match self.request.take() {
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
