//! The table's end of the wire to the console: it queues requests, sends their answers one by one, and in between sends
//! the entries of the journal to a console that follows them.
//!
//! The wire and the controller work at their own pace: bytes are accepted whenever they come, and the controller asks
//! for the next [`Turn`] when it has time for one.

use crate::frame::Encoded;
use heapless::Deque;
use shared_rules::wire::key::KeyRing;
use shared_rules::wire::payload::Payload;
use shared_rules::wire::role::WireKind;

use super::{Link, LinkEvent, Peer, Responder, Seed};

/// Requests that a console may send without waiting for the answers.
pub const REQUESTS_MAX: usize = 4;

/// The controller's next task for the console.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(
    clippy::large_enum_variant,
    reason = "there is one at a time, and no heap"
)]
pub enum Turn {
    /// A session begins: requests of the one before are forgotten.
    NewConsole(Peer),
    /// A request to answer.
    Request(Payload),
    /// No request waits, and the wire is free for an entry.
    Free,
}

/// The wire to the console.
#[derive(Debug)]
pub struct ToConsole {
    link: Link<Responder>,
    /// The console that the controller has not yet been told of.
    new: Option<Peer>,
    /// Requests that wait until the answer before them is on its way.
    requests: Deque<Payload, REQUESTS_MAX>,
}

impl ToConsole {
    /// The wire of a table that starts now, with these keys. The seed must be fresh at each start.
    #[must_use]
    pub fn new(keys: &KeyRing, seed: Option<&Seed>) -> Self {
        Self {
            link: Link::responder(WireKind::Console, keys, seed),
            new: None,
            requests: Deque::new(),
        }
    }

    /// Accepts a byte from the console. A request that arrives while [`REQUESTS_MAX`] others wait is dropped.
    pub fn receive(&mut self, byte: u8, now_ms: u64) {
        match self.link.receive(byte, now_ms) {
            Some(LinkEvent::Payload(request)) => {
                if let Ok(request) = Payload::from_slice(request) {
                    // One too many is dropped, as documented above.
                    let _ = self.requests.push_back(request);
                }
            }
            Some(LinkEvent::NewPeer { .. }) => {
                self.requests.clear();
                self.new = self.link.peer();
            }
            None => {}
        }
    }

    /// The next task, or none until the wire is free. A task gives at most one message, for [`Self::say`].
    pub fn turn(&mut self) -> Option<Turn> {
        if let Some(peer) = self.new.take() {
            return Some(Turn::NewConsole(peer));
        }
        if !self.link.is_free() {
            return None;
        }
        let request = self.requests.pop_front();
        Some(request.map_or(Turn::Free, Turn::Request))
    }

    /// Sends the message of the turn. A console that has restarted meanwhile is not sent the answer to another one's
    /// request.
    pub fn say(&mut self, message: Payload) {
        if self.new.is_none() {
            // The wire was free when the turn began, and only the turn fills it.
            let _ = self.link.send(message);
        }
    }

    /// Ends the session: the console has to say hello again.
    pub fn reset(&mut self) {
        self.link.reset();
        self.requests.clear();
        self.new = None;
    }

    /// The next frame to write out.
    pub fn transmit(&mut self, now_ms: u64) -> Option<Encoded> {
        self.link.transmit(now_ms)
    }

    /// The time at which [`Self::transmit`] has a frame even if nothing changes.
    #[must_use]
    pub fn poll_at(&self) -> u64 {
        self.link.poll_at()
    }

    /// True while the console answers.
    #[must_use]
    pub fn is_up(&self, now_ms: u64) -> bool {
        self.link.is_up(now_ms)
    }
}
