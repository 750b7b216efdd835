//! One number for everything: FNV-1a over 64-bit words.

const OFFSET: u64 = 0xCBF2_9CE4_8422_2325;
const PRIME: u64 = 0x0000_0100_0000_01B3;

/// The sum so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Digest(u64);

impl Default for Digest {
    fn default() -> Self {
        Self(OFFSET)
    }
}

impl Digest {
    pub(crate) fn word(&mut self, word: u64) {
        // The rotation lets the upper bits of a word reach the lower ones of the sum.
        self.0 = ((self.0 ^ word).wrapping_mul(PRIME)).rotate_left(29);
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks();
        words
            .iter()
            .for_each(|word| self.word(u64::from_le_bytes(*word)));
        rest.iter().for_each(|byte| self.word(u64::from(*byte)));
    }

    pub(crate) const fn value(self) -> u64 {
        self.0
    }
}
