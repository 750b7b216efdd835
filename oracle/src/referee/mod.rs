//! A second settlement, slow and obvious: written from the documents and the file format alone and
//! sharing no code with `shared-rules`, so that the tests can hold the two against each other.
//!
//! The file format is `docs/settle.md`.

mod award;
mod check;
mod fields;
mod holdem;
mod input;
mod jackpot;
pub mod naive;
mod settle;
mod three_card;
mod wager;

pub use settle::settle;
