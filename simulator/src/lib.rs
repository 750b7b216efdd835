//! Whole tables in virtual time: the portable controller as an engine, drivers that play rounds on it, scenarios, and
//! random histories with faults that are held against the [`oracle`].
#![forbid(unsafe_code)]

pub mod bookkeeper;
pub mod dealer;
pub mod engine;
pub mod evening;
pub mod linked;
pub mod rig;
pub mod rounds;
pub mod scenarios;
pub mod showdown;
pub mod sign;
pub mod simulate;
pub mod table;
