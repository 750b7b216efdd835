//! Rulings of the house, signed with its key for one challenge of the pool, so that none is worth anything twice.
//!
//! ```text
//! code = HMAC-SHA-256(key, "coinspot ruling 1" | link | challenge | ruling)
//! ```
//! The link is little-endian, and the ruling in postcard.

use serde::{Deserialize, Serialize};
use shared_rules::wire::key::{SharedKey, Tag};

use crate::block::{HouseRuling, Record};

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

/// The signature under a ruling in the log: whoever has the key of the house can prove who ruled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RulingSignature {
    /// The random part of the challenge.
    pub random: [u8; 16],
    /// The code.
    pub tag: Tag,
}

impl RulingSignature {
    /// True if the holder of the key ruled so for this link.
    #[must_use]
    pub fn is_genuine(&self, key: &SharedKey, link: u32, ruling: HouseRuling) -> bool {
        let random = self.random;
        let signed = SignedRuling {
            ruling,
            tag: self.tag,
        };
        let challenge = RulingChallenge { link, random };
        signed.verify(key, challenge).is_some()
    }
}

/// A ruling on its way into the log. Only a house in the pool's own process rules without a signature.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GivenRuling {
    /// The ruling.
    pub ruling: HouseRuling,
    /// The signature under it.
    pub signature: Option<RulingSignature>,
}

impl From<HouseRuling> for GivenRuling {
    fn from(ruling: HouseRuling) -> GivenRuling {
        GivenRuling {
            ruling,
            signature: None,
        }
    }
}

impl GivenRuling {
    pub(crate) const fn record(self, at_ms: u64) -> Record {
        let ruling = self.ruling;
        match self.signature {
            Some(signature) => Record::RuledSigned {
                ruling,
                at_ms,
                signature,
            },
            None => Record::Ruled { ruling, at_ms },
        }
    }
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

    /// The ruling with its signature, if the holder of the key made it for this challenge.
    #[must_use]
    pub fn verify(&self, key: &SharedKey, challenge: RulingChallenge) -> Option<GivenRuling> {
        let bytes = postcard::to_allocvec(&self.ruling).ok()?;
        let fits = covered(challenge, &bytes, |parts| key.fits(parts, &self.tag));
        fits.then_some(GivenRuling {
            ruling: self.ruling,
            signature: Some(RulingSignature {
                random: challenge.random,
                tag: self.tag,
            }),
        })
    }
}

fn covered<R>(challenge: RulingChallenge, bytes: &[u8], act: impl FnOnce(&[&[u8]]) -> R) -> R {
    let link = challenge.link.to_le_bytes();
    act(&[DOMAIN, &link, &challenge.random, bytes])
}
