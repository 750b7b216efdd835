//! Two links with a wire between them, in virtual time.
//!
//! End 0 is the table, end 1 its console. Each sends on the lane of their own number. A tap at the end of each lane decodes what arrives
//! with a decoder of its own and holds it against every frame that was ever sent there: none may come out that
//! did not go in.

use std::collections::HashSet;

use link::decoder::Decoder;
use link::frame::Encoded;
use link::{Full, Initiator, Link, LinkEvent, Peer, Responder, Statistics};
use parts::wire::{Faults, Lane};
use shared_rules::wire::payload::Payload;
use shared_rules::wire::role::{Role, WireKind};

use crate::engine::{SeedOwner, fresh_seed, key_of, key_ring};

/// What an end tells its owner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ToldByLink {
    /// A payload arrived.
    Payload(Vec<u8>),
    /// The other end is a new one.
    NewPeer {
        /// The payload under way was given up.
        dropped: bool,
    },
}

/// The link of one end.
#[derive(Debug)]
#[allow(clippy::large_enum_variant, reason = "there are two")]
pub enum EitherLink {
    /// The console's.
    Initiator(Link<Initiator>),
    /// The table's.
    Responder(Link<Responder>),
}

/// Calls a method of whichever link it is.
macro_rules! either {
    ($self:expr, $link:ident => $call:expr) => {
        match $self {
            EitherLink::Initiator($link) => $call,
            EitherLink::Responder($link) => $call,
        }
    };
}

#[allow(missing_docs, reason = "as those of `Link`")]
impl EitherLink {
    /// The link of an end in one of its lives.
    pub fn of(end: usize, life: u32) -> EitherLink {
        let life = u64::from(life);
        match end {
            0 => {
                let seed = fresh_seed(SeedOwner::Table, 0, life);
                EitherLink::Responder(Link::responder(WireKind::Console, &key_ring(), Some(&seed)))
            }
            _ => {
                let seed = fresh_seed(SeedOwner::Console, 0, life);
                let key = key_of(Role::ShiftManager);
                EitherLink::Initiator(Link::initiator(WireKind::Console, key, &seed))
            }
        }
    }

    pub fn receive(&mut self, byte: u8, now_ms: u64) -> Option<LinkEvent<'_>> {
        either!(self, link => link.receive(byte, now_ms))
    }

    pub fn transmit(&mut self, now_ms: u64) -> Option<Encoded> {
        either!(self, link => link.transmit(now_ms))
    }

    pub fn poll_at(&self) -> u64 {
        either!(self, link => link.poll_at())
    }

    /// # Errors
    /// As for `Link`.
    pub fn send(&mut self, payload: Payload) -> Result<(), Full> {
        either!(self, link => link.send(payload))
    }

    pub fn is_free(&self) -> bool {
        either!(self, link => link.is_free())
    }

    pub fn is_up(&self, now_ms: u64) -> bool {
        either!(self, link => link.is_up(now_ms))
    }

    pub fn peer(&self) -> Option<Peer> {
        either!(self, link => link.peer())
    }

    pub fn statistics(&self) -> Statistics {
        either!(self, link => link.statistics())
    }
}

/// One end: its link, and what its owner was told and has not looked at.
#[derive(Debug)]
pub struct LinkedEnd {
    /// The link.
    pub link: EitherLink,
    /// What the owner was told, in order.
    pub told: Vec<ToldByLink>,
    life: u32,
}

impl LinkedEnd {
    fn new(end: usize, life: u32) -> LinkedEnd {
        LinkedEnd {
            link: EitherLink::of(end, life),
            told: Vec::new(),
            life,
        }
    }

    fn receive(&mut self, bytes: &[u8], now_ms: u64) {
        for byte in bytes {
            match self.link.receive(*byte, now_ms) {
                None => {}
                Some(LinkEvent::Payload(payload)) => {
                    self.told.push(ToldByLink::Payload(payload.to_vec()));
                }
                Some(LinkEvent::NewPeer { dropped }) => {
                    self.told.push(ToldByLink::NewPeer { dropped });
                }
            }
        }
    }
}

