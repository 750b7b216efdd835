//! Notices to the house: facts that a person must look at. None of them decides money.

use std::fmt;

use serde::Serialize;
use shared_rules::money::Cents;
use shared_rules::pool::{RoundNumber, TableNumber};

/// A fact for the house.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum HouseNotice {
    /// The time of dealing that a table gave does not lie between the pool's receipts of its `Open` and `Lock`.
    DealtOutside {
        /// The table.
        table: TableNumber,
        /// The round.
        round: RoundNumber,
        /// The time of dealing by the table's clock.
        dealt: u64,
        /// The receipt of `Open`.
        opened_ms: u64,
        /// The receipt of `Lock`.
        locked_ms: u64,
    },
    /// A table is not listened to before the house lifts the quarantine.
    Quarantined {
        /// The table.
        table: TableNumber,
        /// The number of the message.
        number: u32,
        /// The reason, in words.
        why: String,
    },
    /// A claim was struck while the supervisor confirmed it: the log gives nothing, and the table may have paid.
    StruckConfirmed {
        /// The table.
        table: TableNumber,
        /// The round.
        round: RoundNumber,
        /// The shares of the jackpot by the table's journal.
        shares: Option<Cents>,
    },
    /// A claim has waited for rounds of other tables for five minutes.
    ClaimWaits {
        /// The table of the claim.
        table: TableNumber,
        /// Its round.
        round: RoundNumber,
        /// The receipt of its `Settled`.
        since_ms: u64,
        /// The rounds that may have been dealt first.
        waits_for: Vec<(TableNumber, RoundNumber)>,
    },
    /// The pool has no room for a table's round: too many tables, or too many unpaid claims.
    NoRoom {
        /// The table.
        table: TableNumber,
    },
    /// A ruling is in the log.
    Ruled {
        /// The ruling, in words.
        ruling: String,
    },
    /// A ruling cannot be.
    RulingRefused {
        /// The ruling, in words.
        ruling: String,
        /// The reason, in words.
        why: String,
    },
    /// The pool has stopped: the log does not hold, or contradicts the memory of this machine.
    Halted {
        /// The reason, in words.
        why: String,
    },
}

impl HouseNotice {
    /// True if it tells the outcome of the ruling in these words.
    #[must_use]
    pub fn is_about_ruling(&self, words: &str) -> bool {
        match self {
            HouseNotice::Ruled { ruling } | HouseNotice::RulingRefused { ruling, .. } => {
                ruling == words
            }
            _ => false,
        }
    }
}

impl fmt::Display for HouseNotice {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            HouseNotice::DealtOutside {
                table,
                round,
                dealt,
                opened_ms,
                locked_ms,
            } => write!(
                f,
                "table {table}, round {round}: dealt at {dealt}, which is not between the receipt of its opening \
                 ({opened_ms}) and of its bets ({locked_ms})"
            ),
            HouseNotice::Quarantined { table, number, why } => {
                write!(f, "table {table} is quarantined: message {number}: {why}")
            }
            HouseNotice::StruckConfirmed {
                table,
                round,
                shares,
            } => {
                write!(
                    f,
                    "table {table}, round {round}: the supervisor confirmed the claim"
                )?;
                if let Some(shares) = shares {
                    write!(f, " of {shares}")?;
                }
                f.write_str(" that was struck: the shift manager decides (6.1, RWS6 5.23)")
            }
            HouseNotice::ClaimWaits {
                table,
                round,
                waits_for,
                ..
            } => {
                write!(f, "the claim of table {table}, round {round} waits for")?;
                let mut rounds = waits_for.iter();
                rounds.try_for_each(|(table, round)| write!(f, " table {table} round {round}"))
            }
            HouseNotice::NoRoom { table } => {
                write!(f, "the pool has no room for a round of table {table}")
            }
            HouseNotice::Ruled { ruling } => write!(f, "ruled: {ruling}"),
            HouseNotice::RulingRefused { ruling, why } => {
                write!(f, "cannot rule: {ruling}: {why}")
            }
            HouseNotice::Halted { why } => write!(f, "the pool has stopped: {why}"),
        }
    }
}
