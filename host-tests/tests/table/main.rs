//! The whole table end to end: what people at it do, and what lamps, sign and entries say to it.

mod after_lock;
mod auth;
mod chain_troubles;
mod configuration;
mod games;
mod health;
mod latency;
mod link_troubles;
mod megalink;
mod power;
mod seat_troubles;
mod wear;

/// The refusal to open a round with a fault that concerns the whole table.
const BROKEN: &str = "something is broken that a round needs";
