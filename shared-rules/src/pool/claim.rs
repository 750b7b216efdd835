//! A claim: a settled round that has made a share of the jackpot and is not paid yet.

use serde::{Deserialize, Serialize};

use super::entry::{RoundNumber, Rows, TableNumber};
use super::price::Price;
use super::round::{Place, Stage, Standing, TableRound};
use crate::games::{AcrossTables, AwardPays, RuleSet};
use crate::money::{Cents, MicroCents, MoneyError};
use crate::seats::{Seat, SeatMap};

/// Contributions at a place of the log.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub(super) struct Lot {
    /// That can still be taken back.
    pub free: MicroCents,
    /// That stand before the claim whose price is final.
    pub fixed: MicroCents,
}

impl Lot {
    /// Moves all contributions of `other` here.
    pub fn absorb(&mut self, other: Lot) -> Result<(), MoneyError> {
        self.free = self.free.plus(other.free)?;
        self.fixed = self.fixed.plus(other.fixed)?;
        Ok(())
    }

    /// Adds contributions of this standing. Those that a paid claim has won are not here any more.
    pub fn add(&mut self, amount: MicroCents, standing: Standing) -> Result<(), MoneyError> {
        match standing {
            Standing::Free => self.free = self.free.plus(amount)?,
            Standing::Fixed => self.fixed = self.fixed.plus(amount)?,
            Standing::Won => {}
        }
        Ok(())
    }

    /// Removes contributions of this standing.
    pub fn remove(&mut self, amount: MicroCents, standing: Standing) -> Result<(), MoneyError> {
        match standing {
            Standing::Free => self.free = self.free.minus(amount)?,
            Standing::Fixed => self.fixed = self.fixed.minus(amount)?,
            Standing::Won => {}
        }
        Ok(())
    }
}

/// The claim before which contributions stand: its index in the order of the log, or none for those behind the last
/// claim.
pub(super) type Before = Option<usize>;

/// A claim in the queue.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Claim {
    pub table: TableNumber,
    pub round: RoundNumber,
    /// The places of its entries in the log.
    pub opened: Place,
    pub locked: Place,
    pub settled: Place,
    pub dealt: u64,
    pub is_ruled: bool,
    pub registered: Option<Cents>,
    /// The rows that are left.
    pub made: SeatMap<Rows>,
    /// The units that are left.
    pub units: SeatMap<u8>,
    /// The contributions of other rounds between the claim before this one in the log and this one.
    pub lot: Lot,
    /// The contributions of its own round, and their standing.
    pub own: MicroCents,
    pub own_standing: Standing,
    /// The claims before which they stand.
    pub lot_before: Before,
    pub own_before: Before,
    /// The sum of all free contributions that stand directly before this claim.
    pub gains: MicroCents,
    pub price: Price,
}

impl Claim {
    pub fn new(
        table: TableNumber,
        round: &TableRound,
        made: &SeatMap<Rows>,
        settled: Place,
    ) -> Claim {
        Claim {
            table,
            round: round.number,
            opened: round.opened,
            locked: round.locked,
            settled,
            dealt: round.dealt,
            is_ruled: round.is_ruled,
            registered: None,
            made: *made,
            units: round.units,
            lot: Lot::default(),
            own: MicroCents::ZERO,
            own_standing: round.standing,
            lot_before: None,
            own_before: None,
            gains: MicroCents::ZERO,
            price: Price::default(),
        }
    }

    /// Removes the rows of a seat.
    pub fn strike_rows(&mut self, seat: Seat) {
        *self.made.get_mut(seat) = Rows::EMPTY;
    }

    /// True if a row that is left is a share of the jackpot.
    pub fn has_share(&self, rules: &'static RuleSet) -> bool {
        has_share(rules, &self.made)
    }

    /// True if a row that is left is a major award, which is paid in the order of dealing (RWS6 4.5).
    pub fn is_major(&self, rules: &'static RuleSet) -> bool {
        let AcrossTables::MajorFirstDealt { major, .. } = rules.progressive.across_tables else {
            return false;
        };
        let mut seats = self.made.iter();
        seats.any(|(_, rows)| {
            rows.of(rules).any(|row| match row.pays {
                AwardPays::Jackpot(percent) => percent.get() >= major.get(),
                _ => false,
            })
        })
    }

    /// True if the claim, which is major, cannot be final before this round is decided: it commenced before the claim
    /// was settled, and may have been dealt first (RWS6 4.5).
    pub fn waits_for(&self, table: TableNumber, round: &TableRound) -> bool {
        let may_come_first = match round.stage {
            Stage::Open => true,
            Stage::Locked => round.has_units() && (round.dealt, table) < (self.dealt, self.table),
            Stage::Settled | Stage::Confirmed | Stage::Void => false,
        };
        may_come_first && !round.is_ruled && round.opened < self.settled
    }

    /// True if the claim is paid before `other` by the order of dealing: its round commenced before the other was
    /// settled, and its hole cards were dealt first. Both are major.
    pub fn was_dealt_before(&self, other: &Claim) -> bool {
        self.opened < other.settled && (self.dealt, self.table) < (other.dealt, other.table)
    }
}

/// True if one of the rows is a share of the jackpot.
pub(super) fn has_share(rules: &'static RuleSet, made: &SeatMap<Rows>) -> bool {
    let mut seats = made.iter();
    seats.any(|(_, rows)| rows.have_share(rules))
}
