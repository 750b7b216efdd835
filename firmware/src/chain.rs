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

/// The first bit with one signal per seat; below it are those with one per seat and level.
const FIRST_SPOT: u8 = 35;

/// The signals that the controller drives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Output {
    /// One of the five lamps that show a seat's bet.
    BetLamp(Seat, Level),
    /// The ring around a seat's coin spot.
    SpotRing(Seat),
    /// The light sources of every optical gate.
    GateEmitters,
    /// The table's "bets open" lamp.
    BetsOpenLamp,
    /// The fault lamp.
    FaultLamp,
    /// The alarm sounder.
    AlarmSounder,
    /// Connected to nothing.
    Spare,
    /// Comes back as [`Input::LoopBack`] with the next exchange.
    LoopBack,
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
    /// The value of [`Output::LoopBack`] in the exchange before.
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
    #[expect(
        clippy::arithmetic_side_effects,
        reason = "the pattern keeps the bit at or above FIRST_SPOT"
    )]
    pub const fn at(bit: Bit) -> Self {
        match bit.0 {
            0..FIRST_SPOT => {
                let (seat, level) = (seat_at(bit.0 / LEVELS), Level(bit.0 % LEVELS));
                Self::new(Output::BetLamp(seat, level), Input::BeamSeen(seat, level))
            }
            FIRST_SPOT..=41 => {
                let seat = seat_at(bit.0 - FIRST_SPOT);
                Self::new(Output::SpotRing(seat), Input::AnteCovered(seat))
            }
            42 => Self::new(Output::GateEmitters, Input::PlaceYourBetsKey),
            43 => Self::new(Output::BetsOpenLamp, Input::NoMoreBetsKey),
            44 => Self::new(Output::FaultLamp, Input::VoidKey),
            45 => Self::new(Output::AlarmSounder, Input::SupervisorKey),
            46 => Self::new(Output::Spare, Input::ServiceDoorOpen),
            47.. => Self::new(Output::LoopBack, Input::LoopBack),
        }
    }

    const fn new(output: Output, input: Input) -> Self {
        Self { output, input }
    }
}

impl Output {
    /// The bit of this output: the table read from its left.
    #[must_use]
    pub const fn bit(self) -> Bit {
        match self {
            Self::BetLamp(seat, level) => bit_of_level(seat, level),
            Self::SpotRing(seat) => bit_of_spot(seat),
            Self::GateEmitters => Bit(42),
            Self::BetsOpenLamp => Bit(43),
            Self::FaultLamp => Bit(44),
            Self::AlarmSounder => Bit(45),
            Self::Spare => Bit(46),
            Self::LoopBack => Bit(47),
        }
    }
}

impl Input {
    /// The bit of this input: the table read from its right.
    #[must_use]
    pub const fn bit(self) -> Bit {
        match self {
            Self::BeamSeen(seat, level) => bit_of_level(seat, level),
            Self::AnteCovered(seat) => bit_of_spot(seat),
            Self::PlaceYourBetsKey => Bit(42),
            Self::NoMoreBetsKey => Bit(43),
            Self::VoidKey => Bit(44),
            Self::SupervisorKey => Bit(45),
            Self::ServiceDoorOpen => Bit(46),
            Self::LoopBack => Bit(47),
        }
    }
}

#[expect(
    clippy::arithmetic_side_effects,
    reason = "at most 5 * 6 + 4, since no other seat or level constructs"
)]
const fn bit_of_level(seat: Seat, level: Level) -> Bit {
    Bit(LEVELS * seat.index() + level.0)
}

#[expect(
    clippy::arithmetic_side_effects,
    reason = "at most 35 + 6, since no other seat constructs"
)]
const fn bit_of_spot(seat: Seat) -> Bit {
    Bit(FIRST_SPOT + seat.index())
}

impl fmt::Display for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BetLamp(seat, level) => write!(f, "seat {}: bet lamp {}", seat.number(), level.0),
            Self::SpotRing(seat) => write!(f, "seat {}: spot ring", seat.number()),
            Self::GateEmitters => f.write_str("gate emitters on"),
            Self::BetsOpenLamp => f.write_str("bets open lamp"),
            Self::FaultLamp => f.write_str("fault lamp"),
            Self::AlarmSounder => f.write_str("alarm sounder"),
            Self::Spare => f.write_str("spare"),
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
