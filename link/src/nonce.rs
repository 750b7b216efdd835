//! Bytes that are used once: every offer of a side comes from a seed that is fresh at each start of its owner, and a
//! counter.

use shared_rules::wire::key::{KEY_BYTES, SharedKey};
use shared_rules::wire::role::Wire;
use shared_rules::wire::session::Offer;

/// 32 bytes of randomness, fresh at each start: the chip's generator on a board, the operating system's on a host. As
/// secret as a key.
#[derive(Clone, Debug)]
pub struct Seed(SharedKey);

impl Seed {
    /// A seed of these bytes.
    #[must_use]
    pub const fn new(bytes: [u8; KEY_BYTES]) -> Self {
        Self(SharedKey::new(bytes))
    }
}

/// The offers of one side of one wire.
#[derive(Clone, Debug)]
pub(crate) struct NonceSource {
    seed: SharedKey,
    wire: Wire,
    drawn: u64,
}

impl NonceSource {
    /// The offers for this wire: those of another wire with the same seed differ.
    pub(crate) fn new(seed: &Seed, wire: Wire) -> Self {
        Self {
            seed: seed.0.clone(),
            wire,
            drawn: 0,
        }
    }

    /// The next offer.
    pub(crate) fn draw(&mut self) -> Offer {
        self.drawn = self.drawn.saturating_add(1);
        let counter = self.drawn.to_le_bytes();
        self.seed
            .tag(&[b"coinspot offer 2", &[self.wire.code()], &counter])
    }
}
