//! The play: cards and decisions between "No more bets" and settlement.

use super::betting::STAKE_MAX;
use super::{CardList, Round, Transition};
use crate::cards::{Card, CardSet};
use crate::closed::{Decision, SeatCards, SeatRecord, first_raise, raise_rule};
use crate::games::{Absent, MainGame, Raises};
use crate::money::Cents;
use crate::refusal::{Place, Reason, Refusal};
use crate::seats::{Seat, SeatSet};
use crate::settle::returned;
use crate::wagers::Wager;

impl Round {
    /// The cards of a seat.
    pub(super) fn hand(&mut self, seat: Seat, cards: &CardList) -> Result<Transition, Refusal> {
        self.in_play()?;
        let record = *self.taking_part(seat)?;
        let hand = SeatCards::new(self.terms.rules, seat, cards)?;
        let others = self.cards_out(Some(seat), Some(Place::Player));
        self.none_twice(others, cards, Some(seat))?;
        *self.seats.get_mut(seat) = Some(SeatRecord {
            cards: hand,
            ..record
        });
        Ok(Transition::Noted)
    }

    /// The dealer's cards.
    pub(super) fn dealer(&mut self, cards: &CardList) -> Result<Transition, Refusal> {
        self.in_play()?;
        let expected = match self.terms.rules.main {
            MainGame::Holdem(_) => 2,
            MainGame::ThreeCard(_) => 3,
        };
        self.count(cards, Place::Dealer, expected)?;
        self.none_twice(self.cards_out(None, Some(Place::Dealer)), cards, None)?;
        self.dealer.clone_from(cards);
        Ok(Transition::Noted)
    }

    /// The next community cards. The flop waits for every decision (THB6 3.9).
    pub(super) fn community(&mut self, cards: &CardList) -> Result<Transition, Refusal> {
        self.in_play()?;
        if let MainGame::ThreeCard(_) = self.terms.rules.main {
            return self.refuse(Reason::NoCommunityCards, |p| p.deck);
        }
        let (place, expected) = match self.community.len() {
            0 => (Place::Flop, 3),
            3 => (Place::Turn, 1),
            4 => (Place::River, 1),
            _ => {
                return self
                    .count(cards, Place::Community, 0)
                    .map(|()| Transition::Noted);
            }
        };
        self.count(cards, place, expected)?;
        self.none_twice(self.cards_out(None, None), cards, None)?;
        // A player who may still withdraw decides before seeing more cards (RWS6 5.10).
        self.nothing_waits()?;
        if let Some(seat) = self.undecided().first() {
            return Err(self.refusal(Reason::DecisionOpen, Some(seat), |p| p.decision));
        }
        self.checked = SeatSet::EMPTY;
        let fits = self.community.extend_from_slice(cards);
        let too_many = self.refusal(Reason::NoCommunityCards, None, |p| p.shared_count);
        fits.map(|()| Transition::Noted).map_err(|_| too_many)
    }

    /// A player has seen or handled the cards of a seat.
    pub(super) fn viewed(&mut self, seat: Seat) -> Result<Transition, Refusal> {
        self.in_play()?;
        self.taking_part(seat)?;
        if !self.viewed.contains(&seat) {
            // One entry a seat, so there is always room.
            let _ = self.viewed.push(seat);
        }
        Ok(Transition::Noted)
    }

