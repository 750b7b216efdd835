//! The sensors of the seats: counts chips, detects Antes, and judges the evidence for faults. All seats are judged on
//! the words of the chain, and a seat by itself only where something is wrong or has changed.
//!
//! A coin spot is a well for five chips with an optical gate at each chip's height; a *lit* sample was taken with the
//! gates' emitters on, a *dark* one with them off. Chips are counted on lit samples. A beam seen in a dark sample is
//! noise: nothing of the seat is believed until the next dark sample. Several of them lately are a fault, as soon as the
//! next sample shows that the chain is sound. Until all gates agree for [`GATE_SAMPLES`] the
//! previous count stands. A *hole*, a gate blocked above a clear one, is never a bet: it reads 0 once it is settled,
//! and is a fault if it stays ([`UNREADABLE_SAMPLES`]). A hand that places a chip makes one in passing.
//!
//! Faults of a stuck gate, and their detection:
//!
//! | stuck gate | reading of the seat | detected |
//! | --- | --- | --- |
//! | sees a beam even in the dark | - | within 12 ms: stray light |
//! | blocked, above the chips and not next to them | a hole | within half a second |
//! | blocked, next above the chips (or the lowest, no chips) | one chip too many | at the opening: not empty; otherwise when the chips go |
//! | sees its beam through a chip, chips above it | a hole | within half a second |
//! | sees its beam through the uppermost chip | one chip too few | not here: the lamps show it |
//!
//! A dead bank of emitters darkens every other height at every seat: the holes of one bank at two seats freeze all counts
//! at once, and are a fault of every seat if they stay. Both banks dead at once block every gate, which reads as five
//! chips each: detected at the opening, and otherwise only visible in the lamps.
//!
//! [`GATE_SAMPLES`]: crate::config::GATE_SAMPLES

use shared_rules::seats::{Seat, SeatMap, SeatSet};

use crate::chain::lanes::{self, ANTES, GATES, KEYS, WELL};
use crate::chain::{EmitterBank, LEVELS};
use crate::config::{DEAD_BANK_SAMPLES, UNREADABLE_SAMPLES};
use crate::debounce::{Debounce, LaneChange};
use crate::faults::{SeatFault, Standing};
use crate::noise::NoiseWindow;
use crate::packed::PackedSeats;

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

impl SeatReading {
    /// The reading of a seat while the chain is not sound.
    pub const NOT_READ: Self = Self {
        chips: 0,
        ante: false,
        fault: Some(SeatFault::Chain),
    };
}

/// The number of chips that leave these beams, the lowest gate in bit 0; none if they are not a stack. The compiler
/// makes a table of 32 rows of it.
#[must_use]
pub const fn stack_height(beams: u8) -> Option<u8> {
    match beams {
        0b1_1111 => Some(0),
        0b1_1110 => Some(1),
        0b1_1100 => Some(2),
        0b1_1000 => Some(3),
        0b1_0000 => Some(4),
        0b0_0000 => Some(5),
        _ => None,
    }
}

/// The chips of every pattern of beams; none where the beams are no stack.
const HEIGHTS: [u8; 32] = {
    let mut heights = [0; 32];
    let (mut rest, mut beams) = (heights.as_mut_slice(), 0_u8);
    while let [first, others @ ..] = rest {
        if let Some(height) = stack_height(beams) {
            *first = height;
        }
        (rest, beams) = (others, beams.wrapping_add(1));
    }
    heights
};

/// The patterns of beams that are a stack, one in each bit.
const STACKS: u32 = {
    let (mut stacks, mut beams) = (0, 0_u8);
    while beams < 32 {
        if stack_height(beams).is_some() {
            stacks |= 1 << beams;
        }
        beams = beams.wrapping_add(1);
    }
    stacks
};

/// The bank whose emitters seem to be dead at a seat with these beams: all its gates are dark, and not as under a stack.
const fn dead_bank(beams: u8) -> Option<EmitterBank> {
    match beams {
        0b0_0010 | 0b0_1000 | 0b0_1010 => Some(EmitterBank::A),
        // All but a stack of four.
        0b0_0001 | 0b0_0100 | 0b0_0101 | 0b1_0001 | 0b1_0100 | 0b1_0101 => Some(EmitterBank::B),
        _ => None,
    }
}

/// A seat at which a bank seems to be dead, in the counter of that bank: four bits of a byte each.
const DEAD_BANKS: [u8; 32] = {
    let mut counts = [0; 32];
    let (mut rest, mut beams) = (counts.as_mut_slice(), 0_u8);
    while let [first, others @ ..] = rest {
        *first = match dead_bank(beams) {
            Some(EmitterBank::A) => 0x01,
            Some(EmitterBank::B) => 0x10,
            None => 0x00,
        };
        (rest, beams) = (others, beams.wrapping_add(1));
    }
    counts
};

