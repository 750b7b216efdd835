//! Somebody in the middle of both wires. They hold every frame in their hands, remember all of them, and know the
//! protocol; they have no key.

use std::collections::BTreeMap;

use link::decoder::Decoder;
use link::frame::{Encoded, Frame, Head};
use parts::wire::Lane;
use rand::rngs::ChaCha8Rng;
use rand::{Rng, RngExt, SeedableRng};

use super::truth::Truth;
use crate::table::SimulatedTable;

/// Frames that are remembered, those of earlier lives included.
const REMEMBERED_MAX: usize = 400;

/// The longest delay of a frame that is held back.
const HELD_US_MAX: u64 = 4_000_000;

/// A direction of a wire.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum LaneName {
    ToSign,
    FromSign,
    ToConsole,
    FromConsole,
}

const LANES: [LaneName; 4] = [
    LaneName::ToSign,
    LaneName::FromSign,
    LaneName::ToConsole,
    LaneName::FromConsole,
];

impl LaneName {
    fn of(self, table: &mut SimulatedTable) -> &mut Lane {
        match self {
            LaneName::ToSign => &mut table.sign_cable.out,
            LaneName::FromSign => &mut table.sign_cable.back,
            LaneName::ToConsole => &mut table.console_cable.out,
            LaneName::FromConsole => &mut table.console_cable.back,
        }
    }

    /// The other direction of the same wire.
    const fn back(self) -> LaneName {
        match self {
            LaneName::ToSign => LaneName::FromSign,
            LaneName::FromSign => LaneName::ToSign,
            LaneName::ToConsole => LaneName::FromConsole,
            LaneName::FromConsole => LaneName::ToConsole,
        }
    }

    /// The same direction of the other wire.
    const fn across(self) -> LaneName {
        match self {
            LaneName::ToSign => LaneName::ToConsole,
            LaneName::ToConsole => LaneName::ToSign,
            LaneName::FromSign => LaneName::FromConsole,
            LaneName::FromConsole => LaneName::FromSign,
        }
    }
}

/// What can be done to a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "named like what they are")]
pub enum AttackKind {
    Drop,
    Delay,
    Repeat,
    Reflect,
    Cross,
    Change,
    Invent,
    Recall,
}

/// The kinds, and how often each is done: in 1,000 frames, the last two in 1,000 milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AttackRates(pub [(AttackKind, u32); 8]);

impl AttackRates {
    /// Most frames still come through, so that there are sessions to attack.
    pub const SLY: AttackRates = AttackRates([
        (AttackKind::Drop, 40),
        (AttackKind::Delay, 60),
        (AttackKind::Repeat, 200),
        (AttackKind::Reflect, 150),
        (AttackKind::Cross, 150),
        (AttackKind::Change, 200),
        (AttackKind::Invent, 20),
        (AttackKind::Recall, 30),
    ]);

    /// Hardly anything comes through.
    pub const BRUTE: AttackRates = AttackRates([
        (AttackKind::Drop, 400),
        (AttackKind::Delay, 400),
        (AttackKind::Repeat, 500),
        (AttackKind::Reflect, 300),
        (AttackKind::Cross, 300),
        (AttackKind::Change, 500),
        (AttackKind::Invent, 100),
        (AttackKind::Recall, 100),
    ]);

    fn of(self, kind: AttackKind) -> u32 {
        let row = self.0.iter().find(|(of, _)| *of == kind);
        row.map_or(0, |(_, rate)| *rate)
    }
}

/// The attacker.
#[derive(Debug)]
pub(super) struct Attacker {
    random: ChaCha8Rng,
    rates: AttackRates,
    remembered: Vec<(LaneName, Vec<u8>)>,
    /// What is let go, and when.
    planned: BTreeMap<(u64, u64), (LaneName, Vec<u8>)>,
    plans: u64,
    attacks: u64,
}

impl Attacker {
    pub(super) fn new(seed: u64) -> Attacker {
        Attacker {
            random: ChaCha8Rng::seed_from_u64(seed ^ 0xa77a_c4e5),
            rates: AttackRates::SLY,
            remembered: Vec::new(),
            planned: BTreeMap::new(),
            plans: 0,
            attacks: 0,
        }
    }

    pub(super) const fn attacks(&self) -> u64 {
        self.attacks
    }

    /// Begins an attack of one kind or the other.
    pub(super) fn begin(&mut self) {
        self.rates = match self.random.random::<bool>() {
            true => AttackRates::SLY,
            false => AttackRates::BRUTE,
        };
    }

    /// Takes what was sent in the last millisecond, and lets go what is due in the next.
    pub(super) fn interfere(&mut self, table: &mut SimulatedTable, truth: &mut Truth) {
        for lane in LANES {
            for (at_us, frame) in self.take(lane, table, truth) {
                self.handle(lane, at_us, frame);
            }
        }
        let next_us = (table.now_ms() + 1) * 1_000;
        if self.happens(AttackKind::Invent) {
            self.invent(next_us);
        }
        if self.happens(AttackKind::Recall) && !self.remembered.is_empty() {
            let which = self.random.random_range(0..self.remembered.len());
            let (lane, frame) = self.remembered[which].clone();
            self.plan(lane, next_us, frame);
        }
        self.let_go(table, next_us);
    }

