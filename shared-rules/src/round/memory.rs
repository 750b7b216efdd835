//! The lasting part of a round: the bets as they were locked, the whole round in a checkpoint, and the facts that the
//! next round has to know of the earlier ones.

use heapless::Vec;
use serde::{Deserialize, Serialize};

use super::betting::STAKE_MAX;
use super::held::HeldPlayers;
use super::{CardList, Phase, Restriction, Round, Transition, UnderMinimumPlayers};
use crate::closed::{Player, SeatRecord};
use crate::ledger::{CheckpointTooLong, Contradiction, Input, Output, read, write};
use crate::money::Cents;
use crate::refusal::{Reason, Refusal};
use crate::seats::{Seat, SeatMap, SeatSet};
use crate::wagers::Terms;

/// The bets of one seat when bets are closed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs, reason = "named as in a seat's record")]
pub struct SeatBets {
    pub seat: Seat,
    pub ante: Cents,
    pub bonus: Cents,
    pub pair_plus: Cents,
    pub units: u8,
}

/// The bets on the table when bets are closed, in the order of dealing.
pub type LockedBets = Vec<SeatBets, 7>;

/// A round in a checkpoint, except its seats and its terms, which the configuration has.
#[derive(Serialize, Deserialize)]
struct RoundMemory {
    number: u32,
    phase: Phase,
    is_locked: bool,
    players: SeatMap<Player>,
    dealer: CardList,
    community: CardList,
    viewed: Vec<Seat, 7>,
    shift_manager_decides: bool,
    restriction: Restriction,
    next_rounds: Restriction,
    under_minimum: UnderMinimumPlayers,
    held: HeldPlayers,
    checked: SeatSet,
}

impl Round {
    /// The bets on the table while bets are open.
    pub fn bets(&self) -> LockedBets {
        let placed = self.seats.taken().filter(|(_, record)| record.has_bet());
        let bets = placed.map(|(seat, record)| SeatBets {
            seat,
            ante: record.stakes.ante,
            bonus: record.stakes.bonus,
            pair_plus: record.stakes.pair_plus,
            units: record.units,
        });
        bets.collect()
    }

    /// Closes the bets exactly as they are given, whatever was seen on the table before.
    pub fn lock_bets(&mut self, bets: &LockedBets) -> Result<Transition, Refusal> {
        if self.phase != Phase::BetsOpen {
            return self.refuse(Reason::BetsNotOpen, |p| p.bets_close);
        }
        let before = core::mem::take(&mut self.seats);
        let locked = self.place(bets).and_then(|()| self.lock());
        if locked.is_err() {
            self.seats = before;
        }
        locked
    }

    /// Puts bets on an empty table.
    fn place(&mut self, bets: &LockedBets) -> Result<(), Refusal> {
        for bet in bets {
            if bet.ante.max(bet.bonus).max(bet.pair_plus) > STAKE_MAX {
                let reason = Reason::AmountTooLarge;
                return Err(self.refusal(reason, Some(bet.seat), |p| p.over_maximum_open));
            }
            self.player_may_bet(bet.seat)?;
            let mut record = SeatRecord::new(*self.players.get(bet.seat));
            record.stakes.ante = bet.ante;
            record.stakes.bonus = bet.bonus;
            record.stakes.pair_plus = bet.pair_plus;
            record.units = bet.units;
            *self.seats.get_mut(bet.seat) = Some(record);
        }
        Ok(())
    }

    /// The units that count at each seat once bets are locked: a wager without its base does not count.
    pub fn contributing_units(&self) -> impl Iterator<Item = (Seat, u8)> {
        let seats = self.seats.taken();
        seats.filter_map(|(seat, record)| {
            let counted = record.counted_units(self.terms.rules);
            (counted > 0 && record.has_hand()).then_some((seat, counted))
        })
    }

    /// Writes the round into a checkpoint, without bets that were never locked.
    #[inline]
    pub(crate) fn write(&self, output: &mut Output) -> Result<(), CheckpointTooLong> {
        write(&self.memory(), output)?;
        write(&self.questions, output)?;
        for (_, record) in self.seats.iter() {
            write(&record.as_ref().filter(|_| self.is_locked), output)?;
        }
        Ok(())
    }

    /// Restores a new round from a checkpoint.
    #[inline]
    pub(crate) fn read(&mut self, input: &mut Input) -> Result<(), Contradiction> {
        self.remember(read(input)?);
        self.questions = read(input)?;
        for place in self.seats.values_mut() {
            *place = read(input)?;
        }
        let mut records = self.seats.taken();
        match records.all(|(_, record)| record.cards.are_of(self.terms.rules)) {
            true => Ok(()),
            false => Err(Contradiction::Checkpoint),
        }
    }

    fn memory(&self) -> RoundMemory {
        RoundMemory {
            number: self.number,
            phase: self.phase,
            is_locked: self.is_locked,
            players: self.players,
            dealer: self.dealer.clone(),
            community: self.community.clone(),
            viewed: self.viewed.clone(),
            shift_manager_decides: self.shift_manager_decides,
            restriction: self.restriction,
            next_rounds: self.next_rounds,
            under_minimum: self.under_minimum.clone(),
            held: self.held.clone(),
            checked: self.checked,
        }
    }

    fn remember(&mut self, memory: RoundMemory) {
        self.number = memory.number;
        self.phase = memory.phase;
        self.is_locked = memory.is_locked;
        self.players = memory.players;
        self.dealer = memory.dealer;
        self.community = memory.community;
        self.viewed = memory.viewed;
        self.shift_manager_decides = memory.shift_manager_decides;
        self.restriction = memory.restriction;
        self.next_rounds = memory.next_rounds;
        self.under_minimum = memory.under_minimum;
        self.held = memory.held;
        self.checked = memory.checked;
    }

    /// A table between rounds under other terms, which keeps the facts that outlive a round.
    #[must_use]
    pub fn renewed(&self, terms: Terms) -> Round {
        Round {
            number: self.number,
            players: self.players,
            next_rounds: self.next_rounds,
            under_minimum: self.under_minimum_so_far(),
            held: self.held.clone(),
            ..Round::new(terms)
        }
    }
}
