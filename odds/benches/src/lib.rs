//! The evaluators beside those that others have published, each at the same work on the same cards.
//!
//! The parts: `deals` (the cards), `others` and `ours` (the evaluators), `contender` (an evaluator at its work),
//! `table` (who does what), `measured` (time and instructions), `report` (the ratios, and what they must be).
#![forbid(unsafe_code)]

pub mod contender;
pub mod deals;
mod measured;
mod others;
mod ours;
pub mod report;
pub mod table;