    /// Only listens: everything arrives as it was sent.
    pub(super) fn listen(&mut self, table: &mut SimulatedTable, truth: &mut Truth) {
        for lane in LANES {
            for (at_us, frame) in self.take(lane, table, truth) {
                self.plan(lane, at_us, frame);
            }
        }
        let next_us = (table.now_ms() + 1) * 1_000;
        self.let_go(table, next_us);
    }

    /// Stops: what is held back is never let go.
    pub(super) fn stop(&mut self, table: &mut SimulatedTable, truth: &mut Truth) {
        self.planned.clear();
        self.listen(table, truth);
    }

    fn take(
        &mut self,
        lane: LaneName,
        table: &mut SimulatedTable,
        truth: &mut Truth,
    ) -> Vec<(u64, Vec<u8>)> {
        let now_ms = table.now_ms();
        let taken = lane.of(table).intercept();
        for (_, frame) in &taken {
            truth.say(lane, frame, now_ms);
            if self.remembered.len() == REMEMBERED_MAX {
                let which = self.random.random_range(0..REMEMBERED_MAX);
                self.remembered.swap_remove(which);
            }
            self.remembered.push((lane, frame.clone()));
        }
        taken
    }

    fn let_go(&mut self, table: &mut SimulatedTable, until_us: u64) {
        while let Some(first) = self.planned.first_entry()
            && first.key().0 <= until_us
        {
            let ((at_us, _), (lane, frame)) = first.remove_entry();
            lane.of(table).inject(at_us, frame);
        }
    }

    fn plan(&mut self, lane: LaneName, at_us: u64, frame: Vec<u8>) {
        self.plans += 1;
        self.planned.insert((at_us, self.plans), (lane, frame));
    }

    /// One draw for each kind: a frame may be reflected, repeated and changed at once.
    fn handle(&mut self, lane: LaneName, at_us: u64, frame: Vec<u8>) {
        if self.happens(AttackKind::Reflect) {
            self.plan(lane.back(), at_us, frame.clone());
        }
        if self.happens(AttackKind::Cross) {
            self.plan(lane.across(), at_us, frame.clone());
        }
        if self.happens(AttackKind::Change) {
            let changed = self.changed(&frame);
            self.plan(lane, at_us, changed);
        }
        if self.happens(AttackKind::Repeat) {
            let later_us = self.random.random_range(1..=HELD_US_MAX);
            self.plan(lane, at_us + later_us, frame.clone());
        }
        if self.happens(AttackKind::Drop) {
            return;
        }
        let held_us = match self.happens(AttackKind::Delay) {
            true => self.random.random_range(1..=HELD_US_MAX),
            false => 0,
        };
        self.plan(lane, at_us + held_us, frame);
    }

    fn happens(&mut self, kind: AttackKind) -> bool {
        let happens = self.random.random_ratio(self.rates.of(kind), 1_000);
        self.attacks += u64::from(happens);
        happens
    }

    /// The same frame with a field changed and a right check.
    fn changed(&mut self, frame: &[u8]) -> Vec<u8> {
        let mut decoder = Decoder::new();
        let read = |byte: &u8| decoder.feed(*byte).map(|f| (f.head, f.body.to_vec()));
        let Some((mut head, mut body)) = frame.iter().find_map(read) else {
            return frame.to_vec();
        };
        let random = &mut self.random;
        match &mut head {
            Head::Knock => {}
            Head::Hello { number, offer, .. } => match random.random::<bool>() {
                true => *number = random.random_range(0..10),
                false => random.fill_bytes(offer),
            },
            Head::Welcome { offer, tag, .. } => match random.random::<bool>() {
                true => random.fill_bytes(offer),
                false => tag[random.random_range(0..16)] ^= 1,
            },
            Head::Sealed { counter, tag } => match random.random_range(0..3) {
                0 => *counter = counter.saturating_add(random.random_range(1..100)),
                1 => tag[random.random_range(0..8)] ^= 1,
                _ => {
                    let place = random.random_range(0..body.len());
                    body[place] ^= 1 << random.random_range(0..8);
                }
            },
        }
        encoded(head, &body)
    }

    /// A frame of the attacker's own.
    fn invent(&mut self, at_us: u64) {
        let random = &mut self.random;
        let (mut offer, mut echo, mut tag) = ([0; 16], [0; 16], [0; 16]);
        random.fill_bytes(&mut offer);
        random.fill_bytes(&mut echo);
        random.fill_bytes(&mut tag);
        let number = random.random_range(1..10);
        let head = match random.random_range(0..4) {
            0 => Head::Knock,
            1 => Head::Hello {
                number,
                offer,
                present: None,
            },
            2 => Head::Welcome {
                number,
                offer,
                echo,
                tag,
            },
            _ => Head::Sealed {
                counter: random.random(),
                tag: random.random(),
            },
        };
        let body: &[u8] = match head {
            Head::Sealed { .. } => &[2],
            _ => &[],
        };
        let lane = LANES[random.random_range(0..LANES.len())];
        self.plan(lane, at_us, encoded(head, body));
    }
}

fn encoded(head: Head, body: &[u8]) -> Vec<u8> {
    let frame: Result<Encoded, _> = Frame { head, body }.encode();
    frame.map(|frame| frame.to_vec()).unwrap_or_default()
}
