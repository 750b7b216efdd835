//! A noisy line to the chip: one byte in a hundred arrives with noise, without its stop bit, or with another so close
//! behind it that the chip has not yet read the first.

use parts::dice::CopyableDice;
use rand::RngExt;

use crate::chip::usart::Arrival;
use crate::time::Span;

/// One byte in this many is hit.
const ONE_IN: u32 = 100;

/// Ratio of a spike's rate to the baud rate.
const SPIKE: u64 = 1_000;

/// A noisy line.
#[derive(Clone, Debug)]
pub struct Noise {
    random: CopyableDice,
    /// Bytes that were hit.
    pub hit: Hit,
}

/// Bytes hit, by kind of error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hit {
    /// The line was not steady, and the byte is wrong.
    pub noise: u32,
    /// The stop bit was missing, and the byte is wrong.
    pub framing: u32,
    /// A spike came right behind the byte.
    pub spikes: u32,
}

impl Noise {
    /// A line with this seed: the same seed gives the same errors.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self {
            random: CopyableDice::new(seed),
            hit: Hit::default(),
        }
    }

    /// The arrivals for a byte at this rate: the byte or a wrong one, and the spike behind it if there is one.
    pub(super) fn pass(&mut self, byte: u8, baud: u64) -> (Arrival, Option<Arrival>) {
        self.disturb(Arrival::clean(byte, baud))
    }

    /// The same for a byte that has come without errors so far.
    pub(super) fn disturb(&mut self, clean: Arrival) -> (Arrival, Option<Arrival>) {
        if !self.random.random_ratio(1, ONE_IN) {
            return (clean, None);
        }
        let other = Arrival {
            byte: clean.byte ^ 1 << self.random.random_range(0..8),
            ..clean
        };
        match self.random.random_range(0..3) {
            0 => {
                self.hit.noise += 1;
                let noise = true;
                (Arrival { noise, ..other }, None)
            }
            1 => {
                self.hit.framing += 1;
                let framing = true;
                (Arrival { framing, ..other }, None)
            }
            _ => {
                self.hit.spikes += 1;
                let bit = Span::ps(clean.bit.as_ps() / SPIKE);
                (clean, Some(Arrival { bit, ..other }))
            }
        }
    }
}