/// Compares what comes out of a lane with what went in.
#[derive(Debug, Default)]
struct Tap {
    sent: HashSet<Vec<u8>>,
    decoder: Decoder,
    passed: u64,
}

impl Tap {
    fn check(&mut self, bytes: &[u8]) {
        for byte in bytes {
            if let Some(frame) = self.decoder.feed(*byte) {
                let encoded = frame.encode().expect("it has been one");
                assert!(self.sent.contains(&encoded[..]), "never sent: {frame:?}");
                self.passed += 1;
            }
        }
    }
}

/// Two ends and the wire between them.
#[derive(Debug)]
pub struct Linked {
    /// Both ends.
    pub ends: [LinkedEnd; 2],
    /// The lane on which each end sends.
    pub lanes: [Lane; 2],
    taps: [Tap; 2],
    now_us: u64,
}

impl Linked {
    /// Two ends that start at time zero.
    pub fn new(seed: u64, rates: Faults) -> Linked {
        Linked {
            ends: [LinkedEnd::new(0, 1), LinkedEnd::new(1, 1)],
            lanes: [Lane::new(2 * seed, rates), Lane::new(2 * seed + 1, rates)],
            taps: [Tap::default(), Tap::default()],
            now_us: 0,
        }
    }

    /// Milliseconds since the start.
    pub fn now_ms(&self) -> u64 {
        self.now_us / 1_000
    }

    /// Whether this end's link is up.
    pub fn is_up(&self, end: usize) -> bool {
        self.ends[end].link.is_up(self.now_ms())
    }

    /// The frames that arrived sound in both directions.
    pub fn passed(&self) -> u64 {
        self.taps.iter().map(|tap| tap.passed).sum()
    }

    /// Takes an end's power away and gives it back; what is on the wire stays there.
    pub fn restart(&mut self, end: usize) {
        self.replace(end, self.ends[end].life + 1);
    }

    /// Puts another device in an end's place, or the same one in this life.
    pub fn replace(&mut self, end: usize, life: u32) -> LinkedEnd {
        std::mem::replace(&mut self.ends[end], LinkedEnd::new(end, life))
    }

    /// Goes to the next thing that happens, and lets it happen.
    pub fn step(&mut self) {
        self.now_us = self.next_us().max(self.now_us);
        for end in 0..2 {
            self.deliver_to(end);
        }
        for end in 0..2 {
            self.send_from(end);
        }
    }

    /// Runs until this time.
    pub fn run_until(&mut self, until_ms: u64) {
        while self.next_us() <= until_ms * 1_000 {
            self.step();
        }
        self.now_us = self.now_us.max(until_ms * 1_000);
    }

    fn next_us(&self) -> u64 {
        let arrivals = self.lanes.iter().filter_map(Lane::arrives_at_us);
        let frames = self.ends.iter().zip(&self.lanes);
        let frames = frames.map(|(end, lane)| lane.free_at_us().max(end.link.poll_at() * 1_000));
        arrivals.chain(frames).min().expect("heartbeats never end")
    }

    fn deliver_to(&mut self, end: usize) {
        let (from, now_ms) = (1 - end, self.now_ms());
        while let Some(bytes) = self.lanes[from].arrived(self.now_us) {
            self.taps[from].check(&bytes);
            self.ends[end].receive(&bytes, now_ms);
        }
    }

    fn send_from(&mut self, end: usize) {
        let now_ms = self.now_ms();
        let (link, lane) = (&mut self.ends[end].link, &mut self.lanes[end]);
        if lane.free_at_us() > self.now_us {
            return;
        }
        if let Some(frame) = link.transmit(now_ms) {
            self.taps[end].sent.insert(frame.to_vec());
            lane.send(self.now_us, &frame);
        }
    }
}
