//! The sensors of the felt: judges the seats, the keys and the chain itself, once a millisecond. Where a sample brings
//! nothing new, nothing is done.
//!
//! A sample whose loop-back is wrong counts for nothing, and neither does the next, because a line that is stuck is right
//! every other time. One such sample is noise. Several of the last few cast doubt on all samples before them: every seat
//! is faulted, and every key is up, until the chain's fault is gone.

use shared_rules::seats::SeatMap;

use crate::chips::{SeatReading, SeatSensors};
use crate::config::CHAIN_PROOF_SAMPLES;
use crate::debounce::Debounce;
use crate::faults::{ChainFault, Standing};
use crate::keys::{KeyReading, KeySet};
use crate::noise::{NoiseCounts, NoiseWindow};
use crate::packed::PackedReadings;
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
    lanes: Debounce,
    seats: SeatSensors,
    chain: Standing<ChainFault>,
    loop_backs: NoiseWindow,
    noise: NoiseCounts,
    /// The sample before looped back, or there was none.
    was_sound: bool,
    readings: PackedReadings,
    /// Something has happened between two samples that the readings do not show yet.
    is_stale: bool,
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
            lanes: Debounce::default(),
            seats: SeatSensors::new(),
            chain: Standing::for_samples(ChainFault::Unproven, CHAIN_PROOF_SAMPLES),
            loop_backs: NoiseWindow::default(),
            noise: NoiseCounts::default(),
            was_sound: true,
            readings: PackedReadings::not_read(ChainFault::Unproven),
            is_stale: false,
        }
    }

    /// Accepts the sample of a scan; true if the readings have changed.
    pub fn accept(&mut self, sample: Sample) -> bool {
        let is_sound = sample.is_looped_back();
        if !is_sound {
            self.noise.chain = self.noise.chain.saturating_add(1);
        }
        if self.loop_backs.accept(!is_sound) {
            return self.distrust(ChainFault::LoopBack);
        }
        if !core::mem::replace(&mut self.was_sound, is_sound) || !is_sound {
            return self.read(false, KeySet::NONE);
        }
        let is_mended = self.chain.fault().is_some() && {
            self.chain.accept(None);
            self.chain.fault().is_none()
        };
        let (word, is_lit) = (sample.inputs.word(), sample.is_lit());
        let believed = self.seats.believed(word, is_lit, &self.lanes);
        if !is_lit && self.seats.sees_in_the_dark() {
            self.noise.in_the_dark = self.noise.in_the_dark.saturating_add(1);
        }
        let up = self.lanes.settled_low();
        let change = self.lanes.accept(word, believed);
        let pressed = KeySet::of_lanes(up & self.lanes.settled());
        let seats = self.seats.accept(word, is_lit, &self.lanes, change);
        self.read(is_mended || change.settled || seats, pressed)
    }

    /// Notes that a scan failed; true if the readings have changed: every seat is faulted.
    pub fn lose(&mut self) -> bool {
        self.distrust(ChainFault::NoExchange)
    }

    /// The state of the felt after the last sample.
    #[must_use]
    pub fn readings(&self) -> SensorReadings {
        self.readings.unpack()
    }

    /// The same as it was packed.
    pub(crate) const fn packed(&self) -> PackedReadings {
        self.readings
    }

    /// The disturbed samples since the start.
    #[must_use]
    pub const fn noise(&self) -> NoiseCounts {
        self.noise
    }

    /// Betting opens: a spot that is not seen empty now is flagged until it has been seen empty.
    pub fn open_betting(&mut self) {
        self.seats.open_betting(&self.lanes);
        self.is_stale = true;
    }

    fn distrust(&mut self, fault: ChainFault) -> bool {
        self.chain.accept(Some(fault));
        self.was_sound = false;
        self.lanes.forget();
        self.seats.forget();
        self.read(true, KeySet::NONE)
    }

    /// Renews the readings where they may differ: a press is in them once.
    fn read(&mut self, may_differ: bool, pressed: KeySet) -> bool {
        let is_stale = core::mem::take(&mut self.is_stale);
        if !may_differ && !is_stale && pressed == self.readings.pressed() {
            return false;
        }
        let now = self.renewed(pressed);
        core::mem::replace(&mut self.readings, now) != now
    }

    #[inline(never)]
    fn renewed(&self, pressed: KeySet) -> PackedReadings {
        if let Some(fault) = self.chain.fault() {
            return PackedReadings::not_read(fault);
        }
        let held = KeySet::of_lanes(self.lanes.settled());
        PackedReadings::new(
            self.seats.readings(&self.lanes),
            KeyReading { held, pressed },
        )
    }
}
