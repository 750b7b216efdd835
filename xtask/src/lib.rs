//! Developer's chores, run as `cargo xtask <command>`.
#![forbid(unsafe_code)]

mod apt;
mod arm;
pub mod bench;
pub mod board;
pub mod browser;
pub mod counts;
mod debian;
pub mod elf;
pub mod fuzz;
pub mod gate;
pub mod image;
pub mod key;
pub mod link;
pub mod memory;
pub mod mutants;
pub mod probe;
pub mod program;
pub mod progress;
pub mod provision;
pub mod reproduce;
pub mod stack;
pub mod step;
mod table;
