//! Bytes that are used once: every offer of a side comes from a seed that is fresh at each start of its owner, and a
//! counter.

use shared_rules::wire::key::{KEY_BYTES, SharedKey};
use shared_rules::wire::role::WireKind;
use shared_rules::wire::session::{Offer, Speaker};

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
#[derive(Debug)]
pub(crate) struct NonceSource {
    seed: SharedKey,
    wire: WireKind,
    side: Speaker,
    drawn: u64,
}

impl NonceSource {
    /// The offers of this side of this wire: those of any other one with the same seed differ.
    pub(crate) fn new(seed: &Seed, wire: WireKind, side: Speaker) -> Self {
        Self {
            seed: seed.0.clone(),
            wire,
            side,
            drawn: 0,
        }
    }

    /// The next offer.
    pub(crate) fn draw(&mut self) -> Offer {
        self.drawn = self.drawn.saturating_add(1);
        let counter = self.drawn.to_le_bytes();
        let place = [self.wire.code(), self.side as u8];
        self.seed.tag(&[b"coinspot offer 2", &place, &counter])
    }
}
