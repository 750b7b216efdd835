//! The progressive wager's pay table, as data: the cards that an award looks at, its amount, and the awards that are
//! left after a fold or for a hand that is not exposed.

use crate::cards::Suit;
use crate::cite::Paragraph;
use crate::evaluate::Category;
use crate::money::{Cents, Percent};
use serde::{Deserialize, Serialize};

/// The progressive wager of a game.
#[derive(Debug)]
pub struct Progressive {
    /// The pay table, in the order of the document.
    pub awards: &'static [AwardRow],
    /// The awards that a folded hand can still win.
    pub after_fold: AwardsLeft,
    /// The awards that a hand can still win that is not exposed, by the letter.
    pub unexposed: AwardsLeft,
    /// The order of payment of hands that win on separate tables of a link.
    pub across_tables: AcrossTables,
    /// The lowest hand that wins an award.
    pub lowest: Category,
    /// A hand can be worth something to other players.
    pub gives_envy: bool,
}

impl Progressive {
    /// The wager with this pay table. The compiler computes the values that every settlement would otherwise look up in
    /// it.
    pub(super) const fn new(
        awards: &'static [AwardRow],
        after_fold: AwardsLeft,
        unexposed: AwardsLeft,
        across_tables: AcrossTables,
    ) -> Progressive {
        let mut lowest = Category::RoyalFlush;
        let mut gives_envy = false;
        let mut rest = awards;
        while let [row, others @ ..] = rest {
            if row.category.five_card_order() < lowest.five_card_order() {
                lowest = row.category;
            }
            gives_envy |= row.envy.is_some();
            rest = others;
        }
        Progressive {
            awards,
            after_fold,
            unexposed,
            across_tables,
            lowest,
            gives_envy,
        }
    }
}

/// The order of payment of hands that win on separate tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AcrossTables {
    /// The hand that was first entered into the system is paid first.
    FirstEntered(Paragraph),
    /// Likewise, but major awards are paid in the order in which the hole cards were dealt.
    MajorFirstDealt {
        /// The smallest share of the jackpot that is a major award.
        major: Percent,
        /// The paragraph.
        paragraph: Paragraph,
    },
}

/// The awards that are left to a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AwardsLeft {
    /// The whole pay table.
    All,
    /// The awards on the five community cards.
    Community,
    /// None.
    None,
}

impl AwardsLeft {
    /// True if `row` is among them.
    pub fn includes(self, row: &AwardRow) -> bool {
        match self {
            AwardsLeft::All => true,
            AwardsLeft::Community => row.made_of == MadeOf::Community,
            AwardsLeft::None => false,
        }
    }
}

/// A row of the pay table.
#[derive(Debug)]
pub struct AwardRow {
    /// The name of the award.
    pub award: Award,
    /// The kind of hand that wins it.
    pub category: Category,
    /// The suits that the hand may have.
    pub suit: SuitRule,
    /// The cards that count.
    pub made_of: MadeOf,
    /// The amount.
    pub pays: AwardPays,
    /// The paragraph under which several winners of one round share equally the sum that they would take in turn, if
    /// there is one.
    pub pooled: Option<Paragraph>,
    /// The amount that every other player with a progressive wager receives for such a hand.
    pub envy: Option<Cents>,
    /// The paragraph of the row.
    pub paragraph: Paragraph,
}

/// The names of awards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
pub enum Award {
    /// A hand of the cards that count, called by its name.
    Hand(Category),
    /// A royal flush of the hole cards and the flop.
    RoyalFlushOnFlop,
    /// A royal flush with the turn card.
    RoyalFlushOnTurn,
    /// A royal flush with the river card.
    RoyalFlushOnRiver,
    /// The suited A-K-Q of spades in Three Card Poker.
    RoyalFlushSpades,
    /// A hand on the five community cards.
    Community(Category),
    /// A payment for another player's hand.
    Envy,
}

impl Award {
    /// The name used wherever awards are written out.
    pub const fn name(self) -> &'static str {
        match self {
            Award::Hand(category) => category.name(),
            Award::RoyalFlushOnFlop => "royal_flush_on_flop",
            Award::RoyalFlushOnTurn => "royal_flush_on_turn",
            Award::RoyalFlushOnRiver => "royal_flush_on_river",
            Award::RoyalFlushSpades => "royal_flush_spades",
            Award::Community(Category::RoyalFlush) => "community_royal_flush",
            Award::Community(Category::StraightFlush) => "community_straight_flush",
            Award::Community(Category::FourOfAKind) => "community_four_of_a_kind",
            Award::Community(_) => "community",
            Award::Envy => "envy",
        }
    }
}

