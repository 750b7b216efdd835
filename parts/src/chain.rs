//! The shift chain under the felt, simulated at the edges of SCK and LATCH.
//!
//! Data from the controller goes through six 74HC595, data from the table through six 74HC165, both from
//! chip to chip: chip 0 is the controller's neighbour. *Lines* 0 to 47 are the wires to the table, with the
//! numbers that the board gives them. What is shifted out first ends up farthest from the controller, and
//! what comes in first was nearest to it; hence [`Chain::lit`] and [`input_of`].
//!
//! Time is the chain's own, in nanoseconds. One seed reproduces a run.

mod felt;
mod wires;

pub use felt::{Change, Felt, Trouble, ante, bet_lamp, gate, key, ring};
pub use wires::{ChainSpi, Delay, Latch, OutputEnable, SharedChain};

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use serde::{Deserialize, Serialize};

use crate::dice::CopyableDice;

/// Lines in each direction.
pub const LINES: usize = 48;

/// One level for each line.
pub type ChainLines = [bool; LINES];

/// The output line that is wired to the loop-back, on the farthest 595.
pub const LOOP_OUT: usize = 0;

/// The input line of the loop-back, on the farthest 165.
pub const LOOP_BACK: usize = 47;

/// The output lines that light the gates, bank A (levels 0, 2 and 4) and bank B (levels 1 and 3).
pub const EMITTERS: [usize; 2] = [43, 44];

/// A shorter low pulse of LATCH does nothing: the slowest 74HC165 asks for this at 2 V.
const LATCH_LOW_NS_MIN: u64 = 120;

const CHIPS: usize = 6;

/// The 165 with this line, and its pin: 0 for A to 7 for H, which leaves first.
const fn input_of(line: usize) -> (usize, usize) {
    (line / 8, 7 - line % 8)
}

/// A 74HC595: shifts from QA to QH, and shows what it holds when LATCH rises.
#[derive(Clone, Copy, Debug)]
struct Hc595 {
    stages: Stages,
    shown: Stages,
}

/// A 74HC165: holds what its pins were when LATCH rose, and shifts it from A to H.
#[derive(Clone, Copy, Debug)]
struct Hc165 {
    stages: Stages,
}

/// Eight stages of a chip: the lowest bit is the first, QA or A.
type Stages = u8;

/// A break in one of the two data lines; the stump reads as a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cut {
    /// Before the data input of this 595.
    Into595(usize, bool),
    /// After the data output of this 165.
    OutOf165(usize, bool),
}

/// Disturbances of the data lines.
#[derive(Clone, Debug)]
struct LineNoise {
    one_in: u32,
    dice: CopyableDice,
}

impl LineNoise {
    fn flips(&mut self) -> bool {
        self.dice.random_range(0..self.one_in) == 0
    }
}

/// The twelve chips, the table they are wired to, and its clock.
#[derive(Clone, Debug)]
pub struct Chain {
    outputs: [Hc595; CHIPS],
    inputs: [Hc165; CHIPS],
    latch: bool,
    latch_fell_ns: u64,
    enabled: bool,
    cut: Option<Cut>,
    noise: Option<LineNoise>,
    felt: Felt,
    changed_ns: [u64; LINES],
    now_ns: u64,
    later: Vec<(u64, Change)>,
}

impl Chain {
    /// As power comes up: the chips hold noise, the 595s are disabled, the table is empty.
    pub fn new(seed: u64) -> Self {
        let mut noise = ChaCha8Rng::seed_from_u64(seed);
        let outputs = [(); CHIPS].map(|()| Hc595 {
            stages: stages(noise.random()),
            shown: stages(noise.random()),
        });
        let inputs = [(); CHIPS].map(|()| Hc165 {
            stages: stages(noise.random()),
        });
        Self {
            outputs,
            inputs,
            latch: true,
            latch_fell_ns: 0,
            enabled: false,
            cut: None,
            noise: None,
            felt: Felt::new(noise),
            changed_ns: [0; LINES],
            now_ns: 0,
            later: Vec::new(),
        }
    }

    /// The level of MISO: the stage of the nearest 165 that is shifted out first.
    pub fn miso(&self) -> bool {
        self.out_of_165(0)
    }

    /// SCK rises: every stage takes the level of the stage before it. The 165s shift only while LATCH is high.
    pub fn sck_rises(&mut self, mosi: bool) {
        let (flips_out, flips_back) = match &mut self.noise {
            Some(noise) => (noise.flips(), noise.flips()),
            None => (false, false),
        };
        let mut data = mosi ^ flips_out;
        for (index, chip) in self.outputs.iter_mut().enumerate() {
            if let Some(Cut::Into595(place, stump)) = self.cut
                && place == index
            {
                data = stump;
            }
            data = shift(&mut chip.stages, data);
        }
        if self.latch {
            let fed: [bool; CHIPS] = std::array::from_fn(|chip| self.fed_to_165(chip));
            for (chip, data) in self.inputs.iter_mut().zip(fed) {
                shift(&mut chip.stages, data);
            }
            // The next bit that the controller samples.
            self.inputs[0].stages ^= u8::from(flips_back) << 7;
        }
    }

