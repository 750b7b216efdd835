//! The exact odds of every wager of the five games, by whole enumeration: no sampling, and no float before
//! a figure is read.
//!
//! Host only. `unsafe` is in one file of [`evaluate`], whose plain twin must agree.
#![deny(unsafe_code)]

pub mod board;
pub mod bonus;
pub mod evaluate;
pub mod fraction;
pub mod game;
pub mod holdem;
pub mod pairs;
pub mod parallel;
pub mod progressive;
pub mod readings;
mod rows;
pub mod suits;
pub mod three_card;
pub mod wager;
