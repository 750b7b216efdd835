//! The debounce filter: a reading counts once enough samples in a row agree. It filters all lanes of the chain's word
//! at once.
//!
//! Terms: a lane is *steady* while its latest samples agree, and *settled* from then on until it is steady at the other
//! level. The gates of a seat are one reading: if one of them changes, all five begin anew.
//!
//! Each lane has a counter of five bits that stops at the number of samples that the lane needs. The counters stand
//! upright: plane `n` holds bit `n` of every counter, so that one addition of words counts in all lanes.

use crate::chain::lanes::{ANTES, GATES, KEYS, whole_wells};
use crate::config::{ANTE_SAMPLES, GATE_SAMPLES, KEY_SAMPLES};

const PLANES: usize = 5;

/// The counters of lanes that are steady.
const ENOUGH: [u64; PLANES] = [enough(0), enough(1), enough(2), enough(3), enough(4)];

const fn enough(plane: u16) -> u64 {
    let gates = if GATE_SAMPLES >> plane & 1 == 1 {
        GATES
    } else {
        0
    };
    let antes = if ANTE_SAMPLES >> plane & 1 == 1 {
        ANTES
    } else {
        0
    };
    let keys = if KEY_SAMPLES >> plane & 1 == 1 {
        KEYS
    } else {
        0
    };
    gates | antes | keys
}

/// The filter. Time is counted in samples: a late scan makes it slower, never hastier.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Debounce {
    latest: u64,
    planes: [u64; PLANES],
    steady: u64,
    settled: u64,
    known: u64,
}

/// The effect of a sample.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LaneChange {
    /// Other lanes are steady than before.
    pub(crate) steady: bool,
    /// A lane has settled anew, or at the other level.
    pub(crate) settled: bool,
}

impl LaneChange {
    const NONE: Self = Self {
        steady: false,
        settled: false,
    };
}

impl Debounce {
    /// Accepts the next sample of some lanes.
    pub(crate) fn accept(&mut self, sample: u64, lanes: u64) -> LaneChange {
        let differing = (sample ^ self.latest) & lanes;
        if differing == 0 && lanes & !self.steady == 0 {
            return LaneChange::NONE;
        }
        let uncounted = !self.planes.iter().fold(0, |any, plane| any | plane);
        let anew = whole_wells(differing) | lanes & uncounted;
        let mut carry = lanes & !anew & !self.steady;
        for plane in &mut self.planes {
            let full = *plane & carry;
            *plane = (*plane ^ carry) & !anew;
            carry = full;
        }
        let [ones, ..] = &mut self.planes;
        *ones |= anew;
        self.latest = self.latest & !lanes | sample & lanes;
        self.settle()
    }

    fn settle(&mut self) -> LaneChange {
        let counters = self.planes.iter().zip(ENOUGH);
        let steady = counters.fold(GATES | ANTES | KEYS, |lanes, (plane, enough)| {
            lanes & !(plane ^ enough)
        });
        let settled = self.settled & !steady | self.latest & steady;
        let change = LaneChange {
            steady: self.steady != steady,
            settled: self.settled != settled || steady & !self.known != 0,
        };
        (self.steady, self.settled) = (steady, settled);
        self.known |= steady;
        change
    }

    /// The latest sample of each lane.
    pub(crate) const fn latest(&self) -> u64 {
        self.latest
    }

    /// The lanes whose latest samples agree.
    pub(crate) const fn steady(&self) -> u64 {
        self.steady
    }

    /// The lanes that have settled at 1.
    pub(crate) const fn settled(&self) -> u64 {
        self.settled
    }

    /// The lanes that have settled at 0.
    pub(crate) const fn settled_low(&self) -> u64 {
        self.known & !self.settled
    }

    /// The lanes that have settled.
    pub(crate) const fn known(&self) -> u64 {
        self.known
    }

    /// Drops all samples: earlier ones cannot be trusted any more.
    pub(crate) fn forget(&mut self) {
        *self = Self::default();
    }
}
