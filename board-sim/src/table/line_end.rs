//! A board's end of a line to another board, exact to the byte: each byte is known when its start bit falls, and arrives
//! when its stop bit ends.

use std::collections::VecDeque;

use crate::chip::usart::{Arrival, Departure};
use crate::chip::wires::{BoardInput, Serial};
use crate::time::{Span, Time};

/// Bits of a byte on the line: start, eight, stop.
const FRAME_BITS: u64 = 10;

/// The end of a line.
#[derive(Clone, Debug, Default)]
pub struct LineEnd {
    is_connected: bool,
    /// Bytes whose start bit has fallen since the last look.
    begun: Vec<Departure>,
    /// Bytes on their way to the chip, in their order, and when each has arrived.
    arriving: VecDeque<(Time, Arrival)>,
}

impl LineEnd {
    /// A line that leads nowhere.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            is_connected: false,
            begun: Vec::new(),
            arriving: VecDeque::new(),
        }
    }

    /// Another board is at the other end from now on.
    pub const fn connect(&mut self) {
        self.is_connected = true;
    }

    /// A byte begins to leave.
    pub fn begins(&mut self, departure: Departure) {
        if self.is_connected {
            self.begun.push(departure);
        }
    }

    /// The bytes that have begun to leave since the last look.
    pub fn take_begun(&mut self) -> Vec<Departure> {
        std::mem::take(&mut self.begun)
    }

    /// A byte will have arrived at a time, which is not yet past.
    pub fn expect(&mut self, at: Time, arrival: Arrival) {
        self.arriving.push_back((at, arrival));
    }

    /// Nothing more arrives: the cable is out, or this board has no power.
    pub fn forget(&mut self) {
        self.begun.clear();
        self.arriving.clear();
    }

    /// The other board loses its power now, within a byte perhaps: the line rises, and the rest of the byte reads as
    /// ones.
    pub fn cut_off(&mut self, now: Time) {
        for (at, arrival) in &mut self.arriving {
            let left = at.since(now).covered_by(arrival.bit).min(FRAME_BITS);
            // Without the stop bit.
            let lost = u32::try_from(left.saturating_sub(1)).unwrap_or(0).min(8);
            arrival.byte |= u8::MAX.checked_shl(8 - lost).unwrap_or(0);
        }
    }

    /// When the next byte arrives.
    #[must_use]
    pub fn next_event(&self) -> Time {
        self.arriving.front().map_or(Time::NEVER, |(at, _)| *at)
    }

    /// Hands over the bytes that have arrived by now.
    pub fn act(&mut self, serial: Serial, now: Time, inputs: &mut Vec<BoardInput>) {
        while let Some((at, arrival)) = self.arriving.front().copied()
            && at <= now
        {
            self.arriving.pop_front();
            inputs.push(BoardInput::Arrived(serial, arrival));
        }
    }
}

/// A byte takes longer than this at 115,200 baud, whichever of the two chips sends it: boards that are run by turns, for
/// no more than this at a time, know of each byte before it arrives.
pub const SLICE: Span = Span::us(86);
