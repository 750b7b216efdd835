//! Whether an outcome has been established: at least one wager of the round has conclusively won or lost
//! (THB6 5.16.2, RWS6 5.7.1). A power failure before that is another matter than one after it.

use super::{Phase, Round};
use crate::closed::{Decision, SeatCards, SeatRecord};
use crate::evaluate::{Category, Hand};
use crate::games::{BonusOnLoss, Holdem, HolePattern, MadeOf, MainGame};

impl Round {
    /// Whether at least one wager has conclusively won or lost.
    pub fn outcome_established(&self) -> bool {
        match self.phase {
            Phase::Settled | Phase::Paid => true,
            Phase::Playing => self.seats.taken().any(|(_, record)| self.decided(record)),
            Phase::Idle | Phase::BetsOpen | Phase::Void(_) => false,
        }
    }

    /// Whether a wager of this seat is decided: a fold, or cards that cannot change it any more.
    fn decided(&self, record: &SeatRecord) -> bool {
        if record.returned.is_some() || !record.has_hand() {
            return false;
        }
        if record.decision == Decision::Fold && !record.stakes.ante.is_zero() {
            return true;
        }
        match (&self.terms.rules.main, record.cards) {
            // Pair Plus and the progressive look at the three cards alone.
            (MainGame::ThreeCard(_), SeatCards::Three(_)) => {
                !record.stakes.pair_plus.is_zero() || record.units > 0
            }
            (MainGame::Holdem(game), SeatCards::Hole(hole)) => {
                self.bonus_decided(game, record, hole) || self.progressive_decided(record, hole)
            }
            _ => false,
        }
    }

    /// Bonus is lost with hole cards that are not in its table, and won with others once the hand can no
    /// longer fold, where losing to the dealer does not matter.
    fn bonus_decided(&self, game: &Holdem, record: &SeatRecord, hole: Hand<2>) -> bool {
        if record.stakes.bonus.is_zero() {
            return false;
        }
        let survives_loss = match self.terms.readings.bonus_on_loss {
            BonusOnLoss::Letter => game.bonus_survives_loss,
            BonusOnLoss::HoleCards => true,
        };
        let pays = game.bonus.iter().any(|row| match row.hole {
            HolePattern::AcesInBothHands => false,
            ref pattern => pattern.matches(hole.hole(), hole.hole()),
        });
        !pays || (survives_loss && !record.stakes.flop.is_zero())
    }

    /// The progressive is decided when all cards that count are there, or when the flop makes the whole
    /// jackpot.
    fn progressive_decided(&self, record: &SeatRecord, hole: Hand<2>) -> bool {
        if record.units == 0 {
            return false;
        }
        let awards = self.terms.rules.progressive.awards;
        let flop_is_all = awards.iter().all(|row| row.made_of == MadeOf::HoleAndFlop);
        match self.community.len() {
            5 => true,
            3.. if flop_is_all => true,
            3.. => self.royal_on_flop(hole),
            _ => false,
        }
    }

    fn royal_on_flop(&self, hole: Hand<2>) -> bool {
        let Some(Ok(flop)) = self
            .community
            .first_chunk()
            .map(|flop| Hand::<3>::new(*flop))
        else {
            return false;
        };
        let five: Hand<5> = flop.plus(hole);
        five.rank().category() == Category::RoyalFlush
    }
}
