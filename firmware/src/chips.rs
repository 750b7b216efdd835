//! The sensors of one seat: counts its chips, detects its Ante, and judges the evidence for faults.
//!
//! A coin spot is a well for five chips with an optical gate at each chip's height; a *lit* sample was taken with the
//! gates' emitters on, a *dark* one with them off. Chips are counted on lit samples. A beam seen in a dark sample is a
//! fault as soon as the next sample shows that the chain is sound. Until all gates agree for [`GATE_SAMPLES`] the
//! previous count stands. A *hole*, a gate blocked above a clear one, is never a bet: it reads 0 once it is settled,
//! and is a fault if it stays ([`UNREADABLE_SAMPLES`]). A hand that places a chip makes one in passing.
//!
//! Faults of a stuck gate, and their detection:
//!
//! | stuck gate | reading of the seat | detected |
//! | --- | --- | --- |
//! | sees a beam even in the dark | - | within 3 ms: stray light |
//! | blocked, above the chips and not next to them | a hole | within half a second |
//! | blocked, next above the chips (or the lowest, no chips) | one chip too many | at the opening: not empty; otherwise when the chips go |
//! | sees its beam through a chip, chips above it | a hole | within half a second |
//! | sees its beam through the uppermost chip | one chip too few | not here: the lamps show it |
//!
//! Emitters that fail at every seat at once block every gate, which reads as five chips each: detected at the opening,
//! and otherwise only visible in the lamps.
//!
//! [`GATE_SAMPLES`]: crate::config::GATE_SAMPLES

use shared_rules::seats::Seat;

use crate::chain::{Input, LEVELS};
use crate::config::{ANTE_SAMPLES, GATE_SAMPLES, UNREADABLE_SAMPLES};
use crate::debounce::Debounce;
use crate::faults::{SeatFault, Standing};
use crate::scan::Sample;

/// The readings of a seat's gates, from the bottom: true for a beam, false for a chip.
pub type Beams = [bool; LEVELS as usize];

/// The debounced state of a seat's sensors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SeatReading {
    /// Chips that may count as a bet, 0 to 5: always 0 while a fault stands.
    pub chips: u8,
    /// A chip covers the Ante (or Pair Plus) spot. False while its line is in doubt.
    pub ante: bool,
    /// The reason for not counting the chips.
    pub fault: Option<SeatFault>,
}

/// The number of chips that block these beams; none if they are not a stack.
#[must_use]
pub const fn stack_height(beams: Beams) -> Option<u8> {
    match beams {
        [true, true, true, true, true] => Some(0),
        [false, true, true, true, true] => Some(1),
        [false, false, true, true, true] => Some(2),
        [false, false, false, true, true] => Some(3),
        [false, false, false, false, true] => Some(4),
        [false, false, false, false, false] => Some(5),
        _ => None,
    }
}

/// The sensors of one seat.
#[derive(Clone, Copy, Debug)]
pub struct SeatSensors {
    gates: Debounce<Beams, GATE_SAMPLES>,
    ante: Debounce<bool, ANTE_SAMPLES>,
    /// Lit samples since the gates last were steady on a stack.
    unreadable: u16,
    /// The evidence in the dark sample before. A broken chain shows only in the sample after it.
    in_the_dark: Option<SeatFault>,
    fault: Standing<SeatFault>,
    not_empty_at_opening: bool,
}

impl Default for SeatSensors {
    fn default() -> Self {
        Self::new()
    }
}

impl SeatSensors {
    /// No sample accepted yet.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            gates: Debounce::new(),
            ante: Debounce::new(),
            unreadable: 0,
            in_the_dark: None,
            fault: Standing::new(None),
            not_empty_at_opening: false,
        }
    }

    /// Accepts a sample that came through a sound chain.
    pub fn accept(&mut self, seat: Seat, sample: Sample) {
        let beams = sample.inputs.beams(seat);
        let ante = sample.inputs.is_set(Input::AnteCovered(seat));
        self.ante.accept(ante);
        let in_the_dark = self.in_the_dark.take();
        let now = if sample.is_lit() {
            self.judge_lit(beams)
        } else {
            self.in_the_dark = judge_dark(beams, ante);
            None
        };
        self.fault
            .accept([in_the_dark, now].into_iter().flatten().min());
        self.not_empty_at_opening &= !self.is_seen_empty();
    }

    /// Betting opens: chips that lie here now were there before, and count as no bet until the spot has been empty.
    pub fn open_betting(&mut self) {
        self.not_empty_at_opening = !self.is_seen_empty();
    }

    /// The chain broke: the seat's earlier samples are not trusted any more.
    pub const fn forget(&mut self) {
        self.gates.forget();
        self.ante.forget();
        self.unreadable = 0;
        self.in_the_dark = None;
    }

    /// The seat's reading, if the chain is sound.
    #[must_use]
    pub fn reading(&self) -> SeatReading {
        let fault = self.fault();
        let chips = self.gates.settled().and_then(stack_height);
        let ante = self.ante.settled().unwrap_or(false);
        SeatReading {
            chips: chips.filter(|_| fault.is_none()).unwrap_or(0),
            ante: ante && fault != Some(SeatFault::Unplugged),
            fault,
        }
    }

    fn fault(&self) -> Option<SeatFault> {
        let left_over = self
            .not_empty_at_opening
            .then_some(SeatFault::NotEmptyAtOpening);
        self.fault.fault().or(left_over)
    }

    fn is_seen_empty(&self) -> bool {
        self.fault.fault().is_none() && self.gates.steady().and_then(stack_height) == Some(0)
    }

    fn judge_lit(&mut self, beams: Beams) -> Option<SeatFault> {
        self.gates.accept(beams);
        let steady = self.gates.steady();
        if steady.and_then(stack_height).is_some() {
            self.unreadable = 0;
            return None;
        }
        self.unreadable = self.unreadable.saturating_add(1);
        let fault = steady.map_or(SeatFault::Unsteady, |_| SeatFault::Hole);
        (self.unreadable >= UNREADABLE_SAMPLES).then_some(fault)
    }
}

fn judge_dark(beams: Beams, ante: bool) -> Option<SeatFault> {
    if ante && beams == [true; LEVELS as usize] {
        Some(SeatFault::Unplugged)
    } else {
        beams.contains(&true).then_some(SeatFault::StrayLight)
    }
}

impl SeatReading {
    /// The reading of a seat while the chain is not sound.
    pub const NOT_READ: Self = Self {
        chips: 0,
        ante: false,
        fault: Some(SeatFault::Chain),
    };
}
