//! The table's end of the wire to the sign: it sends the whole picture when it changes, and again in every new
//! session: a sign that has restarted shows it at once. A sign of another version, which could read another amount, is
//! sent none and counts as missing.

use crate::frame::Encoded;
use shared_rules::wire::payload;
use shared_rules::wire::sign::{SignPicture, SignVersion};

use super::{Link, LinkEvent, Responder, SILENCE_MS, Seed};
use shared_rules::wire::key::KeyRing;
use shared_rules::wire::role::WireKind;

/// The wire to the sign.
#[derive(Debug)]
pub struct ToSign {
    link: Link<Responder>,
    /// The picture that the sign should show.
    wanted: Option<SignPicture>,
    sent: Option<SignPicture>,
    /// The version that the sign has reported in this session.
    version: Option<SignVersion>,
    /// A sign that restarts is not missed until it should have reported its version again.
    version_due_ms: u64,
}

impl ToSign {
    /// The wire of a table that starts now, with these keys. The seed must be fresh at each start.
    #[must_use]
    pub fn new(keys: &KeyRing, seed: Option<&Seed>) -> Self {
        Self {
            link: Link::responder(WireKind::Sign, keys, seed),
            wanted: None,
            sent: None,
            version: None,
            version_due_ms: 0,
        }
    }

    /// Sets the picture that the sign should show from now on; true if it differs from the one before.
    pub fn show(&mut self, picture: SignPicture) -> bool {
        let is_new = self.wanted.as_ref() != Some(&picture);
        self.wanted = Some(picture);
        is_new
    }

    /// Accepts a byte from the sign. Its only payload is its version.
    pub fn receive(&mut self, byte: u8, now_ms: u64) {
        let was_up = self.fits() && self.link.is_up(now_ms);
        match self.link.receive(byte, now_ms) {
            Some(LinkEvent::NewPeer { .. }) => {
                (self.sent, self.version) = (None, None);
                self.version_due_ms = if was_up {
                    now_ms.saturating_add(SILENCE_MS)
                } else {
                    0
                };
            }
            Some(LinkEvent::Payload(message)) => self.version = SignVersion::read(message),
            None => {}
        }
    }

    /// The next frame to write out; none before there is a picture. A picture that is replaced before it could be sent
    /// is never sent.
    pub fn transmit(&mut self, now_ms: u64) -> Option<Encoded> {
        // Borrowed: a copy would take its room of the stack in the wire's task.
        let picture = self.wanted.as_ref()?;
        if self.sent.as_ref() != Some(picture)
            && self.fits()
            && self.link.is_free()
            && let Ok(message) = payload::write(picture)
            && self.link.send(message).is_ok()
        {
            self.sent = self.wanted;
        }
        self.link.transmit(now_ms)
    }

    /// The time at which [`Self::transmit`] has a frame even if nothing changes.
    #[must_use]
    pub fn poll_at(&self) -> u64 {
        self.link.poll_at()
    }

    /// True while a sign of our version answers.
    #[must_use]
    pub fn is_up(&self, now_ms: u64) -> bool {
        let is_awaited = self.version.is_none() && now_ms < self.version_due_ms;
        (self.fits() || is_awaited) && self.link.is_up(now_ms)
    }

    fn fits(&self) -> bool {
        self.version.is_some_and(SignVersion::fits)
    }

    /// The version that the sign has reported.
    #[must_use]
    pub const fn version(&self) -> Option<SignVersion> {
        self.version
    }
}
