//! The portable part of the controller: everything that runs the same on the board and on the host. It names no
//! register, reads no clock, does no I/O of its own, and does not panic.
#![no_std]
#![forbid(unsafe_code)]
#![deny(
    clippy::arithmetic_side_effects,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used
)]

pub mod chain;
pub mod chips;
pub mod config;
pub mod controller;
pub mod debounce;
pub mod faults;
pub mod felt;
pub mod health;
pub mod journal;
pub mod keys;
pub mod lamps;
pub mod main_loop;
pub mod memory;
pub mod noise;
pub mod options;
pub mod packed;
pub mod pins;
pub mod readings_queue;
pub mod rtc_time;
pub mod scan;
pub mod sealed;
pub mod sensors;
pub mod supply;
#[cfg(not(target_os = "none"))]
pub mod wiring;

pub use board_support::{entropy, image, key_page};
