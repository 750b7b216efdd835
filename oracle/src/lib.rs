//! Second implementations of the rules, written from the documents alone: slow, obvious, and without a line of the code
//! that they check. The manifest is the proof: nothing of `shared-rules` is within reach.
#![forbid(unsafe_code)]

pub mod naive_table;
pub mod pool;
pub mod referee;
pub mod table;
