//! One exchange's 48 bits, typed by direction: outputs are built, inputs are read, and
//! neither can be asked for a signal of the other.

use shared_rules::seats::Seat;

use super::{Bit, EmitterBank, Input, LEVELS, Level, Output};

/// Bytes in one exchange. The first byte is shifted first, its lowest bit first.
const BYTES: usize = 6;

/// The outputs to send: all off until switched on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Outputs(u64);

/// The lamps of the seats, between the loop-back and the emitters.
const SEATS_LAMPS: u64 =
    (mask(Output::GateEmitters(EmitterBank::A).bit()) - 1) & !mask(Output::LoopBack.bit());
const BETS_OPEN: u64 = mask(Output::BetsOpenLamp.bit());
const FAULT: u64 = mask(Output::FaultLamp.bit());

/// The inputs that were read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Inputs(u64);

impl Outputs {
    /// Every lamp, the emitters and the sounder off.
    pub const OFF: Self = Self(0);

    /// Every lamp on, the emitters and the sounder off.
    pub const LAMPS: Self = Self(SEATS_LAMPS | BETS_OPEN | FAULT);

    /// The same with one output on or off.
    #[must_use]
    pub const fn with(self, output: Output, on: bool) -> Self {
        Self(with_bit(self.0, output.bit(), on))
    }

    /// The outputs that are on in either.
    #[must_use]
    pub const fn and(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// The outputs that are on here and not in the others.
    #[must_use]
    pub const fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    /// True if one of these outputs is on.
    #[must_use]
    pub const fn has(self, some: Self) -> bool {
        self.0 & some.0 != 0
    }

    /// True if an output is on.
    #[must_use]
    pub const fn is_on(self, output: Output) -> bool {
        has_bit(self.0, output.bit())
    }

    /// The bytes to shift.
    #[must_use]
    pub const fn to_bytes(self) -> [u8; BYTES] {
        to_bytes(self.0)
    }

    /// The outputs that these shifted bytes stand for.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; BYTES]) -> Self {
        Self(from_bytes(bytes))
    }
}

impl Inputs {
    /// Every input reads 0.
    pub const NONE: Self = Self(0);

    /// True if one of these inputs reads 1.
    #[must_use]
    pub const fn has(self, some: Self) -> bool {
        self.0 & some.0 != 0
    }

    /// True if an input reads 1.
    #[must_use]
    pub const fn is_set(self, input: Input) -> bool {
        has_bit(self.0, input.bit())
    }

    /// The same with one input changed: for tests and simulated tables.
    #[must_use]
    pub const fn with(self, input: Input, set: bool) -> Self {
        Self(with_bit(self.0, input.bit(), set))
    }

    /// The readings of one seat's gates, from the bottom.
    #[must_use]
    pub fn beams(self, seat: Seat) -> [bool; LEVELS as usize] {
        Level::ALL.map(|level| self.is_set(Input::BeamSeen(seat, level)))
    }

    /// All of them as one word, bit by bit as in the chain.
    pub(crate) const fn word(self) -> u64 {
        self.0
    }

    /// The inputs in the bytes just shifted in.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; BYTES]) -> Self {
        Self(from_bytes(bytes))
    }

    /// The bytes that would have been shifted in.
    #[must_use]
    pub const fn to_bytes(self) -> [u8; BYTES] {
        to_bytes(self.0)
    }
}

const fn has_bit(word: u64, bit: Bit) -> bool {
    word & mask(bit) != 0
}

const fn with_bit(word: u64, bit: Bit, on: bool) -> u64 {
    if on {
        word | mask(bit)
    } else {
        word & !mask(bit)
    }
}

/// Never shifts too far: a bit's index is at most 47.
const fn mask(bit: Bit) -> u64 {
    1 << bit.index()
}

const fn to_bytes(word: u64) -> [u8; BYTES] {
    let [a, b, c, d, e, f, _, _] = word.to_le_bytes();
    [a, b, c, d, e, f]
}

const fn from_bytes([a, b, c, d, e, f]: [u8; BYTES]) -> u64 {
    u64::from_le_bytes([a, b, c, d, e, f, 0, 0])
}
