//! Asks of the pit's page: one JSON object, `{"do": "pool", "on": false}`.

use serde::{Deserialize, Serialize};
use shared_rules::pool::TableNumber;

/// Everything that can be done to the link. Each table has asks of its own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum PitAsk {
    /// A table's way to the pool is cut, or mended.
    Cut {
        /// The table.
        table: TableNumber,
        /// Cut or mended.
        on: bool,
    },
    /// The pool is started, or killed.
    Pool {
        /// Started or killed.
        on: bool,
    },
    /// Two tables play a round with a royal flush each.
    TwoRoyals,
    /// A table voids its round after another one has won.
    VoidAfterWin,
    /// The supervisor of a table confirms the awards of its claim.
    Confirm {
        /// The table.
        table: TableNumber,
    },
}