    /// Flop, Turn, River or Play.
    pub(super) fn raise(
        &mut self,
        seat: Seat,
        wager: Wager,
        amount: Cents,
    ) -> Result<Transition, Refusal> {
        self.in_play()?;
        let record = self.taking_part(seat)?;
        let ante = record.stakes.ante;
        if ante.is_zero() {
            return Err(self.refusal(Reason::WagerNeedsAnte(wager), Some(seat), |p| p.ante_needed));
        }
        if !record.exposed {
            return Err(self.refusal(Reason::NotExposed, Some(seat), |p| p.unexposed));
        }
        let decided = record.decision != Decision::Play || self.checked.contains(seat);
        if decided || !record.stakes.get(wager).is_zero() {
            return Err(self.refusal(Reason::DecisionMade, Some(seat), |p| p.decision));
        }
        let first = first_raise(&self.terms.rules.main);
        if wager != first && record.stakes.get(first).is_zero() {
            let reason = Reason::RaiseWithoutFirst { wager, first };
            return Err(self.refusal(reason, Some(seat), |p| p.raise));
        }
        self.raise_is_timely(seat, wager)?;
        let reason = Reason::WrongRaise(wager);
        let asked_for = ante.times(wager.antes());
        let warning = match raise_rule(&self.terms.rules.main) {
            _ if Ok(amount) == asked_for => None,
            Raises::ExcessReturned { over, under } if !amount.is_zero() => {
                let paragraph = if asked_for.is_ok_and(|right| amount > right) {
                    over
                } else {
                    under
                };
                Some(self.refusal(reason, Some(seat), |_| paragraph))
            }
            _ => return Err(self.refusal(reason, Some(seat), |p| p.raise)),
        };
        if amount > STAKE_MAX {
            return Err(self.refusal(Reason::AmountTooLarge, Some(seat), |p| p.raise));
        }
        if let Some(record) = self.seats.get_mut(seat)
            && let Some(stake) = record.stakes.get_mut(wager)
        {
            *stake = amount;
        }
        Ok(warning.map_or(Transition::Noted, Transition::Warned))
    }

    /// The same raise at several seats, all of them or none.
    pub(super) fn raise_all(
        &mut self,
        wager: Wager,
        seats: SeatSet,
    ) -> Result<Transition, Refusal> {
        self.in_play()?;
        let before = self.seats;
        for seat in seats.iter() {
            if let Err(refusal) = self.raise_exactly(seat, wager) {
                self.seats = before;
                return Err(refusal);
            }
        }
        Ok(Transition::Noted)
    }

    fn raise_exactly(&mut self, seat: Seat, wager: Wager) -> Result<Transition, Refusal> {
        let ante = self.taking_part(seat)?.stakes.ante;
        match ante.times(wager.antes()) {
            Ok(amount) => self.stake(seat, wager, amount),
            Err(_) => Err(self.refusal(Reason::AmountTooLarge, Some(seat), |p| p.raise)),
        }
    }

    /// Each raise comes before the cards that it is named after (THB6 3.9.2, RWS6 1.3).
    fn raise_is_timely(&self, seat: Seat, wager: Wager) -> Result<(), Refusal> {
        let timely = match wager {
            Wager::Turn => self.community.len() == 3,
            Wager::River => self.community.len() == 4,
            _ => self.community.is_empty(),
        };
        if timely {
            return Ok(());
        }
        Err(self.refusal(Reason::RaiseNotNow(wager), Some(seat), |p| p.raise))
    }

    /// A player folds (THB6 3.9.1).
    pub(super) fn fold(&mut self, seat: Seat) -> Result<Transition, Refusal> {
        self.in_play()?;
        self.taking_part(seat)?;
        if self.undecided().contains(seat) {
            return self.decide(seat, Decision::Fold);
        }
        Err(self.refusal(Reason::DecisionMade, Some(seat), |p| p.decision))
    }

    /// A player is not there to decide (THB6 5.11, RWS6 5.5); with nothing left to decide the hand is
    /// settled as it stands (RWS6 5.6).
    pub(super) fn absent(&mut self, seat: Seat) -> Result<Transition, Refusal> {
        self.in_play()?;
        let record = *self.taking_part(seat)?;
        if self.undecided().contains(seat) {
            return self.decide(seat, Decision::Absent);
        }
        let plays_on =
            record.decision == Decision::Play && record.exposed && !record.stakes.flop.is_zero();
        match self.terms.rules.irregular.absent {
            Absent::Folds if plays_on && self.decisions_left(&record) => {
                self.decide(seat, Decision::Absent)
            }
            Absent::InvalidUnlessRaised if plays_on && self.decides_now(seat, &record) => {
                self.checked.insert(seat);
                Ok(Transition::Noted)
            }
            _ => Err(self.refusal(Reason::NothingToDecide, Some(seat), |p| p.absent_decided)),
        }
    }

