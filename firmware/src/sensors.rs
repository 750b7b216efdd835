//! The sensors of the felt: judges the seats, the keys and the chain itself, once a millisecond.
//!
//! A sample whose loop-back is wrong counts for nothing, and casts doubt on all samples before it: every seat is
//! faulted with that sample, and every key is up. Samples count again as soon as two loop-backs in a row are right,
//! because a line that is stuck is right every other time; they are believed once the chain's fault is gone.

use shared_rules::seats::SeatMap;

use crate::chips::{SeatReading, SeatSensors};
use crate::faults::{ChainFault, Standing};
use crate::keys::{KeyReading, KeySensors, KeySet};
use crate::scan::Sample;

/// The state of the felt after one sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SensorReadings {
    /// Chips, Ante and fault of every seat.
    pub seats: SeatMap<SeatReading>,
    /// The keys; none while the chain is faulted.
    pub keys: KeyReading,
    /// The reason for not believing anything else here.
    pub chain: Option<ChainFault>,
}

/// The state behind the readings.
#[derive(Clone, Debug)]
pub struct Sensors {
    seats: SeatMap<SeatSensors>,
    keys: KeySensors,
    chain: Standing<ChainFault>,
    /// The sample before looped back, or there was none.
    was_sound: bool,
}

impl Default for Sensors {
    fn default() -> Self {
        Self::new()
    }
}

impl Sensors {
    /// Nothing is believed yet: the chain is unproven.
    #[must_use]
    pub fn new() -> Self {
        Self {
            seats: SeatMap::default(),
            keys: KeySensors::default(),
            chain: Standing::new(Some(ChainFault::Unproven)),
            was_sound: true,
        }
    }

    /// Accepts the sample of a scan, and returns the readings now.
    pub fn accept(&mut self, sample: Sample) -> SensorReadings {
        if !sample.is_looped_back() {
            return self.distrust(ChainFault::LoopBack);
        }
        if !core::mem::replace(&mut self.was_sound, true) {
            return self.readings(KeySet::NONE);
        }
        self.chain.accept(None);
        for (seat, sensors) in self.seats.iter_mut() {
            sensors.accept(seat, sample);
        }
        let pressed = self.keys.accept(sample.inputs);
        self.readings(pressed)
    }

    /// Notes that a scan failed, and returns the readings now: every seat is faulted.
    pub fn lose(&mut self) -> SensorReadings {
        self.distrust(ChainFault::NoExchange)
    }

    /// Betting opens: a spot that is not seen empty now is flagged until it has been seen empty.
    pub fn open_betting(&mut self) {
        for (_, seat) in self.seats.iter_mut() {
            seat.open_betting();
        }
    }

    fn distrust(&mut self, fault: ChainFault) -> SensorReadings {
        self.chain.accept(Some(fault));
        self.was_sound = false;
        for (_, seat) in self.seats.iter_mut() {
            seat.forget();
        }
        self.keys.forget();
        self.readings(KeySet::NONE)
    }

    fn readings(&self, pressed: KeySet) -> SensorReadings {
        let chain = self.chain.fault();
        if chain.is_some() {
            return SensorReadings {
                seats: SeatMap::from_fn(|_| SeatReading::NOT_READ),
                keys: KeyReading::default(),
                chain,
            };
        }
        SensorReadings {
            seats: SeatMap::from_fn(|seat| self.seats.get(seat).reading()),
            keys: KeyReading {
                held: self.keys.held(),
                pressed,
            },
            chain,
        }
    }
}
