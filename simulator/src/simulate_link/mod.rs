//! Random histories of linked tables: whole controllers, their gateways, two sequencers and an engine that fails, all
//! from one seed. Every entry of the log is folded a second time by the oracle, and every table's journal is held
//! against the log.
//!
//! ```text
//! dice -> link step -> pit: tables <-> letters under way <-> sequencers <-> engine
//!                        '-- journals --.                                     '-- log --.
//!                                       '------------------ watch <---------------------'  -> difference, if any
//! ```
//!
//! | file | responsible for |
//! | --- | --- |
//! | `history` | the steps of a history, as plain data |
//! | `cards` | deals in which hands often win shares of the jackpot |
//! | `dice` | random steps, from the state of the pit |
//! | `table` | one table: its controller, and a replica of its ledger from the journal alone |
//! | `letters` | letters under way: lost, repeated, late, overtaken |
//! | `desk` | a sequencer with its clock and its connection to the engine |
//! | `pit` | carries steps out, and lets time pass for everybody |
//! | `watch` | reads the log, folds it twice, and compares |
//! | `promises` | compares what a table shows and does with the log |
//! | `words` | the log in the words of the oracle |
//! | `run` | one history of a seed, its quiet end, and its shortest form if it fails |

mod cards;
mod desk;
mod dice;
mod history;
mod letters;
mod pit;
mod promises;
mod run;
mod table;
mod watch;
mod words;

pub use history::{LetterFaults, LinkStep};
pub use run::{LinkFailure, LinkPlan, Planted, run_link, shrink_link};
