//! An STM32L475 in a process: the unmodified release image runs instruction by instruction, bit for bit the same each
//! time, with the world around it simulated.

pub mod board;
pub mod chip;
pub mod cpu;
mod digest;
pub mod image;
pub mod log;
pub mod serve;
pub mod stack;
pub mod start;
pub mod table;
pub mod time;
