//! What both sides did, and the promises of the protocol that it keeps or breaks.

use std::collections::{BTreeMap, BTreeSet};

use link::SILENCE_MS;
use shared_rules::wire::session::SessionId;

use crate::world::{SIDES, Side, World};

/// A promise of the protocol.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Promise {
    /// A sealed frame acts only if the other side has said it in this session, and once.
    OnlyWhatWasSaid,
    /// An accepted payload is the next one that the other side has sent in this session.
    InOrder,
    /// A payload is accepted once.
    Once,
    /// An acknowledged payload was accepted.
    NothingLost,
    /// A session belongs to one life of each side.
    OneLife,
    /// Whoever takes a session for the present one shares it with the other side.
    Shared,
    /// A link that is up had a living other side, in this session, within the last second.
    UpIsAlive,
}

impl Promise {
    pub const ALL: [Promise; 7] = [
        Promise::OnlyWhatWasSaid,
        Promise::InOrder,
        Promise::Once,
        Promise::NothingLost,
        Promise::OneLife,
        Promise::Shared,
        Promise::UpIsAlive,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Promise::OnlyWhatWasSaid => "a frame acts only if it was said in this session, once",
            Promise::InOrder => "payloads are those of this session, in order",
            Promise::Once => "a payload is accepted once",
            Promise::NothingLost => "what is acknowledged was accepted",
            Promise::OneLife => "a session belongs to one life of each side",
            Promise::Shared => "a session is shared with the other side",
            Promise::UpIsAlive => "a link is up only with a living other side",
        }
    }
}

/// The record. A session has the lives that hold it, by side.
#[derive(Clone, Default, PartialEq, Eq, Hash, Debug)]
pub struct Record {
    held: BTreeMap<(SessionId, Side), u8>,
    died_ms: BTreeMap<(Side, u8), u64>,
    said: BTreeSet<(Side, SessionId, Vec<u8>)>,
    sent: BTreeSet<(Side, SessionId, u64, Vec<u8>)>,
    acted: BTreeSet<(Side, Vec<u8>)>,
    accepted: BTreeMap<Side, Vec<(SessionId, Vec<u8>)>>,
    broken: BTreeSet<Promise>,
}

impl Record {
    pub fn is_broken(&self, promise: Promise) -> bool {
        self.broken.contains(&promise)
    }

    pub fn broken(&self) -> Option<Promise> {
        self.broken.first().copied()
    }

    fn expect(&mut self, promise: Promise, is_kept: bool) {
        if !is_kept {
            self.broken.insert(promise);
        }
    }

    /// A life of a side has derived this session.
    pub fn hold(&mut self, session: SessionId, side: Side, life: u8) {
        let holder = *self.held.entry((session, side)).or_insert(life);
        self.expect(Promise::OneLife, holder == life);
    }

    /// A side takes this session for the present one.
    pub fn adopt(&mut self, session: SessionId, side: Side, life: u8) {
        self.hold(session, side, life);
        let is_shared = self.held.contains_key(&(session, side.other()));
        self.expect(Promise::Shared, is_shared);
    }

    pub fn die(&mut self, side: Side, life: u8, now_ms: u64) {
        self.died_ms.insert((side, life), now_ms);
    }

    pub fn say(&mut self, side: Side, session: SessionId, frame: &[u8]) {
        self.said.insert((side, session, frame.to_vec()));
    }

    pub fn say_payload(&mut self, side: Side, session: SessionId, sequence: u64, payload: &[u8]) {
        self.sent
            .insert((side, session, sequence, payload.to_vec()));
    }

    /// A sealed frame has changed something at a side.
    pub fn act(&mut self, to: Side, session: Option<SessionId>, frame: &[u8]) {
        let was_said = session.is_some_and(|session| {
            let said = (to.other(), session, frame.to_vec());
            self.said.contains(&said)
        });
        let is_first = self.acted.insert((to, frame.to_vec()));
        self.expect(Promise::OnlyWhatWasSaid, was_said && is_first);
    }

    pub fn accept(&mut self, to: Side, session: Option<SessionId>, payload: Vec<u8>) {
        let session = session.expect("payloads come in a session");
        let accepted = self.accepted.entry(to).or_default();
        let is_new = accepted.iter().all(|(_, earlier)| *earlier != payload);
        let in_session = accepted.iter().filter(|(of, _)| *of == session).count();
        accepted.push((session, payload.clone()));
        let sequence = u64::try_from(in_session).expect("few");
        let is_next = self
            .sent
            .contains(&(to.other(), session, sequence, payload));
        self.expect(Promise::InOrder, is_next);
        self.expect(Promise::Once, is_new);
    }

    /// The payload of a side has been acknowledged.
    pub fn acknowledged(&mut self, side: Side, payload: &[u8]) {
        let accepted = self.accepted.get(&side.other()).into_iter().flatten();
        let has_come = accepted
            .into_iter()
            .any(|(_, accepted)| accepted == payload);
        self.expect(Promise::NothingLost, has_come);
    }

    pub fn accepted_by(&self, side: Side) -> usize {
        self.accepted.get(&side).map_or(0, Vec::len)
    }

    /// Judges what both sides believe now.
    fn is_alive(&self, world: &World, side: Side) -> bool {
        let Some(session) = world.session(side) else {
            return false;
        };
        let Some(life) = self.held.get(&(session, side.other())) else {
            return false;
        };
        let died_ms = self.died_ms.get(&(side.other(), *life));
        died_ms.is_none_or(|died_ms| world.now_ms - died_ms < SILENCE_MS)
    }
}

/// Judges what both sides believe now.
pub fn judge(world: &mut World) {
    for side in SIDES {
        let is_kept = !world.is_up(side) || world.record.is_alive(world, side);
        world.record.expect(Promise::UpIsAlive, is_kept);
    }
}
