//! The table's end of a wire that can do everything wrong on purpose. It is made of the same frames and keys as the
//! real one, and decides nothing by itself.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use console::read_arrived;
use link::decoder::Decoder;
use link::frame::{Encoded, Frame, FrameBody, Head, read_body};
use shared_rules::wire::key::KeyRing;
use shared_rules::wire::payload;
use shared_rules::wire::role::WireKind;
use shared_rules::wire::session::{Greeting, OFFER_BYTES, Offer, SessionId, SessionKeys, Speaker};

/// The socket is looked at this often.
const LOOK: Duration = Duration::from_millis(2);

/// A frame of the other side.
#[derive(Clone, Debug)]
pub struct HeardFrame {
    /// Its head.
    pub head: Head,
    /// The bytes of its body.
    pub body: Vec<u8>,
    /// The frame as it came.
    pub bytes: Encoded,
}

/// A session as the probe holds it.
#[derive(Clone, Debug)]
pub struct Held {
    keys: SessionKeys,
    sent: u64,
    heard: u64,
}

/// The end of a wire.
#[derive(Debug)]
pub struct Probe {
    stream: TcpStream,
    decoder: Decoder,
    heard: VecDeque<HeardFrame>,
    wire: WireKind,
    keys: KeyRing,
    /// The present session.
    pub held: Option<Held>,
}

impl Probe {
    /// The table's end of this wire, with these keys.
    ///
    /// # Errors
    /// The socket cannot be read without waiting.
    pub fn new(stream: TcpStream, wire: WireKind, keys: KeyRing) -> io::Result<Probe> {
        stream.set_nonblocking(true)?;
        stream.set_nodelay(true)?;
        Ok(Probe {
            stream,
            decoder: Decoder::new(),
            heard: VecDeque::new(),
            wire,
            keys,
            held: None,
        })
    }

    /// Writes bytes as they are.
    ///
    /// # Errors
    /// The line is gone.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.stream.write_all(bytes)
    }

    /// Forgets what has come and was not looked at.
    ///
    /// # Errors
    /// The line is gone.
    pub fn forget(&mut self) -> io::Result<()> {
        self.read()?;
        self.heard.clear();
        Ok(())
    }

    fn read(&mut self) -> io::Result<()> {
        for byte in read_arrived(&mut self.stream)? {
            if let Some(Frame { head, body }) = self.decoder.feed(byte) {
                let bytes = Frame { head, body }.encode();
                self.heard.extend(bytes.map(|bytes| HeardFrame {
                    head,
                    body: body.to_vec(),
                    bytes,
                }));
            }
        }
        Ok(())
    }

    /// The first frame that is wanted and comes within a time; the others are dropped.
    ///
    /// # Errors
    /// The line is gone.
    pub fn hear<T>(
        &mut self,
        within: Duration,
        mut want: impl FnMut(&mut Option<Held>, &HeardFrame) -> Option<T>,
    ) -> io::Result<Option<T>> {
        let until = Instant::now() + within;
        loop {
            self.read()?;
            while let Some(heard) = self.heard.pop_front() {
                if let Some(wanted) = want(&mut self.held, &heard) {
                    return Ok(Some(wanted));
                }
            }
            if Instant::now() >= until {
                return Ok(None);
            }
            thread::sleep(LOOK);
        }
    }

    /// The welcome to a hello, and its session; none without a key of this number for this wire.
    ///
    /// # Errors
    /// There is no randomness.
    pub fn welcome(&self, number: u8, echo: Offer) -> io::Result<Option<(Head, Held)>> {
        let mut offer = [0; OFFER_BYTES];
        getrandom::fill(&mut offer).map_err(io::Error::other)?;
        let entry = self.keys.get(number);
        let entry = entry.filter(|entry| entry.role.wire() == Some(self.wire));
        Ok(entry.map(|entry| {
            let greeting = Greeting {
                wire: self.wire,
                number,
                of_initiator: echo,
                of_responder: offer,
            };
            let head = Head::Welcome {
                number,
                offer,
                echo,
                tag: greeting.welcome(&entry.key),
            };
            let keys = greeting.session(&entry.key);
            let (sent, heard) = (0, 0);
            (head, Held { keys, sent, heard })
        }))
    }

    /// Seals and writes a frame of the present session; returns its bytes and counter.
    ///
    /// # Errors
    /// The line is gone, or there is no session.
    pub fn seal(&mut self, body: &FrameBody<'_>) -> io::Result<(Encoded, u64)> {
        let held = self.held.as_mut().ok_or(io::ErrorKind::NotConnected)?;
        let (frame, counter) = held.seal(body, Speaker::Responder)?;
        self.write(&frame)?;
        Ok((frame, counter))
    }
}

impl Held {
    /// The next frame, said by this side.
    ///
    /// # Errors
    /// The body is too long.
    pub fn seal(&mut self, body: &FrameBody<'_>, speaker: Speaker) -> io::Result<(Encoded, u64)> {
        self.sent = self.sent.saturating_add(1);
        let counter = self.sent;
        let too_long = |_| io::Error::from(io::ErrorKind::InvalidInput);
        let body = &payload::write(body).map_err(too_long)?;
        let tag = self.keys.tag(speaker, counter, body);
        let head = Head::Sealed { counter, tag };
        let frame = Frame { head, body }.encode();
        Ok((frame.map_err(too_long)?, counter))
    }

    /// The body of a frame of the other side, if it is of this session and the next one.
    pub fn open<'a>(&mut self, heard: &'a HeardFrame) -> Option<FrameBody<'a>> {
        let Head::Sealed { counter, tag } = heard.head else {
            return None;
        };
        let fits = self
            .keys
            .fits(Speaker::Initiator, counter, &heard.body, &tag);
        if counter <= self.heard || !fits {
            return None;
        }
        self.heard = counter;
        read_body(&heard.body)
    }

    /// The session's name.
    #[must_use]
    pub const fn id(&self) -> SessionId {
        self.keys.id
    }
}
