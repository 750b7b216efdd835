//! The sign on its wire: pictures of a real table, arbitrary bytes, lost frames, ends that restart, and time in small
//! and in huge steps.
//!
//! - An amount on the sign is never above the jackpot. A second after an amount was heard, it is the only one shown. No
//!   amount is shown while none is known. An award is exact at once.
//! - The sign changes nothing before the deadline that it has named.
//! - Every lit dot of every page is on the matrix, and every page lights some.
//! - Neither noise nor a stranger without the key is believed.
//! - On a wire that works again, the sign shows the table's picture within a second or two.

use link::to_sign::ToSign;
use link::{Initiator, Link, LinkEvent, SILENCE_MS};
use shared_rules::money::Cents;
use shared_rules::wire::key::{KeyEntry, KeyRing};
use shared_rules::wire::payload::{self, Payload};
use shared_rules::wire::role::{Role, WireKind};
use shared_rules::wire::sign::{SignPicture, SignVersion};
use sign::{Page, PageBody, Reading, Sign};
use simulator::engine::{SeedOwner, fresh_seed, key_of, key_ring};
use simulator::sign::assert_fits;

use crate::input::{InputBytes, StepRow};

/// From hearing an amount to showing it.
const SHOWN_AFTER_MS: u64 = 1_000;
/// Enough for a silent wire to be believed again, and for a retry of the message under way.
const SETTLED_AFTER_MS: u64 = 2_500;
/// A leap of the clock takes less than 35 years, so that no input reaches the end of the clock.
const LEAP_BITS: u8 = 41;
/// Steps of the clock on a wire that works.
const TICK_MS: u64 = 10;

/// One event.
#[derive(Clone, Debug)]
pub enum Step {
    /// The table's picture is now the one of this message, if it is one.
    Picture(Vec<u8>),
    /// A frame of this payload comes from a stranger.
    Stranger(Vec<u8>),
    /// These bytes are on the wire.
    Noise(Vec<u8>),
    /// Both ends are heard while this many milliseconds pass.
    Wait(u8),
    /// Nobody is heard for this many times 100 ms.
    Silence(u8),
    /// Nobody is heard for `1 << n` milliseconds.
    Leap(u8),
    /// The sign restarts, or else the table.
    Restart(bool),
}

impl Step {
    fn read(input: &mut InputBytes) -> Step {
        match input.below(7) {
            0 => Step::Picture(input.bytes().into()),
            1 => Step::Stranger(input.bytes().into()),
            2 => Step::Noise(input.bytes().into()),
            3 => Step::Wait(input.byte()),
            4 => Step::Silence(input.byte()),
            5 => Step::Leap(input.below(LEAP_BITS)),
            _ => Step::Restart(input.flag()),
        }
    }

    /// As an input.
    pub fn write(&self, row: &mut StepRow) {
        match self {
            Step::Picture(bytes) => row.byte(0).bytes(bytes),
            Step::Stranger(bytes) => row.byte(1).bytes(bytes),
            Step::Noise(bytes) => row.byte(2).bytes(bytes),
            Step::Wait(time) => row.byte(3).byte(*time),
            Step::Silence(time) => row.byte(4).byte(*time),
            Step::Leap(bits) => row.byte(5).byte(*bits),
            Step::Restart(sign) => row.byte(6).byte((*sign).into()),
        };
    }
}

/// Plays an input.
///
/// # Panics
/// If the sign breaks one of the rules above.
pub fn check(input: &[u8]) {
    let mut input = InputBytes::new(input);
    let mut wall = Wall::new();
    while !input.is_over() {
        wall.step(&Step::read(&mut input));
        wall.look();
    }
    wall.come_to_rest();
}

/// The table's end in one of its lives.
fn table(life: u32, keys: &KeyRing) -> ToSign {
    ToSign::new(keys, Some(&fresh_seed(SeedOwner::Table, 0, life.into())))
}

/// The sign's end in one of its lives.
fn sign_link(life: u32) -> Link<Initiator> {
    let seed = fresh_seed(SeedOwner::Sign, 0, life.into());
    Link::initiator(WireKind::Sign, key_of(Role::Sign), &seed)
}

/// A table, a wire and a sign.
struct Wall {
    now_ms: u64,
    boots: u32,
    table: ToSign,
    picture: Option<SignPicture>,
    link: Link<Initiator>,
    sign: Sign,
    /// The last amount that the sign has heard, and since when it is the same.
    heard: Option<(Option<Cents>, u64)>,
    /// The page whose dots were looked at last.
    drawn: Option<Page>,
}

impl Wall {
    fn new() -> Wall {
        Wall {
            now_ms: 0,
            boots: 2,
            table: table(1, &key_ring()),
            picture: None,
            link: sign_link(2),
            sign: Sign::new(0),
            heard: None,
            drawn: None,
        }
    }

    fn step(&mut self, step: &Step) {
        match step {
            Step::Picture(bytes) => self.picture = payload::read(bytes).or(self.picture),
            Step::Stranger(bytes) => self.stranger(bytes),
            Step::Noise(bytes) => assert!(!self.hear(bytes), "noise is believed"),
            Step::Wait(time) => self.run_ms((*time).into()),
            Step::Silence(time) => self.pass(100 * u64::from(*time)),
            Step::Leap(bits) => self.pass(1 << bits),
            Step::Restart(sign) => self.restart(*sign),
        }
    }

