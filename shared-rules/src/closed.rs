//! A closed round: all inputs of a settlement, checked once.
//!
//! There are two ways to a [`ClosedRound`]: the table's own [`crate::round::Round`], and a file of rounds. Both end in
//! [`ClosedRound::new`], so an inconsistent round is never settled.

use crate::cards::Card;
use crate::cite::{Cite, Paragraph};
use crate::deal::{Cards, Deal};
use crate::games::{AwardsLeft, MainGame, Raises, RuleSet};
use crate::money::Cents;
use crate::refusal::{Place, Reason, Refusal};
use crate::seats::{Seat, SeatMap};
use crate::settle::{folded, returned};
use crate::wagers::{Stakes, Terms, Wager, areas};
use serde::{Deserialize, Serialize};

pub use crate::deal::SeatCards;

/// The player of a seat. Seats of one player carry the same number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
pub struct Player(pub u8);

/// The player's decision after seeing the cards.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Hash, Serialize, Deserialize)]
pub enum Decision {
    /// Played on, with a Flop or Play wager where there is an Ante.
    #[default]
    Play,
    /// Folded.
    Fold,
    /// The player was not there while a decision was open.
    Absent,
}

/// One seat of a closed round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
pub struct SeatRecord {
    /// The player of the seat.
    pub player: Player,
    /// The stakes on its areas.
    pub stakes: Stakes,
    /// The chips on its coin spot when bets were closed; those over the game's most do not count.
    pub units: u8,
    /// Its cards.
    pub cards: SeatCards,
    /// The player's decision.
    pub decision: Decision,
    /// The hand was exposed for comparison.
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

    /// True if a hand is played here: an Ante or Pair Plus was placed.
    pub fn has_hand(&self) -> bool {
        !self.stakes.ante.is_zero() || !self.stakes.pair_plus.is_zero()
    }

    /// True if anything was placed before the close.
    pub fn has_bet(&self) -> bool {
        self.has_hand() || self.units > 0 || !self.stakes.bonus.is_zero()
    }

    /// The progressive units that count: at most as many as the game takes (THB6 5.14, RWS6 5.1.1).
    pub fn counted_units(&self, rules: &RuleSet) -> u8 {
        self.units.min(rules.units_max)
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
        terms: &Terms,
        dealer: &[Card],
        community: &[Card],
        seats: &SeatMap<Option<SeatRecord>>,
    ) -> Result<ClosedRound, Refusal> {
        let rules = terms.rules;
        let deal = Deal::new(rules, dealer, community)?;
        let mut cards = deal
            .cards()
            .map_err(|twice| Cards { rules, seat: None }.twice(twice))?;
        for (seat, record) in seats.taken() {
            let check = Check {
                terms,
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
        Ok(ClosedRound {
            terms: *terms,
            deal,
            seats: *seats,
        })
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

    fn refuse(&self, reason: Reason, paragraph: Paragraph) -> Result<(), Refusal> {
        let seat = Some(self.seat);
        Err(self.terms.rules.refusal(reason, seat, paragraph))
    }

    fn position_and_units(&self) -> Result<(), Refusal> {
        let rules = self.terms.rules;
        if self.seat > rules.positions.1 {
            return self.refuse(Reason::NoSuchPosition, rules.paragraphs.positions);
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

    /// A hand must be known if its cards matter.
    fn hand_known(&self) -> Result<(), Refusal> {
        if self.record.cards != SeatCards::Unknown || !self.cards_matter() {
            return Ok(());
        }
        let paragraph = self.terms.rules.paragraphs.hand_count;
        self.refuse(Reason::CardsMissing(Place::Player), paragraph)
    }

    /// False if the hand is not exposed or goes back. The cards of a folded hand matter only for the payments that
    /// outlive the fold: its own awards, others' envy, Pair Plus.
    fn cards_matter(&self) -> bool {
        let record = self.record;
        let progressive = &self.terms.rules.progressive;
        if !record.has_hand() || !record.exposed || returned(self.terms, record).is_some() {
            return false;
        }
        let awards_outlive = progressive.after_fold == AwardsLeft::All;
        folded(self.terms, record).is_none()
            || (awards_outlive && (record.units > 0 || progressive.gives_envy))
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

    /// The sizes of the raises, unless the game settles other sizes in part.
    fn raises(&self) -> Result<(), Refusal> {
        let rules = self.terms.rules;
        if raise_rule(&rules.main) != Raises::Exact {
            return Ok(());
        }
        let stakes = &self.record.stakes;
        for wager in RAISES {
            let stake = stakes.get(wager);
            if !stake.is_zero() && Ok(stake) != stakes.ante.times(wager.antes()) {
                let reason = Reason::WrongRaise(wager);
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

/// The game's rule about the size of raises.
pub(crate) const fn raise_rule(main: &MainGame) -> Raises {
    match main {
        MainGame::Holdem(holdem) => holdem.raises,
        MainGame::ThreeCard(_) => Raises::Exact,
    }
}
