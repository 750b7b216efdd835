//! Both ends of a wire, everything that was ever said on it, and the steps that either end or the attacker takes.
//!
//! The wire needs no state of its own: whatever was said may reach either side at any later time, any number of times,
//! or never. That is loss, delay, repetition, reordering and reflection at once.

use std::hash::{DefaultHasher, Hash, Hasher};

use link::decoder::Decoder;
use link::frame::{Encoded, Frame, FrameBody, Head, read_body};
use link::{Initiator, Link, LinkEvent, Responder, Seed};
use shared_rules::wire::key::{KeyEntry, KeyRing, SharedKey};
use shared_rules::wire::payload::Payload;
use shared_rules::wire::role::{Role, WireKind};
use shared_rules::wire::session::{Greeting, SessionId, SessionKeys, Speaker};

use crate::attacker;
use crate::record::{self, Promise, Record};

/// A side of the wire.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    Console,
    Table,
}

pub const SIDES: [Side; 2] = [Side::Console, Side::Table];

impl Side {
    pub const fn other(self) -> Side {
        match self {
            Side::Console => Side::Table,
            Side::Table => Side::Console,
        }
    }

    pub const fn speaker(self) -> Speaker {
        match self {
            Side::Console => Speaker::Initiator,
            Side::Table => Speaker::Responder,
        }
    }
}

/// A mistake that the protocol can be given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mistake {
    /// A table that starts again makes the offers of its last life.
    OfferUsedTwice,
    /// Whoever has a sealed frame can make the same one with another counter.
    TagWithoutCounter,
    /// Whoever has a sealed frame can make the same one of the other side.
    TagWithoutSpeaker,
    /// The table believes in a session before anything came in it.
    SessionByHello,
}

/// A frame that was said.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Said {
    pub by: Side,
    pub bytes: Encoded,
}

/// A step of the model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// The side says what is due.
    Speak(Side),
    /// The frame of this number reaches a side.
    Deliver(usize, Side),
    /// A frame of the attacker's reaches a side.
    Invent(Box<Encoded>, Side),
    /// The owner of a side has a payload.
    Send(Side),
    /// The side loses power, and starts again.
    Restart(Side),
    /// So many milliseconds pass.
    Wait(u64),
}

/// Both ends and the record of what they did.
#[derive(Clone)]
pub struct World {
    console: Link<Initiator>,
    table: Link<Responder>,
    pub now_ms: u64,
    lives: [u8; 2],
    payloads: [u8; 2],
    pub said: Vec<Said>,
    pub record: Record,
    mistake: Option<Mistake>,
}

const NUMBER: u8 = 1;

fn key() -> KeyEntry {
    KeyEntry {
        number: NUMBER,
        role: Role::Dealer,
        key: SharedKey::new([7; 32]),
    }
}

fn seed(side: Side, life: u8) -> Seed {
    let mut bytes = [side as u8; 32];
    bytes[0] = life;
    Seed::new(bytes)
}

fn console(life: u8) -> Link<Initiator> {
    Link::initiator(WireKind::Console, key(), &seed(Side::Console, life))
}

fn table(life: u8) -> Link<Responder> {
    let mut keys = KeyRing::new();
    keys.add(key()).expect("room");
    Link::responder(WireKind::Console, &keys, Some(&seed(Side::Table, life)))
}

/// The session that a welcome offers.
pub fn session_of(welcome: &Head) -> Option<SessionKeys> {
    let Head::Welcome {
        number,
        offer,
        echo,
        ..
    } = *welcome
    else {
        return None;
    };
    let greeting = Greeting {
        wire: WireKind::Console,
        number,
        of_initiator: echo,
        of_responder: offer,
    };
    Some(greeting.session(&key().key))
}

/// The head and the body of a frame.
pub fn read(bytes: &[u8]) -> (Head, Vec<u8>) {
    let mut decoder = Decoder::new();
    let read = |byte: &u8| decoder.feed(*byte).map(|f| (f.head, f.body.to_vec()));
    bytes.iter().find_map(read).expect("a frame")
}

/// What a side told its owner.
enum Told {
    NewPeer { dropped: bool },
    Payload(Vec<u8>),
}

impl World {
    pub fn new(mistake: Option<Mistake>) -> World {
        World {
            console: console(0),
            table: table(0),
            now_ms: 0,
            lives: [0, 0],
            payloads: [0, 0],
            said: Vec::new(),
            record: Record::default(),
            mistake,
        }
    }

