//! Counts of the ranks in a hand.

/// Which ranks some cards hold at least once, twice, three and four times.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Multiples {
    pub once: u16,
    pub twice: u16,
    pub thrice: u16,
    pub four: u16,
}

impl Multiples {
    /// Counts the ranks in the cards of each suit.
    pub fn of([a, b, c, d]: [u16; 4]) -> Multiples {
        let (any, both, more, all) = (a | b, a & b, c | d, c & d);
        Multiples {
            once: any | more,
            twice: both | all | (any & more),
            thrice: (both & more) | (any & all),
            four: both & all,
        }
    }

    /// With one more card of the rank whose bit is `rank`.
    pub fn with(self, rank: u16) -> Multiples {
        Multiples {
            once: self.once | rank,
            twice: self.twice | (self.once & rank),
            thrice: self.thrice | (self.twice & rank),
            four: self.four | (self.thrice & rank),
        }
    }
}
