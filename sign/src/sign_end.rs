//! The sign's end of the wire to the table: pictures and signs of life become the sign's state, and the link answers.

use core::mem;

use link::frame::{DELIMITER, Encoded};
use link::{Initiator, Link, LinkEvent, SILENCE_MS, Seed};
use shared_rules::wire::key::KeyEntry;
use shared_rules::wire::payload;
use shared_rules::wire::role::WireKind;
use shared_rules::wire::sign::SignVersion;

use crate::state::Sign;

/// The link of a life of the sign, and what the sign shows because of it.
#[derive(Debug)]
pub struct SignEnd {
    link: Link<Initiator>,
    sign: Sign,
    was_up: bool,
    /// The state has changed since it was asked for last.
    has_news: bool,
}

impl SignEnd {
    /// A sign that starts now, with the key that it shares with its table. The seed must be fresh at each start.
    #[must_use]
    pub fn new(key: KeyEntry, seed: &Seed, now_ms: u64) -> SignEnd {
        SignEnd {
            link: Link::initiator(WireKind::Sign, key, seed),
            sign: Sign::new(now_ms),
            was_up: false,
            has_news: true,
        }
    }

    /// Accepts a byte from the table.
    pub fn receive(&mut self, byte: u8, now_ms: u64) {
        match self.link.receive(byte, now_ms) {
            Some(LinkEvent::NewPeer { .. }) => self.report_version(),
            Some(LinkEvent::Payload(message)) => {
                if let Some(picture) = payload::read(message) {
                    self.sign.hear(picture, now_ms);
                    self.has_news = true;
                }
            }
            None => {}
        }
        // A table that answers is there, also while it has no new picture.
        if byte == DELIMITER && self.link.is_up(now_ms) {
            self.sign.heartbeat(now_ms);
            self.has_news = true;
        }
    }

    /// The first payload of a session: the wire is free for it, since nothing else is ever sent.
    fn report_version(&mut self) {
        if let Ok(version) = payload::write(&SignVersion::OURS) {
            let _ = self.link.send(version);
        }
    }

    /// The next frame to write out.
    pub fn transmit(&mut self, now_ms: u64) -> Option<Encoded> {
        self.link.transmit(now_ms)
    }

    /// The time at which [`Self::transmit`] has a frame even if nothing is received.
    #[must_use]
    pub fn poll_at(&self) -> u64 {
        self.link.poll_at()
    }

    /// What the sign shows, if it has changed since the last call. A line may carry noise and no answers: then the link
    /// goes down before the line is silent, and the sign says so.
    pub fn news(&mut self, now_ms: u64) -> Option<&Sign> {
        let is_up = self.link.is_up(now_ms);
        if self.was_up && !is_up {
            self.sign.heartbeat(now_ms.saturating_sub(SILENCE_MS));
            self.has_news = true;
        }
        self.was_up = is_up;
        mem::take(&mut self.has_news).then_some(&self.sign)
    }
}