/// True if a bank seems to be dead at two seats or more.
fn has_dead_bank(mut word: u64) -> bool {
    let mut counts = 0_u8;
    for _ in Seat::ALL {
        let count = DEAD_BANKS.get((word & WELL) as usize);
        // At most seven in each half.
        counts = counts.wrapping_add(count.copied().unwrap_or(0));
        word >>= LEVELS;
    }
    // Two or more in a half.
    counts & 0b1110_1110 != 0
}

/// One seat's evidence over time.
#[derive(Clone, Copy, Debug)]
struct Evidence {
    /// Lit samples since the gates last were steady on a stack.
    unreadable: u16,
    /// Dark samples, disturbed where a gate saw a beam.
    dark: NoiseWindow,
    fault: Standing<SeatFault>,
}

/// The sensors of all seats, on top of the debounced lanes.
#[derive(Clone, Debug)]
pub(crate) struct SeatSensors {
    evidence: SeatMap<Evidence>,
    /// Seats whose gates are not steady on a stack.
    unreadable: SeatSet,
    faulted: SeatSet,
    not_empty_at_opening: SeatSet,
    /// The dark sample before, if it has to be judged. A broken chain shows only in the sample after it.
    in_the_dark: Option<u64>,
    /// A beam was seen in the dark lately.
    is_restless: bool,
    /// Lanes of the seats at which the last dark sample showed a beam: they are not believed.
    suspect: u64,
    /// Lit samples in a row with the holes of a dead bank.
    dead_bank: u16,
}

impl SeatSensors {
    /// No sample accepted yet.
    pub(crate) fn new() -> Self {
        Self {
            evidence: SeatMap::from_fn(|_| Evidence {
                unreadable: 0,
                dark: NoiseWindow::default(),
                fault: Standing::new(None),
            }),
            unreadable: SeatSet::ALL,
            faulted: SeatSet::EMPTY,
            not_empty_at_opening: SeatSet::EMPTY,
            in_the_dark: None,
            is_restless: false,
            suspect: 0,
            dead_bank: 0,
        }
    }

    /// The lanes of a sample that count: gates only while they are lit, nothing of a seat that sees beams in the dark,
    /// and no gate while a bank of emitters seems to be dead.
    pub(crate) fn believed(&mut self, word: u64, is_lit: bool, lanes: &Debounce) -> u64 {
        if !is_lit {
            let beams = word & GATES;
            self.suspect = if beams == 0 { 0 } else { suspects(beams) };
            return (ANTES | KEYS) & !self.suspect;
        }
        let may_be_dead = (word ^ lanes.latest()) & GATES != 0 || !self.unreadable.is_empty();
        let is_dead = may_be_dead && has_dead_bank(word);
        self.dead_bank = if is_dead {
            self.dead_bank.saturating_add(1)
        } else {
            0
        };
        let gates = if is_dead { 0 } else { GATES };
        (gates | ANTES | KEYS) & !self.suspect
    }

    /// Accepts a sample that came through a sound chain, after `lanes` has accepted it. True if a fault has come or gone,
    /// or a spot has been seen empty.
    pub(crate) fn accept(
        &mut self,
        word: u64,
        is_lit: bool,
        lanes: &Debounce,
        change: LaneChange,
    ) -> bool {
        let is_dark = !is_lit && (self.suspect != 0 || self.is_restless);
        let before = core::mem::replace(&mut self.in_the_dark, is_dark.then_some(word));
        if is_lit && change.steady {
            self.find_unreadable(lanes);
        }
        let has_evidence = before.is_some() || is_lit && !self.unreadable.is_empty();
        let has_judged = (has_evidence || self.dead_bank > 0 || !self.faulted.is_empty())
            && self.judge(before, is_lit, lanes);
        let has_emptied = !self.not_empty_at_opening.is_empty() && self.note_empty(lanes);
        has_judged || has_emptied
    }

    /// Betting opens: chips that lie here now were there before, and count as no bet until the spot has been empty.
    pub(crate) fn open_betting(&mut self, lanes: &Debounce) {
        self.not_empty_at_opening = SeatSet::ALL;
        self.note_empty(lanes);
    }

    /// The chain broke: earlier samples are not trusted any more.
    pub(crate) fn forget(&mut self) {
        self.unreadable = SeatSet::ALL;
        self.in_the_dark = None;
        (self.suspect, self.dead_bank) = (0, 0);
        self.is_restless = false;
        for seat in self.evidence.values_mut() {
            (seat.unreadable, seat.dark) = (0, NoiseWindow::default());
        }
    }

    /// True if the last dark sample showed a beam.
    pub(crate) const fn sees_in_the_dark(&self) -> bool {
        self.suspect != 0
    }