    pub const fn life(&self, side: Side) -> u8 {
        self.lives[side as usize]
    }

    pub fn session(&self, side: Side) -> Option<SessionId> {
        let peer = match side {
            Side::Console => self.console.peer(),
            Side::Table => self.table.peer(),
        };
        peer.map(|peer| peer.session)
    }

    pub fn is_up(&self, side: Side) -> bool {
        match side {
            Side::Console => self.console.is_up(self.now_ms),
            Side::Table => self.table.is_up(self.now_ms),
        }
    }

    pub const fn is_free(&self, side: Side) -> bool {
        match side {
            Side::Console => self.console.is_free(),
            Side::Table => self.table.is_free(),
        }
    }

    pub fn poll_at(&self, side: Side) -> u64 {
        match side {
            Side::Console => self.console.poll_at(),
            Side::Table => self.table.poll_at(),
        }
    }

    fn receive(&mut self, side: Side, byte: u8) -> Option<Told> {
        let event = match side {
            Side::Console => self.console.receive(byte, self.now_ms),
            Side::Table => self.table.receive(byte, self.now_ms),
        };
        event.map(|event| match event {
            LinkEvent::NewPeer { dropped } => Told::NewPeer { dropped },
            LinkEvent::Payload(payload) => Told::Payload(payload.to_vec()),
        })
    }

    /// Takes a step; none if nothing comes of it.
    pub fn step(&mut self, step: &Step) -> Option<()> {
        match step {
            Step::Speak(side) => self.speak(*side)?,
            Step::Deliver(number, side) => {
                let bytes = self.said.get(*number)?.bytes.clone();
                self.deliver(&bytes, *side);
            }
            Step::Invent(bytes, side) => self.deliver(bytes, *side),
            Step::Send(side) => self.send(*side)?,
            Step::Restart(side) => self.restart(*side),
            Step::Wait(span_ms) => self.now_ms += span_ms,
        }
        record::judge(self);
        Some(())
    }

    /// The next frame of a side.
    pub fn transmit(&mut self, side: Side) -> Option<Encoded> {
        let bytes = match side {
            Side::Console => self.console.transmit(self.now_ms),
            Side::Table => self.table.transmit(self.now_ms),
        }?;
        self.note(side, &bytes);
        Some(bytes)
    }

    /// A side says what is due. Knocks say nothing that the attacker could not say: they pass for none.
    fn speak(&mut self, side: Side) -> Option<()> {
        let bytes = loop {
            let bytes = self.transmit(side)?;
            if !matches!(read(&bytes).0, Head::Knock) {
                break bytes;
            }
        };
        let said = Said { by: side, bytes };
        if !self.said.contains(&said) {
            self.said.push(said);
        }
        Some(())
    }

    /// Writes down what a frame says.
    fn note(&mut self, side: Side, bytes: &[u8]) {
        let (head, body) = read(bytes);
        if let Some(keys) = session_of(&head) {
            self.record.hold(keys.id, side, self.life(side));
            if self.mistake == Some(Mistake::SessionByHello) {
                let first = attacker::seal(&keys, Speaker::Initiator, 1, &FrameBody::Heartbeat);
                self.deliver(&first, side);
            }
        }
        if let (Some(session), Some(body)) = (self.session(side), read_body(&body)) {
            self.record.say(side, session, bytes);
            if let FrameBody::Data { sequence, payload } = body {
                self.record.say_payload(side, session, sequence, payload);
            }
        }
    }

    /// A frame reaches a side.
    pub fn deliver(&mut self, bytes: &[u8], to: Side) {
        // What is over by now is over before the frame comes.
        let _ = self.receive(to, 0);
        let (before, was_free, text) = (self.session(to), self.is_free(to), self.text(to));
        let mut told = None;
        for byte in bytes {
            told = told.or(self.receive(to, *byte));
        }
        // Forgets the bytes of the frame, which nothing depends on.
        let _ = self.receive(to, 0);
        let has_changed = self.text(to) != text;
        let session = self.session(to);
        if let Some(session) = session.filter(|_| session != before) {
            self.record.adopt(session, to, self.life(to));
        }
        if let (Head::Sealed { .. }, true) = (read(bytes).0, has_changed) {
            self.record.act(to, session, bytes);
        }
        let mut was_dropped = false;
        match told {
            Some(Told::Payload(payload)) => self.record.accept(to, session, payload),
            Some(Told::NewPeer { dropped }) => was_dropped = dropped,
            None => {}
        }
        if !was_free && self.is_free(to) && !was_dropped {
            let last = self.last_payload(to);
            self.record.acknowledged(to, &last);
        }
    }

