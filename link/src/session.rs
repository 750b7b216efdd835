//! A session as one side has it: seals what it says, and opens what the other side says.

use shared_rules::wire::key::SharedKey;
use shared_rules::wire::payload::TooLong;
use shared_rules::wire::session::{FrameTag, Greeting, SessionId, SessionKeys, Speaker};

use crate::frame::{Encoded, FrameBody, encode_sealed};

/// Counters and keys of a session.
#[derive(Debug)]
pub struct Session {
    keys: SessionKeys,
    me: Speaker,
    /// The counter of the last frame that this side has sealed.
    sent: u64,
    /// The highest counter that was accepted from the other side.
    heard: u64,
}

/// The peer of a session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Peer {
    /// The session's name.
    pub session: SessionId,
    /// The number of the peer's key.
    pub number: u8,
}

/// A sealed frame as it comes from the wire.
#[derive(Clone, Copy, Debug)]
pub struct SealedFrame<'a> {
    /// Its counter.
    pub counter: u64,
    /// Its tag.
    pub tag: FrameTag,
    /// The bytes of its body.
    pub body: &'a [u8],
}

/// The reason for dropping a sealed frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unfit {
    /// Its counter has been used or passed.
    Replayed,
    /// Its tag is wrong.
    Forged,
}

impl Session {
    /// The session of this greeting, for one of its sides.
    pub(crate) fn new(greeting: &Greeting, key: &SharedKey, me: Speaker) -> Self {
        Self {
            keys: greeting.session(key),
            me,
            sent: 0,
            heard: 0,
        }
    }

    pub(crate) const fn peer(&self) -> Peer {
        Peer {
            session: self.keys.id,
            number: self.keys.number,
        }
    }

    /// The next frame for the other side, and its counter. A session whose counter has come to its end says nothing
    /// more, so that another one is made.
    pub(crate) fn seal(&mut self, body: &FrameBody<'_>) -> Result<(u64, Encoded), TooLong> {
        let counter = self.sent.checked_add(1).ok_or(TooLong)?;
        let (keys, me) = (&self.keys, self.me);
        let frame = encode_sealed(counter, body, |body| keys.tag(me, counter, body))?;
        self.sent = counter;
        Ok((counter, frame))
    }

    /// Accepts a frame of the other side, each counter once.
    pub(crate) fn open(&mut self, sealed: &SealedFrame<'_>) -> Result<(), Unfit> {
        let SealedFrame { counter, tag, body } = *sealed;
        if counter <= self.heard {
            return Err(Unfit::Replayed);
        }
        if !self.keys.fits(self.me.other(), counter, body, &tag) {
            return Err(Unfit::Forged);
        }
        self.heard = counter;
        Ok(())
    }
}
