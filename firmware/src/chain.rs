//! The shift chain under the felt, as data: the meaning of each of its 48 bits.
//!
//! Six 74HC595 drive the lamps and six 74HC165 read the sensors in one exchange, so every
//! [`Bit`] has two meanings: an [`Output`] on the way out and an [`Input`] on the way in.
//! [`Wire::at`] is the table; [`Output::bit`] and [`Input::bit`] read it the other way round.

pub(crate) mod lanes;
mod place;
mod word;

use core::fmt;

use place::seat_at;
pub use place::{BITS, Bit, LEVELS, Level, SEATS};
use shared_rules::seats::Seat;

pub use word::{Inputs, Outputs};

/// The first input with one signal per seat; below it are those with one per seat and level.
const FIRST_SPOT: u8 = 35;

/// The first output with one signal per seat and level, and the first with one per seat.
const FIRST_LAMP: u8 = 1;
const FIRST_RING: u8 = 36;

/// The signals that the controller drives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Output {
    /// One of the five lamps that show a seat's bet.
    BetLamp(Seat, Level),
    /// The ring around a seat's coin spot.
    SpotRing(Seat),
    /// The light sources of the optical gates at one bank's heights.
    GateEmitters(EmitterBank),
    /// The table's "bets open" lamp.
    BetsOpenLamp,
    /// The fault lamp.
    FaultLamp,
    /// The alarm sounder.
    AlarmSounder,
    /// Comes back as [`Input::LoopBack`] with the next exchange. It is on the farthest chip of its chain, so that a cut
    /// anywhere cuts it off.
    LoopBack,
}

/// The two drivers of the gates' light sources: neighbouring heights never share one, so that a dead driver reads as
/// holes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EmitterBank {
    /// Levels 0, 2 and 4.
    A,
    /// Levels 1 and 3.
    B,
}

/// The signals that the controller reads. Each is named for the meaning of 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Input {
    /// The optical gate at this height sees its beam.
    BeamSeen(Seat, Level),
    /// A chip covers the seat's Ante (or Pair Plus) spot.
    AnteCovered(Seat),
    /// The dealer's key "Place your bets".
    PlaceYourBetsKey,
    /// The dealer's key "No more bets".
    NoMoreBetsKey,
    /// The dealer's key "Void".
    VoidKey,
    /// The supervisor's key switch.
    SupervisorKey,
    /// The service door is open.
    ServiceDoorOpen,
    /// The value of [`Output::LoopBack`] in the exchange before, on the farthest chip of its chain.
    LoopBack,
}

/// The two meanings of one bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wire {
    /// On the way out.
    pub output: Output,
    /// On the way in.
    pub input: Input,
}

impl Wire {
    /// The table of the chain.
    #[must_use]
    pub const fn at(bit: Bit) -> Self {
        Self {
            output: Output::at(bit),
            input: Input::at(bit),
        }
    }
}

#[expect(
    clippy::arithmetic_side_effects,
    reason = "the patterns keep the bit at or above what is subtracted"
)]
impl Output {
    /// The output of this bit.
    const fn at(bit: Bit) -> Self {
        match bit.0 {
            0 => Self::LoopBack,
            FIRST_LAMP..FIRST_RING => {
                let place = bit.0 - FIRST_LAMP;
                Self::BetLamp(seat_at(place / LEVELS), Level(place % LEVELS))
            }
            FIRST_RING..=42 => Self::SpotRing(seat_at(bit.0 - FIRST_RING)),
            43 => Self::GateEmitters(EmitterBank::A),
            44 => Self::GateEmitters(EmitterBank::B),
            45 => Self::BetsOpenLamp,
            46 => Self::FaultLamp,
            47.. => Self::AlarmSounder,
        }
    }
}

#[expect(
    clippy::arithmetic_side_effects,
    reason = "the patterns keep the bit at or above what is subtracted"
)]
impl Input {
    /// The input of this bit.
    const fn at(bit: Bit) -> Self {
        match bit.0 {
            0..FIRST_SPOT => Self::BeamSeen(seat_at(bit.0 / LEVELS), Level(bit.0 % LEVELS)),
            FIRST_SPOT..=41 => Self::AnteCovered(seat_at(bit.0 - FIRST_SPOT)),
            42 => Self::PlaceYourBetsKey,
            43 => Self::NoMoreBetsKey,
            44 => Self::VoidKey,
            45 => Self::SupervisorKey,
            46 => Self::ServiceDoorOpen,
            47.. => Self::LoopBack,
        }
    }
}

#[expect(
    clippy::arithmetic_side_effects,
    reason = "at most 36 + 6, since no other seat or level constructs"
)]
impl Output {
    /// The bit of this output: the table read from its left.
    #[must_use]
    pub const fn bit(self) -> Bit {
        match self {
            Self::LoopBack => Bit(0),
            Self::BetLamp(seat, level) => Bit(FIRST_LAMP + LEVELS * seat.index() + level.0),
            Self::SpotRing(seat) => Bit(FIRST_RING + seat.index()),
            Self::GateEmitters(EmitterBank::A) => Bit(43),
            Self::GateEmitters(EmitterBank::B) => Bit(44),
            Self::BetsOpenLamp => Bit(45),
            Self::FaultLamp => Bit(46),
            Self::AlarmSounder => Bit(47),
        }
    }
}

#[expect(
    clippy::arithmetic_side_effects,
    reason = "at most 35 + 6, since no other seat or level constructs"
)]
impl Input {
    /// The bit of this input: the table read from its right.
    #[must_use]
    pub const fn bit(self) -> Bit {
        match self {
            Self::BeamSeen(seat, level) => Bit(LEVELS * seat.index() + level.0),
            Self::AnteCovered(seat) => Bit(FIRST_SPOT + seat.index()),
            Self::PlaceYourBetsKey => Bit(42),
            Self::NoMoreBetsKey => Bit(43),
            Self::VoidKey => Bit(44),
            Self::SupervisorKey => Bit(45),
            Self::ServiceDoorOpen => Bit(46),
            Self::LoopBack => Bit(47),
        }
    }
}

impl fmt::Display for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BetLamp(seat, level) => write!(f, "seat {}: bet lamp {}", seat.number(), level.0),
            Self::SpotRing(seat) => write!(f, "seat {}: spot ring", seat.number()),
            Self::GateEmitters(EmitterBank::A) => {
                f.write_str("gate emitters, bank A (levels 0, 2, 4)")
            }
            Self::GateEmitters(EmitterBank::B) => {
                f.write_str("gate emitters, bank B (levels 1, 3)")
            }
            Self::BetsOpenLamp => f.write_str("bets open lamp"),
            Self::FaultLamp => f.write_str("fault lamp"),
            Self::AlarmSounder => f.write_str("alarm sounder"),
            Self::LoopBack => f.write_str("loop-back"),
        }
    }
}

impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BeamSeen(seat, level) => {
                write!(f, "seat {}: beam seen by gate {}", seat.number(), level.0)
            }
            Self::AnteCovered(seat) => {
                write!(f, "seat {}: Ante or Pair Plus covered", seat.number())
            }
            Self::PlaceYourBetsKey => f.write_str("key: Place your bets"),
            Self::NoMoreBetsKey => f.write_str("key: No more bets"),
            Self::VoidKey => f.write_str("key: Void"),
            Self::SupervisorKey => f.write_str("supervisor key switch"),
            Self::ServiceDoorOpen => f.write_str("service door open"),
            Self::LoopBack => f.write_str("loop-back of the exchange before"),
        }
    }
}
