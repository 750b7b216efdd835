//! A second fold of the log of linked tables, slow and obvious: written from the description of the pool and the pay
//! tables of the documents alone, so that the tests can hold the pool's own fold against it.
//!
//! Every entry is kept. After each one, the order of the claims, the standing of the contributions and the prices are
//! worked out again from the places in the log. Only three things are remembered from before, because they depend on
//! the moment at which they were decided: final prices, paid claims, and the refunds of the house.
//!
//! | file | responsible for |
//! | --- | --- |
//! | `entries` | the entries, as the lines of a log write them |
//! | `rows` | the pay tables of the five documents |
//! | `ledger` | the facts that entries leave behind: rounds, contributions, what is final and paid |
//! | `check` | the entries that cannot be |
//! | `order` | the order of the claims, and the contributions that stand before each |
//! | `price` | the awards of a claim at a given meter |
//! | `state` | the state after an entry, and its identity |
//! | `dice` | random logs |

mod check;
pub mod dice;
mod entries;
mod ledger;
mod order;
mod price;
mod rows;
mod state;

pub use entries::{Brought, BySeat, Entry, Ruling, Terms};
pub use state::{AwardState, Balance, ClaimState, State};

use ledger::PoolLedger;

/// Micro-cents in a cent, and in a basis point of a cent.
const CENT: u128 = 1_000_000;
const POINT: u128 = 100;

/// A pool of linked tables. It begins with its terms.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Pool {
    ledger: Option<PoolLedger>,
}

impl Pool {
    /// Adds an entry to the log. An entry that cannot be changes nothing.
    ///
    /// # Errors
    /// The reason why the entry cannot be.
    pub fn apply(&mut self, entry: &Entry) -> Result<(), String> {
        match (&mut self.ledger, entry) {
            (Some(_), Entry::Terms { .. }) => Err("terms twice".into()),
            (Some(ledger), _) => ledger.apply(entry),
            (None, Entry::Terms { terms }) => {
                self.ledger = Some(PoolLedger::new(terms)?);
                Ok(())
            }
            (None, _) => Err("an entry before the terms".into()),
        }
    }

    /// Adds one line of a log, and returns the state behind it.
    ///
    /// # Errors
    /// The reason why the line is no entry, or why the entry cannot be.
    pub fn apply_line(&mut self, line: &str) -> Result<State, String> {
        let entry = serde_json::from_str(line).map_err(|error| format!("no entry: {error}"))?;
        self.apply(&entry)?;
        Ok(self.state())
    }

    /// The state, as `coinspot pool fold` writes it; all of it is 0 before the terms.
    pub fn state(&self) -> State {
        self.ledger
            .as_ref()
            .map(PoolLedger::state)
            .unwrap_or_default()
    }

    /// Both sides of the pool's identity, in micro-cents.
    pub fn balance(&self) -> Balance {
        self.ledger
            .as_ref()
            .map(PoolLedger::balance)
            .unwrap_or_default()
    }
}
