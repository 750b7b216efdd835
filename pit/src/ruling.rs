//! Rulings of the house, signed with its key for one challenge of the pool, so that none is worth anything twice.
//!
//! ```text
//! code = HMAC-SHA-256(key, "coinspot ruling 1" | link | challenge | ruling)
//! ```
//! The link is little-endian, and the ruling in postcard.

use serde::{Deserialize, Serialize};
use shared_rules::wire::key::{SharedKey, Tag};

use crate::block::HouseRuling;

/// Separates these codes from any other use of the key.
const DOMAIN: &[u8] = b"coinspot ruling 1";

/// A random number that the pool gives for one ruling.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RulingChallenge {
    /// The number of the link.
    pub link: u32,
    /// The random part.
    pub random: [u8; 16],
}

/// A ruling with its code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SignedRuling {
    /// The ruling.
    pub ruling: HouseRuling,
    /// The code.
    pub tag: Tag,
}

impl SignedRuling {
    /// Signs a ruling in answer to a challenge; none if it cannot be written.
    #[must_use]
    pub fn sign(
        key: &SharedKey,
        challenge: RulingChallenge,
        ruling: HouseRuling,
    ) -> Option<SignedRuling> {
        let bytes = postcard::to_allocvec(&ruling).ok()?;
        let tag = covered(challenge, &bytes, |parts| key.tag(parts));
        Some(SignedRuling { ruling, tag })
    }

    /// The ruling, if the holder of the key made it for this challenge.
    #[must_use]
    pub fn verify(&self, key: &SharedKey, challenge: RulingChallenge) -> Option<HouseRuling> {
        let bytes = postcard::to_allocvec(&self.ruling).ok()?;
        let fits = covered(challenge, &bytes, |parts| key.fits(parts, &self.tag));
        fits.then_some(self.ruling)
    }
}

fn covered<R>(challenge: RulingChallenge, bytes: &[u8], act: impl FnOnce(&[&[u8]]) -> R) -> R {
    let link = challenge.link.to_le_bytes();
    act(&[DOMAIN, &link, &challenge.random, bytes])
}
