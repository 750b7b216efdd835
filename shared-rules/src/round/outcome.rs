//! Decides whether an outcome has been established: at least one wager of the round has conclusively won or lost (THB6
//! 5.16.2, RWS6 5.7.1). A power failure before that leads to another result than one after it.

use super::{Phase, Round};
use crate::closed::{SeatCards, SeatRecord};
use crate::evaluate::Hand;
use crate::games::{BonusOnLoss, Holdem, MadeOf, MainGame, UnexposedUnqualified};
use crate::settle::{at_stake, folded};

impl Round {
    /// True if at least one wager has conclusively won or lost.
    pub fn outcome_established(&self) -> bool {
        match self.phase {
            Phase::Settled | Phase::Paid => true,
            Phase::Playing => {
                !self.seats.which(|record| self.decided(record)).is_empty() || self.shown_down()
            }
            Phase::Idle | Phase::BetsOpen | Phase::Void(_) => false,
        }
    }

    /// True if all cards lie open, although nobody has asked for the settlement yet.
    fn shown_down(&self) -> bool {
        let complete = self.undecided().is_empty() && self.closed().is_ok();
        let is_compared = |record: &SeatRecord| at_stake(&self.terms, record).has_hand();
        complete && !self.seats.which(is_compared).is_empty()
    }

    /// True if a wager of this seat is decided: by a fold, or by cards that further ones cannot change. A wager that
    /// goes back neither wins nor loses, be it with its hand or under the minimum once more (THB6 5.13).
    fn decided(&self, record: &SeatRecord) -> bool {
        let record = &at_stake(&self.terms, record);
        if !record.has_hand() {
            return false;
        }
        let folded = folded(&self.terms, record).is_some();
        if folded && !record.stakes.ante.is_zero() {
            return true;
        }
        if !record.exposed {
            return self.unexposed_decided(record);
        }
        if record.units > 0 && self.open_cards_decide() {
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

    /// A hand that is not exposed has lost its wagers (THB6 3.10.1), but by one reading not the Ante against a dealer who
    /// does not qualify (TCP5 3.11): that is known when the dealer's cards are.
    fn unexposed_decided(&self, record: &SeatRecord) -> bool {
        let may_be_paid = matches!(self.terms.rules.main, MainGame::ThreeCard(_))
            && self.terms.readings.unexposed_unqualified == UnexposedUnqualified::Paid;
        let has_side_wager = !record.stakes.pair_plus.is_zero() || record.units > 0;
        !may_be_paid || has_side_wager || !self.dealer.is_empty()
    }

    /// True if the community cards decide every progressive wager, also of hands that have not been entered: no card
    /// that counts is missing, or the open ones make an award of the community, which further cards do not take away.
    fn open_cards_decide(&self) -> bool {
        let awards = self.terms.rules.progressive.awards;
        let flop_is_all = awards.iter().all(|row| row.made_of == MadeOf::HoleAndFlop);
        match self.community.as_slice() {
            [_, _, _, _, _] => true,
            [a, b, c, d] if !flop_is_all => {
                let quads = [b, c, d].iter().all(|card| card.rank() == a.rank());
                quads && awards.iter().any(|row| row.made_of == MadeOf::Community)
            }
            [_, _, _, ..] => flop_is_all,
            _ => false,
        }
    }

    /// Bonus is lost with hole cards that are not in its table. It is won with others once the hand can no longer fold,
    /// if losing to the dealer does not matter.
    fn bonus_decided(&self, game: &Holdem, record: &SeatRecord, hole: Hand<2>) -> bool {
        if record.stakes.bonus.is_zero() {
            return false;
        }
        let survives_loss = match self.terms.readings.bonus_on_loss {
            BonusOnLoss::Letter => game.bonus_survives_loss,
            BonusOnLoss::HoleCards => true,
        };
        // The dealer's cards only change the amount paid, not whether it is paid.
        let pays = game.bonus_row(hole, hole).is_some();
        !pays || (survives_loss && !record.stakes.flop.is_zero())
    }

    /// The progressive is decided when the present cards already make an award, which further cards can only improve.
    fn progressive_decided(&self, record: &SeatRecord, hole: Hand<2>) -> bool {
        let awards = self.terms.rules.progressive.awards;
        let so_far = match (record.units, self.community.as_slice()) {
            (0, _) => return false,
            (_, [a, b, c]) => Hand::new([*a, *b, *c])
                .map(|flop| flop.plus(hole))
                .map(Hand::<5>::rank),
            (_, [a, b, c, d]) => Hand::new([*a, *b, *c, *d])
                .map(|four| four.plus(hole))
                .map(Hand::<6>::rank),
            _ => return false,
        };
        let own = awards.iter().filter(|row| row.made_of != MadeOf::Community);
        so_far.is_ok_and(|rank| own.into_iter().any(|row| row.category == rank.category()))
    }
}
