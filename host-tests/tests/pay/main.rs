//! Every row of every pay table, at every stage at which it can and cannot be hit.

mod bonus;
mod flop;
mod meter;
mod order;
mod stages;
mod tables;
mod tables_main;
mod three_cards;
