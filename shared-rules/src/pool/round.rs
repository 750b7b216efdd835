//! The tables of a pool, each with its last round: the only one that can still be void.

use heapless::Vec;
use serde::{Deserialize, Serialize};

use super::entry::{RoundNumber, TableNumber};
use super::refusal::PoolRefusal;
use crate::seats::SeatMap;

/// The place of an entry in the log.
pub(super) type Place = u64;

/// The standing of a round's contributions in the queue.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub(super) enum Standing {
    /// Before no claim that is final or paid: a returned wager takes its contribution back.
    #[default]
    Free,
    /// Before the claim whose price is final: as good as won.
    Fixed,
    /// Before a claim that has been paid.
    Won,
}

/// The stages of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) enum Stage {
    Open,
    Locked,
    Settled,
    Confirmed,
    Void,
}

/// The last round of a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct TableRound {
    pub number: RoundNumber,
    pub stage: Stage,
    /// The places of `Open` and `Lock` in the log.
    pub opened: Place,
    pub locked: Place,
    /// The time at which the hole cards were dealt, once bets are locked.
    pub dealt: u64,
    /// The units that are left: 0 for a wager that went back.
    pub units: SeatMap<u8>,
    /// The standing of the contributions, while the round has no claim in the queue.
    pub standing: Standing,
    /// The house has ruled that no claim waits for it.
    pub is_ruled: bool,
}

impl TableRound {
    pub fn new(number: RoundNumber, opened: Place) -> TableRound {
        TableRound {
            number,
            stage: Stage::Open,
            opened,
            locked: opened,
            dealt: 0,
            units: SeatMap::default(),
            standing: Standing::Free,
            is_ruled: false,
        }
    }

    pub fn has_units(&self) -> bool {
        self.units.iter().any(|(_, units)| *units > 0)
    }

    /// True if nobody can say yet what the round will claim.
    pub const fn is_undecided(&self) -> bool {
        matches!(self.stage, Stage::Open | Stage::Locked)
    }
}

/// A table of the link.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct LinkedTable {
    pub number: TableNumber,
    pub has_joined: bool,
    /// The time of dealing of the last round that was locked.
    pub last_dealt: Option<u64>,
    pub round: Option<TableRound>,
}

/// The tables, by their numbers.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Tables<const TABLES: usize>(Vec<LinkedTable, TABLES>);

impl<const TABLES: usize> Tables<TABLES> {
    pub fn len(&self) -> usize {
        self.0.len()
    }

    fn find(&self, number: TableNumber) -> Result<usize, usize> {
        self.0.binary_search_by_key(&number, |table| table.number)
    }

    pub fn get(&self, number: TableNumber) -> Option<&LinkedTable> {
        self.0.get(self.find(number).ok()?)
    }

    /// The table with this number, which is added if it is new.
    pub fn get_or_add(&mut self, number: TableNumber) -> Result<&mut LinkedTable, PoolRefusal> {
        let index = match self.find(number) {
            Ok(index) => index,
            Err(index) => {
                let table = LinkedTable {
                    number,
                    has_joined: false,
                    last_dealt: None,
                    round: None,
                };
                self.0.insert(index, table).map_err(|_| PoolRefusal::Full)?;
                index
            }
        };
        self.0.get_mut(index).ok_or(PoolRefusal::Full)
    }

    /// The table's last round, if it has this number.
    pub fn round(&self, table: TableNumber, number: RoundNumber) -> Option<&TableRound> {
        let round = self.get(table)?.round.as_ref()?;
        (round.number == number).then_some(round)
    }

    /// The same, to be changed.
    pub fn round_mut(
        &mut self,
        table: TableNumber,
        number: RoundNumber,
    ) -> Option<&mut TableRound> {
        let index = self.find(table).ok()?;
        let round = self.0.get_mut(index)?.round.as_mut()?;
        (round.number == number).then_some(round)
    }

    /// The last round of every table.
    pub fn rounds(&self) -> impl Iterator<Item = (TableNumber, &TableRound)> {
        let tables = self.0.iter();
        tables.filter_map(|table| Some((table.number, table.round.as_ref()?)))
    }

    /// The index of a table whose last round is as wanted. The search begins at the index `from` and goes round.
    pub fn find_round(
        &self,
        from: usize,
        mut is_wanted: impl FnMut(TableNumber, &TableRound) -> bool,
    ) -> Option<usize> {
        let (before, behind) = self.0.split_at_checked(from).unwrap_or((&self.0, &[]));
        let mut is_found = |table: &LinkedTable| {
            let round = table.round.as_ref();
            round.is_some_and(|round| is_wanted(table.number, round))
        };
        let found = behind.iter().position(&mut is_found);
        let found = found.map(|index| index.saturating_add(from));
        found.or_else(|| before.iter().position(&mut is_found))
    }

    /// The last round of every table, to be changed.
    pub fn rounds_mut(&mut self) -> impl Iterator<Item = &mut TableRound> {
        self.0.iter_mut().filter_map(|table| table.round.as_mut())
    }
}