    fn restart(&mut self, sign: bool) {
        self.boots += 1;
        if sign {
            self.link = sign_link(self.boots);
            self.sign = Sign::new(self.now_ms);
            self.heard = None;
        } else {
            self.table = table(self.boots, &key_ring());
        }
    }

    /// A stranger who knows everything but the key is not believed.
    fn stranger(&mut self, bytes: &[u8]) {
        self.boots += 1;
        let mut keys = KeyRing::new();
        let entry = key_of(Role::Sign);
        let key = key_of(Role::Reader).key;
        keys.add(KeyEntry { key, ..entry }).expect("room");
        let seed = fresh_seed(SeedOwner::Stranger, 0, self.boots.into());
        let mut stranger = Link::responder(WireKind::Sign, &keys, Some(&seed));
        let Ok(message) = Payload::from_slice(bytes) else {
            return;
        };
        let _ = stranger.send(message);
        for _ in 0..4 {
            while let Some(frame) = stranger.transmit(self.now_ms) {
                assert!(!self.hear(&frame), "a stranger is believed");
            }
            while let Some(frame) = self.link.transmit(self.now_ms) {
                frame.iter().for_each(|byte| {
                    stranger.receive(*byte, self.now_ms);
                });
            }
        }
    }

    /// Time passes in which nobody is heard.
    fn pass(&mut self, time_ms: u64) {
        self.now_ms += time_ms;
    }

    /// Time passes on a wire that works.
    fn run_ms(&mut self, time_ms: u64) {
        for _ in 0..=time_ms / TICK_MS {
            self.pass(TICK_MS);
            if let Some(picture) = self.picture {
                self.table.show(picture);
                while let Some(frame) = self.table.transmit(self.now_ms) {
                    self.hear(&frame);
                }
            }
            while let Some(frame) = self.link.transmit(self.now_ms) {
                let table = &mut self.table;
                frame
                    .iter()
                    .for_each(|byte| table.receive(*byte, self.now_ms));
            }
            if self.link.is_up(self.now_ms) {
                self.sign
                    .heartbeat((self.now_ms + 1).saturating_sub(SILENCE_MS));
            }
        }
    }

    /// Feeds bytes from the wire to the sign; returns true if they held a message.
    fn hear(&mut self, bytes: &[u8]) -> bool {
        let mut took = false;
        for byte in bytes {
            let message = match self.link.receive(*byte, self.now_ms) {
                Some(LinkEvent::Payload(message)) => message,
                Some(LinkEvent::NewPeer { .. }) => {
                    let version = payload::write(&SignVersion::OURS).expect("a short message");
                    let _ = self.link.send(version);
                    continue;
                }
                None => continue,
            };
            took = true;
            let Some(picture) = payload::read::<SignPicture>(message) else {
                continue;
            };
            self.sign.hear(picture, self.now_ms);
            let same = self.heard.filter(|(amount, _)| *amount == picture.amount);
            self.heard = same.or(Some((picture.amount, self.now_ms)));
        }
        took
    }

    /// Checks the page shown now, that it stays until the sign's next deadline, and the page shown then.
    fn look(&mut self) {
        let page = self.sign.page(self.now_ms);
        self.judge(&page, self.now_ms);
        if self.drawn.as_ref() != Some(&page) {
            assert_fits(&page);
            self.drawn = Some(page.clone());
        }
        let Some(next_ms) = self.sign.poll_at(self.now_ms) else {
            return assert_eq!(self.sign.page(u64::MAX), page);
        };
        assert!(next_ms > self.now_ms);
        let before_ms = next_ms - 1;
        assert_eq!(self.sign.page(before_ms), page, "before it is due");
        let next = self.sign.page(next_ms);
        self.judge(&next, next_ms);
    }

    fn judge(&self, page: &Page, now_ms: u64) {
        let PageBody::Amount(reading) = page.body else {
            return;
        };
        if page.heading.contains(": SEAT") {
            return assert_eq!(reading.part, 0, "what was won is exact");
        }
        let Some((Some(amount), since_ms)) = self.heard else {
            panic!("{reading:?} is made up");
        };
        let (shown, exact) = (reading.cents, Reading::exact(amount));
        assert!(
            shown < amount || reading == exact,
            "{reading:?} over {amount:?}"
        );
        let is_due = now_ms >= since_ms.saturating_add(SHOWN_AFTER_MS);
        assert!(
            !is_due || reading == exact,
            "{reading:?} is not {amount:?} in time"
        );
    }

    /// Whatever happened before, a wire that works delivers the table's picture.
    fn come_to_rest(&mut self) {
        self.pass(SILENCE_MS);
        self.run_ms(SETTLED_AFTER_MS);
        self.look();
        if let Some(picture) = self.picture {
            assert_eq!(self.heard.map(|(amount, _)| amount), Some(picture.amount));
            assert!(!self.sign.link_lost(self.now_ms));
        }
    }
}
