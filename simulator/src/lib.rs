//! Whole tables in virtual time: the portable controller as an engine, drivers that play rounds on it, scenarios, and
//! random histories with faults that are held against the [`oracle`].
#![forbid(unsafe_code)]

pub mod attacks;
pub mod controller_driver;
pub mod engine;
pub mod forger;
pub mod ledger_driver;
pub mod linked;
pub mod linked_tables;
pub mod rig;
pub mod round_driver;
pub mod rounds;
pub mod scenarios;
pub mod showdown;
pub mod sign;
pub mod simulate;
pub mod simulate_link;
pub mod table;
pub mod table_driver;
