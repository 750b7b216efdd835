//! Betting, from "Place your bets" to "No more bets". After the close it refuses every change of the chips.

use super::{Phase, Restriction, Round, Transition};
use crate::closed::{Player, SeatRecord};
use crate::games::{Base, NextRounds};
use crate::money::Cents;
use crate::refusal::{Reason, Refusal};
use crate::seats::{Seat, SeatMap, SeatSet};
use crate::settle::{at_stake, folded, progressive_goes_back, returned};
use crate::wagers::{Limit, Wager, areas};

/// The progressive wager of a seat, as its lamps show it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bet {
    /// No chips.
    None,
    /// Units that will be accepted.
    Acceptable(u8),
    /// Chips that will not be accepted as they are, with the refusal.
    NotAcceptable(u8, Refusal),
    /// Units that are locked.
    Locked(u8),
}

/// The largest wager of any table; its largest win is still an amount that fits.
pub const STAKE_MAX: Cents = Cents::new(1_000_000_000_000);

impl Round {
    /// A new round commences; the one before it can no longer be changed (RWS6 5.19).
    pub(super) fn open(&mut self) -> Result<Transition, Refusal> {
        match self.phase {
            Phase::Idle | Phase::Paid | Phase::Void(_) => {}
            _ => return self.refuse(Reason::RoundNotOver, |p| p.round),
        }
        self.nothing_waits()?;
        match self.next_rounds {
            Restriction::Undecided => {
                return Err(self.restricted(Reason::ShiftManagerDecides, None, None));
            }
            Restriction::Closed => {
                let closed = Some(NextRounds::CloseTable);
                return Err(self.restricted(Reason::TableClosed, None, closed));
            }
            _ => {}
        }
        let Some(number) = self.number.checked_add(1) else {
            return self.refuse(Reason::AmountTooLarge, |p| p.round);
        };
        self.under_minimum = self.under_minimum_so_far();
        self.number = number;
        self.phase = Phase::BetsOpen;
        self.is_locked = false;
        self.restriction = self.next_rounds;
        self.seats = SeatMap::default();
        self.dealer.clear();
        self.community.clear();
        self.viewed.clear();
        self.checked = SeatSet::EMPTY;
        self.questions = SeatMap::default();
        Ok(Transition::Opened(number))
    }

    /// Accepts the number of chips on a seat's coin spot.
    pub(super) fn chips(&mut self, seat: Seat, count: u8) -> Result<Transition, Refusal> {
        if self.phase != Phase::BetsOpen {
            return self.chips_after_close(seat, count);
        }
        if count > 0 {
            self.seat_takes_bets(seat)?;
            self.seat_mut(seat).units = count;
        } else if let Some(record) = self.seats.get_mut(seat) {
            record.units = 0;
        }
        match self.bet(seat) {
            Bet::NotAcceptable(_, refusal) => Ok(Transition::Warned(refusal)),
            _ => Ok(Transition::Noted),
        }
    }

    /// After the close an increase is refused and a withdrawn wager still wins or loses (THB6 5.5, 5.6,
    /// RWS6 5.11, 5.20): the locked units stay.
    fn chips_after_close(&self, seat: Seat, count: u8) -> Result<Transition, Refusal> {
        let locked = self.seats.get(seat).map_or(0, |record| record.units);
        match (self.phase, count.cmp(&locked)) {
            (Phase::Idle | Phase::Paid | Phase::Void(_), _) => {
                Err(self.refusal(Reason::BetsNotOpen, Some(seat), |p| p.bets_open))
            }
            (_, core::cmp::Ordering::Greater) => {
                Err(self.refusal(Reason::BetAfterClose, Some(seat), |p| p.bet_after_close))
            }
            (_, core::cmp::Ordering::Less) => {
                let reason = Reason::WithdrawalAfterClose;
                Err(self.refusal(reason, Some(seat), |p| p.withdrawal_after_close))
            }
            (_, core::cmp::Ordering::Equal) => Ok(Transition::Noted),
        }
    }

    /// Accepts the stake on an area of a seat: before the close the first wagers, after it the raises.
    pub(super) fn stake(
        &mut self,
        seat: Seat,
        wager: Wager,
        amount: Cents,
    ) -> Result<Transition, Refusal> {
        if !areas(&self.terms.rules.main).contains(&wager) {
            let reason = Reason::NoSuchWager(wager);
            return Err(self.refusal(reason, Some(seat), |p| p.one_wager_an_area));
        }
        match (wager, self.phase) {
            (Wager::Flop | Wager::Turn | Wager::River | Wager::Play, _) => {
                self.raise(seat, wager, amount)
            }
            (_, Phase::BetsOpen) => self.first_stake(seat, wager, amount),
            (_, Phase::Playing | Phase::Settled) => {
                let before = self.seats.get(seat).map(|record| record.stakes.get(wager));
                if amount < before.unwrap_or(Cents::ZERO) {
                    let reason = Reason::WithdrawalAfterClose;
                    return Err(self.refusal(reason, Some(seat), |p| p.withdrawal_after_close));
                }
                Err(self.refusal(Reason::BetAfterClose, Some(seat), |p| p.bet_after_close))
            }
            _ => Err(self.refusal(Reason::BetsNotOpen, Some(seat), |p| p.bets_open)),
        }
    }

