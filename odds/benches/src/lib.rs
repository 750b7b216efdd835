//! Our evaluators beside published ones, each with the same work on the same cards.
//!
//! The parts: `deals` (the cards), `others` and `ours` (the evaluators), `contender` (an evaluator at its work),
//! `table` (the entrants), `measured` (time and instructions), `report` (the ratios and their targets).
#![forbid(unsafe_code)]

pub mod contender;
pub mod deals;
mod measured;
mod others;
mod ours;
pub mod report;
pub mod table;
