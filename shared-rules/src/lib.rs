//! The rules of the table: cards and hands, money, the five approved games as data, the round as a state machine, its
//! settlement, the jackpot, the ledger and the messages on the wires.
//!
//! `no_std`, no allocation, no I/O, no clock, no floats, no `unsafe`, and no panics: the same crate runs on the board
//! and on the host. Every outcome and every refusal cites the paragraph that decides it, like `ML9 3.5.3.1`; [`games`]
//! lists the documents behind the tags.
//!
//! The way through: a [`round::Round`] accepts events and becomes a [`closed::ClosedRound`], which [`settle::settle`]
//! turns into a [`settle::Settlement`] at a [`jackpot::Jackpot`].
#![no_std]
#![forbid(unsafe_code)]
#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::float_arithmetic
)]

pub mod cards;
pub mod check;
pub mod cite;
pub mod closed;
mod deal;
pub mod evaluate;
pub mod games;
pub mod halt;
pub mod jackpot;
pub mod ledger;
pub mod money;
pub mod pool;
pub mod refusal;
pub mod round;
pub mod seats;
pub mod settle;
pub mod wagers;
pub mod wire;