    /// Ante, Bonus or Pair Plus while bets are open.
    fn first_stake(
        &mut self,
        seat: Seat,
        wager: Wager,
        amount: Cents,
    ) -> Result<Transition, Refusal> {
        self.seat_takes_bets(seat)?;
        if amount > STAKE_MAX {
            let reason = Reason::AmountTooLarge;
            return Err(self.refusal(reason, Some(seat), |p| p.over_maximum_open));
        }
        let has_ante = (self.seats.get(seat)).is_some_and(|record| !record.stakes.ante.is_zero());
        if wager == Wager::Bonus && !amount.is_zero() && !has_ante {
            let reason = Reason::WagerNeedsAnte(wager);
            return Err(self.refusal(reason, Some(seat), |p| p.bonus_needs_ante));
        }
        if let Some(stake) = self.seat_mut(seat).stakes.get_mut(wager) {
            *stake = amount;
        }
        let limit = self.terms.limits.of(wager).copied().unwrap_or_default();
        Ok(self.outside_limits(seat, wager, amount, limit))
    }

    /// A wager outside the limits can be corrected before the close (RWS6 5.1, 5.2).
    fn outside_limits(&self, seat: Seat, wager: Wager, amount: Cents, limit: Limit) -> Transition {
        let warn = Transition::Warned;
        if limit.capped(amount) < amount {
            let reason = Reason::OverMaximum(wager);
            return warn(self.refusal(reason, Some(seat), |p| p.over_maximum_open));
        }
        if !amount.is_zero() && amount < limit.min {
            let reason = Reason::UnderMinimum(wager);
            return warn(self.refusal(reason, Some(seat), |p| p.under_minimum_open));
        }
        Transition::Noted
    }

    /// Another player sits down; the round before does not change.
    pub(super) fn player(&mut self, seat: Seat, player: Player) -> Result<Transition, Refusal> {
        if matches!(self.phase, Phase::Playing | Phase::Settled) {
            return Err(self.refusal(Reason::RoundNotOver, Some(seat), |p| p.round));
        }
        let before = core::mem::replace(self.players.get_mut(seat), player);
        let record = self.seats.get(seat).as_ref();
        if self.phase != Phase::BetsOpen || record.is_none() {
            return Ok(Transition::Noted);
        }
        // The bets on the seat are now this player's, who may be barred from them.
        if record.is_some_and(SeatRecord::has_bet)
            && let Err(refusal) = self.player_may_bet(seat)
        {
            *self.players.get_mut(seat) = before;
            return Err(refusal);
        }
        self.seat_mut(seat).player = player;
        Ok(Transition::Noted)
    }

    /// Locks the wagers. A progressive wager or a Bonus without its base stays and is returned at the end (THB6 5.12.2,
    /// 3.5), and so do chips over the game's most (THB6 5.14, RWS6 5.1.1); chips where no progressive is played are not
    /// accepted.
    pub(super) fn lock(&mut self) -> Result<Transition, Refusal> {
        if self.phase != Phase::BetsOpen {
            return self.refuse(Reason::BetsNotOpen, |p| p.bets_close);
        }
        self.nothing_waits()?;
        let accepted = SeatMap::from_fn(|seat| match self.bet(seat) {
            Bet::Acceptable(units) => units,
            Bet::NotAcceptable(units, refusal) if goes_back(refusal.reason) => units,
            _ => 0,
        });
        if self.seats.which(SeatRecord::has_hand).is_empty() {
            return self.refuse(Reason::NothingPlaced, |p| p.ante_needed);
        }
        for (seat, record) in self.seats.taken_mut() {
            record.units = *accepted.get(seat);
            record.under_minimum_before = self.under_minimum.contains(&record.player);
        }
        self.phase = Phase::Playing;
        self.is_locked = true;
        Ok(Transition::Locked)
    }

