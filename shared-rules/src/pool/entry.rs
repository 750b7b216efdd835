//! The entries of a pool's log: the messages of the tables, and the rulings of the house.
//!
//! The order of the variants is the format: new ones go to the end.

use serde::{Deserialize, Serialize};

use crate::games::{Award, AwardPays, AwardRow, Game, RuleSet};
use crate::jackpot::JackpotTerms;
use crate::money::{Cents, MicroCents};
use crate::seats::{Seat, SeatMap, SeatSet};

/// The number of a table within its link.
pub type TableNumber = u32;

/// The number of a round at its table.
pub type RoundNumber = u32;

/// The terms that all tables of a link share.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PoolTerms {
    /// The game that all tables play.
    pub game: Game,
    /// One progressive unit.
    pub unit: Cents,
    /// The jackpot's parameters.
    pub jackpot: JackpotTerms,
}

/// One entry of the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum PoolEntry {
    /// The first entry of every log.
    Terms(PoolTerms),
    /// A table's message.
    Table(TableNumber, TableEntry),
    /// The house rules that no claim waits for this round. Its own claim then goes to the end of the queue.
    DoNotWait(TableNumber, RoundNumber),
    /// The house strikes an unpaid claim. Its contributions stay.
    Strike(TableNumber, RoundNumber),
}

/// One message of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
pub enum TableEntry {
    /// The round commences: bets may be placed.
    Open(RoundNumber),
    /// "No more bets": the units that are wagered contribute.
    Lock {
        /// The round.
        round: RoundNumber,
        /// The units of each seat; 0 for a seat without a progressive wager.
        units: SeatMap<u8>,
        /// The time at which the hole cards were dealt, by the table's clock.
        dealt: u64,
    },
    /// The whole round at once. Rows and never amounts: the award that pays most depends on the shared meter.
    Settled {
        /// The round.
        round: RoundNumber,
        /// The rows of the pay table that each hand makes and keeps.
        made: SeatMap<Rows>,
        /// The seats whose progressive wager goes back.
        returned: SeatSet,
        /// The amount that was registered while the pool could not be reached (RWS6 5.17.1).
        registered: Option<Cents>,
    },
    /// The round is void.
    Void(RoundNumber),
    /// The hand of a seat is invalid.
    Invalidate(RoundNumber, Seat),
    /// The supervisor confirmed the first share of the round.
    Confirmed(RoundNumber),
    /// The table joins and brings its own meter and reserve.
    Join {
        /// Onto the meter.
        meter: MicroCents,
        /// Into the reserve.
        reserve: MicroCents,
    },
}

/// A set of rows of a game's pay table. Bit `n` stands for row `n` of the document's table.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Hash, Serialize, Deserialize)]
pub struct Rows(u16);

impl Rows {
    /// No row.
    pub const EMPTY: Rows = Rows(0);

    /// True if the set has no row.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Adds the row of `award`; false if the game has no such row.
    #[must_use]
    pub fn insert(&mut self, rules: &RuleSet, award: Award) -> bool {
        let mut rows = rules.progressive.awards.iter();
        let bit = rows
            .position(|row| row.award == award)
            .and_then(|index| 1_u16.checked_shl(u32::try_from(index).ok()?));
        self.0 |= bit.unwrap_or(0);
        bit.is_some()
    }

    /// True if one of the rows is a share of the jackpot: the round is a claim.
    pub fn have_share(self, rules: &'static RuleSet) -> bool {
        self.of(rules)
            .any(|row| matches!(row.pays, AwardPays::Jackpot(_)))
    }

    /// True if every row of the set is a row of the game.
    pub(super) fn are_of(self, rules: &RuleSet) -> bool {
        let count = u32::try_from(rules.progressive.awards.len()).unwrap_or(u32::MAX);
        self.0.checked_shr(count).unwrap_or(0) == 0
    }

    /// The rows, in the order of the document's table.
    pub fn of(self, rules: &'static RuleSet) -> impl Iterator<Item = &'static AwardRow> {
        let mut rest = self.0;
        rules.progressive.awards.iter().filter(move |_| {
            let is_in = rest & 1 != 0;
            rest >>= 1;
            is_in
        })
    }
}
