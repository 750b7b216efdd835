//! The surroundings of the chip: the other ends of its pins and of its serial lines.

use super::pins::{ChipPin, Drive};
use super::rng::RandomFault;
use super::usart::{Arrival, Departure};
use crate::time::Time;

/// A serial line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Serial {
    /// The dealer console's, on PB6 and PB7.
    Usart1,
    /// The sign's, on PA0 and PA1.
    Uart4,
}

/// An input to the chip from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BoardInput {
    /// A pin is driven from outside, or left alone.
    Level(ChipPin, Option<bool>),
    /// A byte begins to arrive, behind those that are already on their way.
    Byte(Serial, Arrival),
    /// A byte has arrived: its stop bit ends now. For a world that keeps the times of its bytes itself.
    Arrived(Serial, Arrival),
    /// The supply changes to this many millivolts. Below the brown-out level a test switches power off instead.
    Supply(u32),
    /// The generator of random numbers breaks, or is mended.
    Randomness(Option<RandomFault>),
}

/// The world around the chip. Its methods are called in the order of time.
pub trait Wires {
    /// The chip changes its drive of a pin, SCK and MOSI included.
    fn drive(&mut self, pin: ChipPin, drive: Drive, at: Time);

    /// The chip samples a pin that a peripheral listens to: MISO.
    fn sense(&mut self, pin: ChipPin, at: Time) -> bool;

    /// A byte begins to leave the chip: its start bit falls. What will have been sent is known from here on, a byte's
    /// time before anybody can have received it.
    fn begins(&mut self, serial: Serial, departure: Departure) {
        let _ = (serial, departure);
    }

    /// A byte has left the chip.
    fn sent(&mut self, serial: Serial, departure: Departure);

    /// The time at which the world next acts by itself.
    fn next_event(&self) -> Time {
        Time::NEVER
    }

    /// Lets the world act: `now` is not before the time that it named.
    fn act(&mut self, now: Time, inputs: &mut Vec<BoardInput>) {
        let _ = (now, inputs);
    }
}

/// A world in which nothing is connected.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nothing;

impl Wires for Nothing {
    fn drive(&mut self, _: ChipPin, _: Drive, _: Time) {}

    fn sense(&mut self, _: ChipPin, _: Time) -> bool {
        false
    }

    fn sent(&mut self, _: Serial, _: Departure) {}
}
