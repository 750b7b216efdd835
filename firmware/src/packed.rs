//! Readings in two words: the scan compares and queues them in a few instructions, and the main loop unpacks them.

use shared_rules::seats::{Seat, SeatMap};

use crate::chips::SeatReading;
use crate::faults::{ChainFault, FaultCode, SeatFault};
use crate::keys::{KeyReading, KeySet};
use crate::sensors::SensorReadings;

/// A byte for each seat: the chips in three bits, the Ante in one, the fault's code in three.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PackedSeats(u64);

const ANTE: u8 = 3;
const FAULT: u8 = 4;
const CHIPS: u8 = (1 << ANTE) - 1;

impl PackedSeats {
    /// Adds a seat without a fault. Seats are added in their order, each of them once.
    #[inline(always)]
    pub(crate) const fn add(&mut self, chips: u8, ante: bool) {
        let byte = chips | (ante as u8) << ANTE;
        self.0 = self.0 >> u8::BITS | (byte as u64) << (u64::BITS - u8::BITS);
    }

    /// Ends the adding: each seat is at its byte.
    #[inline(always)]
    pub(crate) const fn added(self) -> Self {
        Self(self.0 >> u8::BITS)
    }

    /// The same with a fault at a seat, which has no chips that count, and perhaps no Ante either.
    pub(crate) fn with_fault(self, seat: Seat, fault: SeatFault, keeps_ante: bool) -> Self {
        let kept = if keeps_ante { 1 << ANTE } else { 0 };
        let place = place(seat);
        let others = self.0 & !(u64::from(u8::MAX) << place);
        let byte = self.0 >> place & kept | u64::from(fault.code()) << FAULT;
        Self(others | byte << place)
    }

    fn unpack(self, seat: Seat) -> SeatReading {
        let [byte, ..] = (self.0 >> place(seat)).to_le_bytes();
        SeatReading {
            chips: byte & CHIPS,
            ante: byte >> ANTE & 1 == 1,
            fault: SeatFault::of_code(byte >> FAULT),
        }
    }
}

fn place(seat: Seat) -> u32 {
    u8::BITS.saturating_mul(seat.index().into())
}

/// The readings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedReadings {
    seats: PackedSeats,
    keys: KeyReading,
    chain: u8,
}

/// For tests and simulated tables: the sensors make them packed.
impl From<SensorReadings> for PackedReadings {
    fn from(readings: SensorReadings) -> Self {
        let mut seats = PackedSeats::default();
        for (_, reading) in readings.seats.iter() {
            seats.add(reading.chips & CHIPS, reading.ante);
        }
        let faults = readings.seats.iter();
        let faults =
            faults.filter_map(|(seat, reading)| Some((seat, reading.ante, reading.fault?)));
        Self {
            seats: faults.fold(seats.added(), |seats, (seat, ante, fault)| {
                seats.with_fault(seat, fault, ante)
            }),
            keys: readings.keys,
            chain: readings.chain.map_or(0, FaultCode::code),
        }
    }
}

impl PackedReadings {
    /// The readings of a sound chain.
    pub(crate) const fn new(seats: PackedSeats, keys: KeyReading) -> Self {
        Self {
            seats,
            keys,
            chain: 0,
        }
    }

    /// The readings while nothing that comes through the chain counts.
    pub(crate) fn not_read(fault: ChainFault) -> Self {
        let seats = Seat::ALL.into_iter();
        let seats = seats.fold(PackedSeats::default(), |seats, seat| {
            seats.with_fault(seat, SeatFault::Chain, false)
        });
        Self {
            seats,
            keys: KeyReading::default(),
            chain: fault.code(),
        }
    }

    /// The keys that went down with this sample.
    pub(crate) const fn pressed(&self) -> KeySet {
        self.keys.pressed
    }

    /// The same with these keys pressed as well.
    pub(crate) const fn with_pressed(mut self, keys: KeySet) -> Self {
        self.keys.pressed = self.keys.pressed.with(keys);
        self
    }

    /// The readings one by one.
    pub(crate) fn unpack(self) -> SensorReadings {
        SensorReadings {
            seats: SeatMap::from_fn(|seat| self.seats.unpack(seat)),
            keys: self.keys,
            chain: ChainFault::of_code(self.chain),
        }
    }
}
