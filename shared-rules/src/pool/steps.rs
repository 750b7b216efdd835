//! One function for each kind of entry: it refuses what cannot be before it changes anything.

use super::Pool;
use super::claim::{Claim, has_share};
use super::entry::{RoundNumber, Rows, TableEntry, TableNumber};
use super::refusal::PoolRefusal;
use super::round::{Stage, Standing, TableRound};
use crate::money::{Cents, MicroCents, MoneyError};
use crate::seats::{Seat, SeatMap, SeatSet};

/// Sums of the pool stay below a quarter of what fits, so that no sum of four of them overflows.
const SUM_MAX: MicroCents = MicroCents::new(u64::MAX / 4);

/// The most whole jackpots that a round can win: one for each seat.
const RESETS_A_ROUND: u32 = 7;

impl<const TABLES: usize, const CLAIMS: usize> Pool<TABLES, CLAIMS> {
    pub(super) fn table_step(
        &mut self,
        table: TableNumber,
        message: &TableEntry,
    ) -> Result<(), PoolRefusal> {
        match message {
            TableEntry::Open(round) => self.open(table, *round),
            TableEntry::Lock {
                round,
                units,
                dealt,
            } => self.lock(table, *round, units, *dealt),
            TableEntry::Settled {
                round,
                made,
                returned,
                registered,
            } => self.settled(table, *round, made, *returned, *registered),
            TableEntry::Void(round) => self.void(table, *round),
            TableEntry::Invalidate(round, seat) => self.invalidate(table, *round, *seat),
            TableEntry::Confirmed(round) => self.confirm(table, *round),
            TableEntry::Join { meter, reserve } => self.join(table, *meter, *reserve),
        }
    }

    fn open(&mut self, table: TableNumber, number: RoundNumber) -> Result<(), PoolRefusal> {
        let last = self
            .tables
            .get(table)
            .and_then(|table| table.round.as_ref());
        if let Some(last) = last.filter(|last| last.is_undecided()) {
            return Err(PoolRefusal::RoundUnfinished(last.number));
        }
        let last_number = last.map_or(0, |last| last.number);
        if number <= last_number {
            return Err(PoolRefusal::NumberNotAbove(last_number));
        }
        // Room for a claim of every table, so that no settlement is ever refused for want of it.
        if self.queue.len().saturating_add(self.tables.len()) >= CLAIMS {
            return Err(PoolRefusal::Full);
        }
        let place = self.next_place();
        let table = self.tables.get_or_add(table)?;
        table.round = Some(TableRound::new(number, place));
        Ok(())
    }

    fn lock(
        &mut self,
        table: TableNumber,
        number: RoundNumber,
        units: &SeatMap<u8>,
        dealt: u64,
    ) -> Result<(), PoolRefusal> {
        let round = self.tables.round(table, number);
        if round.is_none_or(|round| round.stage != Stage::Open) {
            return Err(PoolRefusal::NotOpen(table, number));
        }
        let last_dealt = self.tables.get(table).and_then(|table| table.last_dealt);
        if last_dealt.is_some_and(|last| dealt <= last) {
            return Err(PoolRefusal::DealtNotAbove);
        }
        let (meter, reserve) = self.contributions(units)?;
        let both = meter.plus(reserve)?;
        self.check_room(both)?;
        let place = self.next_place();
        self.contributed = self.contributed.plus(both)?;
        self.reserve = self.reserve.plus(reserve)?;
        self.queue.contribute(meter)?;
        let table = self.tables.get_or_add(table)?;
        table.last_dealt = Some(dealt);
        if let Some(round) = &mut table.round {
            round.stage = Stage::Locked;
            round.locked = place;
            round.dealt = dealt;
            round.units = *units;
        }
        Ok(())
    }

    /// The shares of all units, which must be possible.
    fn contributions(&self, units: &SeatMap<u8>) -> Result<(MicroCents, MicroCents), PoolRefusal> {
        let rules = self.terms.game.rules();
        let mut sums = (MicroCents::ZERO, MicroCents::ZERO);
        for (seat, units) in units.iter().filter(|(_, units)| **units > 0) {
            if seat > rules.positions.1 {
                return Err(PoolRefusal::NoSuchPosition(seat));
            }
            if *units > rules.units_max {
                return Err(PoolRefusal::Units(seat));
            }
            let (meter, reserve) = self.contribution(*units)?;
            sums = (sums.0.plus(meter)?, sums.1.plus(reserve)?);
        }
        Ok(sums)
    }

    /// The shares of one seat's units: the meter's and the reserve's.
    fn contribution(&self, units: u8) -> Result<(MicroCents, MicroCents), MoneyError> {
        let stake = self.terms.unit.times(u32::from(units))?;
        let terms = &self.terms.jackpot;
        Ok((terms.contribution.of(stake)?, terms.reserve.of(stake)?))
    }

