//! A serial wire in virtual time at 115,200 baud, with fault injection on frames and bytes from a seed.
//!
//! A [`Lane`] is one direction. It is busy for as long as its bytes take; a frame then arrives as a whole, late,
//! twice, damaged, or not at all. Times are microseconds.

use std::collections::{BTreeMap, VecDeque};
use std::mem;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// The byte at both ends of a frame.
const DELIMITER: u8 = 0;

/// A start bit, eight bits and a stop bit at 115,200 baud, in nanoseconds.
const BYTE_NS: u64 = 86_806;

/// The longest delay of a late frame: several others can overtake it.
const LATE_US_MAX: u64 = 60_000;

/// A number for each kind of fault: its rate, or its count so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Faults {
    /// Frames that are lost. The rates of frame faults are per 1,000 frames.
    pub lost: u32,
    /// Frames that arrive a second time, and late.
    pub repeated: u32,
    /// Frames that arrive late, so that others overtake them.
    pub late: u32,
    /// Frames that have up to 8 bytes of noise before them.
    pub noisy: u32,
    /// Frames that end early.
    pub cut_off: u32,
    /// Bytes with a wrong bit. The rates of byte faults are per 10,000 bytes.
    pub flipped: u32,
    /// Bytes that are missing.
    pub missing: u32,
    /// Bytes followed by one that was not sent.
    pub inserted: u32,
}

impl Faults {
    /// A wire without faults.
    pub const NONE: Faults = Faults {
        lost: 0,
        repeated: 0,
        late: 0,
        noisy: 0,
        cut_off: 0,
        flipped: 0,
        missing: 0,
        inserted: 0,
    };

    /// A wire on which about one exchange in four succeeds.
    pub const HARSH: Faults = Faults {
        lost: 100,
        repeated: 150,
        late: 150,
        noisy: 100,
        cut_off: 50,
        flipped: 60,
        missing: 60,
        inserted: 60,
    };

    /// All kinds together.
    pub fn total(&self) -> u64 {
        let frames = [
            self.lost,
            self.repeated,
            self.late,
            self.noisy,
            self.cut_off,
        ];
        let bytes = [self.flipped, self.missing, self.inserted];
        frames.into_iter().chain(bytes).map(u64::from).sum()
    }
}

/// One direction of a wire.
#[derive(Debug)]
pub struct Lane {
    random: ChaCha8Rng,
    rates: Faults,
    is_cut: bool,
    free_at_us: u64,
    frames: u64,
    under_way: BTreeMap<(u64, u64), Vec<u8>>,
    /// Faults that have happened so far.
    pub faults: Faults,
}

impl Lane {
    /// A lane with these faults.
    pub fn new(seed: u64, rates: Faults) -> Lane {
        Lane {
            random: ChaCha8Rng::seed_from_u64(seed),
            rates,
            is_cut: false,
            free_at_us: 0,
            frames: 0,
            under_way: BTreeMap::new(),
            faults: Faults::NONE,
        }
    }

    /// Cuts the lane or mends it. Bytes under way in a cut lane are lost.
    pub fn cut(&mut self, is_cut: bool) {
        self.is_cut = is_cut;
        if is_cut {
            self.under_way.clear();
        }
    }

    /// Changes the rates of faults from here on.
    pub fn set_rates(&mut self, rates: Faults) {
        self.rates = rates;
    }

    /// When the sender can send again.
    pub fn free_at_us(&self) -> u64 {
        self.free_at_us
    }

    /// When the next bytes arrive.
    pub fn arrives_at_us(&self) -> Option<u64> {
        self.under_way.keys().next().map(|(at, _)| *at)
    }

    /// The bytes that have arrived by now, frame by frame.
    pub fn arrived(&mut self, now_us: u64) -> Option<Vec<u8>> {
        let first = self.under_way.first_entry()?;
        (first.key().0 <= now_us).then(|| first.remove())
    }

    /// Puts frames on the wire until it is busy or no frame is left.
    pub fn send_all<B: AsRef<[u8]>>(&mut self, now_us: u64, mut frame: impl FnMut() -> Option<B>) {
        while self.free_at_us <= now_us
            && let Some(bytes) = frame()
        {
            self.send(now_us, bytes.as_ref());
        }
    }

