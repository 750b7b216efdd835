//! Evaluators that others have published, each used as its documentation says is fastest.

use aya_poker::base::{CARDS as AYA_CARDS, Hand as AyaHand};
use aya_poker::{PokerHandRank, poker_rank};
use odds::suits::{CardIndex, RANKS};
use poker::{Card as PokerCard, Eval, FiveCard, ThreeCard};
use pokers::{CARDS as POKERS_CARDS, Hand as PokersHand};
use rs_poker::core::{Card as RsCard, Rank as RsRank, SevenCardAccum};
use shared_rules::cards::Card;

use crate::contender::Evaluator;

/// Where a card stands where the ranks come first, then the suits.
const fn by_rank(index: CardIndex) -> u8 {
    4 * (index % RANKS) + index / RANKS
}

/// `pokers`: two look-ups by a perfect hash.
pub struct Pokers;

impl Pokers {
    /// Its tables: flushes, offsets, ranks.
    pub const TABLE_BYTES: usize = 8_192 * 2 + 8_191 * 4 + 86_362 * 2;
}

impl Evaluator for Pokers {
    type Card = u8;
    type Hand = PokersHand;
    type Rank = u16;

    fn card(&self, index: CardIndex) -> u8 {
        by_rank(index)
    }

    fn empty(&self) -> PokersHand {
        PokersHand::default()
    }

    fn with(&self, hand: PokersHand, card: u8) -> PokersHand {
        hand + POKERS_CARDS[usize::from(card)]
    }

    fn rank(&self, hand: &PokersHand) -> u16 {
        hand.evaluate()
    }
}

/// `rs_poker`: look-ups by a perfect hash.
pub struct RsPoker;

impl RsPoker {
    /// Its tables: flushes, offsets, ranks.
    pub const TABLE_BYTES: usize = 8_192 * 2 + 8_192 * 4 + 131_072 * 2;
}

impl Evaluator for RsPoker {
    type Card = RsCard;
    type Hand = SevenCardAccum;
    type Rank = RsRank;

    fn card(&self, index: CardIndex) -> RsCard {
        RsCard::from(index)
    }

    fn empty(&self) -> SevenCardAccum {
        SevenCardAccum::new()
    }

    fn with(&self, mut hand: SevenCardAccum, card: RsCard) -> SevenCardAccum {
        hand.add(card);
        hand
    }

    fn rank(&self, hand: &SevenCardAccum) -> RsRank {
        hand.rank()
    }
}

/// `aya_poker`: look-ups by a perfect hash, without `std`.
pub struct AyaPoker;

impl AyaPoker {
    /// Its tables: ranks and flushes, each with the pilots of its hash.
    pub const TABLE_BYTES: usize = (80_165 + 4_969) * 2 + (14_280 + 984) * 4;
}

impl Evaluator for AyaPoker {
    type Card = u8;
    type Hand = AyaHand;
    type Rank = PokerHandRank;

    fn card(&self, index: CardIndex) -> u8 {
        by_rank(index)
    }

    fn empty(&self) -> AyaHand {
        AyaHand::new()
    }

    fn with(&self, mut hand: AyaHand, card: u8) -> AyaHand {
        hand.insert_unchecked(&AYA_CARDS[usize::from(card)]);
        hand
    }

    fn rank(&self, hand: &AyaHand) -> PokerHandRank {
        poker_rank(hand)
    }
}

/// `poker`: hash maps, of the best of all fives, or of three cards.
pub struct Poker(poker::Evaluator);

impl Poker {
    /// Fills its maps.
    pub fn new() -> Poker {
        Poker(poker::Evaluator::new())
    }

    /// The rank of three cards.
    pub fn three(&self, cards: &[PokerCard; 3]) -> Eval<ThreeCard> {
        self.0.evaluate_three(cards).expect("three different cards")
    }
}

/// Up to seven cards, and how many.
type PokerCards = ([PokerCard; 7], usize);

impl Evaluator for Poker {
    type Card = PokerCard;
    type Hand = PokerCards;
    type Rank = Eval<FiveCard>;

    fn card(&self, index: CardIndex) -> PokerCard {
        let card = Card::from_index(index).expect("52 cards");
        card.to_string().parse().expect("cards have one spelling")
    }

    fn empty(&self) -> PokerCards {
        ([self.card(0); 7], 0)
    }

    fn with(&self, (mut cards, count): PokerCards, card: PokerCard) -> PokerCards {
        cards[count] = card;
        (cards, count + 1)
    }

    fn rank(&self, (cards, count): &PokerCards) -> Eval<FiveCard> {
        let rank = self.0.evaluate_five(&cards[..*count]);
        rank.expect("five different cards or more")
    }
}
