//! A closed round: everything that settlement looks at, checked once.
//!
//! There are two ways to a [`ClosedRound`]: the table's own [`crate::round::Round`], and a file of rounds.
//! Both end in [`ClosedRound::new`], so an inconsistent round is never settled.

use crate::cards::{Card, CardSet, CardTwice};
use crate::cite::Cite;
use crate::evaluate::Hand;
use crate::games::{Absent, AwardsLeft, Holdem, MainGame, Raises, RuleSet, ThreeCard};
use crate::money::Cents;
use crate::refusal::{Place, Reason, Refusal};
use crate::seats::{Seat, SeatMap};
use crate::settle::returned;
use crate::wagers::{Stakes, Terms, Wager, areas};
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
    fn new(rules: &'static RuleSet, dealer: &[Card], community: &[Card]) -> Result<Deal, Refusal> {
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
    fn cards(&self) -> Result<CardSet, CardTwice> {
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

/// The cards of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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

    /// The cards as a set.
    pub fn set(&self) -> CardSet {
        match self {
            SeatCards::Unknown => CardSet::EMPTY,
            SeatCards::Hole(hand) => hand.set(),
            SeatCards::Three(hand) => hand.set(),
        }
    }
}

/// Counts cards and turns what is wrong with them into refusals.
struct Cards<'a> {
    rules: &'a RuleSet,
    seat: Option<Seat>,
}