    /// Puts a frame on the wire.
    pub fn send(&mut self, now_us: u64, frame: &[u8]) {
        let lasts_us = (frame.len() as u64 * BYTE_NS).div_ceil(1_000);
        self.deliver(now_us + lasts_us, frame);
    }

    /// The last byte of a frame leaves its sender, which has spent the time for all of them.
    pub fn deliver(&mut self, at_us: u64, frame: &[u8]) {
        self.free_at_us = at_us;
        if self.is_cut {
            return;
        }
        if self.happens(|kinds| &mut kinds.lost) {
            return;
        }
        let mut delay = 0;
        if self.happens(|kinds| &mut kinds.late) {
            delay = self.random.random_range(1..=LATE_US_MAX);
        }
        self.put(delay, frame);
        if self.happens(|kinds| &mut kinds.repeated) {
            let delay = self.random.random_range(1..=LATE_US_MAX);
            self.put(delay, frame);
        }
    }

    /// Takes everything that is under way off the lane, for somebody in the middle of it: the time of arrival, and the
    /// bytes.
    pub fn intercept(&mut self) -> Vec<(u64, Vec<u8>)> {
        let under_way = mem::take(&mut self.under_way);
        under_way
            .into_iter()
            .map(|((at_us, _), bytes)| (at_us, bytes))
            .collect()
    }

    /// Lets bytes arrive at a time, whoever they are from.
    pub fn inject(&mut self, at_us: u64, bytes: Vec<u8>) {
        self.frames += 1;
        self.under_way.insert((at_us, self.frames), bytes);
    }

    fn put(&mut self, delay_us: u64, frame: &[u8]) {
        self.frames += 1;
        let bytes = self.damaged(frame);
        self.under_way
            .insert((self.free_at_us + delay_us, self.frames), bytes);
    }

    fn damaged(&mut self, frame: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(frame.len() + 8);
        if self.happens(|kinds| &mut kinds.noisy) {
            let length = self.random.random_range(1..=8);
            bytes.extend((0..length).map(|_| self.random.random::<u8>()));
        }
        let mut end = frame.len();
        if self.happens(|kinds| &mut kinds.cut_off) {
            end = self.random.random_range(0..end);
        }
        for byte in &frame[..end] {
            self.pass(*byte, &mut bytes);
        }
        bytes
    }

    /// One draw decides what happens to a byte.
    fn pass(&mut self, byte: u8, bytes: &mut Vec<u8>) {
        let Faults {
            flipped,
            missing,
            inserted,
            ..
        } = self.rates;
        let draw = self.random.random_range(0..10_000);
        if draw < flipped {
            self.faults.flipped += 1;
            bytes.push(byte ^ (1 << self.random.random_range(0..8)));
        } else if draw < flipped + missing {
            self.faults.missing += 1;
        } else if draw < flipped + missing + inserted {
            self.faults.inserted += 1;
            bytes.extend([byte, self.random.random()]);
        } else {
            bytes.push(byte);
        }
    }

    /// Draws a fault of this kind for a frame: returns true if it happens, and counts it.
    fn happens(&mut self, kind: fn(&mut Faults) -> &mut u32) -> bool {
        let happens = self.random.random_ratio(*kind(&mut self.rates), 1_000);
        *kind(&mut self.faults) += u32::from(happens);
        happens
    }
}

/// Assembles single bytes into the frames that a [`Lane`] carries.
#[derive(Clone, Debug, Default)]
pub struct Frames {
    whole: VecDeque<Vec<u8>>,
    part: Vec<u8>,
}

impl Frames {
    /// Accepts bytes as they arrive.
    pub fn take(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.part.push(*byte);
            if *byte == DELIMITER && self.part.len() > 1 {
                self.whole.push_back(mem::take(&mut self.part));
            }
        }
    }

    /// The next complete frame.
    pub fn give(&mut self) -> Option<Vec<u8>> {
        self.whole.pop_front()
    }
}