    /// Does as many rises of SCK at once as there are lines, where the result is the same: through a chain without a
    /// cut, every byte sent ends up in one 595, and the contents of each 165 come out as a byte. Returns true if it was
    /// done.
    pub fn exchange_whole(&mut self, bytes: &mut [u8; CHIPS]) -> bool {
        if self.cut.is_some() || self.noise.is_some() || !self.latch {
            return false;
        }
        for (chip, byte) in self.outputs.iter_mut().rev().zip(bytes.iter()) {
            chip.stages = *byte;
        }
        for (chip, byte) in self.inputs.iter_mut().zip(bytes) {
            *byte = std::mem::take(&mut chip.stages);
        }
        self.advance_to(self.now_ns + LINES as u64 * wires::BIT_NS);
        true
    }

    /// LATCH is driven to a level.
    pub fn set_latch(&mut self, high: bool) {
        let rises = high && !self.latch;
        if self.latch && !high {
            self.latch_fell_ns = self.now_ns;
        }
        self.latch = high;
        if rises && self.now_ns - self.latch_fell_ns >= LATCH_LOW_NS_MIN {
            self.load_inputs();
            self.show_outputs();
        }
    }

    /// /OE is driven to a level: while it is high every output is off.
    pub fn set_output_enable(&mut self, high: bool) {
        self.enabled = !high;
    }

    /// The outputs that the 595s drive, by line.
    pub fn outputs(&self) -> ChainLines {
        let lit = self.lit();
        std::array::from_fn(|line| lit >> line & 1 == 1)
    }

    /// The same as a number, one bit per line. The bit shifted in last is in the first stage of the first chip, which
    /// is the last line.
    pub fn lit(&self) -> u64 {
        if !self.enabled {
            return 0;
        }
        let mut shown = [0; 8];
        for (byte, chip) in shown.iter_mut().zip(&self.outputs) {
            *byte = chip.shown;
        }
        u64::from_le_bytes(shown).reverse_bits() >> (64 - LINES)
    }

    /// When LATCH last changed an output, in nanoseconds.
    pub fn changed_ns(&self, line: usize) -> u64 {
        self.changed_ns[line]
    }

    /// The time, in nanoseconds.
    pub fn now_ns(&self) -> u64 {
        self.now_ns
    }

    /// Advances the time and applies the changes that fall due.
    pub fn advance_to(&mut self, now_ns: u64) {
        self.now_ns = self.now_ns.max(now_ns);
        let now_ns = self.now_ns;
        if self.later.is_empty() {
            return;
        }
        for (_, change) in self.later.extract_if(.., |(at_ns, _)| *at_ns <= now_ns) {
            self.felt.apply(change);
        }
    }

    /// Plans a change of the table. Changes that fall due together happen in the order of planning.
    pub fn schedule(&mut self, at_ns: u64, change: Change) {
        self.later.push((at_ns, change));
    }

    /// Changes the table now.
    pub fn apply(&mut self, change: Change) {
        self.felt.apply(change);
    }

    /// Cuts a data line, or mends it.
    pub fn set_cut(&mut self, cut: Option<Cut>) {
        self.cut = cut;
    }

    /// Flips one bit in `one_in` on both data lines by chance, from now on.
    pub fn set_noise(&mut self, one_in: u32, seed: u64) {
        let dice = CopyableDice::new(seed);
        self.noise = Some(LineNoise { one_in, dice });
    }

    /// The data input of the farthest 165 is grounded.
    fn fed_to_165(&self, chip: usize) -> bool {
        chip + 1 < CHIPS && self.out_of_165(chip + 1)
    }

    fn out_of_165(&self, chip: usize) -> bool {
        match self.cut {
            Some(Cut::OutOf165(place, stump)) if place == chip => stump,
            _ => self.inputs[chip].stages >> 7 == 1,
        }
    }

    fn load_inputs(&mut self) {
        let levels = self.felt.levels(&self.outputs(), self.now_ns);
        let mut loaded = [0; CHIPS];
        for (line, level) in levels.into_iter().enumerate() {
            let (chip, pin) = input_of(line);
            loaded[chip] |= u8::from(level) << pin;
        }
        for (chip, stages) in self.inputs.iter_mut().zip(loaded) {
            chip.stages = stages;
        }
    }

    fn show_outputs(&mut self) {
        let before = self.lit();
        for chip in &mut self.outputs {
            chip.shown = chip.stages;
        }
        let mut changed = before ^ self.lit();
        while changed != 0 {
            self.changed_ns[changed.trailing_zeros() as usize] = self.now_ns;
            changed &= changed - 1;
        }
    }
}

/// Every stage takes what was before it; returns what was in the last.
fn shift(stages: &mut Stages, data: bool) -> bool {
    let last = *stages >> 7 == 1;
    *stages = *stages << 1 | u8::from(data);
    last
}

fn stages(levels: [bool; 8]) -> Stages {
    let levels = levels.iter().rev();
    levels.fold(0, |stages, level| stages << 1 | u8::from(*level))
}