/// The cards that an award looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MadeOf {
    /// The three cards of Three Card Poker.
    ThreeCards,
    /// The hole cards and the flop: five cards.
    HoleAndFlop,
    /// The hole cards, the flop and the turn: the best of six cards.
    UpToTurn,
    /// The best of all seven cards.
    BestOfSeven,
    /// The best of all seven cards, with at least one hole card in it.
    BestOfSevenWithHoleCard,
    /// The five community cards.
    Community,
}

/// The suits that a hand may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SuitRule {
    /// Any.
    Any,
    /// Only this one.
    Only(Suit),
    /// Any but this one.
    Not(Suit),
}

/// The amount of an award. The progressive stake itself is never given back with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AwardPays {
    /// A share of the jackpot, never multiplied (ML9 3.5.3.1).
    Jackpot(Percent),
    /// A fixed amount.
    Fixed(Cents),
    /// An amount for 1: multiplied by the stake, and so by the units (ML9 3.5.3.1).
    ForOne(u32),
}

impl AwardRow {
    /// A row that is won by a hand of `category`, without suits, pooling or envy.
    pub(super) const fn new(
        award: Award,
        category: Category,
        made_of: MadeOf,
        pays: AwardPays,
        paragraph: Paragraph,
    ) -> AwardRow {
        AwardRow {
            award,
            category,
            suit: SuitRule::Any,
            made_of,
            pays,
            pooled: None,
            envy: None,
            paragraph,
        }
    }

    /// A row named like its hand.
    pub(super) const fn hand(
        category: Category,
        made_of: MadeOf,
        pays: AwardPays,
        paragraph: Paragraph,
    ) -> AwardRow {
        AwardRow::new(Award::Hand(category), category, made_of, pays, paragraph)
    }

    /// True if this is the award of the whole jackpot, which resets it and is paid last.
    pub fn takes_all(&self) -> bool {
        self.pays == AwardPays::Jackpot(Percent::ALL)
    }
}

/// An award of a percentage of the jackpot.
pub(super) const fn percent<const PERCENT: u8>() -> AwardPays {
    AwardPays::Jackpot(share::<PERCENT>())
}

/// A percentage of the jackpot; the pay tables are constants, so anything but 1 to 100 fails the build.
pub(super) const fn share<const PERCENT: u8>() -> Percent {
    const {
        match Percent::new(PERCENT) {
            Some(percent) => percent,
            None => panic!("a share of the jackpot is 1 to 100 percent"),
        }
    }
}

/// An award of a fixed number of dollars.
pub(super) const fn dollars(dollars: u32) -> AwardPays {
    AwardPays::Fixed(Cents::dollars(dollars))
}

/// The pay table of THB6 4.2 and 4.2.1, and row for row that of RWS6 4.2.
pub(super) const fn hold_em_stages(own: Paragraph, community: Paragraph) -> [AwardRow; 8] {
    use Award::{Community, RoyalFlushOnFlop, RoyalFlushOnRiver, RoyalFlushOnTurn};
    use Category::{FourOfAKind, RoyalFlush, StraightFlush};
    const fn on_board(category: Category, pays: AwardPays, paragraph: Paragraph) -> AwardRow {
        AwardRow::new(
            Community(category),
            category,
            MadeOf::Community,
            pays,
            paragraph,
        )
    }
    let seven = MadeOf::BestOfSeven;
    let with_hole_card = MadeOf::BestOfSevenWithHoleCard;
    [
        AwardRow::new(
            RoyalFlushOnFlop,
            RoyalFlush,
            MadeOf::HoleAndFlop,
            percent::<100>(),
            own,
        ),
        AwardRow::new(
            RoyalFlushOnTurn,
            RoyalFlush,
            MadeOf::UpToTurn,
            percent::<25>(),
            own,
        ),
        AwardRow::new(
            RoyalFlushOnRiver,
            RoyalFlush,
            with_hole_card,
            percent::<5>(),
            own,
        ),
        AwardRow::hand(StraightFlush, seven, dollars(1500), own),
        AwardRow::hand(FourOfAKind, seven, dollars(300), own),
        on_board(RoyalFlush, dollars(10_000), community),
        on_board(StraightFlush, dollars(1500), community),
        on_board(FourOfAKind, dollars(300), community),
    ]
}
