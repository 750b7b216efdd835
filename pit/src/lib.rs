//! Linked tables on the host: one jackpot over many tables.
//!
//! The *log* of a pool is a chain of [`block`]s. It decides meter, order and amounts: [`state`] folds it with
//! `shared_rules::pool`, and every machine that folds the same log has the same state. An [`engine`] only orders and
//! keeps blocks. The [`sequencer`] makes blocks of the tables' messages and answers nothing that is not in the engine;
//! [`drive`] carries its blocks. The [`service`] is a running pool: a thread with both, and lines to its gateways. The
//! [`audit`] reads a log from its beginning and says where it does not hold. The [`archive`] moves the blocks of a log
//! into signed segments, which are read like the log itself.
//!
//! Times are passed in, in milliseconds since 1970.
#![forbid(unsafe_code)]
#![deny(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used
)]

pub mod archive;
pub mod audit;
pub mod block;
mod checkpoint;
pub mod digest;
pub mod drive;
pub mod engine;
#[cfg(feature = "etcd")]
pub mod etcd;
pub mod example;
pub mod export;
pub mod faulty;
pub mod follower;
pub mod keys;
pub mod lead;
mod log_fault;
mod member;
pub mod memory;
pub mod notice;
pub mod ruling;
pub mod sequencer;
pub mod service;
pub mod sqlite;
pub mod state;
