//! The game against the dealer: hold'em with Bonus, or Three Card Poker with Pair Plus.

use crate::cards::Rank;
use crate::cite::Paragraph;
use crate::evaluate::{Category, Hand};
use crate::money::Cents;

/// One of the two kinds of games.
#[derive(Debug)]
pub enum MainGame {
    /// Ante, Bonus, Flop, Turn, River; best five of seven.
    Holdem(Holdem),
    /// Ante, Play, Pair Plus; three cards.
    ThreeCard(ThreeCard),
}

/// Hold'em against the dealer: Flop is twice the Ante or the hand folds, Turn and River are once the
/// Ante or a check; they pay 1 to 1.
#[derive(Debug)]
pub struct Holdem {
    /// The rule for raises of another size: an error, or settled in part.
    pub raises: Raises,
    /// The lowest winning hand that also wins the Ante; below it the Ante stands off.
    pub ante_wins_from: Category,
    /// Bonus on the hole cards, highest first.
    pub bonus: &'static [BonusRow],
    /// The most that Bonus pays a seat, and its paragraph.
    pub bonus_cap: Option<(Cents, Paragraph)>,
    /// Bonus survives a loss to the dealer, by the letter of the document.
    pub bonus_survives_loss: bool,
    /// The paragraph of Bonus' pay table.
    pub bonus_paragraph: Paragraph,
}

impl Holdem {
    /// The row of the Bonus table for a player's and the dealer's hole cards.
    pub fn bonus_row(&self, hole: Hand<2>, dealer: Hand<2>) -> Option<&'static BonusRow> {
        // Every pattern is a pair or has an ace; four hands in five are and have neither.
        if !hole.is_pair_or_has_ace() {
            return None;
        }
        let hole = hole.hole();
        // The dealer's cards matter only beside two aces.
        let dealer = match hole {
            (Rank::Ace, Rank::Ace, _) => dealer.hole(),
            _ => hole,
        };
        self.bonus.iter().find(|row| row.hole.matches(hole, dealer))
    }
}

/// The size that Flop, Turn and River (or Play) must have in relation to the Ante.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Raises {
    /// Exactly twice or once the Ante; anything else is refused.
    Exact,
    /// The excess is returned; a smaller raise is settled as it is.
    ExcessReturned {
        /// The paragraph about the excess.
        over: Paragraph,
        /// The paragraph about a smaller raise.
        under: Paragraph,
    },
}

/// A row of the Bonus table.
#[derive(Debug)]
pub struct BonusRow {
    /// The hole cards that it is about.
    pub hole: HolePattern,
    /// The payout to 1.
    pub to_one: u32,
}

/// A kind of hole cards.
#[derive(Debug)]
pub enum HolePattern {
    /// Two aces, and the dealer has the other two.
    AcesInBothHands,
    /// A pair from the first to the second rank.
    Pair(Rank, Rank),
    /// An ace and a card from the first to the second rank, of one suit or not.
    AceWith(Rank, Rank, Suited),
}

type Suited = bool;

impl HolePattern {
    /// True if a player's hole cards, as rank, lower rank and suited, are of this kind.
    pub fn matches(&self, hole: (Rank, Rank, bool), dealer: (Rank, Rank, bool)) -> bool {
        let (high, low, suited) = hole;
        let aces = |(high, low, _)| high == Rank::Ace && low == Rank::Ace;
        match *self {
            HolePattern::AcesInBothHands => aces(hole) && aces(dealer),
            HolePattern::Pair(from, to) => high == low && (from..=to).contains(&high),
            HolePattern::AceWith(from, to, same_suit) => {
                high == Rank::Ace && (from..=to).contains(&low) && suited == same_suit
            }
        }
    }
}

/// The Bonus table, the same in THB6 4.1.1, ML6 4.1.1, ML9 4.1.1 and RWS6 4.1.
pub(super) const BONUS: &[BonusRow] = {
    use HolePattern::{AceWith, AcesInBothHands, Pair};
    use Rank::{Ace, Jack, King, Queen, Ten, Two};
    const fn row(hole: HolePattern, to_one: u32) -> BonusRow {
        BonusRow { hole, to_one }
    }
    &[
        row(AcesInBothHands, 1000),
        row(Pair(Ace, Ace), 30),
        row(AceWith(King, King, true), 25),
        row(AceWith(Jack, Queen, true), 20),
        row(AceWith(King, King, false), 15),
        row(Pair(Jack, King), 10),
        row(AceWith(Jack, Queen, false), 5),
        row(Pair(Two, Ten), 3),
    ]
};

/// Three Card Poker against the dealer: Play is once the Ante or the hand folds; both pay 1 to 1.
#[derive(Debug)]
pub struct ThreeCard {
    /// The lowest card with which the dealer's hand is compared at all.
    pub dealer_needs: Rank,
    /// The paragraphs under which the Ante is paid and Play is not, because the dealer does not qualify.
    pub unqualified: UnqualifiedParagraphs,
    /// Ante Bonus, win or lose, where Play was made; highest first.
    pub ante_bonus: &'static [PayRow],
    /// The paragraph of Ante Bonus' pay table.
    pub ante_bonus_paragraph: Paragraph,
    /// Pair Plus, whatever the dealer has; highest first.
    pub pair_plus: &'static [PayRow],
    /// The paragraph of Pair Plus' pay table.
    pub pair_plus_paragraph: Paragraph,
}

/// The paragraphs about a dealer who does not qualify.
#[derive(Debug)]
pub struct UnqualifiedParagraphs {
    /// The Ante is paid.
    pub ante: Paragraph,
    /// Play is not paid.
    pub play: Paragraph,
}

/// A row of a pay table by the kind of hand.
#[derive(Debug)]
pub struct PayRow {
    /// The kind of hand.
    pub category: Category,
    /// The payout to 1.
    pub to_one: u32,
}

impl PayRow {
    pub(super) const fn new(category: Category, to_one: u32) -> PayRow {
        PayRow { category, to_one }
    }
}

/// The payout of `category` to 1 in `table`, if it is there.
pub fn to_one(table: &[PayRow], category: Category) -> Option<u32> {
    let row = table.iter().find(|row| row.category == category);
    row.map(|row| row.to_one)
}
