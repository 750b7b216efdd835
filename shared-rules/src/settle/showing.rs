//! The cards of a round with the values derived from them: once a round for the shared cards, once a seat for the
//! others. It decides about no wager.

use core::cmp::Ordering;

use crate::closed::{SeatCards, SeatRecord};
use crate::deal::{Deal, HoldemDeal};
use crate::evaluate::{Category, Hand, HandRank};
use crate::games::{DealerQualifies, Holdem, MadeOf, RuleReadings, SuitRule, ThreeCard};

/// The shared cards.
pub(super) enum Shared {
    Holdem(Board),
    ThreeCard(DealerThree),
}

/// The shared cards of hold'em.
pub(super) struct Board {
    pub game: &'static Holdem,
    pub dealer: Hand<2>,
    dealer_rank: HandRank,
    flop: Hand<3>,
    up_to_turn: Hand<4>,
    community: Hand<5>,
    community_category: Category,
}

impl Board {
    fn new(deal: &HoldemDeal) -> Board {
        let up_to_turn: Hand<4> = deal.flop.plus(deal.turn);
        let community: Hand<5> = up_to_turn.plus(deal.river);
        let all: Hand<7> = community.plus(deal.dealer);
        Board {
            game: deal.game,
            dealer: deal.dealer,
            dealer_rank: all.rank(),
            flop: deal.flop,
            up_to_turn,
            community,
            community_category: community.rank().category(),
        }
    }
}

/// The dealer's hand of Three Card Poker.
pub(super) struct DealerThree {
    pub game: &'static ThreeCard,
    /// The dealer's hand is compared at all (TCP5 3.11).
    pub qualifies: bool,
    rank: HandRank,
}

impl DealerThree {
    fn new(game: &'static ThreeCard, hand: Hand<3>, reading: DealerQualifies) -> DealerThree {
        let rank = hand.rank();
        let is_better = rank.category() != Category::HighCard;
        DealerThree {
            game,
            qualifies: hand.contains_at_least(game.dealer_needs)
                || (reading == DealerQualifies::QueenHighOrBetter && is_better),
            rank,
        }
    }
}

impl Shared {
    pub fn new(deal: &Deal, readings: &RuleReadings) -> Shared {
        match deal {
            Deal::Holdem(deal) => Shared::Holdem(Board::new(deal)),
            Deal::ThreeCard(deal) => Shared::ThreeCard(DealerThree::new(
                deal.game,
                deal.dealer,
                readings.dealer_qualifies,
            )),
        }
    }

    /// A seat's cards beside the shared ones. Cards that were not exposed count as unknown, even if they were entered
    /// (THB6 3.10.1).
    pub fn beside(&self, record: &SeatRecord) -> Shown<'_> {
        match (self, record.cards) {
            (Shared::Holdem(board), SeatCards::Hole(hole)) if record.exposed => {
                let all: Hand<7> = board.community.plus(hole);
                let rank = all.rank();
                Shown::Holdem(ShownHoldem {
                    board,
                    hole,
                    rank,
                    category: rank.category(),
                })
            }
            (Shared::ThreeCard(dealer), SeatCards::Three(hand)) if record.exposed => {
                let rank = hand.rank();
                Shown::ThreeCard(ShownThree {
                    dealer,
                    hand,
                    rank,
                    category: rank.category(),
                })
            }
            (Shared::ThreeCard(dealer), _) => Shown::Hidden(dealer),
            _ => Shown::Unknown,
        }
    }

    /// True if the five community cards are of `category`.
    pub fn community_is(&self, category: Category) -> bool {
        match self {
            Shared::Holdem(board) => board.community_category == category,
            Shared::ThreeCard(_) => false,
        }
    }
}

/// A seat's cards beside the shared ones.
pub(super) enum Shown<'a> {
    Unknown,
    /// Unknown cards beside a dealer's three.
    Hidden(&'a DealerThree),
    Holdem(ShownHoldem<'a>),
    ThreeCard(ShownThree<'a>),
}

impl Shown<'_> {
    /// The best hand, if it is known.
    pub fn category(&self) -> Option<Category> {
        match self {
            Shown::Unknown | Shown::Hidden(_) => None,
            Shown::Holdem(shown) => Some(shown.category),
            Shown::ThreeCard(shown) => Some(shown.category),
        }
    }

    /// The order of the hand against the dealer's, if it is known.
    pub fn against_dealer(&self) -> Option<Ordering> {
        match self {
            Shown::Unknown | Shown::Hidden(_) => None,
            Shown::Holdem(shown) => Some(shown.rank.cmp(&shown.board.dealer_rank)),
            Shown::ThreeCard(shown) => Some(shown.rank.cmp(&shown.dealer.rank)),
        }
    }

    /// True if the cards that count make a hand of `category`, its suits as `suit` wants them.
    pub fn makes(&self, made_of: MadeOf, category: Category, suit: SuitRule) -> bool {
        match self {
            Shown::Unknown | Shown::Hidden(_) => false,
            Shown::Holdem(shown) => shown.makes(made_of, category),
            Shown::ThreeCard(shown) => {
                let suit_fits = match suit {
                    SuitRule::Any => true,
                    SuitRule::Only(suit) => shown.hand.all_of(suit),
                    SuitRule::Not(suit) => !shown.hand.all_of(suit),
                };
                made_of == MadeOf::ThreeCards && shown.category == category && suit_fits
            }
        }
    }
}

/// A hold'em hand beside the board.
pub(super) struct ShownHoldem<'a> {
    pub board: &'a Board,
    pub hole: Hand<2>,
    pub category: Category,
    rank: HandRank,
}

impl ShownHoldem<'_> {
    fn makes(&self, made_of: MadeOf, category: Category) -> bool {
        let (best, board) = (self.category, self.board);
        match made_of {
            MadeOf::HoleAndFlop => {
                let five: Hand<5> = board.flop.plus(self.hole);
                five.rank().category() == category
            }
            MadeOf::UpToTurn => {
                let six: Hand<6> = board.up_to_turn.plus(self.hole);
                six.rank().category() == category
            }
            MadeOf::BestOfSeven => best == category,
            // If the community alone makes the hand, no hole card is in it.
            MadeOf::BestOfSevenWithHoleCard => {
                best == category && board.community_category != category
            }
            MadeOf::Community | MadeOf::ThreeCards => false,
        }
    }
}

/// A three-card hand beside the dealer's.
pub(super) struct ShownThree<'a> {
    pub dealer: &'a DealerThree,
    pub hand: Hand<3>,
    pub category: Category,
    rank: HandRank,
}
