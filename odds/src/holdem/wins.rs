//! The bands of winning hands: the Ante wins only from a certain hand up (THB6 3.10.2).

use shared_rules::evaluate::Category;

use crate::evaluate::{HandKey, lowest};

/// Winning hands as the Ante sees them. The documents pay it from a straight (THB6 4.1.1, RWS6 4.1);
/// elsewhere the same game pays it from a flush.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Band {
    /// Below a straight.
    Low,
    /// A straight.
    Straight,
    /// A flush or better.
    Flush,
}

impl Band {
    /// The number of bands.
    pub(super) const COUNT: u32 = 3;

    /// The band of a hand.
    pub(super) fn of(key: HandKey) -> Band {
        match key {
            key if key < lowest(Category::Straight) => Band::Low,
            key if key < lowest(Category::Flush) => Band::Straight,
            _ => Band::Flush,
        }
    }

    /// The band that begins with `category`.
    ///
    /// # Panics
    /// If none does.
    pub fn from(category: Category) -> Band {
        match category {
            Category::HighCard => Band::Low,
            Category::Straight => Band::Straight,
            Category::Flush => Band::Flush,
            _ => panic!("the Ante wins from a straight or a flush"),
        }
    }
}
