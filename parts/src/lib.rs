//! Simulated hardware of a table: the felt and its shift chain, the journal's flash, the wires, the panels of the sign,
//! and what an engine has to offer to be put between them. It is written from data sheets and the board's description
//! and shares no code with the controller, so that both cannot be wrong in the same way.
#![forbid(unsafe_code)]

pub mod chain;
pub mod dice;
pub mod engine;
pub mod flash;
pub mod hex;
pub mod hub75;
pub mod served;
pub mod wire;
