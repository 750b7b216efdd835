//! A random number generator that can be copied: a snapshot of simulated hardware goes on with the same numbers.

use std::ops::{Deref, DerefMut};

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

/// The generator.
#[derive(Debug)]
pub struct CopyableDice(ChaCha8Rng);

impl CopyableDice {
    /// The generator of this seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        ChaCha8Rng::seed_from_u64(seed).into()
    }
}

impl From<ChaCha8Rng> for CopyableDice {
    fn from(random: ChaCha8Rng) -> Self {
        Self(random)
    }
}

impl Clone for CopyableDice {
    fn clone(&self) -> Self {
        Self(ChaCha8Rng::deserialize_state(&self.0.serialize_state()))
    }
}

impl Deref for CopyableDice {
    type Target = ChaCha8Rng;

    fn deref(&self) -> &ChaCha8Rng {
        &self.0
    }
}

impl DerefMut for CopyableDice {
    fn deref_mut(&mut self) -> &mut ChaCha8Rng {
        &mut self.0
    }
}