    /// The readings of all seats, if the chain is sound.
    pub(crate) fn readings(&self, lanes: &Debounce) -> PackedSeats {
        // Gates that have not settled yet count as those of an empty spot.
        let (mut wells, mut antes) = (
            lanes.settled() | GATES & !lanes.known(),
            lanes::antes(lanes.settled()),
        );
        let mut packed = PackedSeats::default();
        for _ in Seat::ALL {
            let height = HEIGHTS.get((wells & WELL) as usize);
            packed.add(height.copied().unwrap_or(0), antes & 1 == 1);
            (wells, antes) = (wells >> LEVELS, antes >> 1);
        }
        let flagged = self.faulted.with(self.not_empty_at_opening);
        if flagged.is_empty() {
            return packed.added();
        }
        flagged.iter().fold(packed.added(), |packed, seat| {
            self.fault(seat).map_or(packed, |fault| {
                packed.with_fault(seat, fault, fault != SeatFault::Unplugged)
            })
        })
    }

    fn fault(&self, seat: Seat) -> Option<SeatFault> {
        let left_over = self.not_empty_at_opening.contains(seat);
        let left_over = left_over.then_some(SeatFault::NotEmptyAtOpening);
        self.evidence.get(seat).fault.fault().or(left_over)
    }

    fn find_unreadable(&mut self, lanes: &Debounce) {
        let (mut steady, mut settled) = (lanes.steady(), lanes.settled());
        let mut unreadable = SeatSet::EMPTY;
        for seat in Seat::ALL {
            if steady & WELL == 0 || STACKS >> (settled & WELL) & 1 == 0 {
                unreadable.insert(seat);
            }
            (steady, settled) = (steady >> LEVELS, settled >> LEVELS);
        }
        for seat in self.unreadable.without(unreadable).iter() {
            self.evidence.get_mut(seat).unreadable = 0;
        }
        self.unreadable = unreadable;
    }

    /// Judges every seat by the dark sample before and, in a lit sample, by its gates; true if a fault has come, gone
    /// or another name.
    fn judge(&mut self, in_the_dark: Option<u64>, is_lit: bool, lanes: &Debounce) -> bool {
        let is_dead = is_lit && self.dead_bank >= DEAD_BANK_SAMPLES;
        let bank = is_dead.then_some(SeatFault::Emitters);
        let (mut has_changed, mut is_restless) = (false, false);
        // At any other seat there is nothing to judge, and no fault to end.
        let unreadable = if is_lit {
            self.unreadable
        } else {
            SeatSet::EMPTY
        };
        let concerned = match (in_the_dark, bank) {
            (None, None) => self.faulted.with(unreadable),
            _ => SeatSet::ALL,
        };
        for seat in concerned.iter() {
            let evidence = self.evidence.get_mut(seat);
            let dark = in_the_dark.and_then(|word| evidence.judge_dark(word, seat));
            let lit = unreadable
                .contains(seat)
                .then(|| evidence.judge_lit(lanes::well(lanes.steady(), seat) != 0));
            let before = evidence.fault.fault();
            let all = [dark, bank, lit.flatten()];
            evidence.fault.accept(all.into_iter().flatten().min());
            let now = evidence.fault.fault();
            has_changed |= before != now;
            is_restless |= !evidence.dark.is_quiet();
            match now {
                Some(_) => self.faulted.insert(seat),
                None => {
                    self.faulted.remove(seat);
                }
            }
        }
        if in_the_dark.is_some() {
            self.is_restless = is_restless;
        }
        has_changed
    }

    /// Drops the seats that are seen empty now from those that were not empty at the opening; true if there is one.
    fn note_empty(&mut self, lanes: &Debounce) -> bool {
        let is_empty = |seat: &Seat| {
            let beams = lanes::well(lanes.settled() & lanes.steady(), *seat);
            u64::from(beams) == WELL && !self.faulted.contains(*seat)
        };
        let empty: SeatSet = self.not_empty_at_opening.iter().filter(is_empty).collect();
        self.not_empty_at_opening = self.not_empty_at_opening.without(empty);
        !empty.is_empty()
    }
}

impl Evidence {
    /// One more dark sample. A beam in it is noise unless there were several lately.
    fn judge_dark(&mut self, word: u64, seat: Seat) -> Option<SeatFault> {
        let beams = lanes::well(word, seat);
        if !self.dark.accept(beams != 0) {
            None
        } else if u64::from(beams) == WELL && lanes::ante(word, seat) {
            Some(SeatFault::Unplugged)
        } else {
            Some(SeatFault::StrayLight)
        }
    }

    /// One more lit sample in which the gates were not steady on a stack.
    fn judge_lit(&mut self, is_steady: bool) -> Option<SeatFault> {
        self.unreadable = self.unreadable.saturating_add(1);
        let fault = if is_steady {
            SeatFault::Hole
        } else {
            SeatFault::Unsteady
        };
        (self.unreadable >= UNREADABLE_SAMPLES).then_some(fault)
    }
}

/// The lanes of the seats that have one of these gates.
fn suspects(gates: u64) -> u64 {
    let seen = lanes::wells(gates)
        .into_iter()
        .filter(|(_, beams)| *beams != 0);
    lanes::of_seats(seen.map(|(seat, _)| seat).collect())
}
