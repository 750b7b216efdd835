//! Linked tables: engines, sequencer and audit.

mod audit;
mod conformance;
mod full_disk;
mod kill;
mod notices;
mod numbers;
mod rulings;
mod service;
mod sqlite;
mod storm;
mod support;
mod table_model;
mod two_sequencers;
