//! Seats 1 to 7 from the dealer's left, which is also the order of dealing (THB6 3.7), and maps and sets of seats that
//! cannot be indexed out of range.

use core::fmt;

use serde::{Deserialize, Serialize};

/// A playing position, counted from the dealer's left. On wires and in the journal it is its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[serde(try_from = "u8", into = "u8")]
#[repr(u8)]
#[allow(missing_docs, reason = "the numbers of the seats say it all")]
pub enum Seat {
    One = 1,
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
}

impl Seat {
    /// Every seat in the order of dealing.
    pub const ALL: [Seat; 7] = [
        Seat::One,
        Seat::Two,
        Seat::Three,
        Seat::Four,
        Seat::Five,
        Seat::Six,
        Seat::Seven,
    ];

    /// The seat with this number.
    pub const fn new(number: u8) -> Option<Seat> {
        Some(match number {
            1 => Seat::One,
            2 => Seat::Two,
            3 => Seat::Three,
            4 => Seat::Four,
            5 => Seat::Five,
            6 => Seat::Six,
            7 => Seat::Seven,
            _ => return None,
        })
    }

    /// 1 to 7, as people at the table count.
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// 0 to 6, as wires are counted.
    pub const fn index(self) -> u8 {
        (self as u8).saturating_sub(1)
    }

    /// Its index among the seats after the first; out of range for the first.
    const fn after_one(self) -> usize {
        (self as usize).wrapping_sub(2)
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> u8 {
        seat.number()
    }
}

/// A number that no seat has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotASeat;

impl fmt::Display for NotASeat {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("not a seat: seats are numbered 1 to 7")
    }
}

impl TryFrom<u8> for Seat {
    type Error = NotASeat;

    fn try_from(number: u8) -> Result<Seat, NotASeat> {
        Seat::new(number).ok_or(NotASeat)
    }
}

/// One `T` for every seat.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Hash, Serialize, Deserialize)]
pub struct SeatMap<T>([T; 7]);

impl<T> SeatMap<T> {
    /// The map of `make`'s values, one for each seat.
    pub fn from_fn(mut make: impl FnMut(Seat) -> T) -> SeatMap<T> {
        SeatMap(Seat::ALL.map(&mut make))
    }

    /// The value of `seat`.
    pub fn get(&self, seat: Seat) -> &T {
        let [one, others @ ..] = &self.0;
        others.get(seat.after_one()).unwrap_or(one)
    }

    /// The value of `seat`, to be changed.
    pub fn get_mut(&mut self, seat: Seat) -> &mut T {
        let [one, others @ ..] = &mut self.0;
        others.get_mut(seat.after_one()).unwrap_or(one)
    }

    /// Every seat with its value, in the order of dealing.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &T)> {
        Seat::ALL.iter().copied().zip(&self.0)
    }

    /// The values of the seats, in the order of dealing, to be changed.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.0.iter_mut()
    }

    /// Every seat with its value, in the order of dealing, to be changed.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (Seat, &mut T)> {
        Seat::ALL.iter().copied().zip(&mut self.0)
    }
}

impl<T> SeatMap<Option<T>> {
    /// The seats that are taken, in the order of dealing.
    pub fn taken(&self) -> impl Iterator<Item = (Seat, &T)> {
        self.iter()
            .filter_map(|(seat, held)| Some((seat, held.as_ref()?)))
    }

    /// The seats that are taken and satisfy the condition.
    pub fn which(&self, mut is_so: impl FnMut(&T) -> bool) -> SeatSet {
        let mut seats = SeatSet::EMPTY;
        for (seat, held) in self.taken() {
            if is_so(held) {
                seats.insert(seat);
            }
        }
        seats
    }

    /// The seats that are taken, in the order of dealing, to be changed.
    pub fn taken_mut(&mut self) -> impl Iterator<Item = (Seat, &mut T)> {
        self.iter_mut()
            .filter_map(|(seat, held)| Some((seat, held.as_mut()?)))
    }
}

/// A set of seats. On wires and in the journal bit `n` stands for the seat with the number `n`.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Hash, Serialize, Deserialize)]
#[serde(from = "u8", into = "u8")]
pub struct SeatSet(u8);

impl From<SeatSet> for u8 {
    fn from(set: SeatSet) -> u8 {
        set.0
    }
}

impl From<u8> for SeatSet {
    fn from(bits: u8) -> SeatSet {
        SeatSet(bits & SeatSet::ALL.0)
    }
}

impl SeatSet {
    /// No seat.
    pub const EMPTY: SeatSet = SeatSet(0);

    /// Every seat.
    pub const ALL: SeatSet = SeatSet(0b1111_1110);

    /// True if `seat` is in the set.
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat as u8) != 0
    }

    /// True if no seat is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Puts `seat` into the set.
    pub fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat as u8;
    }

    /// Removes `seat` from the set; true if it was there.
    pub fn remove(&mut self, seat: Seat) -> bool {
        let was_there = self.contains(seat);
        self.0 &= !(1 << seat as u8);
        was_there
    }

    /// The seats that are in both sets.
    #[must_use]
    pub const fn and(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & other.0)
    }

    /// The seats of both sets.
    #[must_use]
    pub const fn with(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 | other.0)
    }

    /// The seats of this set that are not in the other.
    #[must_use]
    pub const fn without(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & !other.0)
    }

    /// The first seat of the set in the order of dealing.
    pub const fn first(self) -> Option<Seat> {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "8 at most, which is no seat"
        )]
        Seat::new(self.0.trailing_zeros() as u8)
    }

    /// The seats of the set in the order of dealing.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let seats = Seat::ALL.iter().copied();
        seats.filter(move |seat| self.contains(*seat))
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> SeatSet {
        let mut set = SeatSet::EMPTY;
        seats.into_iter().for_each(|seat| set.insert(seat));
        set
    }
}