impl Cards<'_> {
    fn refusal(&self, reason: Reason, paragraph: &'static str) -> Refusal {
        Refusal {
            reason,
            seat: self.seat,
            rule: self.rules.cite(paragraph),
        }
    }

    fn twice(&self, CardTwice(card): CardTwice) -> Refusal {
        self.refusal(Reason::CardTwice(card), self.rules.paragraphs.card_twice)
    }

    fn counted<const N: usize>(&self, cards: &[Card], place: Place) -> Result<[Card; N], Refusal> {
        <[Card; N]>::try_from(cards).map_err(|_| {
            let reason = Reason::CardCount {
                place,
                expected: N,
                got: cards.len(),
            };
            let paragraph = match place {
                Place::Player => self.rules.paragraphs.hand_count,
                Place::Dealer => self.rules.paragraphs.dealer_count,
                _ => self.rules.paragraphs.community_count,
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

/// Who plays a seat. Seats of one player carry the same number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Player(pub u8);

/// What the player decided after seeing the cards.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub enum Decision {
    /// Played on, with a Flop or Play wager where there is an Ante.
    #[default]
    Play,
    /// Folded.
    Fold,
    /// Was not there while a decision was open.
    Absent,
}

/// One seat of a closed round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeatRecord {
    /// Who plays it.
    pub player: Player,
    /// What lies on its areas.
    pub stakes: Stakes,
    /// The progressive units on its coin spot when bets were closed.
    pub units: u8,
    /// Its cards.
    pub cards: SeatCards,
    /// What its player decided.
    pub decision: Decision,
    /// Whether the hand was exposed for comparison.
    pub exposed: bool,
    /// The hand was invalidated or withdrawn under this paragraph: everything is returned.
    pub returned: Option<Cite>,
    /// A wager of this player was under the minimum in an earlier round, so that the next is returned.
    pub under_minimum_before: bool,
}

impl SeatRecord {
    /// A seat of `player` with nothing on it.
    pub const fn new(player: Player) -> SeatRecord {
        SeatRecord {
            player,
            stakes: Stakes {
                ante: Cents::ZERO,
                bonus: Cents::ZERO,
                flop: Cents::ZERO,
                turn: Cents::ZERO,
                river: Cents::ZERO,
                play: Cents::ZERO,
                pair_plus: Cents::ZERO,
            },
            units: 0,
            cards: SeatCards::Unknown,
            decision: Decision::Play,
            exposed: true,
            returned: None,
            under_minimum_before: false,
        }
    }

    /// Whether a hand is played here at all: an Ante or Pair Plus was placed.
    pub fn has_hand(&self) -> bool {
        !self.stakes.ante.is_zero() || !self.stakes.pair_plus.is_zero()
    }
}

/// A round that can be settled.
#[derive(Clone, Copy, Debug)]
pub struct ClosedRound {
    terms: Terms,
    deal: Deal,
    seats: SeatMap<Option<SeatRecord>>,
}

impl ClosedRound {
    /// Checks the seats against the rules and every card against every other. The community's cards come
    /// in the order flop, turn, river.
    pub fn new(
        terms: Terms,
        dealer: &[Card],
        community: &[Card],
        seats: SeatMap<Option<SeatRecord>>,
    ) -> Result<ClosedRound, Refusal> {
        let rules = terms.rules;
        let deal = Deal::new(rules, dealer, community)?;
        let mut cards = deal
            .cards()
            .map_err(|twice| Cards { rules, seat: None }.twice(twice))?;
        for (seat, record) in seats.taken() {
            let check = Check {
                terms: &terms,
                seat,
                record,
            };
            check.all()?;
            let at = Cards {
                rules,
                seat: Some(seat),
            };
            cards = cards
                .join(record.cards.set())
                .map_err(|twice| at.twice(twice))?;
        }
        Ok(ClosedRound { terms, deal, seats })
    }

    /// The terms under which it was played.
    pub const fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The shared cards.
    pub(crate) const fn deal(&self) -> &Deal {
        &self.deal
    }

    /// The seats.
    pub const fn seats(&self) -> &SeatMap<Option<SeatRecord>> {
        &self.seats
    }
}

/// The rules that a single seat must keep.
struct Check<'a> {
    terms: &'a Terms,
    seat: Seat,
    record: &'a SeatRecord,
}

impl Check<'_> {
    fn all(&self) -> Result<(), Refusal> {
        self.position_and_units()?;
        self.areas()?;
        self.hand_known()?;
        self.decision()?;
        self.raises()
    }

    fn refuse(&self, reason: Reason, paragraph: &'static str) -> Result<(), Refusal> {
        Err(Refusal {
            reason,
            seat: Some(self.seat),
            rule: self.terms.rules.cite(paragraph),
        })
    }

    fn position_and_units(&self) -> Result<(), Refusal> {
        let rules = self.terms.rules;
        if self.seat > rules.positions.1 {
            return self.refuse(Reason::NoSuchPosition, rules.paragraphs.positions);
        }
        if self.record.units > rules.units_max {
            let reason = Reason::TooManyUnits {
                units: self.record.units,
                most: rules.units_max,
            };
            return self.refuse(reason, rules.paragraphs.units);
        }
        if self.record.units > 0 && self.terms.unit.is_zero() {
            return self.refuse(Reason::UnitMissing, rules.paragraphs.units);
        }
        Ok(())
    }

    /// Only the game's own areas carry stakes.
    fn areas(&self) -> Result<(), Refusal> {
        use Wager::{Bonus, Flop, PairPlus, Play, River, Turn};
        let rules = self.terms.rules;
        for wager in [Bonus, Flop, Turn, River, Play, PairPlus] {
            let placed = !self.record.stakes.get(wager).is_zero();
            if placed && !areas(&rules.main).contains(&wager) {
                let paragraph = rules.paragraphs.one_wager_an_area;
                return self.refuse(Reason::NoSuchWager(wager), paragraph);
            }
        }
        Ok(())
    }

    /// A hand is known where its cards matter.
    fn hand_known(&self) -> Result<(), Refusal> {
        if self.record.cards != SeatCards::Unknown || !self.cards_matter() {
            return Ok(());
        }
        let paragraph = self.terms.rules.paragraphs.hand_count;
        self.refuse(Reason::CardsMissing(Place::Player), paragraph)
    }

    /// They do not where the hand is not exposed or goes back, and of a folded one only for what outlives
    /// the fold: its own awards, others' envy, Pair Plus.
    fn cards_matter(&self) -> bool {
        let record = self.record;
        let progressive = &self.terms.rules.progressive;
        let plays = record.has_hand() || !record.stakes.bonus.is_zero();
        if !plays || !record.exposed || returned(self.terms, record).is_some() {
            return false;
        }
        let gives_envy = progressive.awards.iter().any(|row| row.envy.is_some());
        let awards_outlive = progressive.after_fold == AwardsLeft::All;
        let folded = match record.decision {
            Decision::Play => false,
            Decision::Fold => true,
            Decision::Absent => self.terms.rules.irregular.absent == Absent::Folds,
        };
        !folded
            || (awards_outlive && (record.units > 0 || gives_envy))
            || !record.stakes.pair_plus.is_zero()
    }

    /// A fold has no raise, and playing on with an Ante needs the first one.
    fn decision(&self) -> Result<(), Refusal> {
        let paragraphs = &self.terms.rules.paragraphs;
        let stakes = &self.record.stakes;
        let raised = RAISES.into_iter().find(|w| !stakes.get(*w).is_zero());
        let first = first_raise(&self.terms.rules.main);
        match (self.record.decision, raised) {
            (Decision::Fold, Some(wager)) => {
                self.refuse(Reason::RaiseAfterFold(wager), paragraphs.fold)
            }
            (Decision::Play, _)
                if !stakes.ante.is_zero()
                    && stakes.get(first).is_zero()
                    && self.record.returned.is_none() =>
            {
                self.refuse(Reason::RaiseMissing(first), paragraphs.raise)
            }
            _ => Ok(()),
        }
    }

    /// The sizes of the raises, where the game does not settle other sizes in part.
    fn raises(&self) -> Result<(), Refusal> {
        let rules = self.terms.rules;
        if raise_rule(&rules.main) != Raises::Exact {
            return Ok(());
        }
        let stakes = &self.record.stakes;
        for wager in RAISES {
            let stake = stakes.get(wager);
            let antes = wager.antes();
            if !stake.is_zero() && Ok(stake) != stakes.ante.times(antes) {
                let reason = Reason::WrongRaise { wager, antes };
                return self.refuse(reason, rules.paragraphs.raise);
            }
        }
        Ok(())
    }
}

/// The wagers that are made after the cards are dealt.
const RAISES: [Wager; 4] = [Wager::Flop, Wager::Turn, Wager::River, Wager::Play];

/// The wager with which a hand plays on.
pub(crate) const fn first_raise(main: &MainGame) -> Wager {
    match main {
        MainGame::Holdem(_) => Wager::Flop,
        MainGame::ThreeCard(_) => Wager::Play,
    }
}

/// Whether raises must have an exact size.
pub(crate) const fn raise_rule(main: &MainGame) -> Raises {
    match main {
        MainGame::Holdem(holdem) => holdem.raises,
        MainGame::ThreeCard(_) => Raises::Exact,
    }
}