    /// True if a hand that plays on can still place the Turn or the River wager.
    fn decisions_left(&self, record: &SeatRecord) -> bool {
        let open = self.community.len();
        (record.stakes.turn.is_zero() && open < 4) || (record.stakes.river.is_zero() && open < 5)
    }

    /// True if a hand that plays on has the Turn or the River before it and has not decided: an absent player checks
    /// there, and is free to wager at the next (THB6 5.11 "either or both").
    fn decides_now(&self, seat: Seat, record: &SeatRecord) -> bool {
        let stake = match self.community.len() {
            3 => record.stakes.turn,
            4 => record.stakes.river,
            _ => return false,
        };
        stake.is_zero() && !self.checked.contains(seat)
    }

    fn decide(&mut self, seat: Seat, decision: Decision) -> Result<Transition, Refusal> {
        if let Some(record) = self.seats.get_mut(seat) {
            record.decision = decision;
        }
        Ok(Transition::Noted)
    }

    /// A player does not expose the hand (THB6 3.10.1).
    pub(super) fn unexposed(&mut self, seat: Seat) -> Result<Transition, Refusal> {
        self.in_play()?;
        self.taking_part(seat)?;
        // Before its decision a hand has nothing to compare: it folds or plays on first.
        if self.undecided().contains(seat) {
            return Err(self.refusal(Reason::DecisionOpen, Some(seat), |p| p.decision));
        }
        if let Some(record) = self.seats.get_mut(seat) {
            record.exposed = false;
        }
        Ok(Transition::Noted)
    }

    /// The record of a seat that takes part in the round.
    #[inline(never)]
    pub(super) fn taking_part(&self, seat: Seat) -> Result<&SeatRecord, Refusal> {
        let record = self.seats.get(seat).as_ref();
        record
            .filter(|record| record.has_hand() && returned(&self.terms, record).is_none())
            .ok_or_else(|| self.refusal(Reason::NotInRound, Some(seat), |p| p.ante_needed))
    }

    /// True if a player has seen cards: somebody looked, decided, or the flop is open.
    #[inline(never)]
    pub(super) fn cards_seen(&self) -> bool {
        let first = first_raise(&self.terms.rules.main);
        let decided = |record: &SeatRecord| {
            record.decision == Decision::Fold || !record.stakes.get(first).is_zero()
        };
        !self.viewed.is_empty()
            || !self.community.is_empty()
            || !self.seats.which(decided).is_empty()
    }

    /// The seats whose players still have to fold or to play on.
    #[inline(never)]
    pub(super) fn undecided(&self) -> SeatSet {
        let first = first_raise(&self.terms.rules.main);
        self.seats.which(|record| {
            !record.stakes.ante.is_zero()
                && record.returned.is_none()
                && record.decision == Decision::Play
                && record.stakes.get(first).is_zero()
        })
    }

    /// All cards on the table but those of one place, which are about to be replaced.
    fn cards_out(&self, seat: Option<Seat>, replaced: Option<Place>) -> CardSet {
        let mut out = CardSet::EMPTY;
        let mut add = |card: Card| {
            // Every card on the table has been checked, so none is there twice.
            let _ = out.insert(card);
        };
        self.community.iter().copied().for_each(&mut add);
        if replaced != Some(Place::Dealer) {
            self.dealer.iter().copied().for_each(&mut add);
        }
        for (other, record) in self.seats.taken() {
            if Some(other) != seat {
                record.cards.set().into_iter().for_each(&mut add);
            }
        }
        out
    }

    /// An extra card is no card of this deck (THB6 5.1, RWS6 5.8.3).
    #[inline(never)]
    fn none_twice(
        &self,
        mut out: CardSet,
        cards: &[Card],
        seat: Option<Seat>,
    ) -> Result<(), Refusal> {
        for card in cards {
            if out.insert(*card).is_err() {
                return Err(self.refusal(Reason::CardTwice(*card), seat, |p| p.card_twice));
            }
        }
        Ok(())
    }

    #[inline(never)]
    fn count(&self, cards: &[Card], place: Place, expected: usize) -> Result<(), Refusal> {
        if cards.len() == expected {
            return Ok(());
        }
        let reason = Reason::card_count(place, expected, cards.len());
        self.refuse(reason, |p| p.shared_count)
    }
}