    fn last_payload(&self, side: Side) -> [u8; 3] {
        [side as u8, self.life(side), self.payloads[side as usize]]
    }

    pub fn send(&mut self, side: Side) -> Option<()> {
        self.payloads[side as usize] += 1;
        let payload = Payload::from_slice(&self.last_payload(side)).ok()?;
        match side {
            Side::Console => self.console.send(payload),
            Side::Table => self.table.send(payload),
        }
        .ok()
    }

    fn restart(&mut self, side: Side) {
        self.record.die(side, self.life(side), self.now_ms);
        let life = self.life(side) + 1;
        self.lives[side as usize] = life;
        self.payloads[side as usize] = 0;
        match side {
            Side::Console => self.console = console(life),
            Side::Table if self.mistake == Some(Mistake::OfferUsedTwice) => self.table = table(0),
            Side::Table => self.table = table(life),
        }
    }

    /// Once the attacker has stopped: within two seconds both sides are in the same session, and both ways carry. A hello
    /// that is still answered may replace the session once more, and its owners are told of what is given up.
    pub fn recovers(&self) -> bool {
        let mut world = self.clone();
        let deadline_ms = world.now_ms + 2_000;
        while world.now_ms <= deadline_ms {
            if world.carries(deadline_ms) {
                return world.record.broken().is_none();
            }
        }
        false
    }

    /// Both sides meet and say something, and both payloads arrive.
    fn carries(&mut self, deadline_ms: u64) -> bool {
        self.run_until(deadline_ms, |world| {
            SIDES
                .iter()
                .all(|side| world.is_up(*side) && world.is_free(*side))
                && world.session(Side::Console) == world.session(Side::Table)
        });
        let accepted = |world: &World| SIDES.map(|side| world.record.accepted_by(side));
        let before = accepted(self);
        if SIDES.iter().any(|side| self.send(*side).is_none()) {
            return false;
        }
        self.run_until(deadline_ms, |world| {
            SIDES.iter().all(|side| world.is_free(*side))
        });
        accepted(self) == before.map(|count| count + 1)
    }

    /// A good wire, until it is done or the time has come.
    fn run_until(&mut self, deadline_ms: u64, is_done: impl Fn(&World) -> bool) {
        while self.now_ms <= deadline_ms && !is_done(self) {
            let mut is_quiet = true;
            for side in SIDES {
                while let Some(bytes) = self.transmit(side) {
                    is_quiet = false;
                    self.deliver(&bytes, side.other());
                }
            }
            if is_quiet {
                let next = self.poll_at(Side::Console).min(self.poll_at(Side::Table));
                self.now_ms = next.max(self.now_ms + 1);
            }
        }
    }

    /// Everything that a side will act upon. Its counts of dropped frames decide nothing, and are left out.
    fn text(&self, side: Side) -> String {
        let text = match side {
            Side::Console => format!("{:?}", self.console),
            Side::Table => format!("{:?}", self.table),
        };
        let (kept, _) = text.split_once("statistics:").expect("counts at the end");
        kept.to_string()
    }

    /// The same for two worlds in which the same can happen.
    pub fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        let mut said: Vec<&Said> = self.said.iter().collect();
        said.sort();
        (self.text(Side::Console), self.text(Side::Table), said).hash(&mut hasher);
        (self.now_ms, self.lives, self.payloads, &self.record).hash(&mut hasher);
        hasher.finish()
    }

    pub const fn has_mistake(&self, mistake: Mistake) -> bool {
        matches!(self.mistake, Some(planted) if planted as u8 == mistake as u8)
    }
}

/// The greeting, for the wire.
pub fn greeting(head: Head) -> Encoded {
    Frame { head, body: &[] }.encode().expect("short")
}

/// The number of the key that both sides have.
pub const fn key_number() -> u8 {
    NUMBER
}

/// A promise was broken on the way here.
pub fn is_kept(world: &World, promise: Promise) -> bool {
    !world.record.is_broken(promise)
}
