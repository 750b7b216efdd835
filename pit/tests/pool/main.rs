//! Linked tables: engines, sequencer, audit and archive.

mod archive;
mod audit;
mod conformance;
mod full_disk;
mod kill;
#[path = "../month/mod.rs"]
mod month;
mod notices;
mod numbers;
mod prelude;
mod records;
mod rulings;
mod segments;
mod service;
mod sqlite;
mod standby;
mod storm;
#[path = "../suite/mod.rs"]
mod suite;
mod support;
mod table_model;
mod two_sequencers;
mod years;