    /// Refuses money for which later sums might have no room.
    fn check_room(&self, more: MicroCents) -> Result<(), MoneyError> {
        let claims = u32::try_from(self.queue.len()).map_err(|_| MoneyError::Overflow)?;
        let resets = claims.saturating_add(1).saturating_mul(RESETS_A_ROUND);
        let sum = MicroCents::from_cents(self.resets(resets)?)?
            .plus(more)?
            .plus(self.seeds)?
            .plus(self.contributed)?
            .plus(self.moved_in)?
            .plus(self.refunded)?;
        if sum > SUM_MAX {
            return Err(MoneyError::Overflow);
        }
        Ok(())
    }

    fn settled(
        &mut self,
        table: TableNumber,
        number: RoundNumber,
        made: &SeatMap<Rows>,
        returned: SeatSet,
        registered: Option<Cents>,
    ) -> Result<(), PoolRefusal> {
        let round = self.tables.round(table, number);
        let Some(round) = round.filter(|round| round.stage == Stage::Locked) else {
            return Err(PoolRefusal::NotLocked(table, number));
        };
        self.check_hands(round, made, returned)?;
        if registered.is_some_and(|amount| amount > crate::round::STAKE_MAX) {
            return Err(PoolRefusal::Money(MoneyError::Overflow));
        }
        self.check_room(MicroCents::ZERO)?;
        for seat in returned.iter() {
            self.give_back(table, number, seat)?;
        }
        if let Some(round) = self.tables.round_mut(table, number) {
            round.stage = Stage::Settled;
        }
        let is_claim = has_share(self.terms.game.rules(), made);
        if is_claim {
            self.claim(table, number, made, registered)?;
        }
        // Most rounds leave the queue as it is.
        if is_claim || !returned.is_empty() {
            self.queue.work_out(&self.terms)?;
        }
        Ok(())
    }

    fn check_hands(
        &self,
        round: &TableRound,
        made: &SeatMap<Rows>,
        returned: SeatSet,
    ) -> Result<(), PoolRefusal> {
        for (seat, rows) in made.iter() {
            let (has_made, is_returned) = (!rows.is_empty(), returned.contains(seat));
            if has_made && is_returned {
                return Err(PoolRefusal::MadeAndReturned(seat));
            }
            if (has_made || is_returned) && *round.units.get(seat) == 0 {
                return Err(PoolRefusal::NoUnit(seat));
            }
            if !rows.are_of(self.terms.game.rules()) {
                return Err(PoolRefusal::NoSuchAward(seat));
            }
        }
        Ok(())
    }

    /// Puts a settled round into the queue.
    fn claim(
        &mut self,
        table: TableNumber,
        number: RoundNumber,
        made: &SeatMap<Rows>,
        registered: Option<Cents>,
    ) -> Result<(), PoolRefusal> {
        let Some(round) = self.tables.round(table, number) else {
            return Ok(());
        };
        let (own, _) = self.contributions(&round.units)?;
        let claim = Claim {
            registered,
            ..Claim::new(table, round, made, self.next_place())
        };
        self.queue.push(claim, own)
    }

    fn void(&mut self, table: TableNumber, number: RoundNumber) -> Result<(), PoolRefusal> {
        self.check_undoable(table, number)?;
        if let Some(index) = self.queue.find(table, number) {
            self.leave(index)?;
        }
        for seat in Seat::ALL {
            self.give_back(table, number, seat)?;
        }
        if let Some(round) = self.tables.round_mut(table, number) {
            round.stage = Stage::Void;
        }
        Ok(self.queue.work_out(&self.terms)?)
    }

    fn invalidate(
        &mut self,
        table: TableNumber,
        number: RoundNumber,
        seat: Seat,
    ) -> Result<(), PoolRefusal> {
        let round = self.check_undoable(table, number)?;
        if round.stage == Stage::Open {
            return Err(PoolRefusal::NotYetLocked);
        }
        if *round.units.get(seat) == 0 {
            return Err(PoolRefusal::NoUnit(seat));
        }
        if let Some(index) = self.queue.find(table, number) {
            self.strike_seat(index, seat)?;
        }
        self.give_back(table, number, seat)?;
        Ok(self.queue.work_out(&self.terms)?)
    }

    /// A seat's rows leave its claim, which is ordered and priced again with what is left, or leaves with them.
    fn strike_seat(&mut self, index: usize, seat: Seat) -> Result<(), PoolRefusal> {
        let rules = self.terms.game.rules();
        let Some(claim) = self.queue.claim_mut(index) else {
            return Ok(());
        };
        claim.strike_rows(seat);
        if !claim.has_share(rules) {
            return Ok(self.leave(index)?);
        }
        let (table, round) = (claim.table, claim.round);
        let first = self.queue.first();
        let is_first = first.is_some_and(|first| first.table == table && first.round == round);
        if is_first && self.queue.is_final() {
            self.queue.unfix()?;
            self.restand(Standing::Free);
        }
        Ok(())
    }

