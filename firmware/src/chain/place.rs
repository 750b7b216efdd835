//! Places: a level in a seat's well, a bit in the chain. Each is a number that only constructs in range, so that no
//! code downstream has to check it.

use shared_rules::seats::Seat;

/// Bits in one exchange.
pub const BITS: u8 = 48;
/// Seats at the table.
pub const SEATS: u8 = 7;
/// Chips that fit a coin spot, and so optical gates and bet lamps at every seat.
pub const LEVELS: u8 = 5;

/// The seat at this place in a row of seven; a [`Bit`] leads to no other.
pub(super) const fn seat_at(index: u8) -> Seat {
    match index {
        0 => Seat::One,
        1 => Seat::Two,
        2 => Seat::Three,
        3 => Seat::Four,
        4 => Seat::Five,
        5 => Seat::Six,
        _ => Seat::Seven,
    }
}

/// The place of one chip in a spot's well, counted from 0 at the bottom: the optical gate at
/// its height, and the bet lamp that shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(pub(super) u8);

impl Level {
    /// Every level, from the bottom.
    pub const ALL: [Self; LEVELS as usize] = [Self(0), Self(1), Self(2), Self(3), Self(4)];

    /// The level with this index (0 to 4), or none.
    #[must_use]
    pub const fn new(index: u8) -> Option<Self> {
        if index < LEVELS {
            Some(Self(index))
        } else {
            None
        }
    }

    /// 0 to 4.
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }
}

/// A place in the chain; bit 0 is shifted first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bit(pub(super) u8);

impl Bit {
    /// The bit with this index (0 to 47), or none.
    #[must_use]
    pub const fn new(index: u8) -> Option<Self> {
        if index < BITS {
            Some(Self(index))
        } else {
            None
        }
    }

    /// Every bit, in the order of shifting.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..BITS).map(Self)
    }

    /// 0 to 47.
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }
}
