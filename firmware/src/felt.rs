//! The felt as the scan and the main loop share it: the scan brings samples and lights the lamps; the main loop pops
//! readings, chooses the lamps, and opens the betting.
//!
//! An opening is one step for both sides: the sensors flag the chips that already lie on the felt, and readings from
//! before the opening are dropped, so that none of them counts as a bet.

use crate::chain::Outputs;
use crate::config::SUPPLY_SETTLED_SAMPLES;
use crate::lamps::{Lamps, LitLamps};
use crate::noise::NoiseCounts;
use crate::readings_queue::ReadingsQueue;
use crate::scan::Sample;
use crate::sensors::{SensorReadings, Sensors};

/// Both sides of the felt.
#[derive(Debug, Default)]
pub struct FeltEnd {
    sensors: Sensors,
    readings: ReadingsQueue,
    lamps: LitLamps,
    /// Samples that do not count, because the supply has been low.
    unsettled: u16,
}

impl FeltEnd {
    /// A felt without samples, with these lamps lit.
    #[must_use]
    pub fn new(lamps: Lamps) -> Self {
        Self {
            lamps: LitLamps::new(lamps),
            ..Self::default()
        }
    }

    /// The lamps for the next exchange; all of them while a person tests them and they show nothing about a bet.
    #[must_use]
    pub fn outputs(&mut self, now_ms: u64, is_tested: bool) -> Outputs {
        if is_tested && self.lamps.are_at_rest() {
            return Outputs::LAMPS;
        }
        self.lamps.outputs(now_ms)
    }

    /// The supply is low: samples do not count until it has been good for a while.
    pub const fn sag(&mut self) {
        self.unsettled = SUPPLY_SETTLED_SAMPLES;
    }

    /// Judges the sample of an exchange, or the lack of one; true if the readings are news.
    pub fn accept(&mut self, sample: Option<Sample>) -> bool {
        if let Some(left) = self.unsettled.checked_sub(1) {
            self.unsettled = left;
            return false;
        }
        let has_changed = match sample {
            Some(sample) => self.sensors.accept(sample),
            None => self.sensors.lose(),
        };
        (has_changed || self.readings.is_cleared()) && self.readings.push(self.sensors.packed())
    }

    /// The oldest readings that the main loop has not seen.
    pub fn pop(&mut self) -> Option<SensorReadings> {
        self.readings.pop()
    }

    /// The disturbed samples since the start.
    #[must_use]
    pub const fn noise(&self) -> NoiseCounts {
        self.sensors.noise()
    }

    /// Lights these lamps from the next exchange on.
    pub fn show(&mut self, lamps: Lamps) {
        self.lamps.show(lamps);
    }

    /// Betting opens: a spot that is not seen empty now is flagged until it has been, and earlier readings are dropped.
    pub fn open_betting(&mut self) {
        self.sensors.open_betting();
        self.readings.clear();
    }
}
