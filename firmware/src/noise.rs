//! Noise: one disturbed sample is neither believed nor a fault; several of the last few are.

use crate::config::{NOISE_SAMPLES_MAX, NOISE_WINDOW_SAMPLES};

pub use shared_rules::wire::message::NoiseCounts;

/// The latest samples of one kind, of which each was disturbed or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct NoiseWindow(u16);

const _: () = assert!(NOISE_WINDOW_SAMPLES == u16::BITS);

impl NoiseWindow {
    /// Accepts the next sample; true if it is disturbed, and not by noise: too many of the last ones were.
    pub(crate) const fn accept(&mut self, is_disturbed: bool) -> bool {
        self.0 = self.0 << 1 | is_disturbed as u16;
        is_disturbed && self.0.count_ones() > NOISE_SAMPLES_MAX
    }

    /// True if none of the last samples was disturbed.
    pub(crate) const fn is_quiet(self) -> bool {
        self.0 == 0
    }
}