    /// The progressive wager of a seat.
    pub fn bet(&self, seat: Seat) -> Bet {
        let Some(record) = self.seats.get(seat) else {
            return Bet::None;
        };
        let units = record.units;
        if units == 0 {
            return Bet::None;
        }
        match (self.phase, self.not_acceptable(seat, record)) {
            (Phase::Playing | Phase::Settled, _) => {
                Bet::Locked(record.counted_units(self.terms.rules))
            }
            (Phase::BetsOpen, Some(refusal)) => Bet::NotAcceptable(units, refusal),
            (Phase::BetsOpen, None) => Bet::Acceptable(units),
            (Phase::Idle | Phase::Paid | Phase::Void(_), _) => Bet::None,
        }
    }

    /// The units of a seat that win or lose once bets are locked. Chips over the game's most go back (THB6 5.14, RWS6
    /// 5.1.1), and so does a whole wager with its hand or without its base.
    pub fn units_at_stake(&self, seat: Seat) -> u8 {
        match self.seats.get(seat) {
            Some(record) if !progressive_goes_back(&self.terms, record) => {
                record.counted_units(self.terms.rules)
            }
            _ => 0,
        }
    }

    /// The seats whose Ante wins or loses once bets are locked: neither may it be withdrawn, nor does the dealer take it
    /// yet (THB6 5.6, RWS6 5.11). An Ante that goes back is its player's, and a folded one is lost at once (THB6 3.9.1,
    /// RWS6 3.11.2a). The same holds for a Pair Plus without an Ante, which lies on the same spot.
    pub fn antes_at_stake(&self) -> SeatSet {
        if self.phase != Phase::Playing {
            return SeatSet::EMPTY;
        }
        self.seats.which(|record| {
            let (placed, left) = (record.stakes, at_stake(&self.terms, record).stakes);
            let all_stays = (placed.ante, placed.pair_plus) == (left.ante, left.pair_plus);
            record.has_hand() && all_stays && folded(&self.terms, record).is_none()
        })
    }

    /// The seats whose player may put chips down while bets are open, and after the close those whose chips may all
    /// be taken away.
    pub fn free_seats(&self) -> SeatSet {
        let is_free = |seat: &Seat| match self.phase {
            Phase::BetsOpen => self.player_may_bet(*seat).is_ok(),
            Phase::Playing => self.units_at_stake(*seat) == 0,
            _ => false,
        };
        Seat::ALL.into_iter().filter(is_free).collect()
    }

    fn not_acceptable(&self, seat: Seat, record: &SeatRecord) -> Option<Refusal> {
        let rules = self.terms.rules;
        if self.restriction == Restriction::WithoutProgressive {
            let choice = Some(NextRounds::WithoutProgressive);
            return Some(self.restricted(Reason::ProgressiveSuspended, Some(seat), choice));
        }
        if self.terms.unit.is_zero() {
            return Some(self.refusal(Reason::UnitMissing, Some(seat), |p| p.units));
        }
        let most = rules.units_max;
        if record.units > most {
            let reason = Reason::TooManyUnits {
                units: record.units,
                most,
            };
            return Some(self.refusal(reason, Some(seat), |p| p.units));
        }
        let has_base = match rules.base {
            Base::Ante => !record.stakes.ante.is_zero(),
            Base::AnteOrPairPlus => record.has_hand(),
        };
        (!has_base).then(|| self.refusal(Reason::BaseMissing, Some(seat), |p| p.base_missing_open))
    }

    /// Refuses a seat that is not in the layout or may not be bet on.
    fn seat_takes_bets(&self, seat: Seat) -> Result<(), Refusal> {
        if seat > self.terms.rules.positions.1 {
            return Err(self.refusal(Reason::NoSuchPosition, Some(seat), |p| p.positions));
        }
        if self.is_blocked(seat) {
            let choice = Some(NextRounds::BlockBox);
            return Err(self.restricted(Reason::BoxBlocked, Some(seat), choice));
        }
        self.player_may_bet(seat)
    }

    /// The record of a seat, made on its first wager.
    #[inline(never)]
    fn seat_mut(&mut self, seat: Seat) -> &mut SeatRecord {
        let player = *self.players.get(seat);
        let place = self.seats.get_mut(seat);
        place.get_or_insert_with(|| SeatRecord::new(player))
    }

    /// The seats on which a hand is played.
    #[inline(never)]
    pub(super) fn in_round(&self) -> SeatSet {
        self.seats.which(|record| self.is_in_round(record))
    }

    /// True if no hand is played.
    pub(super) fn nobody_in_round(&self) -> bool {
        !(self.seats.taken()).any(|(_, record)| self.is_in_round(record))
    }

    fn is_in_round(&self, record: &SeatRecord) -> bool {
        record.has_hand() && returned(&self.terms, record).is_none()
    }
}

/// True if chips that are not acceptable for this reason stay to the end of the round and go back then.
const fn goes_back(reason: Reason) -> bool {
    matches!(reason, Reason::BaseMissing | Reason::TooManyUnits { .. })
}
