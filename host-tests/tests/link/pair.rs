//! A table and a console, with nothing between them but the test.

use link::decoder::Decoder;
use link::frame::{Encoded, Head};
use link::{Initiator, Link, Responder};
use shared_rules::wire::payload::Payload;
use shared_rules::wire::role::{Role, WireKind};
use simulator::engine::{SeedOwner, fresh_seed, key_of, key_ring};

/// A table and a console without a wire between them: the test carries every frame, or does not.
pub struct Pair {
    pub table: Link<Responder>,
    pub console: Link<Initiator>,
    pub now_ms: u64,
    /// Everything that was sent, to whom.
    pub recorded: Vec<(To, Encoded)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum To {
    Table,
    Console,
}

pub fn table(life: u64) -> Link<Responder> {
    let seed = fresh_seed(SeedOwner::Table, 0, life);
    Link::responder(WireKind::Console, &key_ring(), Some(&seed))
}

pub fn console(life: u64) -> Link<Initiator> {
    let seed = fresh_seed(SeedOwner::Console, 0, life);
    Link::initiator(WireKind::Console, key_of(Role::Dealer), &seed)
}

pub fn payload(text: &str) -> Payload {
    Payload::from_slice(text.as_bytes()).expect("short")
}

pub fn feed(frame: &[u8], receive: impl FnMut(u8)) {
    frame.iter().copied().for_each(receive);
}

impl Pair {
    pub fn new() -> Pair {
        Pair {
            table: table(1),
            console: console(1),
            now_ms: 0,
            recorded: Vec::new(),
        }
    }

    /// They have met and are up.
    pub fn met() -> Pair {
        let mut pair = Pair::new();
        pair.run_ms(1_000);
        assert!(pair.is_up());
        pair
    }

    pub fn is_up(&self) -> bool {
        self.table.is_up(self.now_ms) && self.console.is_up(self.now_ms)
    }

    pub fn table_hears(&mut self, frame: &[u8]) -> Vec<String> {
        let mut told = Vec::new();
        for byte in frame {
            let event = self.table.receive(*byte, self.now_ms);
            told.extend(event.map(|event| format!("{event:?}")));
        }
        told
    }

    pub fn console_hears(&mut self, frame: &[u8]) -> Vec<String> {
        let mut told = Vec::new();
        for byte in frame {
            let event = self.console.receive(*byte, self.now_ms);
            told.extend(event.map(|event| format!("{event:?}")));
        }
        told
    }

    pub fn to(&mut self, to: To, frame: &[u8]) -> Vec<String> {
        match to {
            To::Table => self.table_hears(frame),
            To::Console => self.console_hears(frame),
        }
    }

    /// The frames that are due now, which are recorded and go nowhere.
    pub fn due(&mut self) -> Vec<(To, Encoded)> {
        let now_ms = self.now_ms;
        let mut due = Vec::new();
        due.extend(std::iter::from_fn(|| self.console.transmit(now_ms)).map(|f| (To::Table, f)));
        due.extend(std::iter::from_fn(|| self.table.transmit(now_ms)).map(|f| (To::Console, f)));
        self.recorded.extend(due.iter().cloned());
        due
    }

    /// So many milliseconds on a good wire.
    pub fn run_ms(&mut self, count: u64) {
        for _ in 0..count {
            self.now_ms += 1;
            for (to, frame) in self.due() {
                self.to(to, &frame);
            }
        }
    }

    /// Both ways carry a payload each.
    pub fn works(&mut self, text: &str) {
        let before = self.recorded.len();
        self.table.send(payload(text)).expect("it is free");
        self.console.send(payload(text)).expect("it is free");
        self.run_ms(150);
        assert!(self.table.is_free() && self.console.is_free(), "{text}");
        assert!(self.recorded.len() >= before + 4);
    }
}

/// The kind of a frame.
pub fn kind(frame: &[u8]) -> Head {
    let mut decoder = Decoder::new();
    let heads = frame
        .iter()
        .filter_map(|byte| decoder.feed(*byte).map(|frame| frame.head));
    heads.last().expect("a frame")
}