    /// The table's last round, which is neither void nor confirmed.
    fn check_undoable(
        &self,
        table: TableNumber,
        number: RoundNumber,
    ) -> Result<&TableRound, PoolRefusal> {
        let round = self.tables.round(table, number);
        let round = round.ok_or(PoolRefusal::NotTheLastRound(table, number))?;
        match round.stage {
            Stage::Void => Err(PoolRefusal::VoidAlready),
            Stage::Confirmed => Err(PoolRefusal::Confirmed),
            Stage::Open | Stage::Locked | Stage::Settled => Ok(round),
        }
    }

    /// Gives a seat's contribution back. One that a final or paid claim has won is refunded by the house instead; the
    /// reserve's share always goes back.
    fn give_back(
        &mut self,
        table: TableNumber,
        number: RoundNumber,
        seat: Seat,
    ) -> Result<(), MoneyError> {
        let Some(round) = self.tables.round_mut(table, number) else {
            return Ok(());
        };
        let units = core::mem::take(round.units.get_mut(seat));
        let (locked, mut standing) = (round.locked, round.standing);
        let (meter, reserve) = self.contribution(units)?;
        self.contributed = self.contributed.minus(meter.plus(reserve)?)?;
        self.reserve = self.reserve.minus(reserve)?;
        let claim = self.queue.find(table, number);
        if let Some(claim) = claim.and_then(|index| self.queue.claim_mut(index)) {
            standing = claim.own_standing;
            *claim.units.get_mut(seat) = 0;
            if standing != Standing::Won {
                claim.own = claim.own.minus(meter)?;
                // The rest of the way is that of a round without a claim.
                self.queue.lot_mut(locked).add(meter, standing)?;
            }
        }
        if standing == Standing::Free {
            self.queue.lot_mut(locked).remove(meter, standing)?;
        } else {
            self.refunded = self.refunded.plus(meter)?;
        }
        Ok(())
    }

    fn confirm(&mut self, table: TableNumber, number: RoundNumber) -> Result<(), PoolRefusal> {
        let is_first = |claim: &Claim| claim.table == table && claim.round == number;
        if !self.queue.is_final() || !self.queue.first().is_some_and(is_first) {
            return Err(PoolRefusal::NotFinal(table, number));
        }
        if let Some(claim) = self.queue.pay_first()? {
            let resets = self.resets(claim.price.resets)?;
            self.paid = self.paid.plus(MicroCents::from_cents(claim.price.gives)?)?;
            self.seeds = self.seeds.plus(MicroCents::from_cents(resets)?)?;
        }
        self.restand(Standing::Won);
        if let Some(round) = self.tables.round_mut(table, number) {
            round.stage = Stage::Confirmed;
        }
        Ok(self.queue.work_out(&self.terms)?)
    }

    fn join(
        &mut self,
        number: TableNumber,
        meter: MicroCents,
        reserve: MicroCents,
    ) -> Result<(), PoolRefusal> {
        if let Some(table) = self.tables.get(number) {
            if table.has_joined {
                return Err(PoolRefusal::JoinedTwice);
            }
            if table.round.is_some() {
                return Err(PoolRefusal::JoinAfterOpen);
            }
        }
        let both = meter.plus(reserve)?;
        self.check_room(both)?;
        self.tables.get_or_add(number)?.has_joined = true;
        self.moved_in = self.moved_in.plus(both)?;
        self.reserve = self.reserve.plus(reserve)?;
        self.queue.contribute(meter)?;
        Ok(())
    }

    pub(super) fn do_not_wait(
        &mut self,
        table: TableNumber,
        number: RoundNumber,
    ) -> Result<(), PoolRefusal> {
        let round = self.tables.round_mut(table, number);
        let round = round
            .filter(|round| round.is_undecided())
            .ok_or(PoolRefusal::NothingToWaitFor(table, number))?;
        if round.is_ruled {
            return Err(PoolRefusal::RuledTwice);
        }
        round.is_ruled = true;
        Ok(())
    }

    pub(super) fn strike(
        &mut self,
        table: TableNumber,
        number: RoundNumber,
    ) -> Result<(), PoolRefusal> {
        let index = self.queue.find(table, number);
        let index = index.ok_or(PoolRefusal::NoClaim(table, number))?;
        self.leave(index)?;
        Ok(self.queue.work_out(&self.terms)?)
    }

    /// A claim leaves unpaid. Its contributions stay where they were locked.
    fn leave(&mut self, index: usize) -> Result<(), MoneyError> {
        let was_final = self.queue.is_final();
        let Some(claim) = self.queue.remove(index)? else {
            return Ok(());
        };
        if was_final && !self.queue.is_final() {
            self.restand(Standing::Free);
        }
        if let Some(round) = self.tables.round_mut(claim.table, claim.round) {
            round.standing = claim.own_standing;
        }
        Ok(())
    }
}
