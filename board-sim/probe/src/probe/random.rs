//! Random cards, the same in every run.

const CARDS: usize = 52;

/// A deck from which cards are drawn, by their indices.
pub(super) struct Deck {
    cards: [u8; CARDS],
    left: usize,
    state: u32,
}

impl Deck {
    /// A full deck. The same seed draws the same cards.
    pub(super) fn new(seed: u32) -> Self {
        let mut cards = [0; CARDS];
        cards
            .iter_mut()
            .zip(0..)
            .for_each(|(card, index)| *card = index);
        Self {
            cards,
            left: CARDS,
            // Never zero, which xorshift would leave at zero; and far apart for neighbouring seeds.
            state: seed.wrapping_mul(0x9E37_79B9) | 1,
        }
    }

    /// Puts all cards back.
    pub(super) const fn collect(&mut self) {
        self.left = CARDS;
    }

    /// Draws `N` different cards.
    pub(super) fn draw<const N: usize>(&mut self) -> [u8; N] {
        core::array::from_fn(|_| self.next())
    }

    fn next(&mut self) -> u8 {
        // Xorshift (Marsaglia 2003).
        self.state ^= self.state << 13;
        self.state ^= self.state >> 17;
        self.state ^= self.state << 5;
        let pick = self.state as usize % self.left;
        self.left -= 1;
        self.cards.swap(pick, self.left);
        self.cards[self.left]
    }
}
