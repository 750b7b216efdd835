//! The cards of a round in their places, counted and checked: the shared cards and those of a seat.

use crate::cards::{Card, CardSet, CardTwice};
use crate::cite::Paragraph;
use crate::evaluate::Hand;
use crate::games::{Holdem, MainGame, RuleSet, ThreeCard};
use crate::refusal::{Place, Reason, Refusal};
use crate::seats::Seat;
use heapless::Vec;
use serde::{Deserialize, Serialize};

/// The cards that all seats share.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Deal {
    /// Hold'em.
    Holdem(HoldemDeal),
    /// Three Card Poker.
    ThreeCard(ThreeCardDeal),
}

/// The shared cards of a hold'em game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HoldemDeal {
    /// The game.
    pub game: &'static Holdem,
    /// The dealer's hole cards.
    pub dealer: Hand<2>,
    /// The first three community cards.
    pub flop: Hand<3>,
    /// The fourth.
    pub turn: Hand<1>,
    /// The fifth.
    pub river: Hand<1>,
}

/// The shared cards of Three Card Poker.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ThreeCardDeal {
    /// The game.
    pub game: &'static ThreeCard,
    /// The dealer's hand.
    pub dealer: Hand<3>,
}

impl Deal {
    /// The shared cards of a game, counted and checked; the community's in the order flop, turn, river.
    pub fn new(
        rules: &'static RuleSet,
        dealer: &[Card],
        community: &[Card],
    ) -> Result<Deal, Refusal> {
        let at = Cards { rules, seat: None };
        match &rules.main {
            MainGame::Holdem(game) => {
                let dealer = at.exactly(dealer, Place::Dealer)?;
                let [a, b, c, turn, river] = at.counted(community, Place::Community)?;
                Ok(Deal::Holdem(HoldemDeal {
                    game,
                    dealer,
                    flop: at.hand([a, b, c])?,
                    turn: at.hand([turn])?,
                    river: at.hand([river])?,
                }))
            }
            MainGame::ThreeCard(game) if community.is_empty() => {
                let dealer = at.exactly(dealer, Place::Dealer)?;
                Ok(Deal::ThreeCard(ThreeCardDeal { game, dealer }))
            }
            MainGame::ThreeCard(_) => {
                Err(at.refusal(Reason::NoCommunityCards, rules.paragraphs.deck))
            }
        }
    }

    /// All shared cards.
    pub fn cards(&self) -> Result<CardSet, CardTwice> {
        match self {
            Deal::Holdem(deal) => deal
                .dealer
                .set()
                .join(deal.flop.set())?
                .join(deal.turn.set())?
                .join(deal.river.set()),
            Deal::ThreeCard(deal) => Ok(deal.dealer.set()),
        }
    }
}

/// The cards of a seat; in a checkpoint a list of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
#[serde(try_from = "CardList", into = "CardList")]
pub enum SeatCards {
    /// Not known: a hand that is not exposed, or a seat without a hand.
    Unknown,
    /// The two hole cards of hold'em.
    Hole(Hand<2>),
    /// The hand of Three Card Poker.
    Three(Hand<3>),
}

impl SeatCards {
    /// The cards of a seat, counted and checked.
    pub fn new(rules: &RuleSet, seat: Seat, cards: &[Card]) -> Result<SeatCards, Refusal> {
        let at = Cards {
            rules,
            seat: Some(seat),
        };
        match rules.main {
            MainGame::Holdem(_) => at.exactly(cards, Place::Player).map(SeatCards::Hole),
            MainGame::ThreeCard(_) => at.exactly(cards, Place::Player).map(SeatCards::Three),
        }
    }

    /// True if the cards can be a hand of this game.
    pub(crate) const fn are_of(&self, rules: &RuleSet) -> bool {
        matches!(
            (self, &rules.main),
            (SeatCards::Unknown, _)
                | (SeatCards::Hole(_), MainGame::Holdem(_))
                | (SeatCards::Three(_), MainGame::ThreeCard(_))
        )
    }

    /// The cards as a set.
    pub fn set(&self) -> CardSet {
        match self {
            SeatCards::Unknown => CardSet::EMPTY,
            SeatCards::Hole(hand) => hand.set(),
            SeatCards::Three(hand) => hand.set(),
        }
    }
}

/// Room for the cards of a hand.
type CardList = Vec<Card, 3>;

impl From<SeatCards> for CardList {
    fn from(cards: SeatCards) -> CardList {
        cards.set().into_iter().collect()
    }
}

impl TryFrom<CardList> for SeatCards {
    type Error = &'static str;

    fn try_from(cards: CardList) -> Result<SeatCards, &'static str> {
        let hand = match *cards {
            [] => Ok(SeatCards::Unknown),
            [a, b] => Hand::new([a, b]).map(SeatCards::Hole),
            [a, b, c] => Hand::new([a, b, c]).map(SeatCards::Three),
            _ => return Err("not a hand of two or three cards"),
        };
        hand.map_err(|_| "a card twice in one hand")
    }
}

/// Counts cards and turns errors into refusals.
pub(crate) struct Cards<'a> {
    pub rules: &'a RuleSet,
    pub seat: Option<Seat>,
}

impl Cards<'_> {
    fn refusal(&self, reason: Reason, paragraph: Paragraph) -> Refusal {
        self.rules.refusal(reason, self.seat, paragraph)
    }

    pub fn twice(&self, CardTwice(card): CardTwice) -> Refusal {
        self.refusal(Reason::CardTwice(card), self.rules.paragraphs.card_twice)
    }

    fn counted<const N: usize>(&self, cards: &[Card], place: Place) -> Result<[Card; N], Refusal> {
        <[Card; N]>::try_from(cards).map_err(|_| {
            let reason = Reason::card_count(place, N, cards.len());
            let paragraph = match place {
                Place::Player => self.rules.paragraphs.hand_count,
                _ => self.rules.paragraphs.shared_count,
            };
            self.refusal(reason, paragraph)
        })
    }

    fn hand<const N: usize>(&self, cards: [Card; N]) -> Result<Hand<N>, Refusal> {
        Hand::new(cards).map_err(|twice| self.twice(twice))
    }

    fn exactly<const N: usize>(&self, cards: &[Card], place: Place) -> Result<Hand<N>, Refusal> {
        self.hand(self.counted(cards, place)?)
    }
}
