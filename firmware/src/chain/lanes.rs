//! The 48 input bits as lanes of one word: all sensors of a kind are a mask, and a seat's gates are five bits.

use shared_rules::seats::{Seat, SeatSet};

use super::{FIRST_SPOT, Input, LEVELS, SEATS};

/// Every optical gate: 1 where a beam is seen.
pub(crate) const GATES: u64 = (1 << FIRST_SPOT) - 1;

/// Every Ante (or Pair Plus) spot.
pub(crate) const ANTES: u64 = ((1 << SEATS) - 1) << FIRST_SPOT;

/// The first of the keys, in the order of `TableKey`.
const FIRST_KEY: u8 = Input::PlaceYourBetsKey.bit().index();

/// The keys and the door.
pub(crate) const KEYS: u64 = 0b1_1111 << FIRST_KEY;

/// The lowest gate of each seat.
const LOWEST: u64 = GATES / WELL;

/// The gates of one seat, from the bottom.
pub(crate) const WELL: u64 = (1 << LEVELS) - 1;

/// The gates of a seat, from the bottom.
#[inline]
pub(crate) const fn well(word: u64, seat: Seat) -> u8 {
    (word >> LEVELS.wrapping_mul(seat.index()) & WELL) as u8
}

/// The gates of every seat.
#[inline]
pub(crate) fn wells(mut word: u64) -> [(Seat, u8); SEATS as usize] {
    Seat::ALL.map(|seat| {
        let beams = (word & WELL) as u8;
        word >>= LEVELS;
        (seat, beams)
    })
}

/// The Ante spots, that of the first seat in bit 0.
#[inline]
pub(crate) const fn antes(word: u64) -> u8 {
    ((word & ANTES) >> FIRST_SPOT) as u8
}

/// The Ante spot of a seat.
#[inline]
pub(crate) const fn ante(word: u64, seat: Seat) -> bool {
    word >> FIRST_SPOT >> seat.index() & 1 == 1
}

/// The keys, the first of them in bit 0.
pub(crate) const fn keys(word: u64) -> u8 {
    ((word & KEYS) >> FIRST_KEY) as u8
}

/// The gates and the Ante spots of these seats.
pub(crate) fn of_seats(seats: SeatSet) -> u64 {
    let lanes = |seat| {
        let seat = Seat::index(seat);
        WELL << LEVELS.wrapping_mul(seat) | 1 << FIRST_SPOT << seat
    };
    seats.iter().fold(0, |all, seat| all | lanes(seat))
}

/// The same lanes, and all gates of every seat that has one of them.
pub(crate) const fn whole_wells(lanes: u64) -> u64 {
    let gates = lanes & GATES;
    if gates == 0 {
        return lanes;
    }
    let any = (gates | gates >> 1 | gates >> 2 | gates >> 3 | gates >> 4) & LOWEST;
    // Each lowest gate becomes five, and no two of them meet.
    lanes | any.wrapping_mul(WELL)
}
